import { listPence } from './amounts.ts'
import type { LocatedAmount, Proposal } from './proposal.ts'
import type { NumberedWord } from './words.ts'

// Amounts on the page that the model left out. A reading can add up although it is wrong if other amounts are ignored:
// two transactions that cancel out, or the column of this period beside the year to date.

export type UnusedAmount = { pence: number; word: NumberedWord }

/** Lists the amounts without a meaning. Naming an amount as part of a name or a description does not explain it. */
export const listUnusedAmounts = ({ words, isExplained }: Proposal): UnusedAmount[] =>
  words.flatMap((word) =>
    isExplained(word) ? [] : listPence(word.word.text).map((pence) => ({ pence, word })),
  )

/** Whether an amount was left out on a line that has amounts of the answer. */
export function hasUnusedOnLines(
  unused: readonly UnusedAmount[],
  amounts: readonly LocatedAmount[],
): boolean {
  const lines = new Set(amounts.flatMap(({ words }) => words.map(({ line }) => line)))
  return unused.some(({ word }) => lines.has(word.line))
}

/** Whether amounts that were left out add up like gross pay, deductions and net pay. */
export function hasOtherTotals(unused: readonly UnusedAmount[]): boolean {
  const pence = [...new Set(unused.map((amount) => amount.pence))].filter((each) => each > 0)
  const printed = new Set(pence)
  return pence.some((gross) =>
    pence.some(
      (net) => net < gross && printed.has(gross - net) && new Set([gross, net, gross - net]).size === 3,
    ),
  )
}

/** Whether every amount that was left out repeats one of the answer, such as a balance brought forward. */
export function areAllRepeated(unused: readonly UnusedAmount[], amounts: readonly LocatedAmount[]): boolean {
  const known = new Set(amounts.map(({ pence }) => pence))
  return unused.every(({ pence }) => known.has(pence))
}
