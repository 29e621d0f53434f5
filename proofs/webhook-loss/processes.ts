import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { type Kept, keepAllRunning } from '../programs/keep-running.ts'
import type { PublisherPlan, ReceiverPlan } from '../programs/webhook-plan.ts'

export type Service = Awaited<ReturnType<typeof startService>>
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const programOf = (name: string) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url))
const settingsOf = (world: World) => ({
  ...environmentFor(world, world.template),
  DATABASE_WAIT_MS: '2000',
  OUTBOUND_LOOPBACK: 'true',
})

/** The service as it runs in production, two of each, every one a process of its own and started again when it dies. */
export async function startService(
  world: World,
  { lanes = ['deliver'], settings = {} }: { lanes?: string[]; settings?: Record<string, string> } = {},
) {
  const env = { ...settingsOf(world), ...settings }
  const started: Kept<unknown>[] = []
  const close = () => Promise.all(started.map((kept) => kept.close()))
  const two = async (name: string, ...args: string[]) => {
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
    const apis = await two('api', 'api')
    await two('worker', 'worker', ...lanes)
    await two('dispatcher', 'dispatcher')
    return { all: started, addresses: () => apis.flatMap((api) => api.message()?.listening ?? []), close }
  } catch (error) {
    await close()
    throw error
  }
}

type PublishersPlan = { folder: string; users: string[]; events: number; perSecond: number; seed: number }

/** Two that publish half of the events each, started again when they die. */
export async function startPublishers(
  world: World,
  { folder, users, events, perSecond, seed }: PublishersPlan,
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
      env: settingsOf(world),
    })),
  )
  return {
    all,
    journals: plans.map(({ journal }) => journal),
    close: () => Promise.all(all.map((kept) => kept.close())),
  }
}

/** The client's side. It misbehaves, but nobody kills it: what it wrote down is what arrived. */
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
    /** Ends all misbehaviour, and says how many spells of each there were. */
    calm: async () =>
      (await fetch(`${address}/calm`, { method: 'POST' })).json() as Promise<Record<string, number>>,
  }
}
