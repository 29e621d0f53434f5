import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { keepAllRunning, type SupervisedProcess } from '../programs/keep-running.ts'
import type { PublisherPlan, ReceiverPlan } from '../programs/webhook-plan.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const programOf = (name: string) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url))
const settingsOf = (world: World) => ({
  ...environmentFor(world, world.template),
  DATABASE_WAIT_MS: '2000',
  OUTBOUND_LOOPBACK: 'true',
})

/** Starts the service as in production: two APIs, workers and dispatchers, each a supervised process. */
export async function startService(
  world: World,
  { lanes = ['deliver'], settings = {} }: { lanes?: string[]; settings?: Record<string, string> } = {},
) {
  const env = { ...settingsOf(world), ...settings }
  const started: SupervisedProcess<unknown>[] = []
  const close = () => Promise.all(started.map((process) => process.close()))
  const startPair = async (name: string, ...args: string[]) => {
    const pair = [1, 2].map((number) => ({
      name: `${name} ${number}`,
      program: main,
      args,
      env,
    }))
    const running = await keepAllRunning<{ listening: string }>(pair)
    started.push(...running)
    return running
  }
  try {
    const apis = await startPair('api', 'api')
    await startPair('worker', 'worker', ...lanes)
    await startPair('dispatcher', 'dispatcher')
    return { all: started, addresses: () => apis.flatMap((api) => api.message()?.listening ?? []), close }
  } catch (error) {
    await close()
    throw error
  }
}

type PublishersPlan = {
  folder: string
  users: string[]
  events: number
  perSecond: number
  seed: number
  /** Additional settings of each publisher. */
  settings?: readonly Record<string, string>[]
}

/** Starts two supervised processes that publish half of the events each. */
export async function startPublishers(
  world: World,
  { folder, users, events, perSecond, seed, settings = [] }: PublishersPlan,
) {
  const usersFile = join(folder, 'users.json')
  writeFileSync(usersFile, JSON.stringify(users))
  const plans = [1, 2].map(
    (number): PublisherPlan => ({
      clientId: world.clients.acme.clientId,
      users: usersFile,
      quota: events / 2,
      perSecond: perSecond / 2,
      journal: join(folder, `publisher-${number}.journal`),
      first: number * 1e9,
      seed: seed + number * 1e6,
    }),
  )
  const all = await keepAllRunning<unknown>(
    plans.map((plan, index) => ({
      name: `publisher ${index + 1}`,
      program: programOf('webhook-publisher.ts'),
      args: [JSON.stringify(plan)],
      env: { ...settingsOf(world), ...settings[index] },
    })),
  )
  return {
    all,
    journals: plans.map(({ journal }) => journal),
    close: () => Promise.all(all.map((process) => process.close())),
  }
}

/** Starts the client's receivers. They have outages but are never killed, so their journal is complete. */
export async function startReceiver(plan: ReceiverPlan) {
  const program: Program<{ address: string }> = await startProgram({
    name: 'receiver',
    program: programOf('webhook-receiver.ts'),
    args: [JSON.stringify(plan)],
  })
  const { address } = program.message
  return {
    program,
    urlOf: (index: number) => `${address}/hooks/${index}`,
    /** Ends all outages; returns the number of outages by kind. */
    endOutages: async () =>
      (await fetch(`${address}/calm`, { method: 'POST' })).json() as Promise<Record<string, number>>,
  }
}
