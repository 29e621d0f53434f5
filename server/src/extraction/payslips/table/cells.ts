import { afterYear, meaningOf } from '../text/label-meaning.ts'
import type { SectionKind } from '../text/labels.ts'
import { unitWords } from '../text/labels.ts'
import { type Line, overlap, type Piece } from '../text/lines.ts'
import { type ExtraTitles, type Title, titleOf } from '../text/titles.ts'

// Every number of the paper with all that could name it: words beside it, words above it, the title of its column and of
// its table. What it means is decided later, by arithmetic.

export type Cell = {
  piece: Piece
  line: number
  /** Words to the left of it, back to the number or margin before; the nearest last. */
  texts: Piece[]
  /** How many numbers stand between the words and it. */
  nth: number
  /** Words shortly above it, the nearest first. */
  above: Piece[]
  /** Words right below it, where its line is all numbers. */
  below: Piece | null
  /** Its line begins by saying that it is of the year. */
  isYearLine: boolean
  /** Titles of its column, the nearest first. */
  heads: Title[]
  /** The first words over it, through other numbers. */
  over: Piece | null
  /** Its line goes on in words behind it: a sentence, not a table. */
  isProse: boolean
  section: SectionKind | null
  /** Which title that is, so that two tables of a kind stay apart. */
  sectionAt: Piece | null
}

type Heading = { piece: Piece; title: Title; line: number; left: number; right: number }

export function cellsOf(lines: Line[], extra: ExtraTitles = {}): Cell[] {
  const titles = new Map<Piece, Title>()
  for (const { pieces } of lines)
    for (const piece of pieces) {
      const title = piece.figure === null ? titleOf(piece.text, extra) : null
      if (title) titles.set(piece, title)
    }
  const cells = lines.flatMap((line, n) => cellsOfLine(line, n))
  const headings = headingsOf(lines, cells, titles)
  for (const cell of cells) {
    const heading = headingFor(cell, headings)
    cell.section = heading?.title.kind ?? null
    cell.sectionAt = heading?.piece ?? null
    cell.above = labelsAbove(lines, cell)
    cell.below = labelBelow(lines, cell)
    cell.heads = headsOf(lines, cell, titles, heading?.line ?? -1)
    cell.over = firstOver(lines, cell)
  }
  return cells
}

const isUnits = ({ text }: Piece) => unitWords.test(text) || /^gbp$/i.test(text)

function cellsOfLine({ pieces }: Line, line: number): Cell[] {
  if (isNumberFirst(pieces)) return numbersFirst(pieces, line)
  const isYearLine = pieces[0]?.figure === null && afterYear(pieces[0].text) !== null
  const cells: Cell[] = []
  let texts: Piece[] = []
  let nth = 0
  for (const [n, piece] of pieces.entries()) {
    if (piece.figure === null || isCode(piece, pieces[n + 1])) {
      if (isUnits(piece)) continue
      if (nth > 0) texts = []
      nth = 0
      texts = [...texts, piece]
    } else {
      const isProse = !isYearLine && isFollowedByWords(pieces[n + 1], piece)
      cells.push({
        piece,
        line,
        texts,
        nth,
        isProse,
        isYearLine,
        above: [],
        below: null,
        heads: [],
        over: null,
        section: null,
        sectionAt: null,
      })
      nth++
    }
  }
  return cells
}

/** `3,000.00 Salary`: a few papers write the sum before its words. */
function isNumberFirst(pieces: Piece[]): boolean {
  const isSum = ({ figure }: Piece) => figure?.pence != null
  const words = pieces.filter((piece) => piece.figure === null && /\p{L}{2}/u.test(piece.text))
  return (
    pieces.length >= 2 &&
    pieces.length % 2 === 0 &&
    words.length * 2 === pieces.length &&
    pieces.every((piece, n) => isSum(piece) === (n % 2 === 0))
  )
}

const numbersFirst = (pieces: Piece[], line: number): Cell[] =>
  pieces.flatMap((piece, n): Cell[] => {
    const words = pieces[n + 1]
    if (piece.figure === null || !words) return []
    return [
      {
        piece,
        line,
        texts: [words],
        nth: 0,
        isProse: false,
        isYearLine: false,
        above: [],
        below: null,
        heads: [],
        over: null,
        section: null,
        sectionAt: null,
      },
    ]
  })

/** `5000` before `PAYE Tax`. */
const isCode = ({ text, right, size }: Piece, next: Piece | undefined) =>
  /^\d{3,5}$/.test(text) && next !== undefined && next.figure === null && next.x - right < size * 5

const isFollowedByWords = (next: Piece | undefined, { right, size }: Piece) =>
  next !== undefined &&
  next.figure === null &&
  next.x - right < size * 0.7 &&
  /^[a-z,.;]/.test(next.text) &&
  !isUnits(next)

/** In line heights. */
const highestLabel = 3.4
/** In points. */
const furthestAside = 150

function labelsAbove(lines: Line[], { piece, line }: Cell): Piece[] {
  const found: Piece[] = []
  for (let n = line - 1; n >= 0; n--) {
    const above = lines[n] as Line
    if (above.page !== piece.page || piece.y - above.y > highestLabel * Math.max(piece.size, 8)) break
    // A big sum is often set to the right of its small label.
    const reach = { x: piece.x - piece.size * 3.2, right: piece.right + piece.size * 0.6 }
    const near = above.pieces.filter((other) => overlap(other, reach) > 0)
    if (near.some(({ figure, x, right }) => figure?.pence != null && overlap({ x, right }, piece) > 0)) break
    const words = near.filter(({ figure }) => figure === null)
    const over = words.filter((other) => overlap(other, piece) > 0)
    found.push(...(over.length > 0 ? over : words))
    // A box may have its label at the left edge and its sum at the right.
    const before = above.pieces.findLast(({ x }) => x < piece.right)
    const isFar =
      before && before.figure === null && before.right < reach.x && piece.x - before.right < furthestAside
    if (isFar) found.push(before)
  }
  return found
}

/** Figures in a row of cards have their words below them. */
function labelBelow(lines: Line[], { piece, line }: Cell): Piece | null {
  const [own, below] = [lines[line], lines[line + 1]]
  if (!own || below?.page !== piece.page || below.y - piece.y > piece.size * 2) return null
  if (own.pieces.some(({ figure }) => figure === null)) return null
  return below.pieces.find((other) => other.figure === null && overlap(other, piece) > 0) ?? null
}

const furthestHeads = 3

/** Upwards through numbers to the titles of the column; other words end the way. */
function headsOf(lines: Line[], { piece, line }: Cell, titles: Map<Piece, Title>, tableAt: number): Title[] {
  const heads: Title[] = []
  let lastY = piece.y
  for (let n = line - 1; n >= 0 && heads.length < furthestHeads; n--) {
    const above = lines[n] as Line
    // A table that goes on has its titles on the page before.
    if (above.page !== piece.page && (heads.length > 0 || isTitled(lines, line, titles))) break
    if (heads.length > 0 && lastY - above.y > piece.size * 2.4) break
    // Above the title of its own table only what stands exactly over it is still its column.
    const over = above.pieces.filter((other) => (n >= tableAt ? isOver(other, piece) : isFlush(other, piece)))
    const texts = over.filter(({ figure, text }) => figure === null && !/^page \d/i.test(text))
    if (texts.length === 0) continue
    // A title may be broken over two lines: `Year to` over `date`.
    const joined = texts[0] ? titleOf(`${textOver(lines, n, texts[0])} ${texts[0].text}`) : null
    const [first] = texts.flatMap((text) => titles.get(text) ?? [])
    const head = first?.span || !joined?.span ? first : joined
    if (!head) {
      if (joined?.role) heads.push(joined)
      break
    }
    heads.push(head)
    lastY = above.y
  }
  return heads
}

/** The page has titles of its own above this line. */
function isTitled(lines: Line[], line: number, titles: Map<Piece, Title>): boolean {
  const page = lines[line]?.page
  return lines
    .slice(0, line)
    .some((above) => above.page === page && above.pieces.some((piece) => titles.get(piece)?.kind))
}

function textOver(lines: Line[], n: number, piece: Piece): string {
  const above = lines[n - 1]
  const over =
    above?.page === piece.page ? above.pieces.find((other) => overlap(other, piece) > 0) : undefined
  return over && over.figure === null && piece.y - over.y < piece.size * 2 ? over.text : ''
}

function firstOver(lines: Line[], { piece, line }: Cell): Piece | null {
  for (let n = line - 1; n >= 0 && lines[n]?.page === piece.page; n--) {
    const over = lines[n]?.pieces.filter((other) => overlap(other, piece) > 0) ?? []
    const words = over.find(({ figure }) => figure === null)
    if (words) return words
  }
  return null
}

const isOver = (title: Piece, cell: Piece) =>
  overlap(title, cell) > -1 || Math.abs(title.right - cell.right) < 4 || Math.abs(title.x - cell.x) < 4

const isFlush = (title: Piece, cell: Piece) =>
  Math.abs(title.right - cell.right) < 4 ||
  Math.abs(title.x - cell.x) < 2 ||
  (title.figure !== null && overlap(title, cell) > 0)

/** How many lines below a title tell how wide its table is. */
const looksBelow = 9

function headingsOf(lines: Line[], cells: Cell[], titles: Map<Piece, Title>): Heading[] {
  const labels = new Set(cells.filter(({ nth }) => nth === 0).flatMap(({ texts }) => texts.at(-1) ?? []))
  const segments = segmentsOf(cells)
  return lines.flatMap(({ page, pieces }, line) => {
    const isTableHead = pieces.filter((piece) => titles.has(piece)).length >= 3
    const own = pieces.flatMap((piece, n) => {
      const title = titles.get(piece)
      // `Description` begins a table that says nothing of its kind.
      const end =
        pieces.slice(n + 1).find((other) => titles.get(other)?.role === 'description')?.x ?? Infinity
      const isNamed = lines.slice(Math.max(0, line - 2), line).some((above) =>
        above.pieces.some((other) => {
          const kind = titles.get(other)?.kind
          const isCentred = other.x > piece.x && other.right < Math.min(end, tableEnd(pieces, n))
          const isNear =
            (Math.abs(other.x - piece.x) < 15 || isCentred) && piece.y - other.y < piece.size * 2.6
          return (
            isNear &&
            other.page === piece.page &&
            !labels.has(other) &&
            (kind === 'earnings' || kind === 'deductions')
          )
        }),
      )
      const isOpen = title?.role === 'description' && title.kind === null && !isNamed
      if (!title || (!title.kind && !isOpen) || labels.has(piece)) return []
      const next = pieces[n + 1]
      const before = pieces[n - 1]
      const isWeak = title.isWeak && !isTableHead
      if (isWeak && next && !titles.has(next) && !labels.has(next)) return []
      // The value of a fact: `Tax basis: cumulative`.
      if (isWeak && before && before.figure === null && !titles.has(before)) return []
      if (meaningOf(piece.text).kind !== null && isLabelOfSumBelow(lines, line, piece)) return []
      // Behind the title of the words it names a column: no words below it are its own.
      const isColumnOnly =
        title.span !== null &&
        pieces.slice(0, n).some((other) => titles.get(other)?.role === 'description') &&
        !segments.some(
          (segment) =>
            segment.page === page &&
            segment.line > line &&
            segment.line <= line + looksBelow &&
            Math.abs(segment.x - piece.x) < 15,
        )
      if (isColumnOnly) return []
      // Over numbers it names their column; the table is then a summary with a column for the year.
      const isColumn = title.kind === 'year' && isLabelOfSumBelow(lines, line, piece)
      const own = isColumn ? { ...title, kind: 'summary' as const, span: null } : title
      return [{ piece, title: own, line, left: piece.x, right: Infinity }]
    })
    const below = segments.filter(
      (segment) => segment.page === page && segment.line > line && segment.line <= line + looksBelow,
    )
    for (const heading of own) {
      const isNearest = (x: number) =>
        own.every(({ piece }) => Math.abs(piece.x - x) >= Math.abs(heading.piece.x - x))
      const starts = below.filter(({ x }) => x <= heading.piece.x + 9 && isNearest(x)).map(({ x }) => x)
      const next = own.find(({ piece }) => piece.x > heading.piece.x)
      const start = Math.max(...starts, -Infinity)
      heading.left = (start === -Infinity ? heading.piece.x : Math.min(start, heading.piece.x)) - 10
      const members = below.filter(
        ({ x }) => x >= heading.left && x <= Math.max(heading.left + 45, heading.piece.x + 30),
      )
      // A line across the whole page below the table says nothing of its width, but a table to the right does.
      const nearest = Math.max(heading.piece.right, members[0]?.right ?? 0)
      const others = below.filter(({ x }) => x > nearest).map(({ x }) => x - 4)
      const extent = Math.min(Math.max(nearest, ...members.map(({ right }) => right)), ...others)
      const inside = below.filter(({ x }) => next && x > nearest && x <= next.piece.x + 9).map(({ x }) => x)
      const bound = next ? Math.min(...inside, next.piece.x) - 4 : Infinity
      heading.right =
        members.length > 0
          ? Math.min(Math.max(extent, heading.piece.right), Math.max(bound, heading.piece.right))
          : bound
    }
    return own
  })
}

/** Where the titles of a table end that begin with this one. */
function tableEnd(pieces: Piece[], from: number): number {
  return pieces.slice(from).findLast(({ figure }) => figure === null)?.right ?? Infinity
}

/** `GROSS PAY` with a sum right below it names that sum, and no table. */
function isLabelOfSumBelow(lines: Line[], line: number, piece: Piece): boolean {
  const below = lines[line + 1]
  if (below?.page !== piece.page || below.y - piece.y > piece.size * 2.6) return false
  const under = below.pieces.filter((other) => overlap(other, piece) > 0 || Math.abs(other.x - piece.x) < 4)
  return under.length > 0 && under.every(({ figure }) => figure?.pence != null)
}

type Segment = { page: number; line: number; x: number; right: number }

/** Words with their numbers, as one stretch of a line. */
function segmentsOf(cells: Cell[]): Segment[] {
  const segments: (Segment & { label: Piece })[] = []
  for (const { piece, line, texts } of cells) {
    const label = texts.at(-1)
    const last = segments.at(-1)
    if (!label) continue
    if (last?.label === label) last.right = piece.right
    else segments.push({ page: piece.page, line, x: label.x, right: piece.right, label })
  }
  return segments
}

function headingFor({ piece, line, texts }: Cell, headings: Heading[]): Heading | undefined {
  const label = texts.at(-1)
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
