import { setTimeout as sleep } from 'node:timers/promises'
import { lookAtDrain, waitForDrain } from './drain.ts'
import { watchInNats } from './in-nats.ts'
import { highestOf, type Memory } from './memory.ts'
import type { Site } from './setup.ts'
import { fewSleepers, type Sizes } from './sizes.ts'
import { seedSleepers } from './sleepers.ts'
import { newStarts, scheduleUrgent } from './starts.ts'
import { drainInWords, lookInWords, memoryInWords, print, startsInWords } from './report-lines.ts'

let nextNumber = 20_000_000

/** As many timers as the reference, all due at one moment a little later. */
export async function drainSome(site: Site, { reference, part }: Sizes) {
  const at = new Date(Date.now() + 300 + reference / 20)
  const from = nextNumber
  nextNumber += reference
  await seedSleepers({ ...site, from, to: nextNumber - 1, moment: { at, every: 1 } })
  return waitForDrain(site, { at, count: reference, part, withinMs: 60_000 })
}

export async function drainReference(few: Site, sizes: Sizes) {
  const drained = await drainSome(few, sizes)
  print(`beside ${fewSleepers}: ${drainInWords(drained)}`)
  return drained.rate
}

export async function drainRepeat(many: Site, sizes: Sizes) {
  const drained = await drainSome(many, sizes)
  print(`beside ${sizes.sleepers}: ${drainInWords(drained)}`)
  return drained.rate
}

/** Drains the timers of the moment, while urgent tasks of another lane want to be started. */
export async function drainMoment(many: Site, sizes: Sizes, at: Date, readMemory: () => Memory) {
  const { due, part, drainMs } = sizes
  print(`${due} become due in ${((at.getTime() - Date.now()) / 1000).toFixed(0)} s`)
  await sleep(Math.max(0, at.getTime() - Date.now()))
  let earlier = await lookAtDrain(many)
  const inNats = watchInNats(many)
  const memories: Memory[] = []
  const look = async () => {
    const seen = await lookAtDrain(many)
    if (seen.ended - earlier.ended < due / 10) return
    memories.push(readMemory())
    print(`  ${lookInWords(seen, earlier)}; ${memoryInWords(highestOf(memories.slice(-1)))}`)
    earlier = seen
  }
  let isDrained = false
  const starts = newStarts()
  const [drained] = await Promise.all([
    waitForDrain(many, { at, count: due, part, withinMs: drainMs, look }).finally(() => {
      isDrained = true
      inNats.stop()
    }),
    scheduleUrgent(many, { perSecond: 20, into: starts, isOver: () => isDrained }),
  ])
  print(`beside ${sizes.sleepers}: ${drainInWords(drained)}`)
  print(`urgent tasks meanwhile ${startsInWords(starts)}`)
  return { ...drained, inNats: await inNats.stop(), memory: highestOf([...memories, readMemory()]) }
}
