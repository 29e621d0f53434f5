import type { PageWord } from '../../document.ts'
import { isProduct } from '../table/rows/units-product.ts'
import { panelTuning, wrapTuning } from '../tuning/text.ts'
import { findStackGutter } from './box-stacks.ts'
import { areCaptionsBelow } from './captions-below.ts'
import { classifyLabel } from './label-meaning.ts'
import { factLabels } from './labels.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'
import { classifyTitle, isTaxYear } from './titles.ts'
import { normaliseLabel, parseTrailingPostCode } from './values.ts'

// Splits a page at vertical white space into panels that are read separately. The lines of a side panel are at
// different heights from those of the main table, so its text does not belong to the table's rows.

/** Vertical white space between two panels. It may cover only part of the page's height. */
type Gutter = { x: number; right: number; top: number; bottom: number }

/** Returns the words of each panel, or a single list of all words if the page has no side panels. */
export function splitIntoPanels(words: PageWord[], lines: PayslipLine[], depth = 1): PageWord[][] {
  const pieces = lines.flatMap((line) => line.pieces)
  const gutter = depth < panelTuning.maxPanels ? (findGutter(pieces) ?? findStackGutter(lines)) : undefined
  if (!gutter) return [words]
  const isInside = ({ y }: { y: number }) => y > gutter.top && y < gutter.bottom
  const isLeft = ({ right }: { right: number }) => right <= (gutter.x + gutter.right) / 2
  const captions = listCaptionsAtTop(pieces, gutter)
  const isCaption = (one: PageWord) =>
    captions.some((piece) => piece.words.some(({ x, y }) => x === one.x && y === one.y))
  const parts = [
    (one: PageWord) => one.y <= gutter.top && !isCaption(one),
    (one: PageWord) => isInside(one) && isLeft(one),
    (one: PageWord) => isCaption(one) || (isInside(one) && !isLeft(one)),
    (one: PageWord) => one.y >= gutter.bottom,
  ].map((belongs) => words.filter(belongs))
  return parts.filter((part) => part.length > 0)
}

/**
 * Lists captions on the same line as a headline that ends the gutter. The captions may be the first line of the right
 * panel.
 */
const listCaptionsAtTop = (pieces: TextPiece[], { x, right, top }: Gutter): TextPiece[] => {
  const headline = pieces.find((piece) => piece.y === top && piece.x < right && piece.right > x)
  return pieces.filter(
    (piece) =>
      headline &&
      piece.y === top &&
      piece.x >= right &&
      piece.figure === null &&
      headline.size > piece.size * panelTuning.headlineSize,
  )
}

function findGutter(pieces: TextPiece[]): Gutter | undefined {
  const edges = [...new Set(pieces.map(({ right }) => Math.ceil(right)))].toSorted(
    (one, other) => one - other,
  )
  const boxes = listBoxRows(pieces)
  const gutters = edges.flatMap((x) => findRuns(pieces, boxes, x, x + panelTuning.minGutter))
  return gutters
    .filter((gutter) => separatesPanels(pieces, gutter) && isWholeGutter(pieces, gutter))
    .toSorted((one, other) => other.bottom - other.top - (one.bottom - one.top))[0]
}

/**
 * Returns the parts of the page's height in which the space between two edges is empty and does not separate a label
 * from its amount.
 */
function findRuns(pieces: TextPiece[], boxes: TextPiece[][], x: number, right: number): Gutter[] {
  const isOnBothSides = (row: TextPiece[]) =>
    row.some((piece) => piece.right <= x) && row.some((piece) => piece.x >= right)
  const crossing = [
    ...pieces.filter((piece) => piece.x < right && piece.right > x),
    ...boxes.filter(isOnBothSides).flat(),
  ].map(({ y }) => y)
  const broken = listBrokenRows(pieces, x, right)
  const limits = [-Infinity, ...[...crossing, ...broken].toSorted((one, other) => one - other), Infinity]
  return limits.slice(1).map((bottom, n) => {
    const top = limits[n] ?? -Infinity
    return withoutSharedRows(pieces, { x, right, top, bottom })
  })
}

/**
 * Lists rows of boxes, each with its captions and the amounts below them: `Gross pay | Tax | NI` above `13,949.56 |
 * 2,064.00 | 780.99`. The captions may also be below the amounts. White space between two boxes is no gutter.
 */
function listBoxRows(pieces: TextPiece[]): TextPiece[][] {
  const rows = [...Map.groupBy(pieces, ({ y }) => Math.round(y * 2) / 2)]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row.toSorted((one, other) => one.x - other.x))
  return rows.flatMap((captions, n) => {
    const values = rows[n + 1] ?? []
    const [named, amounts] = [withoutYear(captions), withoutYear(values)]
    const isRow =
      named.length >= panelTuning.minBoxes &&
      amounts.length === named.length &&
      named.every((caption, at) => isOverAmount(caption, amounts[at] as TextPiece))
    return isRow ||
      areCaptionsBelow({ above: rows[n - 1], values: captions, captions: values, below: rows[n + 2] })
      ? [[...captions, ...values]]
      : []
  })
}

/** Returns the boxes behind the name of the row: `2026/27 | 554.48 | 110.80`, `To date | Gross | Tax`. */
function withoutYear(row: TextPiece[]): TextPiece[] {
  const [lead, ...others] = row
  const isYear =
    lead?.figure === null &&
    classifyLabel(lead.text).kind === null &&
    (isTaxYear(lead.text) || classifyTitle(lead.text)?.kind === 'year')
  return isYear ? others : row
}

const isOverAmount = (caption: TextPiece, value: TextPiece): boolean =>
  caption.figure === null &&
  value.figure?.pence != null &&
  classifyLabel(caption.text).kind !== null &&
  caption.x < value.right &&
  value.x < caption.right &&
  value.y - caption.y <= panelTuning.maxRowPitch

/** Returns the baselines of rows that have a label to the left of the white space and its amount to the right. */
function listBrokenRows(pieces: TextPiece[], x: number, right: number): Set<number> {
  const left = pieces.filter((piece) => piece.right <= x)
  const amounts = pieces.filter((piece) => piece.x >= right && piece.figure !== null)
  const broken = new Set<number>()
  for (const amount of amounts) {
    const isOnRow = (piece: TextPiece) =>
      Math.abs(piece.y - amount.y) <= panelTuning.maxRowOffset * Math.max(piece.size, amount.size)
    const before = pieces.filter((piece) => piece.x >= right && piece.right <= amount.x).filter(isOnRow)
    const [label] = left.filter(isOnRow).toSorted((one, other) => other.x - one.x)
    if (hasCaption(amount, pieces)) continue
    if (before.length === 0 && label && (label.figure === null || isQuantityOf(label, amount, pieces))) {
      broken.add(amount.y)
      broken.add(label.y)
    }
  }
  return broken
}

/** Whether an amount has a caption of its own directly above it: `Tax this year` above `2,093.80`. */
const hasCaption = (amount: TextPiece, pieces: TextPiece[]): boolean =>
  pieces.some(
    (piece) =>
      piece.figure === null &&
      Math.abs(piece.x - amount.x) < panelTuning.maxCaptionOffset &&
      amount.y - piece.y > 0 &&
      amount.y - piece.y < panelTuning.maxCaptionHeight * amount.size &&
      classifyLabel(piece.text).kind !== null,
  )

/** Whether the number is the quantity of a rate, and their product follows on the row: `8.00 | 6.50 | 52.00`. */
const isQuantityOf = (quantity: TextPiece, rate: TextPiece, pieces: TextPiece[]): boolean =>
  pieces.some(
    ({ x, y, figure }) =>
      x >= rate.right &&
      Math.abs(y - rate.y) <= panelTuning.baselineTolerance &&
      figure?.pence != null &&
      isProduct(quantity, rate, figure.pence),
  )

/**
 * Shortens a gutter by the rows at its ends that have text on both sides. They belong to the area above or below the
 * panels; cutting them could separate a caption from its value.
 */
function withoutSharedRows(pieces: TextPiece[], gutter: Gutter): Gutter {
  const { left, toTheRight } = listSides(pieces, gutter)
  const [one, other] = [listBaselines(left), listBaselines(toTheRight)]
  const ys = [...new Set([...one, ...other])].toSorted((a, b) => a - b)
  const isShared = (y: number) => isNearOne(one, y) && isNearOne(other, y)
  let { top, bottom } = gutter
  const isCloseTo = (end: number, y: number) => Math.abs(end - y) <= panelTuning.maxRowPitch
  // The row at an end of the gutter may have a label on two lines, one of them inside the gutter.
  let row = top
  for (const y of ys) {
    if (isShared(y) && isCloseTo(top, y)) row = y
    else if (!isOtherHalfOfLabels(pieces, row, y)) break
    top = y + panelTuning.baselineTolerance
  }
  row = bottom
  for (const y of ys.toReversed()) {
    if (isShared(y) && isCloseTo(bottom, y)) row = y
    else if (!isOtherHalfOfLabels(pieces, row, y)) break
    bottom = y - panelTuning.baselineTolerance
  }
  return { ...gutter, top, bottom }
}

/**
 * Whether the text on one side of a row continues labels on the other side, as in a label on two lines whose value is
 * centred beside them.
 */
function isOtherHalfOfLabels(pieces: TextPiece[], row: number, y: number): boolean {
  const isAt = (piece: TextPiece, baseline: number) =>
    Math.abs(piece.y - baseline) <= panelTuning.baselineTolerance
  const halves = pieces.filter((piece) => isAt(piece, y))
  return (
    halves.length > 0 &&
    halves.every(
      (half) =>
        half.figure === null &&
        Math.abs(y - row) < half.size &&
        pieces.some(
          (other) =>
            other.figure === null &&
            isAt(other, 2 * row - y) &&
            Math.abs(other.x - half.x) < wrapTuning.edgeTolerance,
        ),
    )
  )
}

/**
 * Whether the gutter ends only at text that crosses the middle between both panels. A ragged right edge also produces
 * shorter gutters, which end at text of the left panel.
 */
function isWholeGutter(pieces: TextPiece[], gutter: Gutter): boolean {
  const { left, toTheRight } = listSides(pieces, gutter)
  const middle = (Math.max(...left.map(({ right }) => right)) + Math.min(...toTheRight.map(({ x }) => x))) / 2
  return pieces.every(
    ({ x, right, y }) =>
      (y !== gutter.top && y !== gutter.bottom) ||
      x >= gutter.right ||
      right <= gutter.x ||
      (x < middle && right > middle),
  )
}

const isNearOne = (lines: number[], y: number) =>
  lines.some((line) => Math.abs(line - y) <= panelTuning.baselineTolerance)

const listSides = (pieces: TextPiece[], { x, right, top, bottom }: Gutter) => {
  const inside = pieces.filter(({ y }) => y > top && y < bottom)
  return {
    left: inside.filter((piece) => piece.right <= x),
    toTheRight: inside.filter((piece) => piece.x >= right),
  }
}

function separatesPanels(pieces: TextPiece[], gutter: Gutter): boolean {
  const { left, toTheRight } = listSides(pieces, gutter)
  if (!isSelfContained(left) || !isSelfContained(toTheRight)) return false
  const [one, other] = [listBaselines(left), listBaselines(toTheRight)]
  const { minLines, maxSharedLines } = panelTuning
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  const shared = few.filter((y) => isNearOne(many, y))
  return few.length >= minLines && shared.length <= few.length * maxSharedLines
}

const listBaselines = (pieces: TextPiece[]): number[] => [
  ...new Set(pieces.map(({ y }) => Math.round(y * 2) / 2)),
]

const factNames = new Set(Object.values(factLabels).flat())

/** Whether the panel has labels of its own, or is an address. */
function isSelfContained(pieces: TextPiece[]): boolean {
  const labels = pieces.filter(
    ({ text, figure }) =>
      figure === null && (factNames.has(normaliseLabel(text)) || classifyLabel(text).kind !== null),
  )
  return (
    new Set(labels.map(({ text }) => text)).size >= panelTuning.minLabels ||
    pieces.some(({ text, figure }) => figure === null && parseTrailingPostCode(text) !== null)
  )
}
