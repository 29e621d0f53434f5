import { hasLegalForm } from '../facts/name-patterns.ts'
import { paragraphTuning, wrapTuning } from '../tuning/text.ts'
import { classifyLabel } from './label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from './lines.ts'
import { parseTrailingPostCode } from './values.ts'

// In narrow cells, labels wrap: `Additional` above `Wage`, with the number vertically centred between the two lines.
// Wrapped labels are moved back into the line of the number.

export const joinWrappedLabels = (lines: PayslipLine[]): PayslipLine[] =>
  joinContinuedLabels(joinCentredLabels(moveLabelsOverUnits(lines)))

/**
 * Joins the second line of a label that is clearly unfinished: `Cyflog sylfaenol / Basic` above `salary`. The number is
 * beside the first line.
 */
function joinContinuedLabels(lines: PayslipLine[]): PayslipLine[] {
  const joined = new Map<TextPiece, TextPiece>()
  const removed = new Set<TextPiece>()
  for (const [n, line] of lines.entries())
    for (const piece of line.pieces) {
      const second =
        lines[n + 1] && hasValue(line, piece) ? findContinuation(line, piece, lines[n + 1]) : undefined
      if (!second) continue
      joined.set(piece, mergePieces([piece, second], piece.y))
      removed.add(second)
    }
  if (removed.size === 0) return lines
  return lines.flatMap((line) => {
    const pieces = line.pieces
      .filter((piece) => !removed.has(piece))
      .map((piece) => joined.get(piece) ?? piece)
    return pieces.length === 0 ? [] : [{ ...line, pieces }]
  })
}

function findContinuation(
  line: PayslipLine,
  piece: TextPiece,
  below: PayslipLine | undefined,
): TextPiece | undefined {
  if (!below || below.block !== line.block || piece.figure !== null) return undefined
  const second = below.pieces.find(({ x }) => Math.abs(x - piece.x) < wrapTuning.edgeTolerance)
  const isUnfinished =
    /(?: \/|-|&)$/.test(piece.text) || (/ \/ /.test(piece.text) && /^(?:\p{Ll}|\()/u.test(second?.text ?? ''))
  const isSameType =
    second?.figure === null &&
    Math.abs(second.size - piece.size) < wrapTuning.maxSizeDifference &&
    second.words[0]?.font === piece.words[0]?.font &&
    second.words[0]?.colour === piece.words[0]?.colour
  return second &&
    isSameType &&
    isUnfinished &&
    !hasValue(below, second) &&
    below.y - piece.y <= wrapTuning.maxLineHeight * piece.size
    ? second
    : undefined
}

/**
 * Moves a label into the line of its amounts if its units are on a third line: `Unpaid leave` above `-£188.46`, above
 * `-2 days × £94.23`.
 */
function moveLabelsOverUnits(lines: PayslipLine[]): PayslipLine[] {
  const moved = new Map<PayslipLine, TextPiece>()
  for (const [n, middle] of lines.entries()) {
    const [above, below] = [lines[n - 1], lines[n + 1]]
    const [label, ...others] = above?.pieces ?? []
    const [units] = below?.pieces ?? []
    const isCentred =
      above?.block === middle.block &&
      below?.block === middle.block &&
      label?.figure === null &&
      others.length === 0 &&
      units !== undefined &&
      Math.abs(units.x - label.x) < wrapTuning.edgeTolerance &&
      below.y - above.y <= label.size * 2 * wrapTuning.maxLineHeight &&
      unitsForm.test(below.pieces.map(({ text }) => text).join(' ')) &&
      middle.pieces.every(({ figure, x }) => figure?.pence != null && x > label.right)
    if (isCentred) moved.set(middle, label)
    else {
      const inTable = findLabelOverUnits(above, middle, below)
      if (inTable) moved.set(middle, inTable)
    }
  }
  if (moved.size === 0) return lines
  const labels = new Set(moved.values())
  return lines.flatMap((line) => {
    const label = moved.get(line)
    const pieces = line.pieces.filter((piece) => !labels.has(piece))
    if (pieces.length === 0) return []
    return [{ ...line, pieces: label ? [{ ...label, y: line.y }, ...pieces] : pieces }]
  })
}

/** Finds the label of a single amount that is centred between label and units, beside rows of other tables. */
function findLabelOverUnits(
  above: PayslipLine | undefined,
  middle: PayslipLine,
  below: PayslipLine | undefined,
): TextPiece | undefined {
  const [amount, ...others] = middle.pieces
  if (amount?.figure?.pence == null || others.length > 0) return undefined
  if (above?.block !== middle.block || below?.block !== middle.block) return undefined
  const listBefore = ({ pieces }: PayslipLine) => pieces.filter(({ x }) => x < amount.x)
  const label = listBefore(above).at(-1)
  if (label?.figure !== null || below.y - above.y > label.size * 2 * wrapTuning.maxLineHeight)
    return undefined
  const next = above.pieces[above.pieces.indexOf(label) + 1]
  const units = listBefore(below).filter(({ x }) => x > label.x - wrapTuning.edgeTolerance)
  const isUnits =
    Math.abs((units[0]?.x ?? 0) - label.x) < wrapTuning.edgeTolerance &&
    unitsForm.test(units.map(({ text }) => text).join(' '))
  return isUnits && (!next || next.x > amount.right) ? label : undefined
}

const unitsForm = /^[-−]?[\d.]+ ?(?:hours?|hrs?|h|days?|units?|shifts?|x|×|@)/i

function joinCentredLabels(lines: PayslipLine[]): PayslipLine[] {
  const merged = new Set<TextPiece>()
  const addedTo = new Map<PayslipLine, TextPiece[]>()
  for (const [n, middle] of lines.entries()) {
    const [above, below] = [lines[n - 1], lines[n + 1]]
    if (above?.block !== middle.block || below?.block !== middle.block) continue
    if (isWithinSentence(above, middle)) continue
    for (const upper of above.pieces)
      for (const lower of below.pieces)
        if (
          !merged.has(upper) &&
          !merged.has(lower) &&
          isWrapped(upper, lower, middle) &&
          !hasValue(above, upper) &&
          !hasValue(below, lower) &&
          (isBeforeValue(upper, lower, middle) ||
            (isAlone(lines, n, upper, lower) &&
              !areTranslations(upper, lower) &&
              !isNameOverAddress(upper, lower)))
        ) {
          merged.add(upper).add(lower)
          addedTo.set(middle, [...(addedTo.get(middle) ?? []), mergePieces([upper, lower], middle.y)])
        }
    for (const piece of middle.pieces) {
      const [upper, lower] = [above, below].map((line) => findAligned(line, piece))
      if (!upper || !lower || merged.has(upper) || merged.has(lower) || !hasValue(middle, piece)) continue
      if (belongsToRowAbove(lines[n - 2], upper, piece)) continue
      merged.add(upper).add(piece).add(lower)
      addedTo.set(middle, [...(addedTo.get(middle) ?? []), mergePieces([upper, piece, lower], middle.y)])
    }
  }
  if (merged.size === 0) return lines
  return lines.flatMap((line) => {
    const pieces = [...line.pieces.filter((piece) => !merged.has(piece)), ...(addedTo.get(line) ?? [])]
    return pieces.length === 0 ? [] : [{ ...line, pieces: pieces.toSorted((a, b) => a.x - b.x) }]
  })
}

/**
 * Whether an amount of the line is part of a sentence that began on the line above: text is directly behind it, and the
 * line above is too long for a label.
 */
function isWithinSentence({ pieces: [upper] }: PayslipLine, { pieces }: PayslipLine): boolean {
  const [first] = pieces
  const isLong = upper !== undefined && upper.right - upper.x > upper.size * paragraphTuning.minLineWidth
  return (
    isLong &&
    first !== undefined &&
    Math.abs(first.x - upper.x) < paragraphTuning.leftEdgeTolerance &&
    pieces.some((piece, n) => {
      const [before, next] = [pieces[n - 1], pieces[n + 1]]
      const isNear = (one: TextPiece, other: TextPiece) =>
        other.x - one.right <= piece.size * paragraphTuning.maxWordGap
      return (
        piece.figure?.pence != null &&
        next?.figure === null &&
        isNear(piece, next) &&
        (before === undefined || (before.figure === null && isNear(before, piece)))
      )
    })
  )
}

/** Whether a text continues the label of the row above it, which is at least as near as the row below. */
function belongsToRowAbove(row: PayslipLine | undefined, text: TextPiece, below: TextPiece): boolean {
  const label = row?.block === text.block ? row.pieces.find((piece) => isAtEdge(piece, text)) : undefined
  return (
    row !== undefined && label !== undefined && hasValue(row, label) && text.y - label.y <= below.y - text.y
  )
}

const isAtEdge = (piece: TextPiece, { x }: TextPiece) =>
  piece.figure === null && Math.abs(piece.x - x) < wrapTuning.edgeTolerance

function isWrapped(upper: TextPiece, lower: TextPiece, middle: PayslipLine): boolean {
  const { size } = upper
  const { maxSizeDifference, edgeTolerance, centreTolerance, maxLineHeight, maxOffMiddle } = wrapTuning
  const isText =
    upper.figure === null && lower.figure === null && Math.abs(size - lower.size) < maxSizeDifference
  const isAligned =
    Math.abs(upper.x - lower.x) < edgeTolerance ||
    Math.abs(upper.right - lower.right) < edgeTolerance ||
    Math.abs(upper.x + upper.right - lower.x - lower.right) < centreTolerance
  const isNear =
    lower.y - upper.y <= maxLineHeight * size &&
    Math.abs((upper.y + lower.y) / 2 - middle.y) <= maxOffMiddle * size
  if (!isText || !isAligned || !isNear) return false
  const cell = { x: Math.min(upper.x, lower.x), right: Math.max(upper.right, lower.right) }
  return middle.pieces.every((piece) => overlap(piece, cell) < 0)
}

/** Whether two captions name the same amount in two languages: `Treth` above `Tax`. */
function areTranslations(upper: TextPiece, lower: TextPiece): boolean {
  const { kind } = classifyLabel(lower.text)
  return kind !== null && classifyLabel(upper.text).kind === kind
}

/** Whether two lines are a name and an address: `Larch Foods plc` above `4 Quay Row, Hexley HX1 4QB`. */
const isNameOverAddress = (upper: TextPiece, lower: TextPiece): boolean =>
  hasLegalForm(upper.text) || parseTrailingPostCode(lower.text) !== null

const isBeforeValue = (upper: TextPiece, lower: TextPiece, { pieces }: PayslipLine) => {
  const next = pieces.find(({ x }) => x > Math.min(upper.x, lower.x))
  return next !== undefined && next.figure !== null
}

/**
 * Whether there is no further line directly above or below a wrapped label. Lines of an address are evenly spaced and
 * therefore have further lines.
 */
function isAlone(lines: PayslipLine[], middle: number, upper: TextPiece, lower: TextPiece): boolean {
  const pitch = (lower.y - upper.y) * wrapTuning.listPitch
  const isNext = (piece: TextPiece) =>
    piece !== upper &&
    piece !== lower &&
    overlap(piece, upper) > 0 &&
    (Math.abs(piece.y - upper.y) <= pitch || Math.abs(piece.y - lower.y) <= pitch)
  return !lines
    .slice(Math.max(0, middle - wrapTuning.linesSearched), middle + wrapTuning.linesSearched + 1)
    .some(({ block, pieces }) => block === upper.block && pieces.some(isNext))
}

/** Whether a number directly follows the label. The label is then a row of its own. */
const hasValue = ({ pieces }: PayslipLine, piece: TextPiece) =>
  pieces[pieces.indexOf(piece) + 1]?.figure != null

/** Returns the last piece of a neighbouring line that is aligned with the row's label. */
const findAligned = (line: PayslipLine, { x, y, size, figure }: TextPiece): TextPiece | undefined =>
  figure === null && Math.abs(line.y - y) <= wrapTuning.maxLineHeight * size
    ? line.pieces.find(
        (other) =>
          other.figure === null &&
          Math.abs(other.x - x) < wrapTuning.edgeTolerance &&
          Math.abs(other.size - size) < wrapTuning.maxSizeDifference &&
          line.pieces.at(-1) === other &&
          line.pieces.at(-2)?.figure?.pence == null,
      )
    : undefined

/** Joins the lines of a wrapped text. */
export function mergePieces(pieces: [TextPiece, ...TextPiece[]], y: number): TextPiece {
  return {
    ...pieces[0],
    text: pieces.map(({ text }) => text).join(' '),
    words: pieces.flatMap(({ words }) => words),
    x: Math.min(...pieces.map(({ x }) => x)),
    right: Math.max(...pieces.map(({ right }) => right)),
    y,
  }
}
