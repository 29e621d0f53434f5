import { classifyLabel, type ExtraAmountLabels } from '../../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { normaliseLabel } from '../../text/values.ts'
import { chooseLabel } from '../cells/label-pieces.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import { listPayBoxes } from '../cells/pay-boxes.ts'
import { addPrintedUnits, findUnitRows, isUnitsBehindAmount } from './add-units.ts'
import { amountOf, type PayRow } from './pay-row.ts'
import { splitBySide, splitCaptioned } from './split-by-side.ts'
import { listTransposedRows, listUnitLinesAbove } from './transposed-rows.ts'

// Builds the rows of earnings and deductions from numbers and their labels.

export function buildRows(
  lines: PayslipLine[],
  cells: NumberCell[],
  extra: ExtraAmountLabels = {},
): PayRow[] {
  const transposed = listTransposedRows(lines, cells, extra)
  const transposedLines = new Set(
    transposed.flatMap(({ line }) => [line, ...listUnitLinesAbove(lines, line)]),
  )
  return [
    ...keepNamedSalaries(listLabelledRows(lines, cells, extra, transposedLines)),
    ...transposed,
    ...listBoxRows(lines, cells, extra),
  ]
}

/** Lists the rows of numbers with a label on the same line, except those on excluded lines. */
function listLabelledRows(
  lines: PayslipLine[],
  cells: NumberCell[],
  extra: ExtraAmountLabels,
  excludedLines: Set<number>,
): PayRow[] {
  const byLabel = Map.groupBy(
    cells.filter(
      // `Tax nil` states an amount but is not a deduction.
      ({ labelPieces, isInSentence, piece }) =>
        labelPieces.length > 0 && !isInSentence && !/^nil$/i.test(piece.text),
    ),
    ({ labelPieces }) => chooseLabel(labelPieces),
  )
  const rows = [...byLabel]
    .filter(([label, group]) => isName(label.text) && !isZeroOfOtherBox(label, group))
    .flatMap(([label, group]) => splitBySide(lines, label, group, extra))
  const unitRows = findUnitRows(rows)
  const isCalculation = rows.some(({ label }) => subtractedLead.test(label.text))
  return rows
    .filter(
      (row) => !excludedLines.has(row.line) && !unitRows.used.has(row) && !isUnitsBehindAmount(lines, row),
    )
    .map((row) => withoutLead(unitRows.completed.get(row) ?? row, isCalculation))
    .map((row) => addPrintedUnits(lines, row))
}

/** Whether a text may name a row. A single letter is the value of a box, such as that of the National Insurance category. */
const isName = (text: string): boolean => !/^\p{L}$/u.test(text)

const niCategory = /^(?:ni|nic|nat ins|national insurance) (?:letter|category|cat|table)(?: letter)?$/

/** Whether the numbers beside the caption of the National Insurance category are zeros of other boxes. */
const isZeroOfOtherBox = ({ text }: TextPiece, cells: NumberCell[]): boolean =>
  niCategory.test(normaliseLabel(text)) && cells.every(({ piece }) => piece.figure?.pence === 0)

/** Lists payments and deductions that are printed in boxes with captions. */
const listBoxRows = (lines: PayslipLine[], cells: NumberCell[], extra: ExtraAmountLabels): PayRow[] =>
  listPayBoxes(lines, cells).flatMap(({ cell, caption, quantity, rate }) =>
    splitCaptioned(lines, caption, cell, extra).map((row) => ({
      ...row,
      label: caption,
      amounts: [cell],
      quantity,
      rate,
      isBox: true,
    })),
  )

const subtractedLead = /^(?:less|minus|deduct)[: ]+(?=\p{L}{2})/iu
const addedLead = /^(?:plus|add)[: ]+(?=\p{L}{2})/iu
/** Beside no subtraction, `Add` is short for additional: `Add Rostered Hours`. */
const certainAddedLead =
  /^(?:(?:plus|Plus|PLUS)[: ]+(?=\p{L}{2})|(?:add|Add|ADD): ?(?=\p{L}{2})|(?:add|Add) (?=\p{Ll}{2}))/u

/**
 * Removes `Plus` or `Less` before the name of a row. `Less your pension` becomes a deduction if its amount is printed
 * without a sign. `isCalculation`: some rows of the payslip are subtracted in words.
 */
const withoutLead = (row: PayRow, isCalculation: boolean): PayRow => {
  const added = row.label.text.replace(isCalculation ? addedLead : certainAddedLead, '')
  if (added !== row.label.text) return { ...row, label: { ...row.label, text: added } }
  const text = row.label.text.replace(subtractedLead, '')
  if (text === row.label.text) return row
  const isPositive = row.amounts.every(({ piece }) => (piece.figure?.pence ?? 0) >= 0)
  // With a minus sign, `Less one day unpaid` and `Deduct: short hours` are names of rows. `Less: pension` is the pension.
  const isPartOfName = !isPositive && classifyLabel(text).kind === null
  if (isPartOfName) return row
  const subtracted = isPositive ? { side: 'deductions' as const, isSubtracted: true } : {}
  return { ...row, label: { ...row.label, text }, ...subtracted }
}

/** Treats `Gross salary` as an earnings line instead of a total if a different gross pay follows in its table. */
function keepNamedSalaries(rows: PayRow[]): PayRow[] {
  const isGross = ({ label }: PayRow) => classifyLabel(label.text).kind === 'gross'
  return rows.map((row) => {
    const isFollowedByTotal =
      isGross(row) &&
      row.side === 'earnings' &&
      /salary|wage|pay/i.test(row.label.text) &&
      rows.some(
        (other) =>
          isGross(other) &&
          other.side === row.side &&
          other.line > row.line &&
          other.label.block === row.label.block &&
          amountOf(other) !== amountOf(row),
      )
    return isFollowedByTotal ? { ...row, isTotalOrMemo: false } : row
  })
}
