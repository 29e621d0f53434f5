import { classifyLabel } from '../../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { parseNumber } from '../../text/values.ts'
import { captionTuning } from '../../tuning/cells.ts'

// Some payslips print each payment and deduction in a box with a caption above or below its amount.

/** The part of a number's cell that is needed to find its box. */
type BoxCell = { piece: TextPiece; line: number; section: string | null }

/** An amount in a box, its caption, and quantity and rate if they are printed between them or in the caption. */
export type PayBox<Cell> = {
  cell: Cell
  caption: TextPiece
  quantity: TextPiece | null
  rate: TextPiece | null
}

export function listPayBoxes<Cell extends BoxCell>(lines: PayslipLine[], cells: Cell[]): PayBox<Cell>[] {
  const byLine = Map.groupBy(cells, ({ line }) => line)
  return [...byLine].flatMap(([line, group]) => {
    const own = lines[line] as PayslipLine
    const isRowOfAmounts =
      own.pieces.length >= captionTuning.minBoxes && own.pieces.every(({ figure }) => figure?.pence != null)
    if (!isRowOfAmounts || group.some(({ section }) => section === 'year')) return []
    const boxes = findCaptions(lines, line, own)
    if (!boxes) return []
    return group.flatMap((cell, n) => {
      const caption = boxes.captions[n]
      return caption ? [toBox(cell, caption, boxes.units)] : []
    })
  })
}

function findCaptions(
  lines: PayslipLine[],
  line: number,
  own: PayslipLine,
): { captions: TextPiece[]; units: TextPiece[] } | null {
  const [above, below] = [lines[line - 1], lines[line + 1]]
  const isBetween = above?.block === own.block && isLineOfUnits(above)
  const upper = isBetween ? lines[line - 2] : above
  const lower = below?.block === own.block ? joinCaption(below.pieces) : []
  const isNearerBelow =
    matches(lower, own) &&
    (!upper || !matches(upper.pieces, own) || lineGap(own, below) < lineGap(upper, own))
  if (isNearerBelow && !belongsToNext(lines, line)) return { captions: lower, units: [] }
  return upper?.block === own.block && matches(upper.pieces, own) && lineGap(upper, own) < maxCaptionGap(own)
    ? { captions: upper.pieces, units: isBetween ? above.pieces : [] }
    : null
}

const lineGap = (upper: PayslipLine, lower: PayslipLine | undefined) => (lower?.y ?? Infinity) - upper.y
const maxCaptionGap = ({ pieces }: PayslipLine) =>
  Math.max(...pieces.map(({ size }) => size)) * captionTuning.maxLabelDistance

/** Whether the captions below a line of amounts are as near to another line of amounts below them. */
export function belongsToNext(lines: PayslipLine[], line: number): boolean {
  const [own, captions, next] = [lines[line], lines[line + 1], lines[line + 2]]
  if (!own || !captions || !next || next.block !== own.block) return false
  return (
    next.pieces.length === captions.pieces.length &&
    next.pieces.every(({ figure }) => figure !== null) &&
    next.y - captions.y <= captions.y - own.y
  )
}

/** Whether the line consists of quantities and rates: `32.00 x 10.40`. */
const isLineOfUnits = ({ pieces }: PayslipLine) =>
  pieces.some(({ text }) => /^(?:x|×|@|at|hrs?(?: at)?)$/i.test(text)) &&
  pieces.every(
    ({ figure, text }) => figure !== null || /^(?:x|×|@|at|hrs?(?: at)?|hours?(?: at)?)$/i.test(text),
  )

/** Whether there is a caption for each amount, in the same order and over or under it. */
const matches = (captions: TextPiece[], { pieces }: PayslipLine) =>
  captions.length === pieces.length &&
  captions.every(
    (caption, n) =>
      caption.figure === null &&
      /\p{L}{2}/u.test(caption.text) &&
      isInBox(pieces[n] as TextPiece, caption, captions[n + 1]),
  ) &&
  captions.some(({ text }) => classifyLabel(text).kind !== null) &&
  !captions.some(({ text }) => classifyLabel(text).isYear || classifyTitle(text)?.span === 'year')

/** Whether the amount is over or under its caption, or further right in a box that begins with the caption. */
const isInBox = (amount: TextPiece, caption: TextPiece, next: TextPiece | undefined) =>
  overlap(caption, amount) > -captionTuning.captionMiss ||
  (caption.x <= amount.x &&
    amount.x - caption.x < captionTuning.maxBoxWidth &&
    (!next || amount.right < next.x))

/** Joins pieces with a word space between them: `39.00`, `hrs at`, `13.20` and `basic` are one caption. */
function joinCaption(pieces: TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last && piece.x - last.right < piece.size * captionTuning.maxCaptionGap)
      joined[joined.length - 1] = {
        ...last,
        text: `${last.text} ${piece.text}`,
        right: piece.right,
        figure: null,
        words: [...last.words, ...piece.words],
      }
    else joined.push(piece)
  }
  return joined
}

/** Returns the extent of a box, which is wider than its caption. */
const widen = ({ x, right, size }: TextPiece) => ({
  x: x - size * captionTuning.boxPadding,
  right: right + size * captionTuning.boxPadding,
})

const unitsBeforeName = /^([\d,.]+) ?(?:hours?|hrs?|days?|units?)? ?(?:@|at|x|×) ?£?([\d,.]+) (\p{L}.*)$/u

function toBox<Cell>(cell: Cell, caption: TextPiece, units: TextPiece[]): PayBox<Cell> {
  const [, quantityText, rateText, name] = unitsBeforeName.exec(caption.text) ?? []
  if (quantityText && rateText && name) {
    const toPiece = (text: string) => ({ ...caption, text, figure: parseNumber(text) })
    const nameWords = caption.words.slice(-name.split(' ').length)
    return {
      cell,
      caption: { ...caption, text: name, words: nameWords },
      quantity: toPiece(quantityText),
      rate: toPiece(rateText),
    }
  }
  const near = units.filter(
    ({ figure, x, right }) => figure !== null && overlap({ x, right }, widen(caption)) > 0,
  )
  const [quantity, rate] = near.length === 2 ? near : []
  return { cell, caption, quantity: quantity ?? null, rate: rate ?? null }
}
