import { claimDue, newClaims } from './claims.ts'
import { describeClaims, describeStarts, print } from './report-lines.ts'
import type { TimersSetup } from './setup.ts'
import { fewSleepers, type TimersSizes } from './sizes.ts'
import { newStarts, scheduleUrgent } from './starts.ts'

export type SetupPair = { few: TimersSetup; many: TimersSetup }

const newFigures = () => ({ claims: newClaims(), starts: newStarts() })

/** Measures the same work alternately with few and with many scheduled tasks, at most until the timers are due. */
export async function measureAlternately(
  setups: SetupPair,
  sizes: TimersSizes,
  { until }: { until: number },
) {
  const figures = { few: newFigures(), many: newFigures() }
  const turnMs = 2 * (sizes.urgentMs + 1_500)
  for (let turn = 0; turn < sizes.turns && (turn < 2 || Date.now() + turnMs < until); turn++) {
    await measureOnce(setups.few, sizes, figures.few)
    await measureOnce(setups.many, sizes, figures.many)
  }
  if (Date.now() > until)
    throw new Error('the machine is too slow: the timers became due before everything was measured')
  print(`beside ${fewSleepers}: ${describeClaims(figures.few.claims)}; ${describeStarts(figures.few.starts)}`)
  print(
    `beside ${sizes.sleepers}: ${describeClaims(figures.many.claims)}; ${describeStarts(figures.many.starts)}`,
  )
  return { few: figures.few.claims, many: figures.many.claims }
}

export async function measureOnce(setup: TimersSetup, sizes: TimersSizes, { claims, starts } = newFigures()) {
  await claimDue(setup, sizes.claimsPerTurn, claims)
  const isOver = (sentForMs: number) => sentForMs > sizes.urgentMs
  await scheduleUrgent(setup, { perSecond: 200, into: starts, isOver })
}
