import { makeWorld } from '../server/test/template.ts'
import { drainMoment, drainReference, drainRepeat, drainSome } from './timers/drains.ts'
import { lanes } from './timers/kinds.ts'
import { highestOf, isFlat, openMemory } from './timers/memory.ts'
import { medianOf } from './timers/percentiles.ts'
import { seedMany } from './timers/seed-many.ts'
import { openSite, type Site } from './timers/site.ts'
import { fewSleepers, fullSizes, type Sizes, smallSizes } from './timers/sizes.ts'
import { seedSleepers } from './timers/sleepers.ts'
import { measureInTurns, measureOnce, type Sites } from './timers/turns.ts'
import { memoryInWords, print, whole } from './timers/words.ts'

export const name = 'timers'

const times = 1.5
const steady = 0.8

/** Ten million tasks of a time to come are an index: they cost no memory, and what is due is found as fast as ever. */
export async function prove({ full }: { full: boolean }) {
  const sizes = full ? fullSizes : smallSizes
  const { world, services, stop } = await makeWorld({ durable: true })
  const sites: Site[] = []
  try {
    const few = await openSite(world, services)
    sites.push(few)
    const many = await openSite(world, services)
    sites.push(many)
    const found = await measure({ few, many }, sizes, openMemory(services, many))
    return judge(found, sizes, { full })
  } finally {
    for (const site of sites) await site.stop()
    await stop()
  }
}

type Found = Awaited<ReturnType<typeof measure>>

async function measure({ few, many }: Sites, sizes: Sizes, readMemory: ReturnType<typeof openMemory>) {
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
  return { ...{ before, highest, drained, claims }, rate: medianOf(rates), reference: medianOf(references) }
}

// Everything that will be measured: plans, pools and heaps have then grown to what the work needs.
async function warmUp(site: Site, sizes: Sizes) {
  for (let round = 0; round < 3; round++) await drainSome(site, sizes)
  await measureOnce(site, sizes)
}

function judge(found: Found, sizes: Sizes, { full }: { full: boolean }) {
  const { claims, drained, before, highest, rate, reference } = found
  const few = medianOf(claims.few.taken)
  const many = medianOf(claims.many.taken)
  const depth = lanes[0]?.depth ?? 0
  // Getting faster only says that others left us more of the machine. The small form is over in two seconds.
  const isSteady = !full || drained.last >= steady * drained.first
  return {
    pass:
      many <= times * few &&
      isFlat(before, highest) &&
      drained.inNats <= depth &&
      isSteady &&
      rate >= steady * reference,
    figure: [
      `claim of 50 ${many.toFixed(2)} ms beside ${sizes.sleepers} sleepers, ${few.toFixed(2)} beside ${fewSleepers}`,
      `${sizes.due} due at once drained at ${whole(rate)}/s (at first ${whole(drained.first)}, at last ${whole(drained.last)})`,
      `${sizes.reference} beside ${fewSleepers} at ${whole(reference)}/s`,
      `${drained.inNats} in NATS at most`,
      `memory before: ${memoryInWords(before)}`,
      `at most: ${memoryInWords(highest)}`,
    ].join('; '),
    bar: `claim ≤ ${times} ×, rates ≥ ${steady} ×, in NATS ≤ ${depth}, memory ≤ 1.25 × + 30 MB without PostgreSQL`,
  }
}
