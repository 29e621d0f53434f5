import { classifyLabel } from '../../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { captionTuning } from '../../tuning/cells.ts'
import { isLeadOfCaptions } from './caption-lines.ts'
import { isAlignedWithColumn } from './column-alignment.ts'
import type { NumberCell } from './number-cell.ts'
import type { PageContext } from './page-context.ts'
import { belongsToNext } from './pay-boxes.ts'

// Finds the labels above and below numbers, and matches the captions of a row of boxes to its numbers.

export function findLabelsAbove({ lines }: PageContext, { piece, line }: NumberCell): TextPiece[] {
  const { maxLabelDistance, minTypeSize, labelReachLeft, labelReachRight, maxBoxWidth } = captionTuning
  const labels: TextPiece[] = []
  for (let n = line - 1; n >= 0; n--) {
    const above = lines[n] as PayslipLine
    const isTooFar = piece.y - above.y > maxLabelDistance * Math.max(piece.size, minTypeSize)
    if (above.block !== piece.block || isTooFar) break
    const reach = {
      x: piece.x - piece.size * labelReachLeft,
      right: piece.right + piece.size * labelReachRight,
    }
    const near = above.pieces.filter((other) => overlap(other, reach) > 0)
    if (near.some(({ figure, x, right }) => figure?.pence != null && overlap({ x, right }, piece) > 0)) break
    const texts = near.filter(({ figure }) => figure === null)
    const directlyAbove = texts.filter((other) => overlap(other, piece) > 0)
    labels.push(...(directlyAbove.length > 0 ? directlyAbove : texts))
    const toTheLeft = above.pieces.findLast(({ x }) => x < piece.right)
    const isInSameBox =
      toTheLeft &&
      toTheLeft.figure === null &&
      toTheLeft.right <= reach.x &&
      piece.x - toTheLeft.right < maxBoxWidth
    if (isInSameBox) labels.push(toTheLeft)
  }
  return labels
}

/**
 * Finds the label below a number. Numbers in a row of cards may have their labels below them. If facts have their
 * labels below them too, an address far to the left may share the line.
 */
export function findLabelBelow(
  { lines }: PageContext,
  cell: NumberCell,
  hasCaptionsBelow = false,
): TextPiece | null {
  const { piece, line } = cell
  const own = lines[line]
  if (!own || belongsToNext(lines, line)) return null
  const texts = own.pieces.filter(({ figure }) => figure === null)
  if (!texts.every((text) => hasCaptionsBelow && isApart(text, piece))) return null
  for (const below of lines.slice(line + 1, line + 1 + captionTuning.linesBelowCard)) {
    const isNear =
      below.block === piece.block && below.y - piece.y <= piece.size * captionTuning.maxCardLabelDistance
    if (!isNear) return null
    const inColumn = below.pieces.filter(
      (other) => overlap(other, piece) > 0 || isAlignedWithColumn(other, piece),
    )
    if (inColumn.length > 0) return inColumn.find(({ figure }) => figure === null) ?? null
  }
  return null
}

/** Whether a text is too far to the left of a number to be its label, and names no amount. */
const isApart = (text: TextPiece, number: TextPiece) =>
  number.x - text.right > captionTuning.maxBoxWidth && classifyLabel(text.text).kind === null

/**
 * Matches captions to numbers by order, as in the boxes of a form: there are as many captions as numbers below them,
 * and each caption is at the left edge of its box.
 */
export function pairCaptions({ lines }: PageContext, cells: NumberCell[]) {
  const [first] = cells
  if (
    !first ||
    cells.length < captionTuning.minBoxes ||
    cells.some(({ labelPieces }) => labelPieces.length > 0)
  )
    return
  const own = lines[first.line] as PayslipLine
  const above = lines[first.line - 1]
  const captions = isLeadOfCaptions(lines, first.line - 1) ? above?.pieces.slice(1) : above?.pieces
  const isCaptionLine =
    above?.block === own.block &&
    captions?.length === cells.length &&
    captions.every(({ figure }) => figure === null) &&
    own.y - above.y <= captionTuning.maxLabelDistance * Math.max(first.piece.size, captionTuning.minTypeSize)
  if (!isCaptionLine) return
  const isInOrder = cells.every(({ piece }, n) => {
    const [caption, next] = [captions[n], captions[n + 1]]
    return caption && caption.x <= piece.right && (!next || piece.x < next.right)
  })
  if (isInOrder) for (const [n, cell] of cells.entries()) cell.labelsAbove = captions.slice(n, n + 1)
}

/**
 * Matches captions below a row of boxes to its values by order. The values may include texts such as a reference, and
 * the captions may be repeated in a second language on the next line. If facts have their captions below them too,
 * one known amount is enough: `tax code | tax period | net pay`.
 */
export function pairCaptionsBelow({ lines }: PageContext, cells: NumberCell[], hasCaptionsBelow = false) {
  const [first] = cells
  const own = first && lines[first.line]
  if (
    !own ||
    own.pieces.length < captionTuning.minBoxes ||
    hasCaptionsAbove(lines, first.line) ||
    cells.every(hasKnownLabelBeside) ||
    belongsToNext(lines, first.line)
  )
    return
  for (const captions of listCaptionLinesBelow(lines, first.line)) {
    const isInOrder = own.pieces.every((value, n) => {
      const [caption, next] = [captions[n], captions[n + 1]]
      return (
        caption &&
        caption.x <= value.right &&
        value.x - caption.x < captionTuning.maxBoxWidth &&
        (!next || value.x < next.right)
      )
    })
    const ofCells = cells.map(({ piece }) => captions[own.pieces.indexOf(piece)])
    const known = ofCells.filter((caption) => caption && classifyLabel(caption.text).kind !== null)
    const minKnown = Math.max(captionTuning.minBoxes, cells.length * captionTuning.minKnownCaptions)
    if (!isInOrder || known.length < (hasCaptionsBelow ? 1 : minKnown)) continue
    for (const [n, cell] of cells.entries()) {
      cell.labelBelow = ofCells[n] ?? null
      cell.labelPieces = []
      cell.numbersBefore = 0
    }
    return
  }
}

/** Whether the text before an amount names it: `TOTAL PAYMENTS | 1,695.24`. */
const hasKnownLabelBeside = ({ labelPieces, numbersBefore }: NumberCell): boolean => {
  const label = labelPieces.at(-1)
  return numbersBefore === 0 && label !== undefined && classifyLabel(label.text).kind !== null
}

/** Whether the line above consists of a caption for each box, no further away than the captions below. */
function hasCaptionsAbove(lines: PayslipLine[], line: number): boolean {
  const [above, own, below] = [lines[line - 1], lines[line] as PayslipLine, lines[line + 1]]
  return (
    above?.block === own.block &&
    above.pieces.length === own.pieces.length &&
    above.pieces.every(({ figure, x }, n) => figure === null && x <= (own.pieces[n]?.right ?? 0)) &&
    own.y - above.y <= (below?.y ?? Infinity) - own.y
  )
}

/** Lists the lines of captions below a row of boxes. A row may have captions in two type sizes on nearly one line. */
function listCaptionLinesBelow(lines: PayslipLine[], line: number): TextPiece[][] {
  const own = lines[line] as PayslipLine
  const size = Math.max(...own.pieces.map((piece) => piece.size))
  const below = lines
    .slice(line + 1, line + 1 + captionTuning.linesBelowCard)
    .filter(
      ({ block, y }) =>
        block === own.block &&
        y - own.y <= size * captionTuning.maxCardLabelDistance * captionTuning.captionRowFactor,
    )
  const firstWithNumbers = below.findIndex(({ pieces }) => pieces.some(({ figure }) => figure !== null))
  const captions = firstWithNumbers === -1 ? below : below.slice(0, firstWithNumbers)
  const merged = captions.slice(1).map((lower, n) => [...(captions[n]?.pieces ?? []), ...lower.pieces])
  return [...captions.map(({ pieces }) => pieces), ...merged]
    .filter((pieces) => pieces.length === own.pieces.length)
    .map((pieces) => pieces.toSorted((one, other) => one.x - other.x))
}

/**
 * Chooses the captions above or below a line of numbers; all its numbers have their captions on the same side. The
 * side with more known labels wins. If both sides have equally many, the side on which the other facts have their
 * labels wins.
 */
export function chooseCaptions(cells: NumberCell[], hasCaptionsBelow: boolean) {
  const isCaptioned = cells.every(({ piece, labelPieces }) =>
    labelPieces.every((label) => hasCaptionsBelow && isApart(label, piece)),
  )
  if (!isCaptioned || cells.every(({ labelBelow }) => labelBelow === null)) return
  const isKnown = (label: TextPiece | null | undefined) => !!label && classifyLabel(label.text).kind !== null
  const above = cells.filter(({ labelsAbove: [nearest] }) => isKnown(nearest)).length
  const below = cells.filter(({ labelBelow }) => isKnown(labelBelow)).length
  const isNearerBelow = cells.every(
    ({ piece, labelBelow, labelsAbove: [nearest] }) =>
      !labelBelow ||
      !nearest ||
      measureGap(piece, labelBelow) < measureGap(nearest, piece) * captionTuning.nearerCaption,
  )
  const isBelow =
    below > above ||
    (below === above && hasCaptionsBelow) ||
    (below > 0 && isNearerBelow && (hasCaptionsBelow || below >= above * captionTuning.minCaptionsBelow))
  for (const cell of cells) {
    if (isBelow) {
      cell.labelsAbove = cell.labelBelow ? [cell.labelBelow] : []
      cell.labelPieces = []
    }
    cell.labelBelow = null
  }
}

/** Measures the white space between a text and the text below it, in points. */
const measureGap = (upper: TextPiece, lower: TextPiece) =>
  lower.y - lower.size * captionTuning.capHeight - upper.y
