import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from '../../dev/faults/process-figures.ts'
import { startBalancer } from '../../dev/services/balancer.ts'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { seedUsers } from '../../server/test/seed-users.ts'
import { environmentFor, makeWorld, type World } from '../../server/test/template.ts'
import { startProcess } from '../harness/api-process.ts'
import { randomFrom, shuffle } from '../programs/random.ts'
import type { Stretch, Tally } from '../programs/raw-client.ts'

/**
 * The service on one half of the cores and its callers on the other: at five times what the service can do, callers on the
 * same cores would be what makes it slow.
 */
const cores = availableParallelism()
const half = Math.max(1, Math.floor(cores / 2))
const forService = `0-${half - 1}`
const forCallers = cores > 1 ? `${half}-${cores - 1}` : '0'

const pin = (pid: number | undefined, to: string) =>
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', to, String(pid)], { stdio: 'ignore' })

const greedy = 4
const settings = {
  CHECK_REPLIES: 'false',
  LOG_LEVEL: 'info',
  DATABASE_WAIT_MS: '250',
  TRUST_PROXY: 'true',
  // One core for process and database: more at once make nothing faster, only each of them slower.
  DATABASE_CONNECTIONS: '3',
}

/** One API process, PostgreSQL and HAProxy; clients who ask for too much, and one who asks for little. */
export async function openSite(seed: number) {
  // Whatever is started from here on stays there too.
  pin(process.pid, forService)
  const { world, services, stop } = await makeWorld({ durable: true })
  const api = await startProcess('../server/src/main.ts', ['api'], {
    ...environmentFor(world, world.template),
    ...settings,
  })
  const balancer = await startBalancer({
    folder: join(services.folder, 'haproxy'),
    apis: [new URL(api.address).host],
  })
  await untilAnswered(balancer.url)
  const callers = { crowd: await startCaller(), quiet: await startCaller() }
  const clients = [world.clients.acme, ...(await createClients(world, greedy - 1))]
  const crowd = (await Promise.all(clients.map((client) => requestsOf(world, client, 500)))).flat()
  return {
    api,
    balancer,
    requests: {
      crowd: shuffle(crowd, randomFrom(seed)),
      quiet: await requestsOf(world, world.clients.rival, 500),
    },
    callers,
    /** Processor time so far; connections that ended meanwhile are not in it. */
    cpuSeconds: () => ({
      api: cpuSeconds(api.pid ?? 0),
      postgres: services.postgres.pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    }),
    placeBalancer(where: 'service' | 'callers') {
      for (const pid of balancer.pids()) pin(pid, where === 'service' ? forService : forCallers)
    },
    where: `service on core ${forService}, callers on core ${forCallers}`,
    async stop() {
      for (const { end } of Object.values(callers)) end()
      await balancer.stop()
      await api.stop()
      await stop()
    },
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>

async function createClients(world: World, count: number): Promise<World['clients']['acme'][]> {
  const config = readConfig(environmentFor(world, world.template))
  const made = []
  for (let n = 0; n < count; n++) {
    const words = ['create-client', '--name', `greedy-${n}`, '--owner-mfa', 'disabled']
    const owner = ['--owner-email', `owner@greedy-${n}.example`, '--owner-name', 'Olive Owner']
    made.push((await runAdmin(config, [...words, ...owner])) as World['clients']['acme'])
  }
  return made
}

/** Nine people are looked at for one who is changed. */
async function requestsOf(world: World, client: { clientId: string; apiKey: string }, count: number) {
  const url = `postgres://postgres@${world.postgres.host}:${world.postgres.port}/${world.template}`
  const ids = await seedUsers(world, url, client.clientId, count)
  const headers = `host: payproof\r\nx-api-key: ${client.apiKey}\r\n`
  const body = JSON.stringify({ payroll_period_months: 12 })
  const asJson = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
  return ids.map((id, n) =>
    n % 10 === 9
      ? `PATCH /users/${id} HTTP/1.1\r\n${headers}${asJson}\r\n${body}`
      : `GET /users/${id} HTTP/1.1\r\n${headers}\r\n`,
  )
}

async function untilAnswered(url: string) {
  for (let tries = 0; tries < 300; tries++) {
    const reply = await fetch(`${url}/livez`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(100)
  }
  throw new Error('the service does not answer through HAProxy')
}

async function startCaller() {
  const child = fork(fileURLToPath(new URL('../programs/raw-client.ts', import.meta.url)))
  pin(child.pid, forCallers)
  await once(child, 'message')
  return {
    pid: child.pid,
    async run(stretch: Stretch): Promise<Tally> {
      const told = once(child, 'message')
      child.send(stretch)
      const [tally] = await told
      return tally
    },
    end: () => child.kill(),
  }
}
