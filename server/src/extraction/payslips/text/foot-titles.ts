import { footTitleTuning } from '../tuning/text.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'
import { classifyTitle } from './titles.ts'

// Preprinted forms may have the titles of the columns below the rows: `BASIC HOURS 35.00 13.10 458.50` above `PAYMENTS |
// UNITS | RATE | AMOUNT`.

/** Moves such titles above the first row of their table. */
export function moveFootTitles(lines: PayslipLine[]): PayslipLine[] {
  const ordered = [...lines]
  for (const [n, line] of lines.entries()) {
    const first = isLineOfTitles(line) && !hasRowBelow(lines, n) ? findFirstRow(lines, n) : undefined
    if (!first) continue
    const y = first.y - footTitleTuning.lineDistance * Math.max(...line.pieces.map(({ size }) => size))
    const pieces = line.pieces.map((piece) => ({ ...piece, y }))
    ordered.splice(ordered.indexOf(line), 1)
    ordered.splice(ordered.indexOf(first), 0, { ...line, y, pieces })
  }
  return ordered
}

/** Whether the line consists of column titles, with a title of a table of pay or deductions and one of amounts. */
function isLineOfTitles({ pieces }: PayslipLine): boolean {
  if (pieces.length < footTitleTuning.minTitles || pieces.some(({ figure }) => figure !== null)) return false
  const titles = pieces.map(({ text }) => classifyTitle(text))
  return (
    titles.every((title) => title !== null) &&
    titles.some((title) => title?.kind === 'earnings' || title?.kind === 'deductions') &&
    titles.some((title) => title?.role === 'amount')
  )
}

/** Whether the line begins with a text in a column of labels and has an amount. One of two tables may be shorter. */
const isRow = ({ pieces }: PayslipLine, titles: TextPiece[]): boolean => {
  const [first] = pieces
  return (
    first?.figure === null &&
    titles.some(({ text, x }) => classifyTitle(text)?.kind && Math.abs(first.x - x) < first.size) &&
    pieces.some(({ figure }) => figure?.pence != null)
  )
}

function hasRowBelow(lines: PayslipLine[], n: number): boolean {
  const [line, below] = [lines[n] as PayslipLine, lines[n + 1]]
  return below?.block === line.block && isRow(below, line.pieces)
}

/** Returns the first of the rows directly above, or nothing if they have titles above them. */
function findFirstRow(lines: PayslipLine[], n: number): PayslipLine | undefined {
  const line = lines[n] as PayslipLine
  const isOwnRow = (other: PayslipLine | undefined) =>
    other !== undefined && other.block === line.block && isRow(other, line.pieces)
  let first = n
  while (isOwnRow(lines[first - 1])) first--
  const above = lines[first - 1]
  if (first === n || (above?.block === line.block && isLineOfTitles(above))) return undefined
  return lines[first]
}
