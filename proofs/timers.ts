import { makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import { drainMoment, drainReference, drainRepeat, drainSome } from './timers/drains.ts'
import { lanes } from './timers/kinds.ts'
import { highestOf, judged, maxMemory, openMemory } from './timers/memory.ts'
import { medianOf } from './timers/percentiles.ts'
import { seedMany } from './timers/seed-many.ts'
import { openSite, type Site } from './timers/setup.ts'
import { fewSleepers, type Sizes, sizes } from './timers/sizes.ts'
import { seedSleepers } from './timers/sleepers.ts'
import { measureInTurns, measureOnce, type Sites } from './timers/alternation.ts'
import { memoryInWords, print } from './timers/report-lines.ts'

const bars = { claimTimes: 1.5, rateShare: 0.8 }

/** Measures claims, drains and memory beside ten million scheduled tasks, compared with ten thousand. */
export async function prove() {
  const { world, services, stop } = await makeWorld({ durable: true })
  const sites: Site[] = []
  try {
    const few = await openSite(world, services)
    sites.push(few)
    const many = await openSite(world, services)
    sites.push(many)
    const found = await runAll({ few, many }, sizes, openMemory(services, many))
    return judge(found)
  } finally {
    for (const site of sites) await site.stop()
    await stop()
  }
}

type Found = Awaited<ReturnType<typeof runAll>>

async function runAll({ few, many }: Sites, sizes: Sizes, readMemory: ReturnType<typeof openMemory>) {
  await seedSleepers({ ...few, from: 1, to: fewSleepers })
  await few.sql('vacuum analyze tasks')
  await Promise.all([warmUp(few, sizes), warmUp(many, sizes)])
  const before = readMemory()
  print(`memory before: ${memoryInWords(before)}`)
  const references: number[] = []
  for (let n = 0; n < sizes.references; n++) references.push(await drainReference(few, sizes))

  const at = await seedMany(many, sizes)
  const claims = await measureInTurns({ few, many }, sizes, { until: at.getTime() })
  const withAll = readMemory()
  print(`memory with ${sizes.sleepers} sleepers: ${memoryInWords(withAll)}`)

  const drained = await drainMoment(many, sizes, at, readMemory)
  const rates = [drained.rate]
  for (let n = 0; n < sizes.references; n++) {
    references.push(await drainReference(few, sizes))
    if (n < sizes.repeats) rates.push(await drainRepeat(many, sizes))
  }
  const after = readMemory()
  print(`memory after the drain: ${memoryInWords(after)}`)
  const highest = highestOf([withAll, drained.memory, after])
  return { before, highest, drained, claims, rate: medianOf(rates), reference: medianOf(references) }
}

// Everything that will be measured: plans, pools and heaps have then grown to what the work needs.
async function warmUp(site: Site, sizes: Sizes) {
  for (let round = 0; round < 3; round++) await drainSome(site, sizes)
  await measureOnce(site, sizes)
}

function judge(found: Found) {
  const { claims, drained, before, highest, rate, reference } = found
  const few = medianOf(claims.few.taken)
  const many = medianOf(claims.many.taken)
  const depth = lanes[0]?.depth ?? 0
  return [
    measure('claim of 50 beside many scheduled tasks, median', many, { unit: 'ms' }),
    measure('as a multiple of the same beside few', many / few, { atMost: bars.claimTimes }),
    measure('scheduled tasks', sizes.sleepers),
    measure('due at once', sizes.due),
    measure('drain rate', rate, { unit: 'tasks/s' }),
    measure('as a share of the rate beside few', rate / reference, { atLeast: bars.rateShare }),
    measure('drain rate at the end as a share of the start', drained.last / drained.first, {
      atLeast: bars.rateShare,
    }),
    measure('messages in NATS at once', drained.inNats, { atMost: depth }),
    ...judged.map((part) =>
      measure(`memory of the ${part}`, megabytes(highest[part]), {
        unit: 'MB',
        atMost: megabytes(maxMemory(before[part])),
      }),
    ),
  ]
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
