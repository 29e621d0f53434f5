import { isProduct } from '../table/rows/units-product.ts'
import { payGridTuning } from '../tuning/text.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'

// Some payslips print earnings and deductions as a grid of boxes with two lines each: `Rest Day Working` above `2.00 @
// 183.62 | 367.24`, `PAYE` above `To date 3,298.65 | 411.80`. Each box is rewritten as a row of a table.

/** The cells of a table row: quantity, rate, amount, and the mark and amount of the year. Cells may be empty. */
type BoxContent = { cells: (TextPiece | null)[]; isDetailed: boolean }

type Box = BoxContent & { caption: TextPiece }

/** A line of descriptions and the line of numbers below it. */
type GridRow = { line: number; boxes: Box[]; isDetailed: boolean }

const yearMark = /^(?:ytd|y\.t\.d\.?|(?:year )?to date|this year|cum\.?|td) ?:?$/i
const unitMark = /^(?:x|×|@|at|(?:hours?|hrs?|h|days?|units?|shifts?|miles)(?: ?(?:x|×|@|at))?)$/i

/** The width of the longest description and that of a cell with a number, in points. */
type GridWidths = { description: number; cell: number }

/** Rewrites every grid of boxes as rows of a table: a description, its quantity and rate, and its amounts. */
export function unfoldPayGrids(lines: PayslipLine[]): PayslipLine[] {
  const rows = listGridRows(lines)
  if (rows.length === 0) return lines
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const widths = measureWidths(rows, lines)
  return lines.flatMap((line, n) => {
    const row = byLine.get(n)
    if (row) return toTableRows(row, widths, line, (lines[n + 1]?.y ?? line.y) - line.y)
    return byLine.has(n - 1) ? [] : [line]
  })
}

/**
 * Lists the rows of all grids. A box with units or with an amount of the year shows that its row is one of a grid, and
 * so are the rows above and below whose boxes begin at the same edges.
 */
function listGridRows(lines: PayslipLine[]): GridRow[] {
  const rows: GridRow[] = []
  for (const n of lines.keys()) {
    const boxes = rows.at(-1)?.line === n - 1 ? null : readBoxes(lines[n], lines[n + 1])
    if (boxes) rows.push({ line: n, boxes, isDetailed: boxes.some(({ isDetailed }) => isDetailed) })
  }
  const detailed = rows.filter(({ isDetailed }) => isDetailed)
  return rows.filter((row) => row.isDetailed || detailed.some((other) => areInOneGrid(row, other, rows)))
}

/** Whether two rows belong to one grid: only rows are between them, and the boxes of one begin where the other's do. */
function areInOneGrid(row: GridRow, other: GridRow, rows: GridRow[]): boolean {
  const [first, last] = [rows.indexOf(row), rows.indexOf(other)].toSorted((one, two) => one - two)
  const between = rows.slice(first, (last ?? 0) + 1)
  const areAdjacent = between.slice(1).every(({ line }, n) => line === (between[n]?.line ?? 0) + 2)
  const edges = other.boxes.map(({ caption }) => caption.x)
  return (
    areAdjacent &&
    row.boxes.every(
      ({ caption }, n) => Math.abs(caption.x - (edges[n] ?? Infinity)) < payGridTuning.edgeTolerance,
    )
  )
}

function readBoxes(captions: PayslipLine | undefined, values: PayslipLine | undefined): Box[] | null {
  if (!captions || !values || captions.block !== values.block || captions.page !== values.page) return null
  const { maxDistance, edgeTolerance } = payGridTuning
  const size = Math.max(...values.pieces.map((piece) => piece.size))
  if (values.y - captions.y > size * maxDistance) return null
  const areNames = captions.pieces.every(({ figure, text }) => figure === null && /\p{L}{2}/u.test(text))
  if (!areNames || (values.pieces[0]?.x ?? 0) < (captions.pieces[0]?.x ?? 0) - edgeTolerance) return null
  const boxes: Box[] = []
  for (const [n, caption] of captions.pieces.entries()) {
    const end = (captions.pieces[n + 1]?.x ?? Infinity) - edgeTolerance
    const content = readContent(values.pieces.filter(({ x }) => x >= caption.x - edgeTolerance && x < end))
    if (!content) return null
    boxes.push({ caption, ...content })
  }
  return boxes
}

/** Reads the numbers of a box, or returns null if it contains anything but an amount, its units and that of the year. */
function readContent(pieces: TextPiece[]): BoxContent | null {
  const numbers = pieces.filter(({ figure }) => figure !== null)
  const marks = pieces.filter(({ figure }) => figure === null)
  const isMoney = (piece: TextPiece | undefined) => piece?.figure?.pence != null
  const [first, second, third, ...others] = numbers
  const [mark, ...otherMarks] = marks
  if (!first || others.length > 0) return null
  if (marks.length === 0 && !second)
    return isMoney(first) ? { cells: [null, null, first], isDetailed: false } : null
  if (mark && yearMark.test(mark.text)) {
    const ofYear = pieces[pieces.indexOf(mark) + 1]
    const amount = numbers.find((piece) => piece !== ofYear)
    const isPair = otherMarks.length === 0 && !third && isMoney(ofYear) && isMoney(amount)
    return isPair && ofYear && amount ? { cells: [null, null, amount, mark, ofYear], isDetailed: true } : null
  }
  if (!second || !marks.every(({ text }) => unitMark.test(text))) return null
  if (third)
    for (const amount of [third, first]) {
      const [quantity, rate] = numbers.filter((piece) => piece !== amount)
      const pence = amount.figure?.pence
      if (pence != null && quantity && rate && isProduct(quantity, rate, pence))
        return { cells: [quantity, rate, amount], isDetailed: true }
    }
  return null
}

/**
 * Places the boxes of a row below each other, with their numbers aligned as in the columns of a table. The words of each
 * piece keep their place on the page.
 */
function toTableRows(row: GridRow, widths: GridWidths, captions: PayslipLine, height: number): PayslipLine[] {
  const left = row.boxes[0]?.caption.x ?? 0
  return row.boxes.map(({ caption, cells }, n) => {
    const y = captions.y + (height * n) / row.boxes.length
    const numbers = cells.flatMap((piece, column) => {
      if (!piece) return []
      const right = left + widths.description + (column + 1) * widths.cell
      return [{ ...piece, y, right, x: right - piece.right + piece.x }]
    })
    const name = { ...caption, y, x: left, right: left + caption.right - caption.x }
    return { ...captions, y, pieces: [name, ...numbers] }
  })
}

/** Measures the columns. The numbers are placed behind the title of the grid too, which is not the label of one of them. */
function measureWidths(rows: GridRow[], lines: PayslipLine[]): GridWidths {
  const widthOf = ({ x, right }: TextPiece) => right - x
  const cells = rows.flatMap(({ boxes }) => boxes.flatMap((box) => box.cells.filter((cell) => cell !== null)))
  const captions = rows.flatMap(({ boxes }) => boxes.map(({ caption }) => caption))
  const titles = rows.flatMap(({ line }) => lines[line - 1]?.pieces.slice(0, 1) ?? [])
  const size = Math.max(...cells.map((cell) => cell.size))
  return {
    description: Math.max(...captions.map(widthOf), ...titles.map(widthOf)),
    cell: Math.max(...cells.map(widthOf)) + size * payGridTuning.columnGap,
  }
}
