import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { classifyTitle, type Title } from '../../text/titles.ts'
import { columnTuning } from '../../tuning/cells.ts'
import { isAlignedWithColumn, isOverColumn } from './column-alignment.ts'
import type { NumberCell } from './number-cell.ts'
import type { PageContext } from './page-context.ts'

// Finds the titles above a number: those of its column and that of its group of rows.

/**
 * Finds the titles of the number's column. A short number such as `5` may miss a title that a longer number above it in
 * the same column is under.
 */
export function findTitlesOfColumn(context: PageContext, cell: NumberCell, headingLine: number): Title[] {
  const titles = findTitlesAbove(context, cell, headingLine)
  if (titles.length > 0) return titles
  const x = findLeftEdgeOfColumn(context, cell)
  return x < cell.piece.x
    ? findTitlesAbove(context, { ...cell, piece: { ...cell.piece, x } }, headingLine)
    : titles
}

/** Returns the titles of numbers just above in the same column, if only a subheading is between them. */
export function findTitlesOfColumnAbove(cells: NumberCell[], { piece, line }: NumberCell): Title[] {
  const above = cells.findLast(
    (other) =>
      other.line < line &&
      line - other.line <= columnTuning.linesOverSubheading &&
      other.piece.block === piece.block &&
      Math.abs(other.piece.right - piece.right) < columnTuning.sameRightEdge,
  )
  return (above?.titlesAbove ?? [])
    .filter(({ role, span }) => span === 'year' || role === 'amount')
    .map((title) => ({ ...title, kind: null }))
}

/** Returns the left edge of the longest number directly above the cell that ends at the same right edge. */
function findLeftEdgeOfColumn({ lines }: PageContext, { piece, line }: NumberCell): number {
  let { x } = piece
  for (let n = line - 1; lines[n]?.block === piece.block && line - n <= columnTuning.maxColumnRows; n--) {
    const above = lines[n]?.pieces.find(
      ({ figure, right }) =>
        figure !== null && Math.abs(right - piece.right) < columnTuning.columnEdgeTolerance,
    )
    if (above) x = Math.min(x, above.x)
    else if (lines[n]?.pieces.some((other) => overlap(other, piece) > 0)) break
  }
  return x
}

/** Searches upwards through the column, past other numbers, for its titles. Any other text ends the search. */
function findTitlesAbove(context: PageContext, { piece, line }: NumberCell, headingLine: number): Title[] {
  const { lines, titles, rowLabels } = context
  const stacked: Title[] = []
  let lastY = piece.y
  for (let n = line - 1; n >= 0 && stacked.length < columnTuning.maxStackedTitles; n--) {
    const above = lines[n] as PayslipLine
    // If a table is continued from the previous page, its titles are on that page.
    if (above.page !== piece.page && (stacked.length > 0 || hasTitlesOnPageAbove(context, line))) break
    if (stacked.length > 0 && lastY - above.y > piece.size * columnTuning.maxTitleDistance) break
    // Above the table's own title, only exactly aligned text still belongs to the column.
    const inColumn = above.pieces.filter((other) =>
      n >= headingLine ? isOverColumn(other, piece) : isAlignedWithColumn(other, piece),
    )
    // A dash in the column is an amount of zero.
    const texts = inColumn.filter(({ figure, text }) => figure === null && !/^page \d|^[-–—]$/i.test(text))
    const [firstText] = texts
    if (!firstText || isSubheading(above, firstText, piece)) continue
    // `Rate: 12.21` is a row of its own.
    const role = titles.get(firstText)?.role
    if ((role === 'rate' || role === 'units') && rowLabels.has(firstText)) break
    const broken = classifyTitle(`${findTextOver(lines, n, firstText)} ${firstText.text}`)
    const [whole] = texts.flatMap((text) => titles.get(text) ?? [])
    const title = whole?.span || !broken?.span ? whole : broken
    if (!title) {
      if (broken?.role) stacked.push(broken)
      break
    }
    stacked.push(title)
    lastY = above.y
  }
  return stacked
}

/** Whether the text is a subheading between the rows of a table: `Post 2 of 3 Exam Invigilator Lead`. */
const isSubheading = ({ pieces }: PayslipLine, text: TextPiece, cell: TextPiece) =>
  pieces.length === 1 && cell.x - text.x > columnTuning.subheadingOutdent && classifyTitle(text.text) === null

function hasTitlesOnPageAbove({ lines, titles }: PageContext, line: number): boolean {
  const page = lines[line]?.page
  return lines
    .slice(0, line)
    .some((above) => above.page === page && above.pieces.some((piece) => titles.get(piece)?.kind))
}

/** Returns the first half of a title that is broken over two lines: `Year to` above `date`. */
function findTextOver(lines: PayslipLine[], n: number, piece: TextPiece): string {
  const above = lines[n - 1]
  const over =
    above?.block === piece.block ? above.pieces.find((other) => overlap(other, piece) > 0) : undefined
  const isNear = over && piece.y - over.y < piece.size * columnTuning.maxBrokenTitleDistance
  return over && over.figure === null && isNear ? over.text : ''
}

export function findFirstTextAbove({ lines }: PageContext, { piece, line }: NumberCell): TextPiece | null {
  for (let n = line - 1; n >= 0 && lines[n]?.block === piece.block; n--) {
    const inColumn = lines[n]?.pieces.filter((other) => overlap(other, piece) > 0) ?? []
    const text = inColumn.find(({ figure }) => figure === null)
    if (text) return text
  }
  return null
}

/** Finds the title above a group of rows: `Taxable pay` above the rows `This month` and `Year to date`. */
export function findGroupTitle(
  { lines }: PageContext,
  { piece, line, labelPieces }: NumberCell,
): TextPiece | null {
  const label = labelPieces.at(-1)
  if (!label) return null
  const above = lines.slice(Math.max(0, line - columnTuning.linesToGroupTitle), line).toReversed()
  for (const { block, pieces } of above) {
    const title = pieces.find(
      (other) =>
        block === piece.block &&
        other.figure === null &&
        Math.abs(other.x - label.x) < columnTuning.strictLeftEdgeTolerance &&
        !classifyTitle(other.text)?.span,
    )
    // The label of a row with amounts of its own is no title.
    if (title) return pieces[pieces.indexOf(title) + 1]?.figure?.pence == null ? title : null
  }
  return null
}
