import { makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import { measureAlternately, measureOnce, type SetupPair } from './timers/alternation.ts'
import { drainMoment, drainReference, drainRepeat, drainSome } from './timers/drains.ts'
import { lanes } from './timers/kinds.ts'
import { highestOf, maxMemory, measuredProcesses, openMemory } from './timers/memory.ts'
import { medianOf } from './timers/percentiles.ts'
import { describeMemory, print } from './timers/report-lines.ts'
import { seedMany } from './timers/seed-many.ts'
import { openSetup, type TimersSetup } from './timers/setup.ts'
import { fewSleepers, sizes, type TimersSizes } from './timers/sizes.ts'
import { seedSleepers } from './timers/sleepers.ts'

const bars = { maxClaimRatio: 1.5, minRateShare: 0.8 }

/** Measures claims, drains and memory with ten million scheduled tasks, compared with ten thousand. */
export async function prove() {
  const { world, services, stop } = await makeWorld({ durable: true })
  const setups: TimersSetup[] = []
  try {
    const few = await openSetup(world, services)
    setups.push(few)
    const many = await openSetup(world, services)
    setups.push(many)
    return judge(await runAll({ few, many }, sizes, openMemory(services, many)))
  } finally {
    for (const setup of setups) await setup.stop()
    await stop()
  }
}

type RunResult = Awaited<ReturnType<typeof runAll>>

async function runAll(
  { few, many }: SetupPair,
  sizes: TimersSizes,
  readMemory: ReturnType<typeof openMemory>,
) {
  await seedSleepers({ ...few, from: 1, to: fewSleepers })
  await few.sql('vacuum analyze tasks')
  await Promise.all([warmUp(few, sizes), warmUp(many, sizes)])
  const before = readMemory()
  print(`memory before: ${describeMemory(before)}`)
  const references: number[] = []
  for (let n = 0; n < sizes.references; n++) references.push(await drainReference(few, sizes))

  const at = await seedMany(many, sizes)
  const claims = await measureAlternately({ few, many }, sizes, { until: at.getTime() })
  const withAll = readMemory()
  print(`memory with ${sizes.sleepers} scheduled tasks: ${describeMemory(withAll)}`)

  const drained = await drainMoment(many, sizes, at, readMemory)
  const rates = [drained.rate]
  for (let n = 0; n < sizes.references; n++) {
    references.push(await drainReference(few, sizes))
    if (n < sizes.repeats) rates.push(await drainRepeat(many, sizes))
  }
  const after = readMemory()
  print(`memory after the drain: ${describeMemory(after)}`)
  const highest = highestOf([withAll, drained.memory, after])
  return { before, highest, drained, claims, rate: medianOf(rates), reference: medianOf(references) }
}

// Runs everything that will be measured once, so that plans, pools and heaps reach their steady size.
async function warmUp(setup: TimersSetup, sizes: TimersSizes) {
  for (let round = 0; round < 3; round++) await drainSome(setup, sizes)
  await measureOnce(setup, sizes)
}

function judge({ claims, drained, before, highest, rate, reference }: RunResult) {
  const few = medianOf(claims.few.timesMs)
  const many = medianOf(claims.many.timesMs)
  const depth = lanes[0]?.maxDepth ?? 0
  return [
    measure('claim of 50 tasks with many scheduled tasks, median', many, { unit: 'ms' }),
    measure('as a multiple of the same with few', many / few, { atMost: bars.maxClaimRatio }),
    measure('scheduled tasks', sizes.sleepers),
    measure('tasks due at once', sizes.due),
    measure('drain rate', rate, { unit: 'tasks/s' }),
    measure('as a share of the rate with few', rate / reference, { atLeast: bars.minRateShare }),
    measure('drain rate at the end as a share of the start', drained.last / drained.first, {
      atLeast: bars.minRateShare,
    }),
    measure('most messages in NATS', drained.inNats, { atMost: depth }),
    ...measuredProcesses.map((part) =>
      measure(`memory of the ${part}`, megabytes(highest[part]), {
        unit: 'MB',
        atMost: megabytes(maxMemory(before[part])),
      }),
    ),
  ]
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
