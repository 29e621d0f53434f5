import type { SumKind } from '../text/labels.ts'
import type { Value } from './figures.ts'
import type { Sum } from './labelled-amounts.ts'

/** What the paper says of the tax year, or of other sums that are no lines. */
export type Stated = { value: Value | null; isContradicted: boolean }

/** The sums of the year that the interface has, in words for people. */
export const yearNames = {
  gross: 'gross pay',
  net: 'net pay',
  tax: 'tax',
  ni: 'National Insurance',
  taxable: 'taxable pay',
} as const
export type YearKind = keyof typeof yearNames

/** Less is a guess that only arithmetic could confirm. */
const leastStrength = 1.1

/** The sum of a kind, where all that claim to be it agree or one is named much better. */
export function statedSum(
  sums: Sum[],
  kind: SumKind,
  span: Sum['span'],
  least: number | null = null,
): Stated {
  const fitting = sums.filter(
    (sum) => sum.kind === kind && sum.span === span && sum.strength >= leastStrength,
  )
  const byPence = [...Map.groupBy(fitting, ({ pence }) => pence)].map(([pence, own]) => ({
    pence,
    at: own.map(({ cell }) => cell.piece),
    strength: Math.max(...own.map(({ strength, isYearByTable }) => strength - (isYearByTable ? 1 : 0))),
  }))
  const plausible = byPence.filter(({ pence }) => least === null || pence >= least)
  const [first, second] = (plausible.length > 0 ? plausible : byPence).toSorted(
    (one, other) => other.strength - one.strength,
  )
  if (!first) return { value: null, isContradicted: false }
  const isContradicted = second !== undefined && second.strength >= 2 && first.strength - second.strength < 1
  return {
    value: isContradicted ? null : { pence: first.pence, at: first.at, isPrinted: true },
    isContradicted,
  }
}
