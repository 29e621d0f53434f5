import { makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { type ContenderName, runContender } from './tasks-throughput/contenders.ts'
import { measureLatency } from './tasks-throughput/latency.ts'

export const name = 'tasks-throughput'

// Short runs on a shared machine scatter; the small form only notices when something is badly wrong.
const sizes = {
  full: {
    rounds: 3,
    tasks: 20_000,
    slowTasks: 20_000,
    seconds: 60,
    bars: { bare: 0.25, hand: 0.7, others: 2, p50: 10, p99: 100 },
  },
  small: {
    rounds: 1,
    tasks: 4_000,
    slowTasks: 600,
    seconds: 5,
    bars: { bare: 0.12, hand: 0.35, others: 0.6, p50: 30, p99: 400 },
  },
}

const contenders: ContenderName[] = ['engine', 'hand-written', 'bare-jetstream', 'graphile-worker', 'pg-boss']

/**
 * Schedule in a transaction, run (one small HTTP POST), result committed: the engine beside the bare loop on JetStream,
 * a hand-written loop with the same durable steps, and two task queues on PostgreSQL, one after another in each round.
 */
export async function prove({ full }: { full: boolean }) {
  const { rounds, tasks, slowTasks, seconds, bars } = full ? sizes.full : sizes.small
  const { world, services, stop } = await makeWorld({ durable: true })
  const receiver = await startProcess('tasks-throughput/receiver.ts', [], {})
  const rates = new Map(contenders.map((contender) => [contender, [] as number[]]))
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const contender of contenders) {
        const isSlow = contender === 'graphile-worker' || contender === 'pg-boss'
        const { perSecond } = await runContender(contender, {
          databaseUrl: services.postgres.superuserUrl('postgres'),
          ...{ natsUrl: world.natsUrl, receiverUrl: receiver.address, producers: 32, executors: 64 },
          tasks: isSlow ? slowTasks : tasks,
        })
        rates.get(contender)?.push(perSecond)
        print(`  round ${round}: ${contender} ${perSecond.toFixed(0)}/s`)
      }
    }
    const latency = await measureLatency(world, { perSecond: 200, seconds })
    return judge(rates, latency, bars)
  } finally {
    await receiver.stop()
    await stop()
  }
}

type Bars = (typeof sizes)['full']['bars']

function judge(rates: Map<ContenderName, number[]>, latency: { p50: number; p99: number }, bars: Bars) {
  const rate = (contender: ContenderName) => median(rates.get(contender) ?? [])
  const ours = rate('engine')
  const bare = ours / rate('bare-jetstream')
  const hand = ours / rate('hand-written')
  const others = ours / Math.max(rate('graphile-worker'), rate('pg-boss'))
  const { p50, p99 } = latency
  return {
    pass:
      bare >= bars.bare && hand >= bars.hand && others >= bars.others && p50 <= bars.p50 && p99 <= bars.p99,
    figure:
      `${ours.toFixed(0)}/s = ${bare.toFixed(2)} of the bare JetStream loop, ${hand.toFixed(2)} of the hand-written loop, ` +
      `${others.toFixed(1)} × the better of graphile-worker and pg-boss; commit → start at 200/s ` +
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    bar: `${bars.bare}, ${bars.hand}, ${bars.others} ×, ${bars.p50} ms, ${bars.p99} ms`,
  }
}

function median(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
