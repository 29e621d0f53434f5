import { makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { measure } from './harness/measurement.ts'
import { type ContenderName, describeCosts, runContender } from './tasks-throughput/contenders.ts'
import { measureLatency } from './tasks-throughput/latency.ts'

const rounds = 3
const tasks = 20_000
const latencyRun = { perSecond: 200, seconds: 60 }
const bars = { shareOfBare: 0.25, shareOfHandWritten: 0.7, multipleOfOthers: 2, p50Ms: 10, p99Ms: 100 }

const contenders: ContenderName[] = ['engine', 'hand-written', 'bare-jetstream', 'graphile-worker', 'pg-boss']

/**
 * Schedules tasks in a transaction, runs them (one small HTTP POST each) and commits the results. Compares our engine
 * with a bare JetStream loop, a hand-written loop with the same durable steps, and two task queues on PostgreSQL.
 * Each round runs all of them one by one.
 */
export async function prove() {
  const { world, services, stop } = await makeWorld({ durable: true })
  const receiver = await startProcess('tasks-throughput/receiver.ts', [], {})
  const rates = new Map(contenders.map((contender) => [contender, [] as number[]]))
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const contender of contenders) {
        const settings = {
          databaseUrl: services.postgres.superuserUrl('postgres'),
          natsUrl: world.natsUrl,
          receiverUrl: receiver.address,
          producers: 32,
          executors: 64,
          tasks,
        }
        const { perSecond, costs } = await runContender(contender, settings, {
          postgres: services.postgres.pids,
          nats: services.nats.pids,
        })
        rates.get(contender)?.push(perSecond)
        print(`  round ${round}: ${contender} ${perSecond.toFixed(0)}/s, ${describeCosts(costs)}`)
      }
    }
    const latency = await measureLatency(world, latencyRun)
    return judge(rates, latency)
  } finally {
    await receiver.stop()
    await stop()
  }
}

function judge(rates: Map<ContenderName, number[]>, { p50, p99 }: { p50: number; p99: number }) {
  const rate = (contender: ContenderName) => median(rates.get(contender) ?? [])
  const ours = rate('engine')
  const fasterOther = Math.max(rate('graphile-worker'), rate('pg-boss'))
  return [
    measure('throughput', ours, { unit: 'tasks/s' }),
    measure('share of a bare JetStream loop', ours / rate('bare-jetstream'), {
      atLeast: bars.shareOfBare,
    }),
    measure('share of a hand-written durable loop', ours / rate('hand-written'), {
      atLeast: bars.shareOfHandWritten,
    }),
    measure('multiple of the faster of graphile-worker and pg-boss', ours / fasterOther, {
      atLeast: bars.multipleOfOthers,
    }),
    measure('delay from commit to start at 200/s, p50', p50, { unit: 'ms', atMost: bars.p50Ms }),
    measure('delay from commit to start at 200/s, p99', p99, { unit: 'ms', atMost: bars.p99Ms }),
  ]
}

function median(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
