import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeClock } from '../../dev/faults/fake-clock.ts'
import { nowMs } from '../programs/journal.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The clocks that are wrong: of the whole machine, of PostgreSQL alone, or of one process of each kind. */
export type ClockTarget = 'machine' | 'database' | 'process'

export type ClockFault = { target: ClockTarget; offsetMs: number; isDrift: boolean }

export const targets: readonly ClockTarget[] = ['machine', 'database', 'process']
export const jumpsMs: readonly number[] = [hourMs, -hourMs, dayMs, -dayMs, 38 * dayMs, -38 * dayMs]
/** Reached slowly, so that the clock never jumps. */
const driftMs = 30_000

/** Every jump with every target. */
export const allFaults: readonly ClockFault[] = [
  ...jumpsMs.flatMap((offsetMs) => targets.map((target) => ({ target, offsetMs, isDrift: false }))),
  ...targets.map((target) => ({ target, offsetMs: driftMs, isDrift: true })),
]

/** Every jump once, the largest ones of the machine and of the database, and one drift. */
export const someFaults: readonly ClockFault[] = [
  ...jumpsMs.map((offsetMs, index) => ({
    target: targets[(index + 2) % targets.length] ?? 'machine',
    offsetMs,
    isDrift: false,
  })),
  { target: 'machine', offsetMs: 38 * dayMs, isDrift: false },
  { target: 'process', offsetMs: driftMs, isDrift: true },
]

export type Clocks = { database: FakeClock; first: FakeClock; second: FakeClock }

const clocksOf = (clocks: Clocks, target: ClockTarget): FakeClock[] => {
  if (target === 'machine') return [clocks.database, clocks.first, clocks.second]
  return target === 'database' ? [clocks.database] : [clocks.first]
}

const pollMs = 50
const recoveryLimitMs = 300_000

type JumpDeps = {
  clocks: Clocks
  holdMs: number
  /** Called while the clock is wrong. */
  whileWrong(): Promise<unknown>
  /** Whether tasks and webhooks have both made progress since the clock was set right. */
  hasRecovered(): boolean
  markRecoveryStart(): void
}

/** Sets clocks wrong for a while and right again. Returns the seconds from then until there is progress. */
export async function injectClockFault(
  { target, offsetMs, isDrift }: ClockFault,
  { clocks, holdMs, whileWrong, hasRecovered, markRecoveryStart }: JumpDeps,
) {
  const wrong = clocksOf(clocks, target)
  if (isDrift) await Promise.all(wrong.map((clock) => clock.drift(offsetMs, holdMs)))
  else for (const clock of wrong) clock.set(offsetMs)
  const holding = sleep(holdMs)
  await whileWrong()
  await holding
  if (isDrift) await Promise.all(wrong.map((clock) => clock.drift(0, holdMs)))
  else for (const clock of wrong) clock.set(0)
  markRecoveryStart()
  const rightAt = nowMs()
  while (!hasRecovered()) {
    if (nowMs() - rightAt > recoveryLimitMs) throw new Error('the service did not recover')
    await sleep(pollMs)
  }
  return (nowMs() - rightAt) / 1_000
}
