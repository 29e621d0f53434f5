import { classifyLabel, type ExtraAmountLabels, type LabelMeaning } from '../../text/label-meaning.ts'
import type { PayAmountKind } from '../../text/labels.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { normaliseLabel } from '../../text/values.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import { assignRoles, isCode, isNotOfPeriod, type RowNumbers } from './amount-roles.ts'
import {
  addToLabel,
  includeNumber,
  isNumberInLabel,
  joinSecondLine,
  withoutDash,
  withoutMark,
} from './complete-label.ts'
import type { PayRow } from './pay-row.ts'
import { findLineBelow, findUnit, findUnitsBelow } from './units-in-text.ts'

// Builds a row from the numbers that share a label. A table with a column for payments and a column for deductions gives
// two rows.

const benefitLabels =
  /\b(bik|benefit in kind|benefits in kind|notional|payrolled benefit|\(bik\)|non cash|taxable benefit)\b/

const totalKinds = new Set<PayAmountKind | null>(['gross', 'net', 'totalDeductions', 'subtotal'])
const memoKinds = new Set<PayAmountKind | null>(['taxable', 'niable', 'employer'])
const memoLabels = /^(rate:?$|previous\b|(basic )?annual (salary|pay|rate)\b(?!.*\d)|fte salary)/i

/** The numbers of one side of a row. `first` is the first number of the row on either side. */
type RowSource = { lines: PayslipLine[]; label: TextPiece; first: NumberCell; cells: NumberCell[] }

/** Returns one row, or two if the table has a column for payments and a column for deductions. */
export function splitBySide(
  lines: PayslipLine[],
  label: TextPiece,
  group: NumberCell[],
  extra: ExtraAmountLabels,
): PayRow[] {
  const [first, ...others] = group
  if (!first) return []
  if (isNumberInLabel(lines, label, group))
    return splitBySide(lines, addToLabel(label, first.piece), others, extra)
  const amounts = group.filter((cell) => !isInUnitsColumn(cell))
  const sides = new Set((amounts.length > 0 ? amounts : group).map(sideOf))
  const meaning = classifyLabel(label.text, extra)
  return [...sides].flatMap((side) => {
    const cells = group.filter((cell) => isInUnitsColumn(cell) || sideOf(cell) === side)
    return buildRow({ lines, label, first, cells }, side, meaning) ?? []
  })
}

/** Builds the row of a number whose only label is its caption, without the titles above it. */
export const splitCaptioned = (
  lines: PayslipLine[],
  caption: TextPiece,
  cell: NumberCell,
  extra: ExtraAmountLabels,
): PayRow[] =>
  splitBySide(
    lines,
    caption,
    [{ ...cell, labelPieces: [caption], numbersBefore: 0, titlesAbove: [], section: null }],
    extra,
  )

const isInUnitsColumn = ({ titlesAbove }: NumberCell) =>
  titlesAbove.some(({ role }) => role === 'units' || role === 'rate')

/** Builds the row of one side, or returns null if no number can be its amount. */
function buildRow(
  { lines, label, first, cells }: RowSource,
  side: PayRow['side'],
  { kind, isYear }: LabelMeaning,
): PayRow | null {
  const [above, own] = [lines[first.line - 1], lines[first.line]]
  const roles = assignRoles(cells, findUnit(own, undefined) !== null)
  const { amounts, quantity, rate } = roles
  if (amounts.length === 0) return null
  const isTotal = totalKinds.has(kind)
  const isMemo =
    memoKinds.has(kind) ||
    isYear ||
    first.isYearToDateLine ||
    classifyTitle(label.text)?.span != null ||
    memoLabels.test(label.text)
  const wholeLabel = includeNumber(label, cells, [...amounts.map(({ piece }) => piece), quantity, rate])
  const rowEnd = Math.max(...cells.map(({ piece }) => piece.right))
  const below = findLineBelow(lines, first.line, label, rowEnd)
  const unitsBelow = quantity === null ? findUnitsBelow(below, label, rowEnd) : null
  const isIgnored = side === null && kind === 'ignored' && !unitsBelow && !(quantity && rate)
  const isOneLine = isTotal || unitsBelow !== null
  const marked = isOneLine ? wholeLabel : joinSecondLine(lines, first.line, wholeLabel, cells)
  return {
    side,
    label: withoutMark(quantity ? withoutDash(marked) : marked),
    line: first.line,
    amounts,
    quantity: unitsBelow?.quantity ?? quantity,
    rate: unitsBelow?.rate ?? rate,
    unit: findUnit(own, unitsBelow ? below : undefined),
    isBenefit: benefitLabels.test(normaliseLabel(label.text)),
    isTotalOrMemo: isTotal || isMemo || isIgnored,
    labelPieces: first.labelPieces,
    unitsAbove: (above?.pieces ?? []).filter(({ figure }) => figure !== null),
    unexplained: listUnexplained(cells, roles, wholeLabel),
  }
}

/** Lists the numbers of the period that are neither amount, quantity or rate nor part of the label. */
const listUnexplained = (
  cells: NumberCell[],
  { amounts, quantity, rate }: RowNumbers,
  label: TextPiece,
): TextPiece[] =>
  cells
    .filter(
      (cell) => !isNotOfPeriod(cell) && !isCode(cell) && !amounts.includes(cell) && !isInUnitsColumn(cell),
    )
    .map(({ piece }) => piece)
    .filter(
      (piece) =>
        !label.words.some((word) => piece.words.includes(word)) &&
        piece !== quantity &&
        piece !== rate &&
        piece.figure?.decimal !== quantity?.figure?.decimal,
    )

function sideOf({ titlesAbove, section }: NumberCell): PayRow['side'] {
  const columnTitle = titlesAbove.find(
    ({ kind }) => kind === 'earnings' || kind === 'deductions' || kind === 'employer' || kind === 'year',
  )
  if (columnTitle?.kind === 'earnings' && section === 'deductions') return 'deductions'
  // The column of deductions of the table above may end where the contributions of the employer begin.
  if (columnTitle?.kind === 'deductions' && section === 'employer') return null
  if (columnTitle?.kind === 'earnings' || columnTitle?.kind === 'deductions') return columnTitle.kind
  if (columnTitle?.kind === 'employer') return null
  return section === 'earnings' || section === 'deductions' ? section : null
}
