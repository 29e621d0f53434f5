import { type Line, overlap, type Piece } from './lines.ts'

// Narrow cells break their words: `Additional` over `Wage`, with the number half a line lower between them. Such words are
// put back into the line of the number.

/** In ems: how far apart two lines of one cell are at most, and how far the number may be off their middle. */
const lineHeight = 1.45
const offMiddle = 0.4

export function withWrapped(lines: Line[]): Line[] {
  const gone = new Set<Piece>()
  const joined = new Map<Line, Piece[]>()
  for (const [n, middle] of lines.entries()) {
    const [above, below] = [lines[n - 1], lines[n + 1]]
    if (above?.page !== middle.page || below?.page !== middle.page) continue
    for (const upper of above.pieces)
      for (const lower of below.pieces)
        if (
          !gone.has(upper) &&
          !gone.has(lower) &&
          isWrapped(upper, lower, middle) &&
          !hasValue(above, upper) &&
          !hasValue(below, lower) &&
          (isBeforeValue(upper, lower, middle) || isAlone(lines, n, upper, lower))
        ) {
          gone.add(upper).add(lower)
          joined.set(middle, [...(joined.get(middle) ?? []), together([upper, lower], middle.y)])
        }
    for (const piece of middle.pieces) {
      const [upper, lower] = [above, below].map((line) => flushWith(line, piece))
      if (!upper || !lower || gone.has(upper) || gone.has(lower) || !hasValue(middle, piece)) continue
      gone.add(upper).add(piece).add(lower)
      joined.set(middle, [...(joined.get(middle) ?? []), together([upper, piece, lower], middle.y)])
    }
  }
  if (gone.size === 0) return lines
  return lines.flatMap((line) => {
    const pieces = [...line.pieces.filter((piece) => !gone.has(piece)), ...(joined.get(line) ?? [])]
    return pieces.length === 0 ? [] : [{ ...line, pieces: pieces.toSorted((a, b) => a.x - b.x) }]
  })
}

function isWrapped(upper: Piece, lower: Piece, middle: Line): boolean {
  const { size } = upper
  const isText = upper.figure === null && lower.figure === null && Math.abs(size - lower.size) < 0.3
  const isFlush =
    Math.abs(upper.x - lower.x) < 1 ||
    Math.abs(upper.right - lower.right) < 1 ||
    Math.abs(upper.x + upper.right - lower.x - lower.right) < 2
  const isNear =
    lower.y - upper.y <= lineHeight * size && Math.abs((upper.y + lower.y) / 2 - middle.y) <= offMiddle * size
  if (!isText || !isFlush || !isNear) return false
  const cell = { x: Math.min(upper.x, lower.x), right: Math.max(upper.right, lower.right) }
  return middle.pieces.every((piece) => overlap(piece, cell) < 0)
}

const isBeforeValue = (upper: Piece, lower: Piece, { pieces }: Line) => {
  const next = pieces.find(({ x }) => x > Math.min(upper.x, lower.x))
  return next !== undefined && next.figure !== null
}

/** The lines of an address follow each other evenly; a broken cell has none right above or below it. */
function isAlone(lines: Line[], middle: number, upper: Piece, lower: Piece): boolean {
  const pitch = (lower.y - upper.y) * 1.2
  const isNext = (piece: Piece) =>
    piece !== upper &&
    piece !== lower &&
    overlap(piece, upper) > 0 &&
    (Math.abs(piece.y - upper.y) <= pitch || Math.abs(piece.y - lower.y) <= pitch)
  return !lines
    .slice(Math.max(0, middle - 4), middle + 5)
    .some(({ page, pieces }) => page === upper.page && pieces.some(isNext))
}

/** Words with a number behind them are a row of their own. */
const hasValue = ({ pieces }: Line, piece: Piece) => pieces[pieces.indexOf(piece) + 1]?.figure != null

/** The last words of the next line, if they begin where the words of a row do. */
const flushWith = (line: Line, { x, y, size, figure }: Piece): Piece | undefined =>
  figure === null && Math.abs(line.y - y) <= lineHeight * size
    ? line.pieces.find(
        (other) =>
          other.figure === null &&
          Math.abs(other.x - x) < 1 &&
          Math.abs(other.size - size) < 0.3 &&
          line.pieces.at(-1) === other,
      )
    : undefined

function together(pieces: [Piece, ...Piece[]], y: number): Piece {
  return {
    ...pieces[0],
    text: pieces.map(({ text }) => text).join(' '),
    words: pieces.flatMap(({ words }) => words),
    x: Math.min(...pieces.map(({ x }) => x)),
    right: Math.max(...pieces.map(({ right }) => right)),
    y,
  }
}
