import { centredTuning } from '../tuning/text.ts'
import { overlap, type PayslipLine, type TextPiece } from './lines.ts'

// A cell may have two lines of text beside an amount that is centred between them. The amount belongs to the first line:
// `Basic pay` above `45.00 hours at 12.71`, with `571.95` half a line lower than the first.

/** Moves amounts that are centred beside two lines of text to the first of them. */
export function moveCentredAmounts(lines: PayslipLine[]): PayslipLine[] {
  const moved = new Map<TextPiece, PayslipLine>()
  for (const [n, line] of lines.entries())
    if (line.pieces.every(({ figure }) => figure?.pence != null))
      for (const piece of line.pieces) {
        const target = findFirstLine(lines, n, piece)
        if (target) moved.set(piece, target)
      }
  if (moved.size === 0) return lines
  return lines.flatMap((line) => {
    const joined = [...moved]
      .filter(([, target]) => target === line)
      .map(([piece]) => ({ ...piece, y: line.y }))
    const pieces = [...line.pieces.filter((piece) => !moved.has(piece)), ...joined]
    return pieces.length === 0 ? [] : [{ ...line, pieces: pieces.toSorted((one, other) => one.x - other.x) }]
  })
}

/** Returns the line above an amount if the amount is halfway between two lines of one cell to its left. */
function findFirstLine(lines: PayslipLine[], n: number, amount: TextPiece): PayslipLine | null {
  const [above, below] = [lines[n - 1], lines[n + 1]]
  if (above?.block !== amount.block || below?.block !== amount.block) return null
  const toFirst = amount.y - above.y
  const toSecond = below.y - amount.y
  const isHalfway =
    Math.abs(toFirst - toSecond) <= centredTuning.maxOffset &&
    toFirst + toSecond <= amount.size * centredTuning.maxLineHeight
  const [first, second] = [above, below].map(({ pieces }) => findCellBefore(pieces, amount))
  const isOneCell =
    first !== undefined && second !== undefined && Math.abs(first.x - second.x) <= centredTuning.maxIndent
  return isHalfway && isOneCell && first.figure === null ? above : null
}

/** Returns the first piece of the cell to the left of an amount, or undefined if the line has a number in its column. */
function findCellBefore(pieces: TextPiece[], amount: TextPiece): TextPiece | undefined {
  if (pieces.some((piece) => overlap(piece, amount) > 0)) return undefined
  const before = pieces.filter(({ right }) => right <= amount.x)
  const start = before.findLastIndex(
    (piece, n) => n === 0 || piece.x - (before[n - 1]?.right ?? 0) > piece.size * centredTuning.maxWordGap,
  )
  return before[start]
}
