import { classifyLabel } from '../text/label-meaning.ts'
import type { PayAmountKind } from '../text/labels.ts'
import { isTitleOfSomeDeductions } from '../text/titles.ts'
import { normaliseLabel } from '../text/values.ts'
import { labelStrength } from '../tuning/amounts.ts'
import { solverTuning } from '../tuning/solver.ts'
import type { NumberCell } from './cells/number-cell.ts'
import type { LabelledPayAmount } from './labelled-amounts.ts'
import { isDeductionLabel } from './rows/deduction-labels.ts'
import { amountOf, type PayRow } from './rows/pay-row.ts'

// A table may end with a total whose label is not known: `Gross for tax and NI`. It equals the sum of the rows above.

/**
 * Marks the last row of a table as its total if it equals the sum of at least two rows above it, or of one if its label
 * repeats the title of the table. Beside other tables of the same side with amounts, it is only a subtotal.
 */
export function findImpliedTotals(
  rows: PayRow[],
  cells: NumberCell[],
): { rows: PayRow[]; amounts: LabelledPayAmount[] } {
  const lines = rows.filter(({ isTotalOrMemo, side }) => !isTotalOrMemo && side !== null)
  const tables = Map.groupBy(lines, ({ side, amounts }) => amounts[0]?.sectionTitle ?? side)
  const totals = [...tables.values()].flatMap((table) => {
    const [last, ...others] = table.toReversed()
    const sum = others.reduce((total, row) => total + amountOf(row), 0)
    const parts = others.filter((row) => amountOf(row) !== 0).length
    const hasParts = parts > 1 || (parts === 1 && last && repeatsTitle(last))
    return last && hasParts && sum !== 0 && amountOf(last) === sum ? [last] : []
  })
  const isSubtotal = (total: PayRow) =>
    isTitleOfSomeDeductions(total.amounts[0]?.sectionTitle?.text ?? '') ||
    [...tables.values()].some(
      (table) =>
        !table.includes(total) &&
        table.some((row) => row.side === total.side && amountOf(row) !== 0 && !totals.includes(row)),
    )
  return {
    rows: rows.map((row) => (totals.includes(row) ? { ...row, isTotalOrMemo: true } : row)),
    amounts: totals.filter((row) => !isSubtotal(row)).flatMap((row) => listAmounts(row, cells)),
  }
}

/** Whether the label of a row is the title of its table: `Pre Tax Deductions` below the rows of that table. */
const repeatsTitle = ({ label, amounts: [cell] }: PayRow): boolean =>
  cell?.sectionTitle != null &&
  !isDeductionLabel(label.text) &&
  normaliseLabel(label.text) === normaliseLabel(cell.sectionTitle.text)

/**
 * Separates the total of a list from its last row: in `Rent 40.00 126.24`, the second number is the sum of the first
 * column so far.
 */
export function splitOuterTotals(rows: PayRow[]): { rows: PayRow[]; amounts: LabelledPayAmount[] } {
  const amounts: LabelledPayAmount[] = []
  const split = rows.map((row, n) => {
    const [own, total, ...others] = row.amounts
    const sum = total?.piece.figure?.pence ?? 0
    if (!own || !total || others.length > 0 || row.isTotalOrMemo || sum === 0) return row
    let added = own.piece.figure?.pence ?? 0
    for (const above of rows.slice(0, n).toReversed()) {
      const [cell, ...rest] = above.amounts
      const isOfList =
        cell &&
        rest.length === 0 &&
        above.label.block === row.label.block &&
        Math.abs(cell.piece.right - own.piece.right) < solverTuning.columnEdgeTolerance
      if (!isOfList) return row
      added += cell.piece.figure?.pence ?? 0
      if (Math.abs(added) !== Math.abs(sum)) continue
      const kind =
        isDeductionLabel(above.label.text) || row.side === 'deductions' ? 'totalDeductions' : 'gross'
      amounts.push({
        kind,
        span: 'period',
        pence: sum,
        cell: total,
        label: row.label,
        strength: labelStrength.above,
        isYearOnlyByTable: false,
      })
      return { ...row, amounts: [own] }
    }
    return row
  })
  return { rows: split, amounts }
}

/**
 * Finds the gross pay if no label calls it so: a total that equals the sum of at least two rows directly above it, such
 * as `Gross taxable pay` or `Subtotal`.
 */
export function findImpliedGross(rows: PayRow[], amounts: LabelledPayAmount[]): LabelledPayAmount[] {
  const ofPeriod = amounts.filter(({ span }) => span === 'period')
  if (ofPeriod.some(({ kind }) => kind === 'gross')) return []
  const kinds = new Set<PayAmountKind>(['taxable', 'niable', 'subtotal'])
  return ofPeriod
    .filter(({ kind, cell }) => kinds.has(kind) && cell.numbersBefore === 0)
    .flatMap((amount) => {
      const above = rows
        .filter(
          ({ line, isTotalOrMemo, label, amounts: [cell] }) =>
            !isTotalOrMemo &&
            line < amount.cell.line &&
            label.block === amount.label.block &&
            cell !== undefined &&
            Math.abs(cell.piece.right - amount.cell.piece.right) < solverTuning.columnEdgeTolerance,
        )
        .toSorted((one, other) => other.line - one.line)
      let sum = 0
      const isSum = above.some((row, n) => {
        sum += amountOf(row)
        return n > 0 && sum === amount.pence
      })
      const isAfterTax = above.some(({ label }) => classifyLabel(label.text).kind === 'tax')
      return isSum && !isAfterTax && amount.pence > 0
        ? [{ ...amount, kind: 'gross' as const, strength: labelStrength.above }]
        : []
    })
    .slice(0, 1)
}

/**
 * Marks a row in a list without titles as the gross pay if no label names one: it equals the sum of at least two rows, which
 * are all rows above it, and a deduction follows.
 */
export function findImpliedGrossRow(
  rows: PayRow[],
  amounts: LabelledPayAmount[],
): { rows: PayRow[]; amounts: LabelledPayAmount[] } {
  const unchanged = { rows, amounts: [] }
  if (amounts.some(({ kind, span }) => kind === 'gross' && span === 'period')) return unchanged
  const list = rows.filter(({ isTotalOrMemo, isBox }) => !isTotalOrMemo && !isBox)
  const firstDeduction = list.findIndex(({ label }) => isDeductionLabel(label.text))
  const payments = list.slice(0, Math.max(0, firstDeduction))
  let sum = 0
  for (const [n, row] of payments.entries()) {
    const cell = row.amounts.at(-1)
    if (row.side !== null || row.label.block !== payments[0]?.label.block) return unchanged
    if (cell && n > 1 && sum > 0 && amountOf(row) === sum) return markAsTotal(rows, row, cell, 'gross')
    sum += amountOf(row)
  }
  return unchanged
}

/** Marks a row as a total and lists its amount. */
const markAsTotal = (rows: PayRow[], row: PayRow, cell: NumberCell, kind: 'gross' | 'net') => ({
  rows: rows.map((other) => (other === row ? { ...row, isTotalOrMemo: true } : other)),
  amounts: [
    {
      kind,
      span: 'period' as const,
      pence: amountOf(row),
      cell,
      label: row.label,
      strength: labelStrength.above,
      isYearOnlyByTable: false,
    },
  ],
})

/**
 * Marks the row below a list of payments and deductions as the net pay if no label names one: `In your tin £567.97`
 * equals the payments less the deductions above it.
 */
export function findImpliedNet(
  rows: PayRow[],
  amounts: LabelledPayAmount[],
): { rows: PayRow[]; amounts: LabelledPayAmount[] } {
  const unchanged = { rows, amounts: [] }
  if (amounts.some(({ kind, span }) => kind === 'net' && span === 'period')) return unchanged
  const grosses = new Set(
    amounts.flatMap(({ kind, span, pence }) => (kind === 'gross' && span === 'period' ? [pence] : [])),
  )
  for (const [n, row] of rows.entries()) {
    const above = rows
      .slice(0, n)
      .filter(
        ({ isTotalOrMemo, isBox, label }) => !isTotalOrMemo && !isBox && label.block === row.label.block,
      )
    const isDeduction = (other: PayRow) => other.side === 'deductions' || isDeductionLabel(other.label.text)
    const deducted = above.filter(isDeduction).reduce((sum, other) => sum + Math.abs(amountOf(other)), 0)
    const paid = above.filter((other) => !isDeduction(other)).reduce((sum, other) => sum + amountOf(other), 0)
    const cell = row.amounts.at(-1)
    const isNet = !row.isTotalOrMemo && !row.isBox && !isDeduction(row) && deducted > 0 && amountOf(row) > 0
    if (!cell || !isNet || amountOf(row) !== paid - deducted) continue
    if (grosses.size > 0 && !grosses.has(paid)) continue
    return markAsTotal(rows, row, cell, 'net')
  }
  return unchanged
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
