import type { PayAmountKind } from '../text/labels.ts'
import { statedTuning } from '../tuning/amounts.ts'
import type { LabelledPayAmount } from './labelled-amounts.ts'
import type { PayAmount } from './solver/pay-solution.ts'

/** An amount that is stated outside the tables of earnings and deductions, such as a year-to-date figure. */
export type StatedAmount = { value: PayAmount | null; isContradicted: boolean }

/** Year-to-date figures of the API and how messages call them. */
export const yearToDateNames = {
  gross: 'gross pay',
  net: 'net pay',
  tax: 'tax',
  ni: 'National Insurance',
  taxable: 'taxable pay',
} as const
export type YearToDateKind = keyof typeof yearToDateNames

/**
 * Returns the amount of a kind if all labels of that kind agree, or if the label of one amount is much stronger than
 * the others.
 */
export function resolveStatedAmount(
  amounts: LabelledPayAmount[],
  kind: PayAmountKind,
  span: LabelledPayAmount['span'],
): StatedAmount {
  const { minStrength, tableOnlyPenalty, minRivalStrength, minLead } = statedTuning
  const matching = amounts.filter(
    (amount) => amount.kind === kind && amount.span === span && amount.strength >= minStrength,
  )
  const [first, second] = [...Map.groupBy(matching, ({ pence }) => pence)]
    .map(([pence, equal]) => ({
      pence,
      at: equal.map(({ cell }) => cell.piece),
      strength: Math.max(
        ...equal.map(
          ({ strength, isYearOnlyByTable }) => strength - (isYearOnlyByTable ? tableOnlyPenalty : 0),
        ),
      ),
    }))
    .toSorted((one, other) => other.strength - one.strength)
  if (!first) return { value: null, isContradicted: false }
  const isContradicted =
    second !== undefined && second.strength >= minRivalStrength && first.strength - second.strength < minLead
  return {
    value: isContradicted ? null : { pence: first.pence, at: first.at, isPrinted: true },
    isContradicted,
  }
}
