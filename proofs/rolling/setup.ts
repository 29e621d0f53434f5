import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProgram } from '../../dev/faults/processes.ts'
import { environmentFor, makeWorld } from '../../server/test/template.ts'
import { openCall, withUsers } from '../attempts/clients.ts'
import type { LoadOrder, LoadPlan, LoadReport, PhaseEnd } from '../programs/rolling-load.ts'

export type Site = Awaited<ReturnType<typeof openSite>>
export type Callers = Awaited<ReturnType<typeof startCallers>>
/** perSecond: the wanted rate, and lower ones to fall back to where a machine cannot carry it. */
export type Size = {
  perSecond: readonly [number, ...number[]]
  apis: number
  clients: number
  users: number
  calmMs: number
}

/** This version of the service. */
export const ourMain = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

const provider = 'tallowmere'
const programOf = (file: string) => fileURLToPath(new URL(`../programs/${file}`, import.meta.url))
const run = promisify(execFile)

/** What stands around a cell: durable services, a payroll provider, and the receiver of all webhooks. */
export async function openSite() {
  const { world, services, stop } = await makeWorld({ durable: true })
  const outside = await startProgram<{ listening: string }>({
    name: 'outside',
    program: programOf('rolling-outside.ts'),
  }).catch(async (error) => {
    await stop()
    throw error
  })
  const address = outside.message.listening
  const catalogue = join(services.folder, 'catalogue.json')
  writeFileSync(catalogue, JSON.stringify({ providers: [entryOf(address)] }))
  return {
    world,
    services,
    receiver: `${address}/hook`,
    /** As in production where it matters: rate limit, time limits of the database, drain; and behind a proxy. */
    environment(database: string): Record<string, string> {
      const tests = ['RATE_PER_SECOND', 'RATE_BURST', 'CHECK_REPLIES', 'DATABASE_QUERY_MS']
      const rest = Object.entries(environmentFor(world, database)).filter(([name]) => !tests.includes(name))
      return {
        ...Object.fromEntries(rest),
        CATALOGUE: catalogue,
        DATABASE_WAIT_MS: '2000',
        DRAIN_SECONDS: '3',
        TRUST_PROXY: 'true',
        OUTBOUND_LOOPBACK: 'true',
        // As docs/operations/install.md says: a start costs half as much.
        NODE_COMPILE_CACHE: join(services.folder, 'compiled'),
        MIGRATION_DATABASE_URL: services.postgres.superuserUrl(database),
      }
    },
    arrived: async () => (await outside.ask<{ arrived: string[] }>({})).arrived,
    async close() {
      await outside.kill()
      await stop()
    },
  }
}

const entryOf = (url: string) => ({
  kind: 'login-api',
  id: provider,
  name: 'Tallowmere Pay',
  address: url,
  url,
  per_second: 1_000,
  logo_url: `${url}/logo.svg`,
  reset_url: `${url}/reset`,
  max_login_attempts: 5,
})

/** One command of the operator, with whichever version of the code. */
export async function operate(main: string, env: Record<string, string>, ...words: string[]) {
  const { stdout } = await run(process.execPath, [main, ...words], { env })
  return stdout.trim()
}

export type Client = { clientId: string; apiKey: string }

export async function createClients(main: string, env: Record<string, string>, count: number) {
  const clients: Client[] = []
  for (let n = 0; n < count; n++) {
    const owner = ['--owner-email', `owner@client-${n}.example`, '--owner-name', 'Olive']
    const words = ['create-client', '--name', `client-${n}`, '--owner-mfa', 'disabled', ...owner]
    clients.push(JSON.parse(await operate(main, env, 'admin', ...words)))
  }
  return clients
}

/** Clients with users and a webhook each, and callers who use them at a fixed rate. */
export async function startCallers(
  url: string,
  clients: Client[],
  {
    perSecond,
    users: count,
    seed,
    receiver,
  }: Pick<Size, 'perSecond' | 'users'> & { seed: number; receiver: string },
) {
  const ready = await Promise.all(
    clients.map(async ({ apiKey }) => {
      const { call, users } = await withUsers(openCall(url, apiKey), count)
      const hook = { name: 'all', events: ['user-payroll-submitted'], url: receiver }
      const { status, body } = await call('POST', '/webhooks', hook)
      if (status !== 201) throw new Error(`no webhook: ${JSON.stringify(body)}`)
      return { apiKey, users, webhookId: String(body.webhook_id) }
    }),
  )
  const plan: LoadPlan = { url, perSecond: perSecond[0] / 10, seed, provider, clients: ready }
  const program = await startProgram({
    name: 'load',
    program: programOf('rolling-load.ts'),
    args: [JSON.stringify(plan)],
  })
  const order = <Answer>(what: LoadOrder) => program.ask<Answer>(what)
  return {
    /** Begins the next, perhaps at another rate, and tells how the last one went. */
    phase: (phase: string, perSecond?: number) => order<PhaseEnd>({ phase, ...(perSecond && { perSecond }) }),
    stop: () => order<LoadReport>({ stop: true }),
    kill: program.kill,
  }
}

const warmUpMs = 3_000
const tryingMs = 10_000
const restMs = 3_000

/** The highest of the rates at which nobody is refused and nothing fails while nothing is restarted. */
export async function findRate(callers: Callers, { perSecond: rates, calmMs }: Size) {
  const { length } = rates
  for (const [n, rate] of rates.entries()) {
    // The first seconds of a new process are slow.
    await callers.phase(`warm-up ${n}`, rate / 2)
    await sleep(warmUpMs)
    if (length > 1) {
      await callers.phase(`trying ${rate}`, rate)
      await sleep(tryingMs)
    }
    const { wrong } = await callers.phase(`rest ${n}`, rate / 10)
    if (wrong > 0 && n + 1 < length) {
      await sleep(restMs)
      continue
    }
    await callers.phase('calm', rate)
    await sleep(calmMs)
    return rate
  }
  throw new Error('there is no rate to try')
}
