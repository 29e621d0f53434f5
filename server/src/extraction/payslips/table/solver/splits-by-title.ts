import type { PayAmountKind } from '../../text/labels.ts'
import { solverTuning, splitPrior } from '../../tuning/solver.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import { amountOf, type PayRow } from '../rows/pay-row.ts'
import { listCandidates } from './candidates.ts'
import { hasDeductionLabel, type RowSplit } from './row-split.ts'

// Splits rows by the titles of their tables, and moves rows that belong elsewhere.

/**
 * Returns splits that use either all tables of a kind or only one of them. A summary may repeat the title of a table,
 * and its rows must not be counted twice.
 */
export function splitBySingleTables(earnings: PayRow[], deductions: PayRow[]): RowSplit[] {
  const [earningTables, deductionTables] = [groupByTable(earnings), groupByTable(deductions)]
  if (earningTables.length < 2 && deductionTables.length < 2) return []
  return [earnings, ...earningTables].slice(0, solverTuning.maxTablesApart).flatMap((earningRows) =>
    [deductions, ...deductionTables].slice(0, solverTuning.maxTablesApart).map((deductionRows) => ({
      earnings: earningRows,
      deductions: deductionRows,
      prior: splitPrior.singleTables,
    })),
  )
}

const groupByTable = (rows: PayRow[]): PayRow[][] => [
  ...Map.groupBy(rows, ({ amounts }) => amounts[0]?.sectionTitle ?? null).values(),
]

/** Takes rows that begin with `Less` as negative earnings: `Less unpaid leave` above the gross pay. */
export function splitSubtractions(earnings: PayRow[], deductions: PayRow[]): RowSplit[] {
  const subtracted = deductions.filter((row) => row.isSubtracted && !hasDeductionLabel(row))
  if (subtracted.length === 0) return []
  return [
    {
      earnings: [...earnings, ...subtracted].toSorted((one, other) => one.line - other.line),
      deductions: deductions.filter((row) => !subtracted.includes(row)),
      prior: splitPrior.subtractedEarnings,
    },
  ]
}

/**
 * Removes one row from a table of earnings or deductions if the others then add up to a printed total. The row may be
 * the net pay or a note that is printed below the table.
 */
export function splitWithoutStrays(
  earnings: PayRow[],
  deductions: PayRow[],
  amounts: LabelledPayAmount[],
): RowSplit[] {
  const listVariants = (rows: PayRow[], kind: PayAmountKind): PayRow[][] => {
    const totals = new Set(listCandidates(amounts, kind).map(({ value }) => Math.abs(value?.pence ?? 0)))
    const sum = rows.reduce((total, row) => total + amountOf(row), 0)
    if (rows.length < 2 || totals.has(Math.abs(sum))) return [rows]
    const strays = rows.filter((row) => amountOf(row) !== 0 && totals.has(Math.abs(sum - amountOf(row))))
    return [rows, ...strays.slice(0, 2).map((stray) => rows.filter((row) => row !== stray))]
  }
  return listVariants(earnings, 'gross').flatMap((some) =>
    listVariants(deductions, 'totalDeductions')
      .filter((others) => some !== earnings || others !== deductions)
      .map((others) => ({ earnings: some, deductions: others, prior: splitPrior.withoutStrays })),
  )
}
