import { classifyLabel } from '../../text/label-meaning.ts'
import type { SectionKind } from '../../text/labels.ts'
import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { tableTuning } from '../../tuning/cells.ts'
import type { NumberCell } from './number-cell.ts'
import type { LabelledSegment, PageContext } from './page-context.ts'
import type { TableHeading } from './table-edges.ts'

// Finds the table that contains a number, identified by its heading.

/** A number, the left edge of its label, its own extent, and the headings that may be above it. */
type HeadingSearch = {
  cell: NumberCell
  x: number
  extent: { x: number; right: number }
  headings: TableHeading[]
  segments: LabelledSegment[]
  lines: PayslipLine[]
}

/** Returns a function that finds the heading of the table that contains a number. */
export function createTableFinder(
  { lines, segments }: PageContext,
  cells: NumberCell[],
  headings: TableHeading[],
): (cell: NumberCell) => TableHeading | undefined {
  const areBeside = createBesideTest(lines)
  const firstOfLine = new Map(cells.toReversed().map((cell) => [cell.line, cell]))
  const findHeading = (cell: NumberCell) => {
    const notBeside = headings.filter(({ piece }) => !areBeside(piece.block, cell.piece.block))
    const search = { cell, headings: notBeside, segments, lines }
    const label = cell.labelPieces.at(-1)
    const caption = label ? undefined : captionOf(cell)
    const ofCaption = caption && findHeadingAbove({ ...search, x: caption.x, extent: caption })
    const own = findHeadingAbove({ ...search, x: label?.x ?? cell.piece.x, extent: cell.piece })
    // A title in the middle of the boxes is above the amount and not above its caption.
    return ofCaption && own && ofCaption.line >= own.line ? ofCaption : own
  }
  return (cell) => {
    const own = findHeading(cell)
    // All numbers on a line of captioned numbers belong to the same table, even those far to the right of the table's
    // title.
    const first = firstOfLine.get(cell.line)
    if (!first || first.labelPieces.length > 0 || cell.labelPieces.length > 0) return own
    const ofLine = findHeading(first)
    return ofLine && (!own || isAboveHeading(own, ofLine, cell)) ? ofLine : own
  }
}

/** Returns the caption of a box if it is to the left of the amount, which may then be at the edge of the next table. */
const captionOf = ({ piece, labelsAbove }: NumberCell): TextPiece | undefined =>
  labelsAbove.find(({ text, right }) => right < piece.x && classifyLabel(text).kind !== null)

/** Whether a heading is above another. In different blocks, the order of lines does not show which one is higher. */
const isAboveHeading = (one: TableHeading, other: TableHeading, { piece }: NumberCell): boolean =>
  one.piece.block === other.piece.block ||
  one.piece.block === piece.block ||
  other.piece.block === piece.block
    ? one.line < other.line
    : one.piece.page < other.piece.page ||
      (one.piece.page === other.piece.page && one.piece.y < other.piece.y)

/** Returns a function that tests whether two blocks are side by side: one ends before the other begins. */
function createBesideTest(lines: PayslipLine[]): (one: number, other: number) => boolean {
  const extents = new Map<number, { page: number; x: number; right: number }>()
  for (const { page, block, pieces } of lines) {
    const { x, right } = extents.get(block) ?? { x: Infinity, right: -Infinity }
    extents.set(block, {
      page,
      x: Math.min(x, ...pieces.map((piece) => piece.x)),
      right: Math.max(right, ...pieces.map((piece) => piece.right)),
    })
  }
  return (one, other) => {
    const [first, second] = [extents.get(one), extents.get(other)]
    return !!first && !!second && first.page === second.page && overlap(first, second) < 0
  }
}

/**
 * Finds the last heading above the number, or to its left on the same line, whose table contains the number's label.
 */
function findHeadingAbove(search: HeadingSearch): TableHeading | undefined {
  const { cell, x, extent, headings } = search
  const { line, labelPieces } = cell
  const label = labelPieces.at(-1)
  const own = headings.findLast(
    (heading) =>
      (heading.line < line ||
        (heading.line === line && label !== undefined && heading.piece.right <= label.x)) &&
      heading.left <= x &&
      (x <= heading.right ||
        (label === undefined && heading.left <= extent.right && extent.x <= heading.right)),
  )
  return findWideHeading(search, own) ?? own
}

const wideKinds = new Set<SectionKind | null>(['year', 'summary', 'employer'])

/**
 * Finds the heading of a table whose amounts extend over several columns. Further columns belong to the table if they
 * are on the same rows as its first column.
 */
function findWideHeading(
  { cell, x, headings, segments, lines }: HeadingSearch,
  own: TableHeading | undefined,
): TableHeading | undefined {
  const { line, piece } = cell
  const wide = headings.findLast(
    (heading) => heading.line < line && heading.left <= x && heading.piece.block === piece.block,
  )
  if (!wide || wide === own || !wideKinds.has(wide.title.kind)) return undefined
  const isLastOfLine = !headings.some((other) => other.line === wide.line && other.left > wide.left)
  if (!isLastOfLine && wide.title.kind !== 'year') return undefined
  // A table without a name ends where a named table begins.
  const isEnded = own?.title.kind === null && own.line < wide.line
  const isBesideOther =
    own &&
    !isEnded &&
    (own.line > wide.line || own.piece.x > wide.piece.x + tableTuning.titleEdgeTolerance) &&
    !isNamedAgain(own, wide, segments) &&
    !(own.line < wide.line && isRowOfPairsBelow(lines, wide.line, line))
  if (isBesideOther) return undefined
  const firstColumn = segments.filter(({ x }) => x >= wide.left && x <= wide.right)
  // `NI LETTER | A` is a row of the first column without a number.
  const isRowOfColumn = (text: TextPiece) =>
    text.figure === null &&
    firstColumn.some(
      (segment) => segment.line > wide.line && Math.abs(segment.x - text.x) < tableTuning.titleEdgeTolerance,
    )
  const isOnItsRows =
    firstColumn.some((segment) => segment.line === line) || lines[line]?.pieces.some(isRowOfColumn)
  return isOnItsRows ? wide : undefined
}

/**
 * Whether a number is on the line below a title that is alone on its line, and this line consists of at least three labels
 * with an amount each: `Gross pay 9,000.00 | Tax 1,096.80 | NI 468.48` below `Year to date`.
 */
function isRowOfPairsBelow(lines: PayslipLine[], titleLine: number, line: number): boolean {
  const pieces = lines[line]?.pieces ?? []
  const arePairs = pieces.every(({ figure }, n) => (figure?.pence != null) === (n % 2 === 1))
  const labels = pieces.filter((_, n) => n % 2 === 0)
  return (
    line === titleLine + 1 &&
    lines[titleLine]?.pieces.length === 1 &&
    arePairs &&
    pieces.length === labels.length * 2 &&
    labels.length >= tableTuning.minPairsBelowTitle &&
    labels.every(({ text }) => classifyLabel(text).kind !== null)
  )
}

/**
 * Whether the table `own` contains the same kind of amount above the title `wide` and again on the rows below it. All amounts
 * below `Year to date | Gross | Tax` and `NI | Net pay` are then those of the year, even if the table of deductions began
 * above the tax and the net pay.
 */
function isNamedAgain(own: TableHeading, wide: TableHeading, segments: LabelledSegment[]): boolean {
  const kindOf = ({ label }: LabelledSegment) => classifyLabel(label.text).kind
  const inOwn = segments.filter(({ line, x }) => line > own.line && x >= own.left && x <= own.right)
  const rowsOfWide = new Set(
    segments
      .filter(({ line, x }) => line > wide.line && x >= wide.left && x <= wide.right)
      .map(({ line }) => line),
  )
  const kindsAbove = new Set(inOwn.filter(({ line }) => line < wide.line).map(kindOf))
  return inOwn.some(
    (segment) => rowsOfWide.has(segment.line) && kindOf(segment) !== null && kindsAbove.has(kindOf(segment)),
  )
}
