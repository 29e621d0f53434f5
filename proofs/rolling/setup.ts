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

export type RollingSetup = Awaited<ReturnType<typeof openSetup>>
type Callers = Awaited<ReturnType<typeof startCallers>>
/** `perSecond` lists the target rate, followed by lower rates for machines that cannot sustain it. */
export type RollingSize = {
  perSecond: readonly [number, ...number[]]
  apis: number
  clients: number
  users: number
  calmMs: number
}

/** Path of main.ts in this version. */
export const ourMain = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

const provider = 'tallowmere'
const programOf = (file: string) => fileURLToPath(new URL(`../programs/${file}`, import.meta.url))
const run = promisify(execFile)

/** Starts the surroundings of a cell: durable services, a payroll provider, and the receiver of all webhooks. */
export async function openSetup() {
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
    /** Returns production settings for rate limit, database timeouts and draining, behind a proxy. */
    environment(database: string): Record<string, string> {
      const tests = ['RATE_PER_SECOND', 'RATE_BURST', 'CHECK_REPLIES', 'DATABASE_QUERY_MS']
      const rest = Object.entries(environmentFor(world, database)).filter(([name]) => !tests.includes(name))
      return {
        ...Object.fromEntries(rest),
        CATALOGUE: catalogue,
        DATABASE_WAIT_MS: '2000',
        DRAIN_SECONDS: '3',
        TRUST_PROXY: '1',
        OUTBOUND_LOOPBACK: 'true',
        // Halves the start-up cost; recommended in docs/operations/install.md.
        NODE_COMPILE_CACHE: join(services.folder, 'compiled'),
        MIGRATION_DATABASE_URL: services.postgres.superuserUrl(database),
      }
    },
    receivedDeliveries: async () => (await outside.ask<{ receivedIds: string[] }>({})).receivedIds,
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

/** Runs an operator's command with the given version of the code. */
export async function operate(main: string, env: Record<string, string>, ...args: string[]) {
  const { stdout } = await run(process.execPath, [main, ...args], { env })
  return stdout.trim()
}

type CreatedClient = { clientId: string; apiKey: string }

export async function createClients(main: string, env: Record<string, string>, count: number) {
  const clients: CreatedClient[] = []
  for (let n = 0; n < count; n++) {
    const owner = ['--owner-email', `owner@client-${n}.example`, '--owner-name', 'Olive']
    const command = ['create-client', '--name', `client-${n}`, '--owner-mfa', 'disabled', ...owner]
    clients.push(JSON.parse(await operate(main, env, 'admin', ...command)))
  }
  return clients
}

/** Creates users and a webhook for each client, and starts callers at a fixed rate. */
export async function startCallers(
  url: string,
  clients: CreatedClient[],
  {
    perSecond,
    users: count,
    seed,
    receiver,
  }: Pick<RollingSize, 'perSecond' | 'users'> & { seed: number; receiver: string },
) {
  const ready = await Promise.all(
    clients.map(async ({ apiKey }) => {
      const { call, users } = await withUsers(openCall(url, apiKey), count)
      const hook = { name: 'all', events: ['user-payroll-submitted'], url: receiver }
      const { status, body } = await call('POST', '/webhooks', hook)
      if (status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(body)}`)
      return { apiKey, users, webhookId: String(body.webhook_id) }
    }),
  )
  const plan: LoadPlan = { url, perSecond: perSecond[0] / 10, seed, provider, clients: ready }
  const program = await startProgram({
    name: 'load',
    program: programOf('rolling-load.ts'),
    args: [JSON.stringify(plan)],
  })
  const send = <Answer>(order: LoadOrder) => program.ask<Answer>(order)
  return {
    /** Starts the next phase, optionally at another rate; returns the result of the last one. */
    phase: (phase: string, perSecond?: number) => send<PhaseEnd>({ phase, ...(perSecond && { perSecond }) }),
    stop: () => send<LoadReport>({ stop: true }),
    kill: program.kill,
  }
}

const warmUpMs = 3_000
const trialMs = 10_000
const restMs = 3_000

/** Finds the highest rate at which no request is refused or fails while no process is restarted. */
export async function findRate(callers: Callers, { perSecond: rates, calmMs }: RollingSize) {
  const { length } = rates
  for (const [n, rate] of rates.entries()) {
    // The first seconds of a new process are slow, so they are not measured.
    await callers.phase(`warm-up ${n}`, rate / 2)
    await sleep(warmUpMs)
    if (length > 1) {
      await callers.phase(`trying ${rate}`, rate)
      await sleep(trialMs)
    }
    const { unsuccessful } = await callers.phase(`rest ${n}`, rate / 10)
    if (unsuccessful > 0 && n + 1 < length) {
      await sleep(restMs)
      continue
    }
    await callers.phase('calm', rate)
    await sleep(calmMs)
    return rate
  }
  throw new Error('there is no rate to try')
}
