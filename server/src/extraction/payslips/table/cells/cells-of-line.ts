import { classifyLabel, stripYearPrefix } from '../../text/label-meaning.ts'
import { type PayAmountKind, unitWords } from '../../text/labels.ts'
import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { isSpan, parseDay } from '../../text/values.ts'
import { cellsOfLineTuning, columnTuning, tableTuning } from '../../tuning/cells.ts'
import { factTuning } from '../../tuning/facts.ts'
import { isLeadOfCaptions } from './caption-lines.ts'
import type { NumberCell } from './number-cell.ts'

// Splits a line into its numbers, each with the label on the same line.

/** Positions of the labels of facts on the payslip. */
export type FactPlacement = {
  /** Whether the payslip prints the labels of its facts below their values. */
  hasLabelsBelowValues: boolean
  isLabel: (piece: TextPiece) => boolean
}

export function listCellsOfLine({ pieces }: PayslipLine, line: number, below?: PayslipLine): NumberCell[] {
  if (hasLabelsBehindNumbers(pieces)) return listCellsBeforeLabels(pieces, line)
  if (isAmountBeforeUnits(pieces)) return listCellsBeforeLabels(pieces.slice(0, 2), line)
  const isYearToDateLine = isLineOfYear(pieces) && !isTitleOfRowsBelow(pieces, below)
  const cells: NumberCell[] = []
  let labelPieces: TextPiece[] = []
  let numbersBefore = 0
  let isYearToDate = isYearToDateLine
  for (const [n, piece] of pieces.entries()) {
    if (isYearMark(pieces, n)) {
      isYearToDate = true
      continue
    }
    if (piece.figure === null || isPayrollCode(piece, pieces[n + 1])) {
      const isRate =
        numbersBefore > 0 &&
        pieces[n + 1]?.figure != null &&
        (/^rate ?:?$/i.test(piece.text) || rateWords.test(piece.text))
      const isUnit = isRate || (isUnitWord(piece) && !(n === 0 && isRowOfHours(pieces)))
      const isBehindBase = numbersBefore > 0 && percentage.test(piece.text)
      if (isUnit || isBehindBase || ((labelPieces.length > 0 || numbersBefore > 0) && isFiller(piece)))
        continue
      if (numbersBefore > 0) labelPieces = []
      numbersBefore = 0
      labelPieces = [...labelPieces, piece]
    } else if (!isPaidElsewhere(piece, pieces[n + 1])) {
      const isInSentence = !isYearToDateLine && isContinuedInWords(piece, pieces[n + 1], pieces[n + 2])
      cells.push({
        piece,
        line,
        labelPieces,
        numbersBefore,
        isInSentence,
        isYearToDateLine: isYearToDate,
        ...noSurroundings,
      })
      isYearToDate = isYearToDateLine
      numbersBefore++
    }
  }
  return cells
}

const yearMark = /^(ytd|y\.t\.d\.?|year to date|to date|cum\.?|td) ?:?$/i

/** Whether a piece marks the amount behind it as that of the year, in the row of this period: `Salary 2,000.00 YTD 22,000.00`. */
export const isYearMark = (pieces: readonly TextPiece[], n: number): boolean =>
  yearMark.test(pieces[n]?.text ?? '') &&
  pieces[n - 1]?.figure?.pence != null &&
  pieces[n + 1]?.figure?.pence != null

const noSurroundings = {
  labelsAbove: [],
  labelBelow: null,
  titlesAbove: [],
  firstTextAbove: null,
  groupTitle: null,
  section: null,
  sectionTitle: null,
}

/** Matches the words between a rate and the amount: `per hour`, `each =`. */
const rateWords =
  /^(?:(?:(?:per|an?|\/) ?(?:hour|hr|h|day|shift|session|night|visit|lesson|week|mile|unit)|each)? ?=?)$/i

const isUnitWord = ({ text }: TextPiece) => unitWords.test(text) || /^(gbp|\(?£\)? ?:?)$/i.test(text)

/** Matches the percentage of a deduction behind the pay that it is calculated from: `Pension | 2,000.00 | 5% | 100.00`. */
const percentage = /^\(?(?:@ ?)?\d{1,3}(?:\.\d+)? ?%\)?$/

/**
 * Whether the text is a date, date range, time or letter code. Behind the label of a row or in a row of boxes, such text is
 * not a label.
 */
const isFiller = ({ text }: TextPiece) =>
  parseDay(text) !== null ||
  isSpan(text) ||
  /^\d{1,2}[:.]\d{2}$/.test(text) ||
  /^\p{Lu}( \p{Lu})*$/u.test(text) ||
  /^[*†‡]+$|^[-–—]$/.test(text)

/** Whether the line begins with a year title that its labels follow: `CUM TO DATE | GROSS | 11,845.25 | NET | 9,311.82`. */
function isLineOfYear([first, second, third]: TextPiece[]): boolean {
  if (first?.figure !== null) return false
  const isTitle = classifyTitle(first.text)?.kind === 'year' && classifyLabel(first.text).kind === null
  return (
    stripYearPrefix(first.text) !== null ||
    (isTitle &&
      second?.figure === null &&
      classifyLabel(second.text).kind !== null &&
      third?.figure?.pence != null)
  )
}

/**
 * Whether the year title has rows of its own below, which end before the next label on its line. In `Year to date | NET
 * PAY | 1,385.20` above `Taxable pay | 9,310.44`, the net pay belongs to the table on the right.
 */
function isTitleOfRowsBelow([title, next]: TextPiece[], below: PayslipLine | undefined): boolean {
  const [label, amount] = below?.pieces ?? []
  return (
    title !== undefined &&
    next !== undefined &&
    label?.figure === null &&
    label.block === title.block &&
    Math.abs(label.x - title.x) <= tableTuning.labelIndent &&
    label.y - title.y <= title.size * tableTuning.maxTitleToRowDistance &&
    amount?.figure?.pence != null &&
    amount.right < next.x
  )
}

/** Whether the line is a row called `Hours`, with quantity, rate and amount. */
const isRowOfHours = ([first, ...rest]: TextPiece[]) =>
  /^\p{L}{3,}$/u.test(first?.text ?? '') && rest.length === 3 && rest.every(({ figure }) => figure !== null)

/** Whether the line prints every amount before its label, as in `3,000.00 Salary`. */
function hasLabelsBehindNumbers(pieces: TextPiece[]): boolean {
  const isAmount = ({ figure }: TextPiece) => figure?.pence != null
  const labels = pieces.filter((piece) => piece.figure === null && /\p{L}{2}/u.test(piece.text))
  return (
    pieces.length >= 2 &&
    pieces.length % 2 === 0 &&
    labels.length * 2 === pieces.length &&
    labels.every(({ text }) => !/\d/.test(text) || classifyLabel(text).kind !== null) &&
    pieces.every((piece, n) => isAmount(piece) === (n % 2 === 0))
  )
}

/** Whether the line is an amount with its label and units behind it: `142.50 | On-call, 5 sessions at | 28.50`. */
function isAmountBeforeUnits(pieces: TextPiece[]): boolean {
  const [amount, label, rate, ...others] = pieces
  const pence = amount?.figure?.pence
  const quantity = /([\d.]+) ?\p{L}* ?(?:@|at|x|×)$/u.exec(label?.text ?? '')?.[1]
  if (pence == null || label?.figure !== null || !rate?.figure || others.length > 0 || !quantity) return false
  return Math.round(Number(quantity) * Number(rate.figure.decimal) * 100) === Math.abs(pence)
}

const listCellsBeforeLabels = (pieces: TextPiece[], line: number): NumberCell[] =>
  pieces.flatMap((piece, n): NumberCell[] => {
    const label = pieces[n + 1]
    if (piece.figure === null || !label) return []
    return [
      {
        piece,
        line,
        labelPieces: [label],
        numbersBefore: 0,
        isInSentence: false,
        isYearToDateLine: false,
        ...noSurroundings,
      },
    ]
  })

/** Whether the text is a payroll code before a description: `5000` before `PAYE Tax`. */
const isPayrollCode = ({ text, right, size }: TextPiece, next: TextPiece | undefined) =>
  /^\d{3,5}$/.test(text) &&
  /\p{L}{2}/u.test(next?.text ?? '') &&
  next !== undefined &&
  next.figure === null &&
  next.x - right < size * cellsOfLineTuning.maxCodeGap

/** Matches the words behind an amount that is not paid to the employee: `We have paid £54.45 into your pension`. */
const otherDestination =
  /^(?:in)?to (?:your |the |our )?(?:\p{L}+ )?(?:pension|scheme|nest|fund|pot|charity|hmrc|court)\b/iu

const isPaidElsewhere = (amount: TextPiece, next: TextPiece | undefined): boolean =>
  isContinuedInWords(amount, next, undefined) && otherDestination.test(next?.text ?? '')

const isContinuedInWords = (
  { right, size }: TextPiece,
  next: TextPiece | undefined,
  afterNext: TextPiece | undefined,
) =>
  next !== undefined &&
  next.figure === null &&
  next.x - right < size * cellsOfLineTuning.maxSentenceGap &&
  /^[a-z,.;]/.test(next.text) &&
  !isUnitWord(next) &&
  !(rateWords.test(next.text) && afterNext?.figure)

/**
 * Returns only the numbers of a line of boxes whose captions are above them, or below them on a payslip that prints
 * labels below values. In `PAYE reference | Taxable pay to date` above `951/BL204 | 2,926.00`, the reference is not the
 * label of the amount.
 */
export function withoutValuesOfFacts(
  lines: PayslipLine[],
  n: number,
  { hasLabelsBelowValues, isLabel }: FactPlacement,
): PayslipLine {
  const line = lines[n] as PayslipLine
  const above = lines[n - 1]
  const captionsAbove =
    above && isLeadOfCaptions(lines, n - 1) ? { ...above, pieces: above.pieces.slice(1) } : above
  const captionLines = hasLabelsBelowValues ? [captionsAbove, lines[n + 1]] : [captionsAbove]
  return captionLines.some((captions) => captions && areBoxesWithFacts(line, captions, isLabel))
    ? { ...line, pieces: line.pieces.filter(({ figure }) => figure !== null) }
    : line
}

/** Lists the captions below boxes of facts and amounts, on a payslip that prints labels below values. */
export const listCaptionsBelowFacts = (
  lines: PayslipLine[],
  { hasLabelsBelowValues, isLabel }: FactPlacement,
): TextPiece[] =>
  lines.flatMap((line, n) => {
    const captions = hasLabelsBelowValues ? lines[n + 1] : undefined
    return captions && areBoxesWithFacts(line, captions, isLabel) ? captions.pieces : []
  })

/** Kinds of amounts whose labels are no values of facts. `BACS` may be the value of the pay method. */
const kindsOfRows = new Set<PayAmountKind | null>([
  'gross',
  'taxable',
  'niable',
  'tax',
  'ni',
  'totalDeductions',
])

/** Whether each piece of a line has a caption, some of the captions name facts and some name amounts. */
function areBoxesWithFacts(
  line: PayslipLine,
  captions: PayslipLine,
  isLabel: (piece: TextPiece) => boolean,
): boolean {
  if (captions.block !== line.block) return false
  const areInOrder = areInBoxes(captions.pieces, line.pieces)
  const captionOf = (piece: TextPiece, n: number) =>
    captions.pieces.find(({ x }) => Math.abs(x - piece.x) < columnTuning.strictLeftEdgeTolerance) ??
    (areInOrder ? captions.pieces[n] : findCaptionOfBox(captions.pieces, line.pieces, piece))
  const boxes = line.pieces.flatMap((piece, n) => {
    const caption = captionOf(piece, n)
    return caption?.figure === null ? [{ piece, caption }] : []
  })
  // Column titles are above the text and the amounts of a row in the same way.
  const untitled = boxes.filter(({ caption }) => !classifyTitle(caption.text)?.role)
  // `Year` below `To date`, or `Taxable pay` below `Year to date`, names the row and is not the value of a fact.
  const namesRow = ({ text }: TextPiece) =>
    classifyTitle(text)?.span === 'year' || kindsOfRows.has(classifyLabel(text).kind)
  const hasFact = untitled.some(
    ({ piece, caption }) => piece.figure === null && isLabel(caption) && !namesRow(piece),
  )
  const hasAmount = untitled.some(
    ({ piece, caption }) => piece.figure?.pence != null && classifyLabel(caption.text).kind !== null,
  )
  return boxes.length === line.pieces.length && hasFact && hasAmount
}

/** Finds the caption at the left edge of the box that contains only this value. Boxes may be empty. */
function findCaptionOfBox(
  captions: TextPiece[],
  values: TextPiece[],
  value: TextPiece,
): TextPiece | undefined {
  const areCaptions = captions.every(({ figure }) => figure === null)
  if (!areCaptions || captions.length < factTuning.minBoxes || captions.length < values.length)
    return undefined
  const n = captions.findLastIndex(({ x }) => x <= value.x)
  const [caption, next] = [captions[n], captions[n + 1]]
  const isInBox = (other: TextPiece) =>
    caption !== undefined &&
    other.x > caption.x - columnTuning.strictLeftEdgeTolerance &&
    (next === undefined || other.x < next.x)
  const isOnly = values.every((other) => other === value || !isInBox(other))
  return isOnly && (next === undefined || value.right <= next.x) ? caption : undefined
}

/** Whether each value is in the box that begins with its caption, at its left edge or not, or below its caption. */
const areInBoxes = (captions: TextPiece[], values: TextPiece[]): boolean =>
  captions.length >= factTuning.minBoxes &&
  captions.length === values.length &&
  captions.every((caption, n) => {
    const [value, next] = [values[n], captions[n + 1]]
    const isInBox =
      value !== undefined && caption.x <= value.x && (next === undefined || value.right <= next.x)
    return isInBox || (value !== undefined && overlap(caption, value) > 0)
  })
