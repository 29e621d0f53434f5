import { classifyLabel, stripYearPrefix } from '../text/label-meaning.ts'
import { type SectionKind, unitWords } from '../text/labels.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { classifyTitle, type ExtraTitles, type Title } from '../text/titles.ts'
import { cellTuning } from '../tuning.ts'

// Collects for every number of the payslip all text that could name it: labels beside and above it, the titles of its column
// and of its table. Arithmetic decides later which of them applies.

export type NumberCell = {
  piece: TextPiece
  /** Index of its line. */
  line: number
  /** Text to the left, back to the previous number or the margin; the nearest last. */
  labelPieces: TextPiece[]
  /** How many other numbers are between that text and this one. */
  numbersBefore: number
  /** Labels above, the nearest first. */
  labelsAbove: TextPiece[]
  /** Label right below, if the line has nothing but numbers. */
  labelBelow: TextPiece | null
  /** The line begins with a year-to-date prefix: `Totals to date: pay`. */
  isYearToDateLine: boolean
  /** Titles of the column, the nearest first. */
  titlesAbove: Title[]
  /** The first text above, other numbers skipped. */
  firstTextAbove: TextPiece | null
  /** The line continues in words behind it: a sentence, not a table. */
  isInSentence: boolean
  section: SectionKind | null
  /** The title of that section, which tells two tables of one kind apart. */
  sectionTitle: TextPiece | null
}

/** The title of a table, with the left and right edge of the table. */
type TableHeading = { piece: TextPiece; title: Title; line: number; left: number; right: number }

/** A label with its numbers, as one stretch of a line. */
type LabelledSegment = { page: number; line: number; x: number; right: number }

type PageContext = {
  lines: PayslipLine[]
  titles: Map<TextPiece, Title>
  /** Pieces directly to the left of a number. */
  rowLabels: Set<TextPiece>
  segments: LabelledSegment[]
}

export function buildCells(lines: PayslipLine[], extra: ExtraTitles = {}): NumberCell[] {
  const cells = lines.flatMap((line, n) => listCellsOfLine(line, n))
  const context: PageContext = {
    lines,
    titles: findTitles(lines, extra),
    rowLabels: new Set(
      cells
        .filter(({ numbersBefore }) => numbersBefore === 0)
        .flatMap(({ labelPieces }) => labelPieces.at(-1) ?? []),
    ),
    segments: listSegments(cells),
  }
  const headings = findHeadings(context)
  for (const cell of cells) {
    const heading = findHeadingOf(cell, headings)
    cell.section = heading?.title.kind ?? null
    cell.sectionTitle = heading?.piece ?? null
    cell.labelsAbove = findLabelsAbove(context, cell)
    cell.labelBelow = findLabelBelow(context, cell)
    cell.titlesAbove = findTitlesAbove(context, cell, heading?.line ?? -1)
    cell.firstTextAbove = findFirstTextAbove(context, cell)
  }
  return cells
}

function findTitles(lines: PayslipLine[], extra: ExtraTitles): Map<TextPiece, Title> {
  const titles = new Map<TextPiece, Title>()
  for (const { pieces } of lines)
    for (const piece of pieces) {
      const title = piece.figure === null ? classifyTitle(piece.text, extra) : null
      if (title) titles.set(piece, title)
    }
  return titles
}

const isUnitWord = ({ text }: TextPiece) => unitWords.test(text) || /^gbp$/i.test(text)

const noSurroundings = {
  labelsAbove: [],
  labelBelow: null,
  titlesAbove: [],
  firstTextAbove: null,
  section: null,
  sectionTitle: null,
}

function listCellsOfLine({ pieces }: PayslipLine, line: number): NumberCell[] {
  if (hasLabelsBehindNumbers(pieces)) return listCellsBeforeLabels(pieces, line)
  const isYearToDateLine = pieces[0]?.figure === null && stripYearPrefix(pieces[0].text) !== null
  const cells: NumberCell[] = []
  let labelPieces: TextPiece[] = []
  let numbersBefore = 0
  for (const [n, piece] of pieces.entries()) {
    if (piece.figure === null || isPayrollCode(piece, pieces[n + 1])) {
      if (isUnitWord(piece)) continue
      if (numbersBefore > 0) labelPieces = []
      numbersBefore = 0
      labelPieces = [...labelPieces, piece]
    } else {
      const isInSentence = !isYearToDateLine && isContinuedInWords(piece, pieces[n + 1])
      cells.push({
        piece,
        line,
        labelPieces,
        numbersBefore,
        isInSentence,
        isYearToDateLine,
        ...noSurroundings,
      })
      numbersBefore++
    }
  }
  return cells
}

/** `3,000.00 Salary`: some payslips print every amount before its label. */
function hasLabelsBehindNumbers(pieces: TextPiece[]): boolean {
  const isAmount = ({ figure }: TextPiece) => figure?.pence != null
  const labels = pieces.filter((piece) => piece.figure === null && /\p{L}{2}/u.test(piece.text))
  return (
    pieces.length >= 2 &&
    pieces.length % 2 === 0 &&
    labels.length * 2 === pieces.length &&
    pieces.every((piece, n) => isAmount(piece) === (n % 2 === 0))
  )
}

const listCellsBeforeLabels = (pieces: TextPiece[], line: number): NumberCell[] =>
  pieces.flatMap((piece, n): NumberCell[] => {
    const label = pieces[n + 1]
    if (piece.figure === null || !label) return []
    return [
      {
        piece,
        line,
        labelPieces: [label],
        numbersBefore: 0,
        isInSentence: false,
        isYearToDateLine: false,
        ...noSurroundings,
      },
    ]
  })

/** `5000` before `PAYE Tax`. */
const isPayrollCode = ({ text, right, size }: TextPiece, next: TextPiece | undefined) =>
  /^\d{3,5}$/.test(text) &&
  next !== undefined &&
  next.figure === null &&
  next.x - right < size * cellTuning.maxCodeGap

const isContinuedInWords = ({ right, size }: TextPiece, next: TextPiece | undefined) =>
  next !== undefined &&
  next.figure === null &&
  next.x - right < size * cellTuning.maxSentenceGap &&
  /^[a-z,.;]/.test(next.text) &&
  !isUnitWord(next)

function findLabelsAbove({ lines }: PageContext, { piece, line }: NumberCell): TextPiece[] {
  const { maxLabelDistance, minTypeSize, labelReachLeft, labelReachRight, maxBoxWidth } = cellTuning
  const labels: TextPiece[] = []
  for (let n = line - 1; n >= 0; n--) {
    const above = lines[n] as PayslipLine
    const isTooFar = piece.y - above.y > maxLabelDistance * Math.max(piece.size, minTypeSize)
    if (above.page !== piece.page || isTooFar) break
    const reach = {
      x: piece.x - piece.size * labelReachLeft,
      right: piece.right + piece.size * labelReachRight,
    }
    const near = above.pieces.filter((other) => overlap(other, reach) > 0)
    if (near.some(({ figure, x, right }) => figure?.pence != null && overlap({ x, right }, piece) > 0)) break
    const texts = near.filter(({ figure }) => figure === null)
    const directlyAbove = texts.filter((other) => overlap(other, piece) > 0)
    labels.push(...(directlyAbove.length > 0 ? directlyAbove : texts))
    const toTheLeft = above.pieces.findLast(({ x }) => x < piece.right)
    const isInSameBox =
      toTheLeft &&
      toTheLeft.figure === null &&
      toTheLeft.right < reach.x &&
      piece.x - toTheLeft.right < maxBoxWidth
    if (isInSameBox) labels.push(toTheLeft)
  }
  return labels
}

/** Numbers in a row of cards have their labels below them. */
function findLabelBelow({ lines }: PageContext, { piece, line }: NumberCell): TextPiece | null {
  const [own, below] = [lines[line], lines[line + 1]]
  const isNear =
    below?.page === piece.page && below.y - piece.y <= piece.size * cellTuning.maxCardLabelDistance
  if (!own || !below || !isNear) return null
  if (own.pieces.some(({ figure }) => figure === null)) return null
  return below.pieces.find((other) => other.figure === null && overlap(other, piece) > 0) ?? null
}

/** Walks up the column, past other numbers, to its titles; any other text ends the search. */
function findTitlesAbove(context: PageContext, { piece, line }: NumberCell, headingLine: number): Title[] {
  const { lines, titles } = context
  const stacked: Title[] = []
  let lastY = piece.y
  for (let n = line - 1; n >= 0 && stacked.length < cellTuning.maxStackedTitles; n--) {
    const above = lines[n] as PayslipLine
    // A table continued from the previous page has its titles there.
    if (above.page !== piece.page && (stacked.length > 0 || hasTitlesOnPageAbove(context, line))) break
    if (stacked.length > 0 && lastY - above.y > piece.size * cellTuning.maxTitleDistance) break
    // Above the table's own title, only text that is exactly aligned still belongs to the column.
    const inColumn = above.pieces.filter((other) =>
      n >= headingLine ? isOverColumn(other, piece) : isAlignedWithColumn(other, piece),
    )
    const texts = inColumn.filter(({ figure, text }) => figure === null && !/^page \d/i.test(text))
    const [firstText] = texts
    if (!firstText) continue
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

function hasTitlesOnPageAbove({ lines, titles }: PageContext, line: number): boolean {
  const page = lines[line]?.page
  return lines
    .slice(0, line)
    .some((above) => above.page === page && above.pieces.some((piece) => titles.get(piece)?.kind))
}

/** The first half of a title that is broken over two lines: `Year to` over `date`. */
function findTextOver(lines: PayslipLine[], n: number, piece: TextPiece): string {
  const above = lines[n - 1]
  const over =
    above?.page === piece.page ? above.pieces.find((other) => overlap(other, piece) > 0) : undefined
  const isNear = over && piece.y - over.y < piece.size * cellTuning.maxBrokenTitleDistance
  return over && over.figure === null && isNear ? over.text : ''
}

function findFirstTextAbove({ lines }: PageContext, { piece, line }: NumberCell): TextPiece | null {
  for (let n = line - 1; n >= 0 && lines[n]?.page === piece.page; n--) {
    const inColumn = lines[n]?.pieces.filter((other) => overlap(other, piece) > 0) ?? []
    const text = inColumn.find(({ figure }) => figure === null)
    if (text) return text
  }
  return null
}

const isOverColumn = (title: TextPiece, cell: TextPiece) =>
  overlap(title, cell) > -cellTuning.columnMiss ||
  Math.abs(title.right - cell.right) < cellTuning.columnEdgeTolerance ||
  Math.abs(title.x - cell.x) < cellTuning.columnEdgeTolerance

const isAlignedWithColumn = (title: TextPiece, cell: TextPiece) =>
  Math.abs(title.right - cell.right) < cellTuning.columnEdgeTolerance ||
  Math.abs(title.x - cell.x) < cellTuning.strictLeftEdgeTolerance ||
  (title.figure !== null && overlap(title, cell) > 0)

function findHeadings(context: PageContext): TableHeading[] {
  return context.lines.flatMap((own, line) => {
    const headings = own.pieces.flatMap((_, n) => toHeading(context, own, line, n) ?? [])
    const below = segmentsBelow(context, line)
    for (const heading of headings) measureTable(heading, headings, below)
    return headings
  })
}

/** The nth piece of a line as the title of a table, or null if it is none. */
function toHeading(context: PageContext, own: PayslipLine, line: number, n: number): TableHeading | null {
  const { lines, titles, rowLabels } = context
  const { pieces } = own
  const [before, piece, next] = [pieces[n - 1], pieces[n] as TextPiece, pieces[n + 1]]
  const title = titles.get(piece)
  if (!title || rowLabels.has(piece)) return null
  // `Description` begins a table whose kind is not named, unless a title above names it.
  const beginsUnnamedTable =
    title.role === 'description' && title.kind === null && !isNamedAbove(context, pieces, line, n)
  if (!title.kind && !beginsUnnamedTable) return null
  const isTableHead = pieces.filter((other) => titles.has(other)).length >= cellTuning.minTitlesOfHead
  const isWeak = title.isWeak && !isTableHead
  if (isWeak && next && !titles.has(next) && !rowLabels.has(next)) return null
  // The value of a fact: `Tax basis: cumulative`.
  if (isWeak && before && before.figure === null && !titles.has(before)) return null
  const namesAmountBelow = hasOnlyAmountsBelow(lines, line, piece)
  if (classifyLabel(piece.text).kind !== null && namesAmountBelow) return null
  if (isTitleOfColumnOnly(context, pieces, line, n, title)) return null
  // Over amounts, `Year to date` names their column; the table is then a summary with a year-to-date column.
  const isYearColumn = title.kind === 'year' && namesAmountBelow
  return {
    piece,
    title: isYearColumn ? { ...title, kind: 'summary', span: null } : title,
    line,
    left: piece.x,
    right: Infinity,
  }
}

/** Whether a title shortly above names the kind of the table that begins with the nth piece. */
function isNamedAbove(
  { lines, titles, rowLabels }: PageContext,
  pieces: TextPiece[],
  line: number,
  n: number,
): boolean {
  const piece = pieces[n] as TextPiece
  const nextTable = pieces.slice(n + 1).find((other) => titles.get(other)?.role === 'description')
  const lastTitle = pieces.slice(n).findLast(({ figure }) => figure === null)
  const tableEnd = Math.min(nextTable?.x ?? Infinity, lastTitle?.right ?? Infinity)
  const candidates = lines
    .slice(Math.max(0, line - cellTuning.linesAboveDescription), line)
    .flatMap((above) => above.pieces)
  return candidates.some((other) => {
    const kind = titles.get(other)?.kind
    const isCentred = other.x > piece.x && other.right < tableEnd
    const isAligned = Math.abs(other.x - piece.x) < cellTuning.titleEdgeTolerance
    return (
      (isAligned || isCentred) &&
      piece.y - other.y < piece.size * cellTuning.maxTitleToRowDistance &&
      other.page === piece.page &&
      !rowLabels.has(other) &&
      (kind === 'earnings' || kind === 'deductions')
    )
  })
}

/** Right of a description title, a period or year title names a column, unless labels begin below it. */
function isTitleOfColumnOnly(
  context: PageContext,
  pieces: TextPiece[],
  line: number,
  n: number,
  { span }: Title,
): boolean {
  const { x } = pieces[n] as TextPiece
  const isBehindDescription = pieces
    .slice(0, n)
    .some((other) => context.titles.get(other)?.role === 'description')
  return (
    span !== null &&
    isBehindDescription &&
    !segmentsBelow(context, line).some((segment) => Math.abs(segment.x - x) < cellTuning.titleEdgeTolerance)
  )
}

function segmentsBelow({ lines, segments }: PageContext, line: number): LabelledSegment[] {
  const page = lines[line]?.page
  return segments.filter(
    (segment) =>
      segment.page === page && segment.line > line && segment.line <= line + cellTuning.linesBelowTitle,
  )
}

/** Sets the left and right edge of a table from its rows, and from the tables that begin on the same line. */
function measureTable(heading: TableHeading, onSameLine: TableHeading[], below: LabelledSegment[]) {
  const { labelIndent, tableMargin, labelZone, labelZoneOfTitle, tableGap } = cellTuning
  const { piece } = heading
  const isNearest = (x: number) =>
    onSameLine.every((other) => Math.abs(other.piece.x - x) >= Math.abs(piece.x - x))
  const starts = below.filter(({ x }) => x <= piece.x + labelIndent && isNearest(x)).map(({ x }) => x)
  const start = Math.max(...starts, -Infinity)
  heading.left = (start === -Infinity ? piece.x : Math.min(start, piece.x)) - tableMargin
  const rows = below.filter(
    ({ x }) => x >= heading.left && x <= Math.max(heading.left + labelZone, piece.x + labelZoneOfTitle),
  )
  // A line across the whole page says nothing about the width of the table, but a table to the right does.
  const firstRowEnd = Math.max(piece.right, rows[0]?.right ?? 0)
  const toTheRight = below.filter(({ x }) => x > firstRowEnd).map(({ x }) => x)
  const extent = Math.min(
    Math.max(firstRowEnd, ...rows.map(({ right }) => right)),
    ...toTheRight.map((x) => x - tableGap),
  )
  const next = onSameLine.find((other) => other.piece.x > piece.x)
  const bound = next
    ? Math.min(...toTheRight.filter((x) => x <= next.piece.x + labelIndent), next.piece.x) - tableGap
    : Infinity
  heading.right =
    rows.length > 0 ? Math.min(Math.max(extent, piece.right), Math.max(bound, piece.right)) : bound
}

/** `GROSS PAY` with an amount right below it is the label of that amount, not the title of a table. */
function hasOnlyAmountsBelow(lines: PayslipLine[], line: number, piece: TextPiece): boolean {
  const below = lines[line + 1]
  if (below?.page !== piece.page || below.y - piece.y > piece.size * cellTuning.maxTitleToRowDistance)
    return false
  const inColumn = below.pieces.filter(
    (other) => overlap(other, piece) > 0 || Math.abs(other.x - piece.x) < cellTuning.columnEdgeTolerance,
  )
  return inColumn.length > 0 && inColumn.every(({ figure }) => figure?.pence != null)
}

function listSegments(cells: NumberCell[]): LabelledSegment[] {
  const segments: (LabelledSegment & { label: TextPiece })[] = []
  for (const { piece, line, labelPieces } of cells) {
    const label = labelPieces.at(-1)
    const last = segments.at(-1)
    if (!label) continue
    if (last?.label === label) last.right = piece.right
    else segments.push({ page: piece.page, line, x: label.x, right: piece.right, label })
  }
  return segments
}

/** The last heading above (or to the left on the same line) whose table the label of the number is in. */
function findHeadingOf(
  { piece, line, labelPieces }: NumberCell,
  headings: TableHeading[],
): TableHeading | undefined {
  const label = labelPieces.at(-1)
  const x = label?.x ?? piece.x
  return headings.findLast(
    (heading) =>
      (heading.line < line ||
        (heading.line === line && label !== undefined && heading.piece.right <= label.x)) &&
      heading.left <= x &&
      (x <= heading.right ||
        (label === undefined && heading.left <= piece.right && piece.x <= heading.right)),
  )
}
