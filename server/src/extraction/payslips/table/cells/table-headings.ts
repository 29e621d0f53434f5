import { classifyLabel } from '../../text/label-meaning.ts'
import type { SectionKind } from '../../text/labels.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import type { Title } from '../../text/titles.ts'
import { tableTuning } from '../../tuning/cells.ts'
import {
  hasOnlyAmountsBelow,
  isHeadOfSummary,
  isLeadOfCaptions,
  isLineOfCaptions,
  isTitleOfBoxes,
} from './caption-lines.ts'
import { listSegmentsBelow, type PageContext } from './page-context.ts'
import { areCentredOverBoxes, limitCentredTables, measureTable, type TableHeading } from './table-edges.ts'

// Finds the titles of tables. The same words may also be the title of a column or the label of one amount.

export function findHeadings(context: PageContext): TableHeading[] {
  return context.lines.flatMap((own, line) => {
    const headings = own.pieces.flatMap((_, n) => toHeading(context, own, line, n) ?? [])
    const below = listSegmentsBelow(context, line)
    const onSameLine = [...headings, ...listNamedTables(context, own, line)].toSorted(
      (one, other) => one.piece.x - other.piece.x,
    )
    for (const heading of headings) measureTable(heading, onSameLine, below)
    if (areCentredOverBoxes(context.lines, line, headings)) limitCentredTables(headings)
    return headings
  })
}

/**
 * Lists the tables whose column titles are on a line and whose names are above it. `YTD` in one of them does not extend into
 * the next: `Description | Amount | YTD | Description | Amount | YTD` below `Statutory Deductions | Voluntary Deductions`.
 */
function listNamedTables(context: PageContext, own: PayslipLine, line: number): { piece: TextPiece }[] {
  const { lines, titles, rowLabels } = context
  const named = own.pieces.filter((piece, n) => {
    const title = titles.get(piece)
    const isOfRows = title?.kind === null && (title.role === 'description' || title.role === 'code')
    return isOfRows && isNamedAbove(context, { own, line, n, piece, title })
  })
  const above = lines[line - 1]
  const isDirectlyAbove =
    above?.block === own.block &&
    own.y - above.y < (own.pieces[0]?.size ?? 0) * tableTuning.maxTitleToRowDistance
  const names = isDirectlyAbove
    ? above.pieces.filter(
        (piece) =>
          !rowLabels.has(piece) &&
          namesOfTables.has(titles.get(piece)?.kind ?? null) &&
          piece.figure === null,
      )
    : []
  return [...named, ...names].map((piece) => ({ piece }))
}

const namesOfTables = new Set<SectionKind | null>(['earnings', 'deductions', 'employer'])

/** The nth piece of a line, which may be the title of a table. */
type HeadingCandidate = { own: PayslipLine; line: number; n: number; piece: TextPiece; title: Title }

/** Returns the nth piece of a line as the title of a table, or null if it is not one. */
function toHeading(context: PageContext, own: PayslipLine, line: number, n: number): TableHeading | null {
  const piece = own.pieces[n] as TextPiece
  const title = context.titles.get(piece)
  if (!title || context.rowLabels.has(piece) || isRowOfDashes(own, n)) return null
  const candidate: HeadingCandidate = { own, line, n, piece, title }
  if (!canBeginTable(context, candidate) || isPartOfFact(context, candidate)) return null
  const namesAmountBelow = isLabelOfAmountBelow(context, candidate)
  if (isCaption(context, candidate, namesAmountBelow) || isTitleOfColumnOnly(context, candidate)) return null
  // Above amounts, `Year to date` is a column title. The table is then a summary that has a year-to-date column.
  const isYearColumn = title.kind === 'year' && namesAmountBelow
  // A dash for zero may be below one of the column titles.
  const isColumn =
    (title.kind === 'year' || title.kind === 'summary') &&
    own.pieces.some((other) => hasOnlyAmountsBelow(context.lines, line, other))
  if (isColumn && hasNamedTableAbove(context, own, line)) return null
  return {
    piece,
    title: isYearColumn ? { ...title, kind: 'summary', span: null } : title,
    line,
    left: piece.x,
    right: Infinity,
  }
}

/** Whether the piece is the label of a row whose amounts are dashes for zero: `TOTAL DEDUCTIONS | - | -`. */
const isRowOfDashes = ({ pieces }: PayslipLine, n: number): boolean =>
  pieces.length > n + 1 && pieces.slice(n + 1).every(({ text }) => /^[-–—]$/.test(text))

/**
 * Whether the title names a kind of table. The title `Description` begins a table of unknown kind, unless a title above
 * it names the kind.
 */
const canBeginTable = (context: PageContext, candidate: HeadingCandidate): boolean =>
  candidate.title.kind !== null ||
  (candidate.title.role === 'description' && !isNamedAbove(context, candidate))

/** Whether a title word is the label or the value of a fact. */
function isPartOfFact(context: PageContext, { own, line, n, title }: HeadingCandidate): boolean {
  if (title.kind === 'distribution' && isLabelWithText(own, n)) return true
  if (!title.isWeak) return false
  // Above a name and an address, `Employer` is the label of a fact.
  if (title.kind === 'employer' && !hasRowsBelow(context, own, line)) return true
  const { titles, rowLabels } = context
  if (isPeriodOfFact(own, n)) return true
  const isTableHead = own.pieces.filter((other) => titles.has(other)).length >= tableTuning.minTitlesOfHead
  if (isTableHead) return false
  const [before, next] = [own.pieces[n - 1], own.pieces[n + 1]]
  const hasValueBeside = next !== undefined && !titles.has(next) && !rowLabels.has(next)
  // In `Tax basis: cumulative`, the word is the value of a fact and not a title.
  const hasLabelBefore = before !== undefined && before.figure === null && !titles.has(before)
  return hasValueBeside || hasLabelBefore
}

/** Whether the piece ends with a colon and text follows it: `Paid into: | Account ****3367`. */
const isLabelWithText = ({ pieces }: PayslipLine, n: number): boolean =>
  /:$/.test(pieces[n]?.text ?? '') && pieces[n + 1]?.figure === null

const periodLabel = /^(?:tax |pay |payroll )?(?:period|month|week)(?: no\.?| number)? ?:?$/i
const periodValue =
  /^:? ?(?:(?:tax |pay )?(?:month|mth|week|wk|period|fortnight)\.? ?(?:no\.? ?)?\d{1,2}(?: of \d{1,2})?|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*(?: (?:20)?\d\d)?)$/i

/** Whether the line is the label of the pay period and its value: `Period | Month 11`. Neither is a column title. */
const isPeriodOfFact = ({ pieces }: PayslipLine, n: number): boolean => {
  const text = pieces[n]?.text ?? ''
  return (
    (periodLabel.test(text) && periodValue.test(pieces[n + 1]?.text ?? '')) ||
    (periodValue.test(text) && periodLabel.test(pieces[n - 1]?.text ?? ''))
  )
}

/**
 * Whether the amount below belongs to the title itself. Above a row of boxes with captions, `Totals to date` is the
 * title of the boxes and not the label of one amount.
 */
function isLabelOfAmountBelow({ lines }: PageContext, { line, n, piece, title }: HeadingCandidate): boolean {
  const isOverBoxes =
    title.kind === 'year' && (isTitleOfBoxes(lines, line) || (n === 0 && isLeadOfCaptions(lines, line)))
  return !isOverBoxes && hasOnlyAmountsBelow(lines, line, piece)
}

/** Whether the piece is the caption of one amount below it. */
function isCaption(
  { lines, titles }: PageContext,
  { own, line, n, piece, title }: HeadingCandidate,
  namesAmountBelow: boolean,
): boolean {
  if (classifyLabel(piece.text).kind !== null && namesAmountBelow) return true
  if (title.kind === 'deductions' && namesAmountBelow && isHeadOfSummary(lines, line)) return true
  if (!title.isWeak) return false
  if (title.kind !== 'year' && isLineOfCaptions(lines, line)) return true
  // `So far this year` may begin a line of captions. `Pay` is then the caption of one amount.
  const isBehindYear = own.pieces.slice(0, n).some((other) => titles.get(other)?.kind === 'year')
  return namesAmountBelow && isBehindYear
}

/** Whether one of the next lines contains a label with an amount. */
const hasRowsBelow = ({ segments }: PageContext, { block }: PayslipLine, line: number): boolean =>
  segments.some(
    (segment) =>
      segment.block === block && segment.line > line && segment.line <= line + tableTuning.linesToFirstRow,
  )

/** Whether the title of a table is directly above a line of column titles: `What came off` above `March | Year`. */
function hasNamedTableAbove(
  { lines, titles, rowLabels }: PageContext,
  own: PayslipLine,
  line: number,
): boolean {
  const above = lines[line - 1]
  const [first] = above?.pieces ?? []
  const kind = first && titles.get(first)?.kind
  return (
    above?.block === own.block &&
    first !== undefined &&
    above.pieces.slice(1).every((other) => titles.has(other)) &&
    !rowLabels.has(first) &&
    own.y - above.y < first.size * tableTuning.maxTitleToRowDistance &&
    own.pieces.every(({ x }) => x > first.right) &&
    (kind === 'earnings' || kind === 'deductions' || kind === 'employer')
  )
}

/** Whether a title just above names the kind of the table that begins with the candidate. */
function isNamedAbove(
  { lines, titles, rowLabels }: PageContext,
  { own: { pieces }, line, n, piece }: HeadingCandidate,
): boolean {
  const nextTable = pieces.slice(n + 1).find((other) => titles.get(other)?.role === 'description')
  const lastTitle = pieces.slice(n).findLast(({ figure }) => figure === null)
  const tableEnd = Math.min(nextTable?.x ?? Infinity, lastTitle?.right ?? Infinity)
  const candidates = lines
    .slice(Math.max(0, line - tableTuning.linesAboveDescription), line)
    .flatMap((above) => above.pieces)
  return candidates.some((other) => {
    const kind = titles.get(other)?.kind
    const isCentred = other.x > piece.x && other.right < tableEnd
    const isAligned = Math.abs(other.x - piece.x) < tableTuning.titleEdgeTolerance
    return (
      (isAligned || isCentred) &&
      piece.y - other.y < piece.size * tableTuning.maxTitleToRowDistance &&
      other.block === piece.block &&
      !rowLabels.has(other) &&
      (kind === 'earnings' || kind === 'deductions')
    )
  })
}

/**
 * Whether a period, year or employer title names only a column. It does if it is to the right of another column title
 * and no labels begin below it.
 */
function isTitleOfColumnOnly(context: PageContext, candidate: HeadingCandidate): boolean {
  const { own, line, n, piece, title } = candidate
  const { x } = piece
  if (title.kind === 'employer') return isEmployerColumn(context, candidate)
  const isBehindColumn = own.pieces.slice(0, n).some((other) => {
    const title = context.titles.get(other)
    return title?.role != null && title.span === null
  })
  return (
    title.span !== null &&
    isBehindColumn &&
    // The rows may be in a block of their own below that of the titles.
    !context.segments.some(
      (segment) =>
        segment.line > line &&
        segment.line <= line + tableTuning.linesBelowTitle &&
        context.lines[segment.line]?.page === own.page &&
        Math.abs(segment.x - x) < tableTuning.titleEdgeTolerance,
    )
  )
}

/**
 * Whether `Employer cost` is a column of the table to its left. It is the title of a table of its own if labels begin
 * between the column title before it and its own right edge.
 */
function isEmployerColumn(context: PageContext, { own, line, n, piece }: HeadingCandidate): boolean {
  const before = own.pieces.slice(0, n).findLast((other) => context.titles.has(other))
  return (
    before !== undefined &&
    !listSegmentsBelow(context, line).some(({ x }) => x > before.right && x < piece.right)
  )
}
