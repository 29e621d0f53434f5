import type { PageWord } from '../../document.ts'
import { median, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import type { PrintedAmount } from '../text/money.ts'
import { isSentence } from '../text/sentence.ts'
import { codeCompound, codeTitle, detailTitle } from '../text/vocabulary.ts'
import { textColumnTuning } from '../tuning/table.ts'
import type { AmountColumn, GridPlacement } from './columns.ts'
import type { TransactionTable } from './table.ts'
import type { ColumnRoles } from './table-content.ts'

/**
 * Left and right edge of the description column. `hasRival`: its texts repeat, and another column has texts that differ.
 */
export type TextRange = { left: number; right: number; hasRival: boolean }

/**
 * Finds the description column among all columns of aligned words: the column with a matching title or, without
 * titles, the column with the longest and most varied texts. Separate columns of codes, references or cheque numbers
 * are excluded.
 */
export function findTextRange(
  table: TransactionTable,
  placement: GridPlacement,
  roles: ColumnRoles,
  rowLines: readonly StatementLine[],
): TextRange {
  const { pages } = placement
  const lines = rowLines.filter(({ page }) => pages.has(page))
  const cells = lines.flatMap(({ amounts }) => amounts.filter((money) => hasRole(money, table, roles)))
  const amountEdges = findAmountEdges(cells, table)
  const tableRight = Math.max(0, ...cells.map(({ fullRight }) => fullRight))
  const dateEdge = (table.dateColumns.get(placement)?.[0] ?? 0) - textColumnTuning.dateTolerance
  // The date column may be at the right of the table, with no words after it.
  const minLeft = hasWordsBetween(lines, dateEdge, Number.POSITIVE_INFINITY, table, roles)
    ? dateEdge
    : Number.NEGATIVE_INFINITY
  const starts: CellStart[] = []
  const getTitle = createTitleLookup(table, pages)
  const isTitled = (left: number, right: number) => classifyTitle(getTitle(left, right)) === 'detail'
  // Descriptions may be right of the amounts if there are no words left of the amounts, or only codes.
  const isLastColumn =
    isTitled(tableRight, Number.POSITIVE_INFINITY) && !isTitled(minLeft, Math.min(...amountEdges))
  const hasTextsBefore = hasWordsBetween(lines, minLeft, tableRight, table, roles)
  const maxLeft = hasTextsBefore && !isLastColumn ? tableRight : Number.POSITIVE_INFINITY
  for (const line of lines) {
    const words = getRowWords(line, table, roles)
    words.forEach((word, n) => {
      const before = words[n - 1]
      const isStart = before === undefined || word.x - before.right > textColumnTuning.minCellGap * word.size
      if (isStart && word.x < maxLeft && word.x > minLeft)
        starts.push({ x: word.x, word, line, rest: words.slice(n) })
    })
  }
  const rows = new Set(lines.filter(({ amounts }) => amounts.some((money) => hasRole(money, table, roles))))
  const columns = findWordColumns(
    starts,
    rows.size,
    lines.some((line) => line.isOcr),
  )
  const { pageRight, minColumnLeft, minColumnWidth } = textColumnTuning
  if (columns.length === 0) {
    const dateEnds = lines.flatMap((line) => table.stamps.get(line)?.printedDate?.right ?? [])
    return {
      left: dateEnds.length > 0 ? Math.max(...dateEnds) : 0,
      right: Math.min(...amountEdges.filter((edge) => edge > minColumnLeft), pageRight),
      hasRival: false,
    }
  }
  const codeEdges = [
    ...findCodeEdges(
      table,
      pages,
      starts.map(({ x }) => x),
    ),
    ...findReferenceEdges(starts),
  ]
  // A message from the bank crosses every column.
  const words = lines
    .filter((line) => rows.has(line) || !isSentence(textOf(line.words)))
    .flatMap((line) => getRowWords(line, table, roles))
  const isCrossed = (edge: number) => countCrossing(words, edge) >= getMinCrossing(rows.size)
  const described = columns.map((column, n) => {
    const right = Math.min(
      columns.slice(n + 1).find(({ x }) => !isCrossed(x))?.x ?? pageRight,
      ...[...amountEdges, ...codeEdges].filter(
        (edge) => edge > column.x + minColumnWidth && !isCrossed(edge),
      ),
    )
    return describeColumn(column, { right, rows, title: getTitle(column.x, right) })
  })
  const scored = described.map((column) => ({ ...column, score: scoreColumn(column, described, rows.size) }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0] as (typeof scored)[number]
  return { left: best.left, right: best.right, hasRival: described.some((other) => isRival(other, best)) }
}

type DescribedColumn = ReturnType<typeof describeColumn>

function describeColumn(
  { x, members }: WordColumn,
  { right, rows, title }: { right: number; rows: ReadonlySet<StatementLine>; title: string },
) {
  const texts = members.map(({ rest }) =>
    textOf(rest.filter((word) => word.x < right - textColumnTuning.nextColumnTolerance)),
  )
  const countLetters = (text: string) => text.replace(/[^a-z]/gi, '').length
  return {
    left: x,
    right,
    count: members.length,
    titleKind: classifyTitle(title),
    letters: median(texts.map(countLetters)),
    /** Letters of the words without a digit, which are not identifiers. */
    wordLetters: median(texts.map((text) => countLetters(text.replace(/\S*\d\S*/g, '')))),
    distinct: new Set(texts).size,
    // Messages from the bank between the rows have no amounts beside them, so their share of rows is small.
    rowShare: members.filter(({ line }) => rows.has(line)).length / Math.max(1, rows.size),
  }
}

function scoreColumn(column: DescribedColumn, columns: readonly DescribedColumn[], rows: number): number {
  const { titleScore, baseVariety, baseRowShare } = textColumnTuning
  const { letters, distinct, count, rowShare, titleKind } = column
  const isTypes = isListOfTypes(column) && columns.some((other) => isRival(other, column))
  const titleBonus = isTypes || titleKind === 'code' ? -titleScore : titleKind === 'detail' ? titleScore : 0
  return (
    letters *
      (baseVariety + distinct / count) *
      (baseRowShare + Math.min(1, rowShare)) *
      Math.sqrt(Math.min(1, count / Math.max(1, rows))) +
    titleBonus
  )
}

/** Whether many rows have one of a few texts: `Card`, `Direct debit`. */
const isListOfTypes = ({ distinct, count }: DescribedColumn): boolean =>
  distinct <= textColumnTuning.maxTypes && distinct <= textColumnTuning.maxTypeShare * count

/** Whether most rows have words in this column and its texts differ more than those of another column. */
const isRival = (column: DescribedColumn, other: DescribedColumn): boolean =>
  column !== other &&
  column.titleKind !== 'code' &&
  column.rowShare >= textColumnTuning.minRivalShare &&
  column.wordLetters >= textColumnTuning.minRivalLetters &&
  other.count >= textColumnTuning.minRowsOfTypes &&
  column.distinct >= textColumnTuning.minRivalVariety * other.distinct

/** Classifies the title of a text column: `Transaction type` names a code, `Payment type and details` does not. */
function classifyTitle(title: string): 'detail' | 'code' | null {
  const rest = title.replace(codeCompound, '')
  if (detailTitle.test(rest)) return 'detail'
  return codeTitle.test(rest) || rest !== title ? 'code' : null
}

/**
 * Counts the words that cross an edge. If a column begins at the edge, the only words that cross it are long texts
 * beside an empty cell.
 */
const countCrossing = (words: readonly PageWord[], edge: number): number =>
  words.filter(
    ({ x, right }) =>
      x < edge - textColumnTuning.nextColumnTolerance && right > edge + textColumnTuning.nextColumnTolerance,
  ).length

const getMinCrossing = (rows: number): number =>
  Math.max(textColumnTuning.minCrossingWords, textColumnTuning.minCrossingShare * rows)

/** Whether enough rows have words that begin between these edges. */
function hasWordsBetween(
  lines: readonly StatementLine[],
  left: number,
  right: number,
  table: TransactionTable,
  roles: ColumnRoles,
): boolean {
  const rows = lines.filter(({ amounts }) => amounts.some((money) => hasRole(money, table, roles)))
  const wordyRows = rows.filter((line) =>
    getRowWords(line, table, roles).some(({ x, text }) => x < right && x > left && /[a-z]{3}/i.test(text)),
  )
  return wordyRows.length > textColumnTuning.minWordyRows * rows.length
}

/** Returns the words of a line without its date and without the amounts in columns with a role. */
export function getRowWords(line: StatementLine, table: TransactionTable, roles: ColumnRoles): PageWord[] {
  const taken = new Set(table.stamps.get(line)?.printedDate?.words ?? [])
  for (const money of line.amounts) {
    if (hasRole(money, table, roles)) for (const word of money.words) taken.add(word)
  }
  return line.words.filter((word) => !taken.has(word))
}

function hasRole(money: PrintedAmount, { columnGrids }: TransactionTable, roles: ColumnRoles): boolean {
  const column = columnGrids.columnByAmount.get(money)
  return column !== undefined && roles.has(column)
}

/**
 * Returns the left edges of the amount columns. A few amounts with a different left edge are totals and are ignored.
 */
function findAmountEdges(cells: readonly PrintedAmount[], { columnGrids }: TransactionTable): number[] {
  const edges = new Map<AmountColumn, number[]>()
  for (const money of cells) {
    const column = columnGrids.columnByAmount.get(money) as AmountColumn
    edges.set(column, [...(edges.get(column) ?? []), money.fullX])
  }
  const maxCount = Math.max(0, ...[...edges.values()].map(({ length }) => length))
  return [...edges.values()].flatMap((lefts) =>
    lefts.length >= textColumnTuning.minEdgeShare * maxCount ? [Math.min(...lefts)] : [],
  )
}

/** A word that begins a cell, with the words that follow it on the same line. */
type CellStart = { x: number; word: PageWord; line: StatementLine; rest: PageWord[] }
type WordColumn = { x: number; members: CellStart[] }

/** Finds the left edges at which words begin on enough rows, from left to right. */
function findWordColumns(starts: readonly CellStart[], rows: number, isOcr: boolean): WordColumn[] {
  const remaining = new Set(starts)
  const columns: WordColumn[] = []
  const maxOffset = isOcr ? textColumnTuning.maxOcrOffset : textColumnTuning.maxOffset
  while (remaining.size > 0 && columns.length < textColumnTuning.maxColumns) {
    const list = [...remaining].toSorted((a, b) => a.x - b.x)
    let best: CellStart[] = []
    for (let start = 0, end = 0; end < list.length; end++) {
      while ((list[end]?.x ?? 0) - (list[start]?.x ?? 0) > maxOffset) start++
      if (end - start + 1 > best.length) best = list.slice(start, end + 1)
    }
    if (best.length < Math.max(1, textColumnTuning.minRowShare * rows)) break
    columns.push({ x: Math.min(...best.map(({ x }) => x)), members: best })
    for (const start of best) remaining.delete(start)
  }
  return columns.toSorted((a, b) => a.x - b.x)
}

/** Returns the left edges of columns that are titled as codes or references and are not empty. */
function findCodeEdges(
  table: TransactionTable,
  pages: ReadonlySet<number>,
  starts: readonly number[],
): number[] {
  const header = [...pages].map((page) => table.headers.get(page)?.at(-1)).find((line) => line !== undefined)
  const cells = header ? splitIntoCells(header.words, textColumnTuning.titleGap) : []
  return cells.flatMap((cell) => {
    const x = cell[0]?.x ?? 0
    if (classifyTitle(textOf(cell)) !== 'code') return []
    const near = starts.filter((start) => Math.abs(start - x) < textColumnTuning.maxCodeOffset)
    return near.length > 0 ? [Math.min(...near)] : []
  })
}

/** Finds columns of references without a title: aligned numbers that are separated from the words before them. */
function findReferenceEdges(starts: readonly CellStart[]): number[] {
  const numbers = starts.filter(({ word, line, rest }) => {
    const before = line.words[line.words.indexOf(word) - 1]
    const isSeparated =
      before !== undefined && word.x - before.right > textColumnTuning.minReferenceGap * word.size
    const endsCell = rest[1] === undefined || rest[1].x - word.right > word.size
    return isSeparated && endsCell && /^\d{4,}$/.test(word.text) && rest.length < 3
  })
  const { maxReferenceOffset } = textColumnTuning
  const aligned = numbers.filter(
    ({ x }) => numbers.filter((other) => Math.abs(other.x - x) < maxReferenceOffset).length > 1,
  )
  return aligned.length > 0 ? [Math.min(...aligned.map(({ x }) => x))] : []
}

function createTitleLookup(table: TransactionTable, pages: ReadonlySet<number>) {
  const page = [...pages].find((n) => (table.headers.get(n)?.length ?? 0) > 0)
  const words = page === undefined ? [] : (table.headers.get(page) ?? []).flatMap((line) => line.words)
  const { titleOffset } = textColumnTuning
  // A title may be above a column of codes and the texts beside it: `PARTICULARS` above `CHQ 000001`.
  return (left: number, right: number) =>
    textOf(words.filter((word) => word.right > left + titleOffset && word.x < right - titleOffset))
}
