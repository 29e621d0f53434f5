import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { overlap } from '../../text/lines.ts'
import type { Title } from '../../text/titles.ts'
import { columnTuning } from '../../tuning/cells.ts'
import type { NumberCell } from './number-cell.ts'

// In wide columns, titles may be centred and numbers right-aligned, so that no number is below its title. Titles and
// columns are then matched by order.

type NumberColumn = { x: number; right: number; cells: NumberCell[] }

/** Returns the title of each number in tables that have as many columns of numbers as titles. */
export function matchTitlesByOrder(
  lines: PayslipLine[],
  cells: NumberCell[],
  titles: Map<TextPiece, Title>,
): Map<NumberCell, Title> {
  const matched = new Map<NumberCell, Title>()
  const cellsByLine = Map.groupBy(cells, ({ line }) => line)
  for (const [n, { pieces }] of lines.entries()) {
    const columnTitles = listColumnTitles(pieces, titles)
    if (columnTitles.length < columnTuning.minTitlesByOrder) continue
    const below = listLinesOfTable(lines, n).flatMap((line) => cellsByLine.get(line) ?? [])
    const columns = groupByRightEdge(below)
    if (columns.length !== columnTitles.length || !areInOrder(columns, columnTitles)) continue
    for (const [k, column] of columns.entries())
      for (const cell of column.cells) matched.set(cell, titles.get(columnTitles[k] as TextPiece) as Title)
  }
  return matched
}

/** Whether each column begins behind its title and ends before the middle of the next, and some column is not below. */
function areInOrder(columns: NumberColumn[], titles: TextPiece[]): boolean {
  const centreOf = (title: TextPiece | undefined) => (title ? (title.x + title.right) / 2 : Infinity)
  const isInOrder = columns.every(
    ({ right }, k) => right > (titles[k]?.x ?? 0) && right < centreOf(titles[k + 1]),
  )
  return isInOrder && columns.some((column, k) => overlap(column, titles[k] as TextPiece) < 0)
}

/** Returns the titles behind the title of the descriptions, or none if the line is not the head of a single table. */
function listColumnTitles(pieces: TextPiece[], titles: Map<TextPiece, Title>): TextPiece[] {
  const [first, ...others] = pieces
  const lead = first && titles.get(first)
  const isDescription =
    lead && (lead.role === 'description' || lead.kind === 'earnings' || lead.kind === 'deductions')
  const areColumns = others.every((piece) => {
    const title = titles.get(piece)
    return title && (title.role !== null || title.span !== null) && title.role !== 'description'
  })
  return isDescription && areColumns ? others : []
}

/** Lists the lines below a head up to the next line without numbers or the next wide gap between two lines. */
function listLinesOfTable(lines: PayslipLine[], head: number): number[] {
  const found: number[] = []
  const distanceOver = (n: number) => (lines[n]?.y ?? 0) - (lines[n - 1]?.y ?? 0)
  const maxDistance = distanceOver(head + 2) * columnTuning.maxRowDistance
  for (let n = head + 1; lines[n]?.block === lines[head]?.block; n++) {
    if (!lines[n]?.pieces.some(({ figure }) => figure !== null)) break
    if (n > head + 2 && distanceOver(n) > maxDistance) break
    found.push(n)
  }
  return found
}

function groupByRightEdge(cells: NumberCell[]): NumberColumn[] {
  const columns: NumberColumn[] = []
  for (const cell of cells) {
    const { x, right } = cell.piece
    const column = columns.find((other) => Math.abs(other.right - right) < columnTuning.columnEdgeTolerance)
    if (column) {
      column.x = Math.min(column.x, x)
      column.cells.push(cell)
    } else columns.push({ x, right, cells: [cell] })
  }
  return columns.toSorted((one, other) => one.right - other.right)
}
