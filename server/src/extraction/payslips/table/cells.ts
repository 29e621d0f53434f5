import { findInBox } from '../text/boxes.ts'
import { classifyLabel, stripYearPrefix } from '../text/label-meaning.ts'
import { type SectionKind, unitWords } from '../text/labels.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { classifyTitle, type ExtraTitles, type Title } from '../text/titles.ts'
import { parseDay } from '../text/values.ts'
import { cellTuning } from '../tuning.ts'
import { belongsToNext, listPayBoxes } from './box-rows.ts'
import type { NumberCell } from './number-cell.ts'
import { matchTitlesByOrder } from './titles-by-order.ts'

export type { NumberCell } from './number-cell.ts'

// Collects for every number on the payslip all text that could name it: labels beside and above it, the titles of its
// column and the title of its table. Arithmetic later chooses between them.

/** The title of a table, with the left and right edges of the table. */
type TableHeading = { piece: TextPiece; title: Title; line: number; left: number; right: number }

/** The part of a line that contains a label and its numbers. */
type LabelledSegment = { block: number; line: number; x: number; right: number; label: TextPiece }

type PageContext = {
  lines: PayslipLine[]
  titles: Map<TextPiece, Title>
  /** Pieces directly to the left of a number. */
  rowLabels: Set<TextPiece>
  segments: LabelledSegment[]
}

/** Positions of the labels of facts on the payslip. */
type FactPlacement = {
  /** Whether the payslip prints the labels of its facts below their values. */
  hasLabelsBelowValues: boolean
  isLabel: (piece: TextPiece) => boolean
}

const noFacts: FactPlacement = { hasLabelsBelowValues: false, isLabel: () => false }

/** Builds a cell for every number. */
export function buildCells(
  lines: PayslipLine[],
  extra: ExtraTitles = {},
  { hasLabelsBelowValues: hasCaptionsBelow, isLabel }: FactPlacement = noFacts,
): NumberCell[] {
  const cells = lines.flatMap((_, n) => listCellsOfLine(withoutValuesOfFacts(lines, n, isLabel), n))
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
  const areBeside = compareBlocks(lines)
  for (const cell of cells) {
    cell.labelsAbove = findLabelsAbove(context, cell)
    cell.labelBelow = findLabelBelow(context, cell)
  }
  for (const ofLine of Map.groupBy(cells, ({ line }) => line).values()) {
    pairCaptions(context, ofLine)
    pairCaptionsBelow(context, ofLine)
    chooseCaptions(ofLine, hasCaptionsBelow)
  }
  // Captions on the line above are found already. Here they are above a line of hours and rates.
  for (const { cell, caption } of listPayBoxes(lines, cells))
    if (caption.y < cell.piece.y && !lines[cell.line - 1]?.pieces.includes(caption))
      [cell.labelsAbove, cell.labelBelow] = [[caption], null]
  const headingOf = (cell: NumberCell) =>
    findHeadingOf(
      cell,
      headings.filter(({ piece }) => !areBeside(piece.block, cell.piece.block)),
      context.segments,
    )
  const titlesByOrder = matchTitlesByOrder(lines, cells, context.titles)
  const firstOfLine = new Map(cells.toReversed().map((cell) => [cell.line, cell]))
  for (const cell of cells) {
    // All numbers on a line of captioned numbers belong to the same table, even those far to the right of the table's
    // title.
    const first = firstOfLine.get(cell.line)
    const [own, ofLine] = [headingOf(cell), first?.labelPieces.length === 0 ? headingOf(first) : undefined]
    const isNearer = ofLine && (!own || isAboveHeading(own, ofLine, cell))
    const heading = cell.labelPieces.length === 0 && isNearer ? ofLine : own
    cell.section = heading?.title.kind ?? null
    cell.sectionTitle = heading?.piece ?? null
    const byOrder = titlesByOrder.get(cell)
    const titlesAbove = byOrder ? [byOrder] : findTitlesOfColumn(context, cell, heading?.line ?? -1)
    cell.titlesAbove = titlesAbove.length > 0 ? titlesAbove : findTitlesOfColumnAbove(cells, cell)
    cell.firstTextAbove = findFirstTextAbove(context, cell)
    cell.groupTitle = findGroupTitle(context, cell)
  }
  return cells
}

/** Whether a heading is above another. In different blocks, the order of lines does not show which one is higher. */
const isAboveHeading = (one: TableHeading, other: TableHeading, { piece }: NumberCell): boolean =>
  one.piece.block === other.piece.block ||
  one.piece.block === piece.block ||
  other.piece.block === piece.block
    ? one.line < other.line
    : one.piece.page < other.piece.page ||
      (one.piece.page === other.piece.page && one.piece.y < other.piece.y)

/** Returns a function that tests whether two blocks are side by side: one ends before the other begins. */
function compareBlocks(lines: PayslipLine[]): (one: number, other: number) => boolean {
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

const isBehindAmount = ({ x, size }: TextPiece, before: TextPiece | undefined) =>
  before?.figure?.pence != null && x - before.right < size * cellTuning.maxSentenceGap

function findTitles(lines: PayslipLine[], extra: ExtraTitles): Map<TextPiece, Title> {
  const titles = new Map<TextPiece, Title>()
  for (const { pieces } of lines)
    for (const [n, piece] of pieces.entries()) {
      // In `62 hours at £12.21 per hour`, the last words belong to the amount before them.
      const isText = piece.figure === null && !isBehindAmount(piece, pieces[n - 1])
      const title = isText ? classifyTitle(piece.text, extra) : null
      if (title) titles.set(piece, title)
    }
  return titles
}

/**
 * Returns only the numbers of a line of boxes whose captions are above them. In `PAYE reference | Taxable pay to
 * date` above `951/BL204 | 2,926.00`, the reference is not the label of the amount.
 */
function withoutValuesOfFacts(
  lines: PayslipLine[],
  n: number,
  isLabel: (piece: TextPiece) => boolean,
): PayslipLine {
  const line = lines[n] as PayslipLine
  const above = lines[n - 1]
  if (above?.block !== line.block) return line
  const captionOf = (piece: TextPiece) =>
    above.pieces.find(({ x }) => Math.abs(x - piece.x) < cellTuning.strictLeftEdgeTolerance)
  const boxes = line.pieces.flatMap((piece) => {
    const caption = captionOf(piece)
    return caption?.figure === null ? [{ piece, caption }] : []
  })
  // Column titles are above the text and the amounts of a row in the same way.
  const untitled = boxes.filter(({ caption }) => !classifyTitle(caption.text)?.role)
  const hasFact = untitled.some(({ piece, caption }) => piece.figure === null && isLabel(caption))
  const hasAmount = untitled.some(
    ({ piece, caption }) => piece.figure?.pence != null && classifyLabel(caption.text).kind !== null,
  )
  if (boxes.length < line.pieces.length || !hasFact || !hasAmount) return line
  return { ...line, pieces: line.pieces.filter(({ figure }) => figure !== null) }
}

const isUnitWord = ({ text }: TextPiece) => unitWords.test(text) || /^(gbp|\(?£\)? ?:?)$/i.test(text)

/**
 * Whether the text is a date, time or letter code between the label of a row and its amount. Such text is not a
 * label.
 */
const isFiller = ({ text }: TextPiece) =>
  parseDay(text) !== null ||
  /^\d{1,2}[:.]\d{2}$/.test(text) ||
  /^\p{Lu}( \p{Lu})*$/u.test(text) ||
  /^[*†‡]+$|^[-–—]$/.test(text)

const noSurroundings = {
  labelsAbove: [],
  labelBelow: null,
  titlesAbove: [],
  firstTextAbove: null,
  groupTitle: null,
  section: null,
  sectionTitle: null,
}

function listCellsOfLine({ pieces }: PayslipLine, line: number): NumberCell[] {
  if (hasLabelsBehindNumbers(pieces)) return listCellsBeforeLabels(pieces, line)
  if (isAmountBeforeUnits(pieces)) return listCellsBeforeLabels(pieces.slice(0, 2), line)
  const isYearToDateLine = isLineOfYear(pieces)
  const cells: NumberCell[] = []
  let labelPieces: TextPiece[] = []
  let numbersBefore = 0
  for (const [n, piece] of pieces.entries()) {
    if (piece.figure === null || isPayrollCode(piece, pieces[n + 1])) {
      const isRate = numbersBefore > 0 && /^rate ?:?$/i.test(piece.text) && pieces[n + 1]?.figure != null
      const isUnit = isRate || (isUnitWord(piece) && !(n === 0 && isRowOfHours(pieces)))
      if (isUnit || (labelPieces.length > 0 && isFiller(piece))) continue
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

/** Whether the line begins with a year title that its labels follow: `CUM TO DATE | GROSS | 11,845.25 | NET | 9,311.82`. */
function isLineOfYear([first, second, third]: TextPiece[]): boolean {
  if (first?.figure !== null) return false
  const isTitle = classifyTitle(first.text)?.kind === 'year' && classifyLabel(first.text).kind === null
  return (
    stripYearPrefix(first.text) !== null ||
    (isTitle &&
      second?.figure === null &&
      classifyLabel(second.text).kind !== null &&
      third?.figure?.pence != null)
  )
}

/** Whether the line is a row called `Hours`, with quantity, rate and amount. */
const isRowOfHours = ([first, ...rest]: TextPiece[]) =>
  /^\p{L}{3,}$/u.test(first?.text ?? '') && rest.length === 3 && rest.every(({ figure }) => figure !== null)

/** Whether the line prints every amount before its label, as in `3,000.00 Salary`. */
function hasLabelsBehindNumbers(pieces: TextPiece[]): boolean {
  const isAmount = ({ figure }: TextPiece) => figure?.pence != null
  const labels = pieces.filter((piece) => piece.figure === null && /\p{L}{2}/u.test(piece.text))
  return (
    pieces.length >= 2 &&
    pieces.length % 2 === 0 &&
    labels.length * 2 === pieces.length &&
    labels.every(({ text }) => !/\d/.test(text) || classifyLabel(text).kind !== null) &&
    pieces.every((piece, n) => isAmount(piece) === (n % 2 === 0))
  )
}

/** Whether the line is an amount with its label and units behind it: `142.50 | On-call, 5 sessions at | 28.50`. */
function isAmountBeforeUnits(pieces: TextPiece[]): boolean {
  const [amount, label, rate, ...others] = pieces
  const pence = amount?.figure?.pence
  const quantity = /([\d.]+) ?\p{L}* ?(?:@|at|x|×)$/u.exec(label?.text ?? '')?.[1]
  if (pence == null || label?.figure !== null || !rate?.figure || others.length > 0 || !quantity) return false
  return Math.round(Number(quantity) * Number(rate.figure.decimal) * 100) === Math.abs(pence)
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

/** Whether the text is a payroll code before a description: `5000` before `PAYE Tax`. */
const isPayrollCode = ({ text, right, size }: TextPiece, next: TextPiece | undefined) =>
  /^\d{3,5}$/.test(text) &&
  /\p{L}{2}/u.test(next?.text ?? '') &&
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
    if (above.block !== piece.block || isTooFar) break
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

/** Finds the label below a number. Numbers in a row of cards may have their labels below them. */
function findLabelBelow({ lines }: PageContext, { piece, line }: NumberCell): TextPiece | null {
  const own = lines[line]
  if (!own || own.pieces.some(({ figure }) => figure === null) || belongsToNext(lines, line)) return null
  for (const below of lines.slice(line + 1, line + 1 + cellTuning.linesBelowCard)) {
    const isNear =
      below.block === piece.block && below.y - piece.y <= piece.size * cellTuning.maxCardLabelDistance
    if (!isNear) return null
    const inColumn = below.pieces.filter(
      (other) => overlap(other, piece) > 0 || isAlignedWithColumn(other, piece),
    )
    if (inColumn.length > 0) return inColumn.find(({ figure }) => figure === null) ?? null
  }
  return null
}

/**
 * Matches captions to numbers by order, as in the boxes of a form: there are as many captions as numbers below them,
 * and each caption is at the left edge of its box.
 */
function pairCaptions({ lines }: PageContext, cells: NumberCell[]) {
  const [first] = cells
  if (!first || cells.length < cellTuning.minBoxes || cells.some(({ labelPieces }) => labelPieces.length > 0))
    return
  const own = lines[first.line] as PayslipLine
  const above = lines[first.line - 1]
  const captions = isLeadOfCaptions(lines, first.line - 1) ? above?.pieces.slice(1) : above?.pieces
  const isCaptionLine =
    above?.block === own.block &&
    captions?.length === cells.length &&
    captions.every(({ figure }) => figure === null) &&
    own.y - above.y <= cellTuning.maxLabelDistance * Math.max(first.piece.size, cellTuning.minTypeSize)
  if (!isCaptionLine) return
  const isInOrder = cells.every(({ piece }, n) => {
    const [caption, next] = [captions[n], captions[n + 1]]
    return caption && caption.x <= piece.right && (!next || piece.x < next.right)
  })
  if (isInOrder) for (const [n, cell] of cells.entries()) cell.labelsAbove = captions.slice(n, n + 1)
}

/**
 * Matches captions below a row of boxes to its values by order. The values may include texts such as a reference, and
 * the captions may be repeated in a second language on the next line.
 */
function pairCaptionsBelow({ lines }: PageContext, cells: NumberCell[]) {
  const [first] = cells
  const own = first && lines[first.line]
  if (
    !own ||
    own.pieces.length < cellTuning.minBoxes ||
    hasCaptionsAbove(lines, first.line) ||
    belongsToNext(lines, first.line)
  )
    return
  for (const captions of listCaptionLinesBelow(lines, first.line)) {
    const isInOrder = own.pieces.every((value, n) => {
      const [caption, next] = [captions[n], captions[n + 1]]
      return (
        caption &&
        caption.x <= value.right &&
        value.x - caption.x < cellTuning.maxBoxWidth &&
        (!next || value.x < next.right)
      )
    })
    const ofCells = cells.map(({ piece }) => captions[own.pieces.indexOf(piece)])
    const known = ofCells.filter((caption) => caption && classifyLabel(caption.text).kind !== null)
    if (
      !isInOrder ||
      known.length < Math.max(cellTuning.minBoxes, cells.length * cellTuning.minKnownCaptions)
    )
      continue
    for (const [n, cell] of cells.entries()) {
      cell.labelBelow = ofCells[n] ?? null
      cell.labelPieces = []
      cell.numbersBefore = 0
    }
    return
  }
}

/** Whether the line above consists of a caption for each box, no further away than the captions below. */
function hasCaptionsAbove(lines: PayslipLine[], line: number): boolean {
  const [above, own, below] = [lines[line - 1], lines[line] as PayslipLine, lines[line + 1]]
  return (
    above?.block === own.block &&
    above.pieces.length === own.pieces.length &&
    above.pieces.every(({ figure, x }, n) => figure === null && x <= (own.pieces[n]?.right ?? 0)) &&
    own.y - above.y <= (below?.y ?? Infinity) - own.y
  )
}

/** Lists the lines of captions below a row of boxes. A row may have captions in two type sizes on nearly one line. */
function listCaptionLinesBelow(lines: PayslipLine[], line: number): TextPiece[][] {
  const own = lines[line] as PayslipLine
  const size = Math.max(...own.pieces.map((piece) => piece.size))
  const below = lines
    .slice(line + 1, line + 1 + cellTuning.linesBelowCard)
    .filter(
      ({ block, y }) => block === own.block && y - own.y <= size * cellTuning.maxCardLabelDistance * 1.5,
    )
  const firstWithNumbers = below.findIndex(({ pieces }) => pieces.some(({ figure }) => figure !== null))
  const captions = firstWithNumbers === -1 ? below : below.slice(0, firstWithNumbers)
  const merged = captions.slice(1).map((lower, n) => [...(captions[n]?.pieces ?? []), ...lower.pieces])
  return [...captions.map(({ pieces }) => pieces), ...merged]
    .filter((pieces) => pieces.length === own.pieces.length)
    .map((pieces) => pieces.toSorted((one, other) => one.x - other.x))
}

/** Whether a year title begins a line of captions: `To date: | Gross | Tax` above two amounts. */
function isLeadOfCaptions(lines: PayslipLine[], line: number): boolean {
  const [captions, values] = [lines[line]?.pieces ?? [], lines[line + 1]?.pieces ?? []]
  const [lead, ...others] = captions
  return (
    lead !== undefined &&
    classifyTitle(lead.text)?.kind === 'year' &&
    classifyLabel(lead.text).kind === null &&
    others.length >= cellTuning.minBoxes &&
    others.length === values.length &&
    values.every(({ figure }) => figure?.pence != null)
  )
}

/**
 * Chooses the captions above or below a line of numbers; all its numbers have their captions on the same side. The
 * side with more known labels wins. If both sides have equally many, the side on which the other facts have their
 * labels wins.
 */
function chooseCaptions(cells: NumberCell[], hasCaptionsBelow: boolean) {
  const isCaptioned = cells.every(({ labelPieces }) => labelPieces.length === 0)
  if (!isCaptioned || cells.every(({ labelBelow }) => labelBelow === null)) return
  const isKnown = (label: TextPiece | null | undefined) => !!label && classifyLabel(label.text).kind !== null
  const above = cells.filter(({ labelsAbove: [nearest] }) => isKnown(nearest)).length
  const below = cells.filter(({ labelBelow }) => isKnown(labelBelow)).length
  const isNearerBelow = cells.every(
    ({ piece, labelBelow, labelsAbove: [nearest] }) =>
      !labelBelow ||
      !nearest ||
      measureGap(piece, labelBelow) < measureGap(nearest, piece) * cellTuning.nearerCaption,
  )
  const isBelow =
    below > above ||
    (below === above && hasCaptionsBelow) ||
    (below > 0 && isNearerBelow && below >= above * cellTuning.minCaptionsBelow)
  for (const cell of cells) {
    if (isBelow) cell.labelsAbove = cell.labelBelow ? [cell.labelBelow] : []
    cell.labelBelow = null
  }
}

/** Measures the white space between a text and the text below it, in points. */
const measureGap = (upper: TextPiece, lower: TextPiece) =>
  lower.y - lower.size * cellTuning.capHeight - upper.y

/**
 * Finds the titles of the number's column. A short number such as `5` may miss a title that a longer number above it in
 * the same column is under.
 */
function findTitlesOfColumn(context: PageContext, cell: NumberCell, headingLine: number): Title[] {
  const titles = findTitlesAbove(context, cell, headingLine)
  if (titles.length > 0) return titles
  const x = findLeftEdgeOfColumn(context, cell)
  return x < cell.piece.x
    ? findTitlesAbove(context, { ...cell, piece: { ...cell.piece, x } }, headingLine)
    : titles
}

/** Returns the titles of numbers just above in the same column, if only a subheading is between them. */
function findTitlesOfColumnAbove(cells: NumberCell[], { piece, line }: NumberCell): Title[] {
  const above = cells.findLast(
    (other) =>
      other.line < line &&
      line - other.line <= cellTuning.linesOverSubheading &&
      other.piece.block === piece.block &&
      Math.abs(other.piece.right - piece.right) < cellTuning.sameRightEdge,
  )
  return (above?.titlesAbove ?? [])
    .filter(({ role, span }) => span === 'year' || role === 'amount')
    .map((title) => ({ ...title, kind: null }))
}

/** Returns the left edge of the longest number directly above the cell that ends at the same right edge. */
function findLeftEdgeOfColumn({ lines }: PageContext, { piece, line }: NumberCell): number {
  let { x } = piece
  for (let n = line - 1; lines[n]?.block === piece.block && line - n <= cellTuning.maxColumnRows; n--) {
    const above = lines[n]?.pieces.find(
      ({ figure, right }) =>
        figure !== null && Math.abs(right - piece.right) < cellTuning.columnEdgeTolerance,
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
  for (let n = line - 1; n >= 0 && stacked.length < cellTuning.maxStackedTitles; n--) {
    const above = lines[n] as PayslipLine
    // If a table is continued from the previous page, its titles are on that page.
    if (above.page !== piece.page && (stacked.length > 0 || hasTitlesOnPageAbove(context, line))) break
    if (stacked.length > 0 && lastY - above.y > piece.size * cellTuning.maxTitleDistance) break
    // Above the table's own title, only exactly aligned text still belongs to the column.
    const inColumn = above.pieces.filter((other) =>
      n >= headingLine ? isOverColumn(other, piece) : isAlignedWithColumn(other, piece),
    )
    const texts = inColumn.filter(({ figure, text }) => figure === null && !/^page \d/i.test(text))
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
  pieces.length === 1 && cell.x - text.x > cellTuning.subheadingOutdent && classifyTitle(text.text) === null

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
  const isNear = over && piece.y - over.y < piece.size * cellTuning.maxBrokenTitleDistance
  return over && over.figure === null && isNear ? over.text : ''
}

function findFirstTextAbove({ lines }: PageContext, { piece, line }: NumberCell): TextPiece | null {
  for (let n = line - 1; n >= 0 && lines[n]?.block === piece.block; n--) {
    const inColumn = lines[n]?.pieces.filter((other) => overlap(other, piece) > 0) ?? []
    const text = inColumn.find(({ figure }) => figure === null)
    if (text) return text
  }
  return null
}

/** Finds the title above a group of rows: `Taxable pay` above the rows `This month` and `Year to date`. */
function findGroupTitle({ lines }: PageContext, { piece, line, labelPieces }: NumberCell): TextPiece | null {
  const label = labelPieces.at(-1)
  if (!label) return null
  const above = lines.slice(Math.max(0, line - cellTuning.linesToGroupTitle), line).toReversed()
  return (
    above
      .filter(({ block }) => block === piece.block)
      .flatMap(({ pieces }) => pieces)
      .find(
        (other) =>
          other.figure === null &&
          Math.abs(other.x - label.x) < cellTuning.strictLeftEdgeTolerance &&
          !classifyTitle(other.text)?.span,
      ) ?? null
  )
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
    if (areCentredOverBoxes(context.lines, line, headings)) limitCentredTables(headings)
    return headings
  })
}

/** Whether the titles are centred over rows of boxes: the first caption begins to the left of the first title. */
function areCentredOverBoxes(lines: PayslipLine[], line: number, [first, second]: TableHeading[]): boolean {
  const [captions, values] = [lines[line + 1]?.pieces ?? [], lines[line + 2]?.pieces ?? []]
  const [caption] = captions
  if (!first || !second || !caption || values.length === 0) return false
  return (
    first.piece.x - caption.x > cellTuning.titleEdgeTolerance &&
    captions.length >= cellTuning.minBoxes &&
    captions.every(({ figure }) => figure === null) &&
    values.every(({ figure }) => figure !== null)
  )
}

/** Sets the edges of tables with centred titles: each ends in the middle between its title and the next. */
function limitCentredTables(headings: TableHeading[]) {
  const centreOf = ({ piece }: TableHeading) => (piece.x + piece.right) / 2
  for (const [n, heading] of headings.entries()) {
    const [before, next] = [headings[n - 1], headings[n + 1]]
    heading.left = before ? (centreOf(before) + centreOf(heading)) / 2 : 0
    heading.right = next ? (centreOf(heading) + centreOf(next)) / 2 : Infinity
  }
}

/** Returns the nth piece of a line as the title of a table, or null if it is not one. */
function toHeading(context: PageContext, own: PayslipLine, line: number, n: number): TableHeading | null {
  const { lines, titles, rowLabels } = context
  const { pieces } = own
  const [before, piece, next] = [pieces[n - 1], pieces[n] as TextPiece, pieces[n + 1]]
  const title = titles.get(piece)
  if (!title || rowLabels.has(piece)) return null
  // The title `Description` begins a table of unknown kind, unless a title above it names the kind.
  const beginsUnnamedTable =
    title.role === 'description' && title.kind === null && !isNamedAbove(context, pieces, line, n)
  if (!title.kind && !beginsUnnamedTable) return null
  const isTableHead = pieces.filter((other) => titles.has(other)).length >= cellTuning.minTitlesOfHead
  const isWeak = title.isWeak && !isTableHead
  if (isWeak && next && !titles.has(next) && !rowLabels.has(next)) return null
  // Above a name and an address, `Employer` is the label of a fact.
  if (title.isWeak && title.kind === 'employer' && !hasRowsBelow(context, own, line)) return null
  // In `Tax basis: cumulative`, the word is the value of a fact and not a title.
  if (isWeak && before && before.figure === null && !titles.has(before)) return null
  // Above a row of boxes with captions, `Totals to date` is the title of the boxes and not the label of one amount.
  const isOverBoxes =
    title.kind === 'year' && (isTitleOfBoxes(lines, line) || (n === 0 && isLeadOfCaptions(lines, line)))
  const namesAmountBelow = !isOverBoxes && hasOnlyAmountsBelow(lines, line, piece)
  if (classifyLabel(piece.text).kind !== null && namesAmountBelow) return null
  if (isTitleOfColumnOnly(context, pieces, line, n, title)) return null
  if (title.isWeak && title.kind !== 'year' && isLineOfCaptions(lines, line)) return null
  // `So far this year` may begin a line of captions. `Pay` is then the caption of one amount.
  const isBehindYear = pieces.slice(0, n).some((other) => titles.get(other)?.kind === 'year')
  if (title.isWeak && namesAmountBelow && isBehindYear) return null
  // Above amounts, `Year to date` is a column title. The table is then a summary that has a year-to-date column.
  const isYearColumn = title.kind === 'year' && namesAmountBelow
  if (isYearColumn && hasNamedTableAbove(context, own, line)) return null
  return {
    piece,
    title: isYearColumn ? { ...title, kind: 'summary', span: null } : title,
    line,
    left: piece.x,
    right: Infinity,
  }
}

/** Whether one of the next lines contains a label with an amount. */
const hasRowsBelow = ({ segments }: PageContext, { block }: PayslipLine, line: number): boolean =>
  segments.some(
    (segment) =>
      segment.block === block && segment.line > line && segment.line <= line + cellTuning.linesToFirstRow,
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
    own.y - above.y < first.size * cellTuning.maxTitleToRowDistance &&
    own.pieces.every(({ x }) => x > first.right) &&
    (kind === 'earnings' || kind === 'deductions' || kind === 'employer')
  )
}

/** Whether the line contains captions of amounts. Other words on it, such as `Employee`, are captions too. */
const isLineOfCaptions = (lines: PayslipLine[], line: number): boolean =>
  (lines[line]?.pieces ?? []).filter(
    (piece) => classifyLabel(piece.text).kind !== null && hasOnlyAmountsBelow(lines, line, piece),
  ).length >= cellTuning.minCaptionsOfLine

/** Whether the line is a single title, and the line below it consists of several numbers without labels. */
const isTitleOfBoxes = (lines: PayslipLine[], line: number): boolean => {
  const below = lines[line + 1]?.pieces ?? []
  return (
    lines[line]?.pieces.length === 1 &&
    below.length >= cellTuning.minBoxes &&
    below.every(({ figure }) => figure !== null)
  )
}

/** Whether a title just above names the kind of the table that begins with the nth piece. */
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
      other.block === piece.block &&
      !rowLabels.has(other) &&
      (kind === 'earnings' || kind === 'deductions')
    )
  })
}

/**
 * Whether a period or year title names only a column. It does if it is to the right of a description title and no
 * labels begin below it.
 */
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
  const block = lines[line]?.block
  return segments.filter(
    (segment) =>
      segment.block === block && segment.line > line && segment.line <= line + cellTuning.linesBelowTitle,
  )
}

/** Sets the left and right edges of a table from its rows and from the other tables that begin on the same line. */
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
  // A row that extends across the whole page does not show how wide the table is. A table to the right limits the
  // width.
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

/**
 * Whether only amounts are directly below the text. `GROSS PAY` is then the label of the amount below it, not the
 * title of a table.
 */
function hasOnlyAmountsBelow(lines: PayslipLine[], line: number, piece: TextPiece): boolean {
  const below = lines[line + 1]
  const size = Math.max(piece.size, ...(below?.pieces ?? []).map((other) => other.size))
  if (below?.block !== piece.block || below.y - piece.y > size * cellTuning.maxTitleToRowDistance)
    return false
  const aligned = below.pieces.filter(
    (other) => overlap(other, piece) > 0 || Math.abs(other.x - piece.x) < cellTuning.columnEdgeTolerance,
  )
  const inBox = findInBox(lines[line]?.pieces ?? [], below.pieces, piece)
  const inColumn = aligned.length === 0 && inBox ? [inBox] : aligned
  const { kind } = classifyLabel(piece.text)
  // The same caption may follow in another language: `Treth` above `Tax` above the amount.
  const [translation] = inColumn
  if (translation && kind !== null && inColumn.length === 1 && classifyLabel(translation.text).kind === kind)
    return hasOnlyAmountsBelow(lines, line + 1, translation)
  return inColumn.length > 0 && inColumn.every(({ figure }) => figure?.pence != null)
}

function listSegments(cells: NumberCell[]): LabelledSegment[] {
  const segments: LabelledSegment[] = []
  for (const { piece, line, labelPieces } of cells) {
    const label = labelPieces.at(-1)
    const last = segments.at(-1)
    if (!label) continue
    if (last?.label === label) last.right = piece.right
    else segments.push({ block: piece.block, line, x: label.x, right: piece.right, label })
  }
  return segments
}

/**
 * Finds the last heading above the number, or to its left on the same line, whose table contains the number's label.
 */
function findHeadingOf(
  cell: NumberCell,
  headings: TableHeading[],
  segments: LabelledSegment[],
): TableHeading | undefined {
  const { piece, line, labelPieces } = cell
  const label = labelPieces.at(-1)
  const x = label?.x ?? piece.x
  const own = headings.findLast(
    (heading) =>
      (heading.line < line ||
        (heading.line === line && label !== undefined && heading.piece.right <= label.x)) &&
      heading.left <= x &&
      (x <= heading.right ||
        (label === undefined && heading.left <= piece.right && piece.x <= heading.right)),
  )
  return findWideHeading(cell, x, own, headings, segments) ?? own
}

const wideKinds = new Set<SectionKind | null>(['year', 'summary', 'employer'])

/**
 * Finds the heading of a table whose amounts extend over several columns. Further columns belong to the table if they
 * are on the same rows as its first column.
 */
function findWideHeading(
  cell: NumberCell,
  x: number,
  own: TableHeading | undefined,
  headings: TableHeading[],
  segments: LabelledSegment[],
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
    (own.line > wide.line || own.piece.x > wide.piece.x + cellTuning.titleEdgeTolerance) &&
    !isNamedAgain(cell, own, wide, segments)
  const isOnItsRows = segments.some(
    (segment) => segment.line === line && segment.x >= wide.left && segment.x <= wide.right,
  )
  return isOnItsRows && !isBesideOther ? wide : undefined
}

/**
 * Whether the table `own` contains the same kind of amount above the title `wide`. Tax below `Year to date` is then the
 * tax of the year, even if the table of deductions began above it.
 */
function isNamedAgain(
  { labelPieces }: NumberCell,
  own: TableHeading,
  wide: TableHeading,
  segments: LabelledSegment[],
): boolean {
  const label = labelPieces.at(-1)
  const kind = label ? classifyLabel(label.text).kind : null
  return (
    kind !== null &&
    segments.some(
      (segment) =>
        segment.line > own.line &&
        segment.line < wide.line &&
        segment.x >= own.left &&
        segment.x <= own.right &&
        classifyLabel(segment.label.text).kind === kind,
    )
  )
}
