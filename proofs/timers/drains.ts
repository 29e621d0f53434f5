import { setTimeout as sleep } from 'node:timers/promises'
import { sampleDrain, waitForDrain } from './drain.ts'
import { watchInNats } from './in-nats.ts'
import { highestOf, type ProcessMemory } from './memory.ts'
import { describeDrain, describeMemory, describeSample, describeStarts, print } from './report-lines.ts'
import type { TimersSetup } from './setup.ts'
import { fewSleepers, type TimersSizes } from './sizes.ts'
import { seedSleepers } from './sleepers.ts'
import { newStarts, scheduleUrgent } from './starts.ts'

let nextNumber = 20_000_000

/**
 * Schedules as many timers as in the reference run, all due at the same time soon, and waits until they are drained.
 */
export async function drainSome(setup: TimersSetup, { reference, part }: TimersSizes) {
  const at = new Date(Date.now() + 300 + reference / 20)
  const from = nextNumber
  nextNumber += reference
  await seedSleepers({ ...setup, from, to: nextNumber - 1, moment: { at, every: 1 } })
  return waitForDrain(setup, { at, count: reference, part, withinMs: 60_000 })
}

export async function drainReference(few: TimersSetup, sizes: TimersSizes) {
  const drained = await drainSome(few, sizes)
  print(`beside ${fewSleepers}: ${describeDrain(drained)}`)
  return drained.rate
}

export async function drainRepeat(many: TimersSetup, sizes: TimersSizes) {
  const drained = await drainSome(many, sizes)
  print(`beside ${sizes.sleepers}: ${describeDrain(drained)}`)
  return drained.rate
}

/** Drains the million timers due at `at`, while urgent tasks in another lane must still start promptly. */
export async function drainMoment(
  many: TimersSetup,
  sizes: TimersSizes,
  at: Date,
  readMemory: () => ProcessMemory,
) {
  const { due, part, drainMs } = sizes
  print(`${due} become due in ${((at.getTime() - Date.now()) / 1000).toFixed(0)} s`)
  await sleep(Math.max(0, at.getTime() - Date.now()))
  let earlier = await sampleDrain(many)
  const inNats = watchInNats(many)
  const memories: ProcessMemory[] = []
  const sample = async () => {
    const current = await sampleDrain(many)
    if (current.ended - earlier.ended < due / 10) return
    memories.push(readMemory())
    print(`  ${describeSample(current, earlier)}; ${describeMemory(highestOf(memories.slice(-1)))}`)
    earlier = current
  }
  let isDrained = false
  const starts = newStarts()
  const [drained] = await Promise.all([
    waitForDrain(many, { at, count: due, part, withinMs: drainMs, sample }).finally(() => {
      isDrained = true
      inNats.stop()
    }),
    scheduleUrgent(many, { perSecond: 20, into: starts, isOver: () => isDrained }),
  ])
  print(`beside ${sizes.sleepers}: ${describeDrain(drained)}`)
  print(`urgent tasks meanwhile ${describeStarts(starts)}`)
  return { ...drained, inNats: await inNats.stop(), memory: highestOf([...memories, readMemory()]) }
}
