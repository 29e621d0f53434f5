import { openEngine } from '../server/test/open-engine.ts'
import { runPoison } from '../server/test/poison.ts'
import { makeWorld } from '../server/test/template.ts'
import { type Measurement, measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'

const seconds = 1_000
/** Restart delays. From 15 s on, the task's lease expires before a worker is back, so NATS does not redeliver it. */
const large = { restartDelaysMs: [0, 20 * seconds, 60 * seconds], harmlessCount: 60 }
const small = { restartDelaysMs: [0], harmlessCount: 10 }
const workers = 3
const maxCrashes = 5

/** Runs a task that aborts its worker process, among harmless tasks, with quick and slow restarts of the workers. */
export async function prove({ full }: ProveOptions): Promise<Measurement[]> {
  const { restartDelaysMs, harmlessCount } = full ? large : small
  const { world, stop } = await makeWorld({ durable: true })
  const outcomes: Awaited<ReturnType<typeof runPoison>>[] = []
  try {
    for (const restartDelayMs of restartDelaysMs) {
      const engine = await openEngine(world, { LOG_LEVEL: 'silent' })
      try {
        const withinMs = 300 * seconds + 5 * restartDelayMs
        const outcome = await runPoison(engine, { workers, restartDelayMs, harmlessCount, withinMs })
        outcomes.push(outcome)
        process.stdout.write(`  restart after ${restartDelayMs / seconds} s: ${JSON.stringify(outcome)}\n`)
      } finally {
        await engine.close()
      }
    }
  } finally {
    await stop()
  }
  const sum = (count: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const harmless = restartDelaysMs.length * harmlessCount
  return [
    measure('most workers lost to one task', Math.max(...outcomes.map(({ crashes }) => crashes)), {
      atMost: maxCrashes,
    }),
    measure(
      'crashing tasks given up with a reason',
      sum(({ poisonReason }) => (poisonReason?.startsWith('worker crashed') ? 1 : 0)),
      { exactly: restartDelaysMs.length },
    ),
    measure(
      'harmless tasks given up',
      sum(({ harmlessDead }) => harmlessDead),
      { exactly: 0 },
    ),
    measure(
      'harmless tasks done once',
      sum(({ harmlessDone }) => harmlessDone),
      { exactly: harmless },
    ),
    measure('restart delays', restartDelaysMs.length),
  ]
}
