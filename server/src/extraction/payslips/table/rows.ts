import { classifyDeduction } from '../../../vocabulary/payslip-lines.ts'
import type { PageWord } from '../../document.ts'
import { classifyLabel, type ExtraAmountLabels } from '../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import { normaliseLabel, parseNumber } from '../text/values.ts'
import { translateWelsh } from '../text/welsh.ts'
import { rowTuning, unitTolerance } from '../tuning.ts'
import { chooseLabel, countForm } from './cells/label-pieces.ts'
import type { NumberCell } from './cells/number-cell.ts'
import { listPayBoxes } from './cells/pay-boxes.ts'

/** A row of a table of earnings or deductions. `side` is null if the table has no title. */
export type PayRow = {
  side: 'earnings' | 'deductions' | null
  label: TextPiece
  line: number
  /** Numbers that may be the amount. If the columns have titles, there is only one. */
  amounts: NumberCell[]
  quantity: TextPiece | null
  rate: TextPiece | null
  unit: 'hours' | 'days' | null
  isBenefit: boolean
  /** Whether the amount is in a box with a caption. The boxes of a line belong together. */
  isBox?: boolean
  /** Whether the label begins with `Less`. Its amount is subtracted although it is printed without a sign. */
  isSubtracted?: boolean
  /** Whether the label names a total, a year-to-date figure or a memo item instead of an earning or deduction. */
  isTotalOrMemo: boolean
  labelPieces: TextPiece[]
  /** The numbers of the line above, which may be the hours of a row called `Per hour`. */
  unitsAbove: TextPiece[]
  /** Numbers of the row that are neither the amount nor the quantity or rate. */
  unexplained: TextPiece[]
}

const benefitLabels =
  /\b(bik|benefit in kind|benefits in kind|notional|payrolled benefit|\(bik\)|non cash|taxable benefit)\b/

export function buildRows(
  lines: PayslipLine[],
  cells: NumberCell[],
  extra: ExtraAmountLabels = {},
): PayRow[] {
  const byLabel = Map.groupBy(
    cells.filter(
      // `Tax nil` states an amount but is not a deduction.
      ({ labelPieces, isInSentence, piece }) =>
        labelPieces.length > 0 && !isInSentence && !/^nil$/i.test(piece.text),
    ),
    ({ labelPieces }) => chooseLabel(labelPieces),
  )
  const rows = [...byLabel].flatMap(([label, group]) => splitBySide(lines, label, group, extra))
  const unitRows = findUnitRows(rows)
  const transposed = listTransposedRows(lines, cells, extra)
  const transposedLines = new Set(
    transposed.flatMap(({ line }) => [line, ...listUnitLinesAbove(lines, line)]),
  )
  return [
    ...keepNamedSalaries(
      rows
        .filter(
          (row) =>
            !transposedLines.has(row.line) && !unitRows.used.has(row) && !isUnitsBehindAmount(lines, row),
        )
        .map((row) => unitRows.completed.get(row) ?? row)
        .map((row) => addUnitsBeforeLabel(lines, splitUnitsFromLabel(lines, withoutLead(row))))
        .map((row) => addUnitsBehindAmount(lines, row))
        .map(addCountBeforeRate),
    ),
    ...transposed,
    ...listBoxRows(lines, cells, extra),
  ]
}

/** Lists payments and deductions that are printed in boxes with captions. */
const listBoxRows = (lines: PayslipLine[], cells: NumberCell[], extra: ExtraAmountLabels): PayRow[] =>
  listPayBoxes(lines, cells).flatMap(({ cell, caption, quantity, rate }) =>
    splitBySide(
      lines,
      caption,
      [{ ...cell, labelPieces: [caption], numbersBefore: 0, titlesAbove: [], section: null }],
      extra,
    ).map((row) => ({ ...row, label: caption, amounts: [cell], quantity, rate, isBox: true })),
  )

/** Removes `Less` before the name of a deduction, `Less your pension`, and moves the row to the deductions. */
const withoutLead = (row: PayRow): PayRow => {
  const added = row.label.text.replace(/^(?:plus|add)[: ]+(?=\p{L}{2})/iu, '')
  if (added !== row.label.text) return { ...row, label: { ...row.label, text: added } }
  const text = row.label.text.replace(/^(?:less|minus|deduct)[: ]+(?=\p{L}{2})/iu, '')
  if (text === row.label.text) return row
  const isPositive = row.amounts.every(({ piece }) => (piece.figure?.pence ?? 0) >= 0)
  const subtracted = isPositive ? { side: 'deductions' as const, isSubtracted: true } : {}
  return { ...row, label: { ...row.label, text }, ...subtracted }
}

/** Finds rows such as `Hours 28` and `Per hour £12.75` whose product is the amount of the next row, `Wages £357.00`. */
function findUnitRows(rows: PayRow[]): { used: Set<PayRow>; completed: Map<PayRow, PayRow> } {
  const used = new Set<PayRow>()
  const completed = new Map<PayRow, PayRow>()
  for (const [n, row] of rows.entries()) {
    const amount = row.amounts.at(-1)
    const rateRow = rows[n - 1]
    const rate = rateRow?.amounts.at(-1)
    const isRate = rateRow && classifyTitle(rateRow.label.text)?.role === 'rate' && rate
    if (!amount || !isRate || row.quantity || rateRow.label.block !== row.label.block) continue
    const pence = amount.piece.figure?.pence ?? 0
    const units = (Number(pence) / 100 / Number(rate.piece.figure?.decimal)).toFixed(2)
    const quantity = rateRow.unitsAbove.find(({ figure }) => Number(figure?.decimal).toFixed(2) === units)
    if (!quantity) continue
    used.add(rateRow)
    completed.set(row, { ...row, quantity, rate: rate.piece })
  }
  return { used, completed }
}

const textBehind = (lines: PayslipLine[], { line }: PayRow, { x }: TextPiece) =>
  (lines[line]?.pieces ?? []).filter((piece) => piece.x > x)

/** Whether the row is a note behind an amount: `15 hours at 14.20` behind `213.00`. */
function isUnitsBehindAmount(lines: PayslipLine[], { line, label, amounts }: PayRow): boolean {
  const pieces = lines[line]?.pieces ?? []
  const before = pieces[pieces.findIndex(({ words }) => words.includes(label.words[0] as PageWord)) - 1]
  const text = `${label.text} ${amounts[0]?.piece.text ?? ''}`
  const isBehind = before?.figure?.pence != null
  const isUnderLabel = before === undefined && /^[-−]?[\d.]+ ?\p{L}* ?[x×@]$/u.test(label.text)
  return (isBehind || isUnderLabel) && unitsInWords.test(text)
}

/** Reads quantity and rate from a note behind the amount, if their product is the amount. */
function addUnitsBehindAmount(lines: PayslipLine[], row: PayRow): PayRow {
  const amount = row.amounts.at(-1)
  if (!amount || row.quantity || row.side === 'deductions') return row
  const behind = textBehind(lines, row, amount.piece)
  if (row.label.x > amount.piece.x) return splitUnitsBehindAmount(row, amount, behind)
  const [, quantity = '', rate = ''] = unitsInWords.exec(behind.map(({ text }) => text).join(' ')) ?? []
  const [first] = behind
  if (quantity === '' || !first) return row
  const toPiece = (text: string) => ({ ...first, text, figure: parseNumber(text) })
  const units = { quantity: toPiece(quantity), rate: toPiece(rate) }
  return isProduct(units.quantity, units.rate, amount.piece.figure?.pence ?? 0) ? { ...row, ...units } : row
}

/** Separates label, quantity and rate behind an amount: `142.50 | On-call, 5 sessions at | 28.50`. */
function splitUnitsBehindAmount(row: PayRow, amount: NumberCell, behind: TextPiece[]): PayRow {
  const { label, quantity, unit, rate } = parseUnitsAndLabel(behind.map(({ text }) => text).join(' '))
  const toPiece = (text: string) => ({ ...row.label, text, figure: parseNumber(text) })
  const units = { quantity: toPiece(quantity), rate: toPiece(rate) }
  if (label === '' || !isProduct(units.quantity, units.rate, amount.piece.figure?.pence ?? 0)) return row
  return {
    ...row,
    ...units,
    unit: /^h/i.test(unit) ? 'hours' : /^d/i.test(unit) ? 'days' : row.unit,
    label: { ...row.label, text: label.replace(/[\s:(,–—-]+$/, '') },
  }
}

/** Reads the quantity from a text such as `3 days` in its own column, if its product with the rate is the amount. */
function addCountBeforeRate(row: PayRow): PayRow {
  const pence = row.amounts.at(-1)?.piece.figure?.pence
  if (pence == null || row.quantity || !row.rate) return row
  for (const piece of row.labelPieces) {
    const figure = countForm.test(piece.text) ? parseNumber(piece.text.split(' ')[0] ?? '') : null
    const quantity = { ...piece, text: figure?.decimal ?? '', figure }
    if (figure && isProduct(quantity, row.rate, pence)) return { ...row, quantity }
  }
  return row
}

/** Reads quantity and rate in columns to the left of the description, if their product is the amount. */
function addUnitsBeforeLabel(lines: PayslipLine[], row: PayRow): PayRow {
  const amount = row.amounts.at(-1)
  if (!amount || row.quantity) return row
  const pieces = lines[row.line]?.pieces ?? []
  const label = pieces.findIndex(({ words }) => words.includes(row.label.words[0] as PageWord))
  const before = pieces.slice(0, Math.max(0, label))
  const numbers = before.slice(before.findLastIndex(({ figure }) => figure === null) + 1)
  const pence = amount.piece.figure?.pence ?? 0
  const nearest = numbers.at(-1)
  if (row.rate) return nearest && isProduct(nearest, row.rate, pence) ? { ...row, quantity: nearest } : row
  const [first, second] = numbers.slice(-2)
  if (!first || !second || !isProduct(first, second, pence)) return row
  return { ...row, quantity: first, rate: second }
}

/**
 * Lists the columns of a table that has a row for each period and a column for each payment and deduction: `Basic |
 * Overtime | Gross | Tax | Net` above `This month` and its amounts. Rows of hours and rates may precede the amounts.
 */
function listTransposedRows(lines: PayslipLine[], cells: NumberCell[], extra: ExtraAmountLabels): PayRow[] {
  const byLine = Map.groupBy(cells, ({ line }) => line)
  return [...byLine.values()].flatMap((group) => {
    const [first] = group
    const label = first?.labelPieces.at(-1)
    const isOfPeriod = label && first?.labelPieces.length === 1 && isRowOfAmounts(label)
    if (!isOfPeriod || group.length < rowTuning.minTransposedColumns) return []
    const columns = group.flatMap((cell) => {
      const title = cell.firstTextAbove
      return title && cell.piece.figure?.pence != null ? [{ cell, title }] : []
    })
    const areOnOneLine = new Set(columns.map(({ title }) => title.y)).size === 1
    const areDistinct = new Set(columns.map(({ title }) => title)).size === group.length
    // `Units | Rate | Amt` are the column titles of an ordinary table.
    const areTitles = columns.some(({ title }) => /^(?:amt|amount|value|£|rate\b.*)$/i.test(title.text))
    if (!areOnOneLine || !areDistinct || areTitles) return []
    const units = listUnitLinesAbove(lines, first.line).map((line) => lines[line] as PayslipLine)
    return columns.flatMap(({ cell, title }) =>
      splitBySide(
        lines,
        title,
        [{ ...cell, labelPieces: [title], numbersBefore: 0, titlesAbove: [], section: null }],
        extra,
      ).map((row) => addUnitsOfColumn({ ...row, side: titledSideOf(cell), amounts: [cell] }, cell, units)),
    )
  })
}

/** Whether the label begins a row of amounts of the period: `This month`, `Amount`. */
const isRowOfAmounts = ({ text }: TextPiece): boolean => {
  const title = classifyTitle(text)
  return title?.span === 'period' || (title?.role === 'amount' && title.span === null)
}

const titledSideOf = ({ section }: NumberCell): PayRow['side'] =>
  section === 'earnings' || section === 'deductions' ? section : null

const roleOfLine = ({ pieces }: PayslipLine) => {
  const numbers = pieces.filter(({ figure }) => figure !== null)
  const [first, ...others] = pieces.filter(({ figure }) => figure === null)
  const isUnitsOnly = others.every(({ text }) => /^\(?£\)?$/.test(text))
  return first && numbers.length > 0 && isUnitsOnly ? (classifyTitle(first.text)?.role ?? null) : null
}

/** Lists the lines `Hours` and `Rate` directly above a line of amounts. */
function listUnitLinesAbove(lines: PayslipLine[], line: number): number[] {
  const found: number[] = []
  for (let n = line - 1; n >= 0 && lines[n]?.block === lines[line]?.block; n--) {
    const role = roleOfLine(lines[n] as PayslipLine)
    if (role !== 'units' && role !== 'rate') break
    found.push(n)
  }
  return found
}

function addUnitsOfColumn(row: PayRow, { piece }: NumberCell, units: PayslipLine[]): PayRow {
  const findInColumn = (role: 'units' | 'rate') =>
    units
      .filter((line) => roleOfLine(line) === role)
      .flatMap(({ pieces }) => pieces)
      .find((other) => other.figure !== null && overlap(other, piece) > 0) ?? null
  const [quantity, rate] = [findInColumn('units'), findInColumn('rate')]
  if (!quantity && !rate) return row
  return { ...row, quantity, rate, isTotalOrMemo: row.isTotalOrMemo && !(quantity && rate) }
}

/** Treats `Gross salary` as an earnings line instead of a total if a different gross pay follows in its table. */
function keepNamedSalaries(rows: PayRow[]): PayRow[] {
  const isGross = ({ label }: PayRow) => classifyLabel(label.text).kind === 'gross'
  const lastAmount = ({ amounts }: PayRow) => amounts.at(-1)?.piece.figure?.pence
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
          lastAmount(other) !== lastAmount(row),
      )
    return isFollowedByTotal ? { ...row, isTotalOrMemo: false } : row
  })
}

/** Returns one row, or two if the table has a column for payments and a column for deductions. */
function splitBySide(
  lines: PayslipLine[],
  label: TextPiece,
  group: NumberCell[],
  extra: ExtraAmountLabels,
): PayRow[] {
  const [first] = group
  if (!first) return []
  const isUnits = ({ titlesAbove }: NumberCell) =>
    titlesAbove.some(({ role }) => role === 'units' || role === 'rate')
  const amounts = group.filter((cell) => !isUnits(cell))
  const sides = new Set((amounts.length > 0 ? amounts : group).map(sideOf))
  return [...sides].flatMap((side): PayRow[] => {
    const cells = group.filter((cell) => isUnits(cell) || sideOf(cell) === side)
    const unit = findUnit(lines[first.line], undefined)
    const { amounts, quantity, rate } = assignRoles(cells, unit !== null)
    if (amounts.length === 0) return []
    const { kind, isYear } = classifyLabel(label.text, extra)
    const isTotal = kind === 'gross' || kind === 'net' || kind === 'totalDeductions' || kind === 'subtotal'
    const isMemo =
      classifyTitle(label.text)?.span != null ||
      /^(rate:?$|previous\b|(basic )?annual (salary|pay|rate)\b(?!.*\d)|fte salary)/i.test(label.text)
    const isOther = kind === 'taxable' || kind === 'niable' || kind === 'employer'
    const wholeLabel = includeNumber(label, cells, [...amounts.map(({ piece }) => piece), quantity, rate])
    const below = lines[first.line + 1]
    const rowEnd = Math.max(...cells.map(({ piece }) => piece.right))
    const unitsUnderLabel = quantity === null ? findUnitsBelow(below, label, rowEnd) : null
    return [
      {
        side,
        label: withoutMark(
          isTotal || unitsUnderLabel ? wholeLabel : joinSecondLine(lines, first.line, wholeLabel, cells),
        ),
        line: first.line,
        amounts,
        quantity: unitsUnderLabel?.quantity ?? quantity,
        rate: unitsUnderLabel?.rate ?? rate,
        unit: findUnit(lines[first.line], unitsUnderLabel ? below : undefined),
        isBenefit: benefitLabels.test(normaliseLabel(label.text)),
        isTotalOrMemo:
          isTotal ||
          isOther ||
          isYear ||
          first.isYearToDateLine ||
          isMemo ||
          (side === null && kind === 'ignored' && !unitsUnderLabel && !(quantity && rate)),
        labelPieces: first.labelPieces,
        unitsAbove: (lines[first.line - 1]?.pieces ?? []).filter(({ figure }) => figure !== null),
        unexplained: cells
          .filter((cell) => !isNotOfPeriod(cell) && !amounts.includes(cell) && !isUnits(cell))
          .map(({ piece }) => piece)
          .filter(
            (piece) =>
              !wholeLabel.words.some((word) => piece.words.includes(word)) &&
              piece !== quantity &&
              piece !== rate &&
              piece.figure?.decimal !== quantity?.figure?.decimal,
          ),
      },
    ]
  })
}

/**
 * Appends the second line of a long description. It is in the same type as the first line and has no number beside
 * it.
 */
function joinSecondLine(
  lines: PayslipLine[],
  line: number,
  label: TextPiece,
  cells: NumberCell[],
): TextPiece {
  const below = lines[line + 1]
  const tableEnd = Math.max(...cells.map(({ piece }) => piece.right))
  if (below?.block !== label.block || below.y - label.y > label.size * rowTuning.maxSecondLineDistance)
    return label
  const index = below.pieces.findIndex((other) => Math.abs(other.x - label.x) < rowTuning.secondLineEdge)
  const second = below.pieces[index]
  const next = below.pieces[index + 1]
  const isOwnRow = next !== undefined && next.figure !== null && next.x < tableEnd
  const isSameType =
    second &&
    second.size === label.size &&
    second.words[0]?.font === label.words[0]?.font &&
    second.words[0]?.colour === label.words[0]?.colour
  const isDescription =
    second &&
    second.figure === null &&
    !isOwnRow &&
    classifyTitle(second.text) === null &&
    classifyLabel(second.text).kind === null &&
    !/^[-−]?[\d.]+ ?(hours?|hrs?|h|days?|units?|x|@|at)\b/i.test(second.text) &&
    !/[.:]$/.test(second.text)
  // The second line must be closer to the first line than to the next row. If not, it is a row without an amount.
  const after = lines[line + 2]
  const isTight =
    second &&
    (!after ||
      after.block !== label.block ||
      after.y - second.y > second.y - label.y + rowTuning.minRowPadding)
  if (!isSameType || !isDescription || !isTight) return label
  return { ...label, text: `${label.text} ${second.text}`, words: [...label.words, ...second.words] }
}

/** Removes the mark of a footnote, a colon or a number of units behind the label: `Unpaid leave (-1 day)`. */
const withoutMark = (label: TextPiece): TextPiece => ({
  ...label,
  text: label.text.replace(
    / ?[*†‡]+$| ?[:,;]$| ?\([-−]?[\d.]+ ?(?:days?|hours?|hrs?|weeks?|shifts?)\)$/i,
    '',
  ),
})

/**
 * Includes a number in the label if it directly follows the label and the amount is further to the right: `Overtime
 * 1.33`.
 */
function includeNumber(label: TextPiece, cells: NumberCell[], used: (TextPiece | null)[]): TextPiece {
  const [first] = cells
  if (!first || used.includes(first.piece) || first.titlesAbove.some(({ role }) => role !== null))
    return label
  const { piece } = first
  const isNear =
    piece.x - label.right < label.size * rowTuning.maxNumberInLabelGap && first.numbersBefore === 0
  return isNear
    ? {
        ...label,
        text: `${label.text} ${piece.text}`,
        right: piece.right,
        words: [...label.words, ...piece.words],
      }
    : label
}

function sideOf({ titlesAbove, section }: NumberCell): PayRow['side'] {
  const columnTitle = titlesAbove.find(
    ({ kind }) => kind === 'earnings' || kind === 'deductions' || kind === 'employer' || kind === 'year',
  )
  if (columnTitle?.kind === 'earnings' && section === 'deductions') return 'deductions'
  if (columnTitle?.kind === 'earnings' || columnTitle?.kind === 'deductions') return columnTitle.kind
  if (columnTitle?.kind === 'employer') return null
  return section === 'earnings' || section === 'deductions' ? section : null
}

/** Whether the number is a year-to-date amount, an employer's contribution or the balance of a loan. */
const isNotOfPeriod = ({ titlesAbove, section }: NumberCell): boolean =>
  titlesAbove.some(({ kind, span, role }) => kind === 'employer' || span === 'year' || role === 'balance') ||
  section === 'year'

/**
 * Determines which numbers of a row are its amount, quantity and rate. Column titles decide; without titles,
 * multiplication does.
 */
function assignRoles(
  cells: NumberCell[],
  hasUnit: boolean,
): { amounts: NumberCell[]; quantity: TextPiece | null; rate: TextPiece | null } {
  const roleOf = ({ titlesAbove }: NumberCell) => titlesAbove.find(({ role }) => role !== null)?.role ?? null
  const ofPeriod = cells.filter((cell) => !isNotOfPeriod(cell))
  const inUnits = ofPeriod.filter((cell) => roleOf(cell) === 'units').map(({ piece }) => piece)
  const [first, second] = inUnits
  const printedRate = ofPeriod.findLast((cell) => roleOf(cell) === 'rate')?.piece ?? null
  // A single column may contain quantity and rate: `418 x 0.085`.
  const areFactors =
    printedRate === null &&
    first &&
    second &&
    ofPeriod.some(({ piece }) => piece.figure?.pence != null && isProduct(first, second, piece.figure.pence))
  const quantity = areFactors ? first : (inUnits.at(-1) ?? null)
  const rate = areFactors ? second : printedRate
  const money = ofPeriod.filter(({ piece }) => piece.figure?.pence != null)
  const named = money.filter((cell) => roleOf(cell) === 'amount')
  if (named.length > 0) {
    const others = ofPeriod.filter(({ piece }) => !named.some((cell) => cell.piece === piece))
    const amount = named.at(-1)?.piece.figure?.pence ?? 0
    const before =
      quantity && !rate
        ? others.find(({ piece }) => piece.x < quantity.x && isProduct(piece, quantity, amount))
        : undefined
    const factors = before
      ? { quantity: before.piece, rate: quantity }
      : quantity || rate
        ? { quantity, rate }
        : findFactors(others, named.at(-1) as NumberCell, hasUnit)
    return { amounts: named, ...factors }
  }
  const rest = money.filter((cell) => roleOf(cell) !== 'units' && roleOf(cell) !== 'rate')
  const last = rest.at(-1)
  if (!last) return { amounts: [], quantity, rate }
  if (quantity && !rate) {
    const before = ofPeriod.find(
      ({ piece }) => piece.x < quantity.x && isProduct(piece, quantity, last.piece.figure?.pence ?? 0),
    )
    if (before) return { amounts: [last], quantity: before.piece, rate: quantity }
    const rateCell = rest.find(({ piece }) => isProduct(quantity, piece, last.piece.figure?.pence ?? 0))
    if (rateCell && rateCell !== last) return { amounts: [last], quantity, rate: rateCell.piece }
  }
  if (quantity || rate) return { amounts: rest, quantity, rate }
  for (const amount of rest.toReversed()) {
    const before = ofPeriod.slice(0, ofPeriod.indexOf(amount))
    const factors = findFactors(before, amount, hasUnit)
    if (factors.quantity) return { amounts: [amount], ...factors }
  }
  return { amounts: rest, quantity: null, rate: null }
}

/** Finds two numbers whose product is the amount. They are its quantity and rate. */
function findFactors(
  before: NumberCell[],
  amount: NumberCell,
  hasUnit: boolean,
): { quantity: TextPiece | null; rate: TextPiece | null } {
  const numbers = before.map(({ piece }) => piece)
  const pence = amount.piece.figure?.pence ?? 0
  for (const [n, quantity] of numbers.entries())
    for (const rate of numbers.slice(n + 1)) if (isProduct(quantity, rate, pence)) return { quantity, rate }
  const [only] = numbers
  const isAlone = numbers.length === 1 && only && (only.figure?.pence === null || hasUnit)
  return { quantity: isAlone ? only : null, rate: null }
}

export function isProduct(quantity: TextPiece, rate: TextPiece, pence: number): boolean {
  const { perUnit, minForRecognition, extraForRecognition } = unitTolerance
  const units = Number(quantity.figure?.decimal)
  const pounds = Number(rate.figure?.decimal)
  const tolerance = Math.max(minForRecognition, Math.abs(units) * perUnit + extraForRecognition)
  return Math.abs(Math.abs(units * pounds * 100) - Math.abs(pence)) <= tolerance
}

/** Matches quantity and rate written in one text: `30 hours @ £13.00`, `7.5 x 12.60`. */
const unitsInWords =
  /^\(?([-−]?[\d,]+(?:\.\d+)?) ?(?:hours?|hrs?|hr|h|days?|units?|shifts?|miles?|weeks?|wks?|sessions?|nights?|visits?|lessons?)? ?(?:@|at|x|×|\*) ?£?([\d,]+(?:\.\d+)?)(?: ?(?:per|an?|each|\/) ?\w+)?\)?$/i

/** Matches a label that ends with quantity and rate: `Wages: 52.5 hours @ £12.75`, `Sick pay (4 days at 23.75)`. */
const unitsBehindLabel =
  /^(.*?\p{L}.*?)[\s:,–—-]*\(?(?<![\d.,])([\d,]+(?:\.\d+)?) ?(hours?|hrs?|hr|h|days?|units?|shifts?|miles?|weeks?|wks?|sessions?|nights?|visits?|lessons?|\p{L}{2,12}(?= ?(?:@|x|×)))? ?(?:@|at|x|×|\*) ?£?([\d,]+(?:\.\d+)?)(?: ?(?:per|an?|each|\/|p) ?\w+)?\)?$/iu

/** Matches a label between quantity and rate: `38 hrs ordinary time @ 12.50`, `4 nights at £45.00 sleep-in`. */
const unitsAroundLabel =
  /^([\d,]+(?:\.\d+)?) ?(hours?|hrs?|hr|h|days?|units?|shifts?|miles?|weeks?|wks?|sessions?|nights?|visits?|lessons?) (?:of )?(\p{L}.*?) ?(?:@|at|x|×|\*) ?£?([\d,]+(?:\.\d+)?)(?: ?(?:per|an?|each|\/|p) ?\w+)?$/iu

/** Splits the text before an amount into label, quantity, unit and rate. */
function parseUnitsAndLabel(text: string): { label: string; quantity: string; unit: string; rate: string } {
  const around = unitsAroundLabel.exec(text)
  if (around) {
    const [, quantity = '', unit = '', label = '', rate = ''] = around
    return { label, quantity, unit, rate }
  }
  const [, label = '', quantity = '', unit = '', rate = ''] = unitsBehindLabel.exec(text) ?? []
  return { label, quantity, unit, rate }
}

/**
 * Separates quantity and rate from the label of a row if their product is the amount: `Hours worked 31.5 @ 12.75`
 * before `401.63`.
 */
function splitUnitsFromLabel(lines: PayslipLine[], row: PayRow): PayRow {
  const amount = row.amounts.at(-1)
  if (!amount || row.quantity || row.side === 'deductions') return row
  const before = (lines[row.line]?.pieces ?? []).filter(({ x }) => x >= row.label.x && x < amount.piece.x)
  const {
    label: text,
    quantity,
    unit,
    rate,
  } = parseUnitsAndLabel(before.map((piece) => piece.text).join(' '))
  const toPiece = (number: string): TextPiece => ({
    ...(before.find((piece) => piece.text.includes(number)) ?? row.label),
    text: number,
    figure: parseNumber(number),
  })
  const units = { quantity: toPiece(quantity), rate: toPiece(rate) }
  if (text === '' || !isProduct(units.quantity, units.rate, amount.piece.figure?.pence ?? 0)) return row
  return {
    ...row,
    ...units,
    unit: /^h/i.test(unit) ? 'hours' : /^d/i.test(unit) ? 'days' : row.unit,
    amounts: [amount],
    label: { ...row.label, text: text.replace(/[\s:(,–—-]+$/, '') },
    unexplained: [],
  }
}

/** Finds hours and rate below the label, where small employers print them: `10.00 hours at £12.40`. */
function findUnitsBelow(
  below: PayslipLine | undefined,
  label: TextPiece,
  rowEnd: number,
): { quantity: TextPiece; rate: TextPiece | null } | null {
  if (!below || below.page !== label.page || below.y - label.y > label.size * rowTuning.maxUnitsDistance)
    return null
  const near = below.pieces.filter(
    ({ x }) => x >= label.x - rowTuning.unitsOutdent && x < Math.max(rowEnd, label.right),
  )
  const numbers = near.filter(({ figure }) => figure !== null)
  const [quantity, rate] = numbers
  const words = near
    .filter(({ figure }) => figure === null)
    .map(({ text }) => text)
    .join(' ')
  const joined = unitsInWords.exec(near.map(({ text }) => text).join(' '))
  if (joined && near[0]) {
    const toPiece = (text = '') => ({ ...(near[0] as TextPiece), text, figure: parseNumber(text) })
    return { quantity: toPiece(joined[1]), rate: toPiece(joined[2]) }
  }
  const isUnits =
    /^(hours?|hrs?|h|days?|units?|shifts?|nights?|sessions?)? ?(at|x|@|×)?$/i.test(words) && words !== ''
  if (!quantity || numbers.length > 2 || !isUnits) return null
  return { quantity, rate: rate ?? null }
}

function findUnit(line: PayslipLine | undefined, below: PayslipLine | undefined): PayRow['unit'] {
  const words = [...(line?.pieces ?? []), ...(below?.pieces ?? [])]
    .filter(({ figure, text }) => figure === null && parseNumber(text) === null)
    .map(({ text }) => text)
  if (words.some((text) => /^(hours|hrs|h)( (at|x|@|×))?$/i.test(text))) return 'hours'
  if (words.some((text) => /^days?( (at|x|@|×))?$/i.test(text))) return 'days'
  return null
}

export const isDeductionLabel = (text: string): boolean => {
  const { kind } = classifyLabel(text)
  return kind === 'tax' || kind === 'ni' || classifyDeduction(translateWelsh(text)) !== 'other'
}

const refundWords = /\b(?:refunds?|refunded|rebates?|repaid to you)\b/i

/** Whether the label names money paid back to the employee, in English or Welsh. */
export const isRefundLabel = (text: string): boolean => refundWords.test(translateWelsh(text))
