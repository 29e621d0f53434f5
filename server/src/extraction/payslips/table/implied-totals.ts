import { labelStrength } from '../tuning.ts'
import type { NumberCell } from './cells.ts'
import type { LabelledPayAmount } from './labelled-amounts.ts'
import type { PayRow } from './rows.ts'

// A table may end with a total whose label is not known: `Gross for tax and NI`. It equals the sum of the rows above.

const amountOf = ({ amounts }: PayRow) => amounts.at(-1)?.piece.figure?.pence ?? 0

/** Marks the last row of a table as its total if it equals the sum of at least two rows above it. */
export function findImpliedTotals(
  rows: PayRow[],
  cells: NumberCell[],
): { rows: PayRow[]; amounts: LabelledPayAmount[] } {
  const lines = rows.filter(({ isTotalOrMemo, side }) => !isTotalOrMemo && side !== null)
  const tables = Map.groupBy(lines, ({ side, amounts }) => amounts[0]?.sectionTitle ?? side)
  const totals = [...tables.values()].flatMap((table) => {
    const [last, ...others] = table.toReversed()
    const sum = others.reduce((total, row) => total + amountOf(row), 0)
    const hasParts = others.filter((row) => amountOf(row) !== 0).length > 1
    return last && hasParts && sum !== 0 && amountOf(last) === sum ? [last] : []
  })
  return {
    rows: rows.map((row) => (totals.includes(row) ? { ...row, isTotalOrMemo: true } : row)),
    amounts: totals.flatMap((row) => listAmounts(row, cells)),
  }
}

/** Lists the total of the period and, in the same row, that of the year. */
function listAmounts({ side, label, amounts }: PayRow, cells: NumberCell[]): LabelledPayAmount[] {
  const cell = amounts.at(-1)
  if (!cell) return []
  const kind = side === 'deductions' ? 'totalDeductions' : 'gross'
  const ofYear = cells.filter(
    (other) =>
      other !== cell &&
      other.line === cell.line &&
      other.labelPieces === cell.labelPieces &&
      other.titlesAbove.some(({ span }) => span === 'year'),
  )
  return [cell, ...ofYear].flatMap((some) => {
    const pence = some.piece.figure?.pence
    const span = some === cell ? ('period' as const) : ('year' as const)
    return pence == null
      ? []
      : [{ kind, span, pence, cell: some, label, strength: labelStrength.above, isYearOnlyByTable: false }]
  })
}
