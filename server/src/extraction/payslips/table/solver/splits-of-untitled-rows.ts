import { solverTuning, splitPrior } from '../../tuning/solver.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import { amountOf, type PayRow } from '../rows/pay-row.ts'
import { listCandidates } from './candidates.ts'
import { hasDeductionLabel, hasNoDeductionLabel, type RowSplit } from './row-split.ts'
import { findRun } from './rows-adding-up.ts'

// Splits rows whose table has no known title, by label, sign, order or sum.

/** Returns two candidate splits of a list without table titles: one by label, one by the sign of the amounts. */
export const splitUntitled = (rows: PayRow[]): RowSplit[] => [
  {
    earnings: rows.filter(hasNoDeductionLabel),
    deductions: rows.filter(hasDeductionLabel),
    prior: splitPrior.untitledByLabels,
  },
  {
    earnings: rows.filter((row) => amountOf(row) >= 0),
    deductions: rows.filter((row) => amountOf(row) < 0),
    prior: splitPrior.untitledBySign,
  },
]

/** Takes all rows from the first known deduction on as deductions: `Tea club` below `Tax` and `NI` is one too. */
export function splitAtFirstDeduction(rows: PayRow[]): RowSplit[] {
  const sorted = rows.toSorted((one, other) => one.line - other.line)
  const first = sorted.findIndex(hasDeductionLabel)
  if (first <= 0) return []
  return [
    {
      earnings: sorted.slice(0, first),
      deductions: sorted.slice(first),
      prior: splitPrior.atFirstDeduction,
    },
  ]
}

/** Searches the rows without a table for consecutive rows that make up the side whose table has no known title. */
export function splitUntitledRuns(
  earnings: PayRow[],
  deductions: PayRow[],
  untitled: PayRow[],
  amounts: LabelledPayAmount[],
): RowSplit[] {
  if (untitled.length === 0 || earnings.length > 0 === deductions.length > 0) return []
  const [grosses, totals, nets] = (['gross', 'totalDeductions', 'net'] as const).map((kind) =>
    listCandidates(amounts, kind).map(({ value }) => value?.pence ?? 0),
  ) as [number[], number[], number[]]
  const targets =
    earnings.length > 0
      ? [...totals, ...grosses.flatMap((gross) => nets.map((net) => gross - net))]
      : [...grosses, ...totals.flatMap((total) => nets.map((net) => net + Math.abs(total)))]
  const sums = [...new Set(targets.map(Math.abs))].filter((sum) => sum > 0)
  return sums.slice(0, solverTuning.maxCandidates).flatMap((sum) => {
    const run = findRun(untitled, sum)
    if (!run) return []
    const prior = splitPrior.untitledBesideOneTable
    return [earnings.length > 0 ? { earnings, deductions: run, prior } : { earnings: run, deductions, prior }]
  })
}
