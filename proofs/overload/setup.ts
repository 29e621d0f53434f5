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
import type { LoadOptions, LoadTally } from '../programs/raw-client.ts'

/**
 * The service runs on one half of the cores and its callers on the other, because at five times the capacity, callers
 * on the same cores would slow the service down.
 */
const cores = availableParallelism()
const half = Math.max(1, Math.floor(cores / 2))
const forService = `0-${half - 1}`
const forCallers = cores > 1 ? `${half}-${cores - 1}` : '0'

const pin = (pid: number | undefined, to: string) =>
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', to, String(pid)], { stdio: 'ignore' })

const greedyClients = 4
const settings = {
  CHECK_REPLIES: 'false',
  LOG_LEVEL: 'info',
  DATABASE_WAIT_MS: '250',
  TRUST_PROXY: '1',
  // With one core for process and database, more connections would only add latency.
  DATABASE_CONNECTIONS: '3',
}

/** Starts one API process, PostgreSQL and HAProxy, several clients that overload them, and a quiet client. */
export async function openSetup(seed: number) {
  // The services started below inherit the CPU affinity.
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
  await waitForService(balancer.url)
  const callers = { crowd: await startCaller(), quiet: await startCaller() }
  const clients = [world.clients.acme, ...(await createClients(world, greedyClients - 1))]
  const crowd = (await Promise.all(clients.map((client) => requestsOf(world, client, 500)))).flat()
  return {
    api,
    balancer,
    superuserUrl: services.postgres.superuserUrl(world.template),
    requests: {
      crowd: shuffle(crowd, randomFrom(seed)),
      quiet: await requestsOf(world, world.clients.rival, 500),
    },
    callers,
    /** Returns the CPU time so far, without PostgreSQL backends that have exited. */
    cpuSeconds: () => ({
      api: cpuSeconds(api.pid ?? 0),
      postgres: services.postgres.pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    }),
    placeBalancer(cores: 'service' | 'callers') {
      for (const pid of balancer.pids()) pin(pid, cores === 'service' ? forService : forCallers)
    },
    placement: `service on core ${forService}, callers on core ${forCallers}`,
    async stop() {
      for (const { end } of Object.values(callers)) end()
      await balancer.stop()
      await api.stop()
      await stop()
    },
  }
}

export type OverloadSetup = Awaited<ReturnType<typeof openSetup>>

async function createClients(world: World, count: number): Promise<World['clients']['acme'][]> {
  const config = readConfig(environmentFor(world, world.template))
  const clients = []
  for (let n = 0; n < count; n++) {
    const command = ['create-client', '--name', `greedy-${n}`, '--owner-mfa', 'disabled']
    const owner = ['--owner-email', `owner@greedy-${n}.example`, '--owner-name', 'Olive Owner']
    clients.push((await runAdmin(config, [...command, ...owner])) as World['clients']['acme'])
  }
  return clients
}

/** Builds requests with nine reads for each write. */
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

async function waitForService(url: string) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const reply = await fetch(`${url}/livez`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(100)
  }
  throw new Error('the service does not respond through HAProxy')
}

async function startCaller() {
  const child = fork(fileURLToPath(new URL('../programs/raw-client.ts', import.meta.url)))
  pin(child.pid, forCallers)
  await once(child, 'message')
  return {
    pid: child.pid,
    async run(load: LoadOptions): Promise<LoadTally> {
      const reply = once(child, 'message')
      child.send(load)
      const [tally] = await reply
      return tally
    },
    end: () => child.kill(),
  }
}
