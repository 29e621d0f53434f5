import type { PageWord } from '../../document.ts'
import type { ColumnReading } from '../arithmetic/column-readings.ts'
import type { AmountColumn, GridPlacement } from '../table/columns.ts'
import { listHeaderTexts } from '../table/table.ts'
import type { TableContent, TableEntry } from '../table/table-content.ts'
import { findTextRange, getRowWords, type TextRange } from '../table/text-columns.ts'
import { continuesDetails, isDetailLine } from '../text/detail-lines.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { isSentence } from '../text/sentence.ts'
import { areTitles, classifyAmountLabel, findMarker } from '../text/vocabulary.ts'
import { descriptionTuning } from '../tuning/facts.ts'
import { findMessages } from './bank-messages.ts'
import type { TableItem } from './table-item.ts'
import {
  type AmountPosition,
  continueAcrossPages,
  contradictsPosition,
  countPositionVotes,
  findCutPage,
  isSplitClear,
  isWithinTable,
  joinSplitRows,
  measurePitch,
  measureRowPitch,
  overlaps,
  splitIntoRuns,
  splitRun,
  type TextRun,
} from './text-runs.ts'

/** Description of a transaction, which may span several lines. */
export type RowDescription = { text: string; words: { page: number; words: PageWord[] }[] }

/** Descriptions of all rows. `doubt` says why they may be incomplete or contain other text; null if nothing does. */
export type RowDescriptions = { byEntry: Map<TableEntry, RowDescription>; doubt: string | null }

/** Assigns text lines to rows by dates, line gaps and the prevailing style of the document. */
export function collectDescriptions(
  content: TableContent,
  { roles, entries, runningBalance }: ColumnReading,
  knownStyle?: AmountPosition,
): RowDescriptions {
  const { table } = content
  const entryByLine = new Map(runningBalance.steps.map(({ entry }) => [entry.line, entry]))
  const otherLines = new Set(entries.filter(({ line }) => !entryByLine.has(line)).map(({ line }) => line))
  const furniture = findPageFurniture(table)
  const ranges = new Map<GridPlacement, TextRange>()
  // On a page with few rows, the words at the foot of the page would look like a column.
  const bottoms = new Map<number, number>()
  for (const { page, y } of entryByLine.keys()) bottoms.set(page, Math.max(bottoms.get(page) ?? 0, y))
  const rowLines = content.lines.filter(
    (line) =>
      !otherLines.has(line) &&
      !content.balanceListLines.has(line) &&
      !furniture.has(line) &&
      line.y <= (bottoms.get(line.page) ?? 0),
  )
  for (const placement of table.columnGrids.placements)
    ranges.set(placement, findTextRange(table, placement, roles, rowLines))
  let doubt: string | null = [...ranges.values()].some(({ hasRival }) => hasRival)
    ? 'Another column of text may describe the transactions better'
    : null
  const headings = new Set(content.sections.map(({ line }) => line))
  const pages = new Map<number, TableItem[]>()
  let details: StatementLine | undefined
  const cutLines = new Set<StatementLine>()
  const headers = new Set([...listHeaderTexts(table), ...findRepeatedTitles(content, roles)])

  for (const [n, line] of content.lines.entries()) {
    const placement = table.columnGrids.byPage.get(line.page)
    const range = placement && ranges.get(placement)
    if (!range) continue
    const { maxLeftOffset, nextColumnTolerance } = descriptionTuning
    const isInside = ({ x }: PageWord) =>
      x >= range.left - maxLeftOffset && x < range.right - nextColumnTolerance
    const isRow = entryByLine.has(line)
    const rowWords = getRowWords(line, table, roles)
    const cell = extendToCell(rowWords, isInside, range.left, isRow)
    // A cheque may have its number in the column for types and nothing in the column for descriptions.
    const isEmpty =
      isRow &&
      !cell.some(({ text }) => /\p{L}|\d/u.test(text)) &&
      ![content.lines[n - 1], content.lines[n + 1]].some(
        (other) => other && overlaps(other, line) && other.amounts.length === 0 && other.words.some(isInside),
      )
    const words = isEmpty
      ? rowWords.filter(({ right }) => right < range.right)
      : cutNextColumn(cell, range.right)
    const stamp = table.stamps.get(line)
    const isBarrier =
      otherLines.has(line) ||
      headings.has(line) ||
      (!isRow &&
        words.length > 0 &&
        !otherLines.has(content.lines[n + 1] as StatementLine) &&
        isHeadingInOtherFont(line, content.lines[n + 1])) ||
      (furniture.has(line) &&
        words.length > 0 &&
        Math.abs((words[0]?.x ?? 0) - range.left) > maxLeftOffset) ||
      line.amounts.some((money) => roles.has(table.columnGrids.columnByAmount.get(money) as AmountColumn)) ||
      content.balanceListLines.has(line) ||
      (!isRow && line.amounts.filter(({ isForeign }) => !isForeign).length > 1) ||
      stamp?.isHeading ||
      headers.has(textOf(line.words)) ||
      (!isRow && line.amounts.length === 0 && areTitles(splitIntoCells(line.words).map(textOf))) ||
      (!isRow && (isBalanceWording(textOf(words)) || pageWording.test(textOf(words)))) ||
      (!isRow && line.amounts.length > 0 && isTotalWording(line, words))
    const isLost =
      !isRow &&
      line.amounts.length > 0 &&
      line.y < (bottoms.get(line.page) ?? 0) &&
      ![otherLines, headings, furniture, content.balanceListLines].some((lines) => lines.has(line)) &&
      /\p{L}{3}/u.test(textOf(words)) &&
      findMarker(textOf(words)) === null
    if (isLost && isBarrier) doubt ??= `Page ${line.page + 1} has text with an amount that belongs to no row`
    if (!isRow && isDetailLine(line.words, stamp?.printedDate?.words ?? [])) {
      details = line
      continue
    }
    if (!isRow && details && continuesDetails(line, details)) continue
    const items = pages.get(line.page) ?? []
    pages.set(line.page, items)
    if (isCut(words, rowWords)) cutLines.add(line)
    if (isRow) items.push({ line, words, kind: 'row' })
    else if (isBarrier) items.push({ line, words, kind: 'barrier', isBalance: otherLines.has(line) })
    else if (words.length > 0) {
      const isText = isDescriptionLine(line, words, range, content)
      if (!isText && line.y < (bottoms.get(line.page) ?? 0) && !isSentence(textOf(line.words)))
        doubt ??= `Page ${line.page + 1} has text between the rows that belongs to none of them`
      items.push({ line, words, kind: isText ? 'text' : 'barrier' })
    }
  }
  const messages = findMessages([...pages.values()].flat())
  for (const item of messages) item.kind = 'barrier'
  const groups = new Map<StatementLine, TableItem[]>()
  /** Text below a row that does not belong to it. */
  const rests = new Map<TextRun, TableItem[]>()
  const runsByPage = [...pages.values()].map(splitIntoRuns)
  const runs = runsByPage.flat()
  const pitch = measurePitch(runs)
  const rowPitch = measureRowPitch(runs)
  const votes = countPositionVotes(runs, pitch, content)
  const position = knownStyle ?? (votes < 0 ? 'last' : 'first')
  const isPositionClear = knownStyle !== undefined || Math.abs(votes) >= descriptionTuning.minClearVotes
  if (isPositionClear && position === 'first') continueAcrossPages(runsByPage, table)
  for (const run of runs) {
    const cut = splitRun(run, { pitch, rowPitch, position, isPositionClear }, content)
    if (
      !isSplitClear(run, cut, pitch, isPositionClear) ||
      (isPositionClear && contradictsPosition(run, position, content))
    )
      doubt ??= `Page ${((run.before ?? run.after)?.line.page ?? 0) + 1} has text that may not belong to the row beside it`
    const { before, after, texts } = run
    if (cut.first + cut.last < texts.length && isWithinTable(run, runsByPage))
      doubt ??= `Page ${(texts[0]?.line.page ?? 0) + 1} has text between the rows that belongs to none of them`
    if (before)
      groups.set(before.line, [...(groups.get(before.line) ?? [before]), ...texts.slice(0, cut.first)])
    if (after) groups.set(after.line, [...texts.slice(texts.length - cut.last), after])
    else rests.set(run, texts.slice(cut.first))
  }
  const splitDoubt = joinSplitRows(runsByPage, rests, groups)
  doubt ??= splitDoubt
  if (isPositionClear && position === 'last') doubt ??= findCutPage(runsByPage)
  const byEntry = new Map<TableEntry, RowDescription>()
  for (const [line, entry] of entryByLine) {
    const items = groups.get(line) ?? []
    if (items.some((item) => cutLines.has(item.line)))
      doubt ??= `A description on page ${line.page + 1} may include or lack text of another column`
    byEntry.set(entry, {
      text: textOf(items.flatMap(({ words }) => words.filter((word) => !isBullet(word)))),
      words: items
        .filter(({ words }) => words.length > 0)
        .map((item) => ({ page: item.line.page, words: item.words })),
    })
  }
  return { byEntry, doubt }
}

const sectionWords =
  /^(?:(?:payments?|refunds?|credits?|received|purchases?|cash|advances?|interest|charges?|fees?|balance|transfers?|and|&|other|new|your)\W*)+$/i

/** Whether a line names a group of rows and its font is not that of the row below: `Cash advances`. */
const isHeadingInOtherFont = (line: StatementLine, below: StatementLine | undefined): boolean =>
  line.amounts.length === 0 &&
  line.dates.length === 0 &&
  below !== undefined &&
  below.page === line.page &&
  below.amounts.length > 0 &&
  sectionWords.test(textOf(line.words)) &&
  below.words.every(({ font }) => font !== line.words[0]?.font)

/** Cuts off a word that is right-aligned in the next column and begins left of most words there. */
function cutNextColumn(cell: PageWord[], right: number): PageWord[] {
  const last = cell.at(-1)
  const before = cell.at(-2)
  const isNext =
    last !== undefined &&
    before !== undefined &&
    last.x > right - descriptionTuning.maxNextColumnShift * last.size &&
    last.x - before.right > descriptionTuning.minColumnGap * last.size
  return isNext ? cell.slice(0, -1) : cell
}

/**
 * Whether words directly beside the cell, without the gap between two columns, are not part of it, or the cell
 * contains such a gap: the description was cut off, or includes another column.
 */
function isCut(cell: readonly PageWord[], rowWords: readonly PageWord[]): boolean {
  const [first, last] = [cell[0], cell.at(-1)]
  if (!first || !last) return false
  const [start, end] = [rowWords.indexOf(first), rowWords.indexOf(last)]
  const [before, after] = [rowWords[start - 1], rowWords[end + 1]]
  const maxGap = descriptionTuning.maxWordGap
  const hasColumnGap = cell.some(
    (word, n) =>
      n > 0 && word.x - (cell[n - 1] as PageWord).right > descriptionTuning.minColumnGap * word.size,
  )
  return (
    hasColumnGap ||
    (before !== undefined && first.x - before.right <= maxGap * first.size) ||
    (after !== undefined && after.x - last.right <= maxGap * last.size)
  )
}

/**
 * Returns the texts of lines that repeat a header or each other inside the table and have words, but no amount, in an amount column: column
 * titles that are printed again above later rows.
 */
function findRepeatedTitles({ lines, table }: TableContent, roles: ColumnReading['roles']): string[] {
  const headers = [...table.headers.values()].flat()
  const texts = lines.flatMap((line) => {
    const placement = table.columnGrids.byPage.get(line.page)
    if (!placement || line.amounts.length > 0 || table.stamps.has(line)) return []
    if (splitIntoCells(line.words).length < descriptionTuning.minTitles) return []
    const isTitle = ({ x, right, text }: PageWord) =>
      /\p{L}{3}/u.test(text) &&
      placement.grid.columns.some(
        (column) =>
          roles.has(column) && x < column.right + placement.shift && right > column.left + placement.shift,
      )
    return line.words.some(isTitle)
      ? [{ text: textOf(line.words), isKnown: sharesTitles(line, headers) }]
      : []
  })
  return [...Map.groupBy(texts, ({ text }) => text)].flatMap(([text, group]) =>
    group.length > 1 || group.some(({ isKnown }) => isKnown) ? [text] : [],
  )
}

/** Whether a line has two titles of a known header at the same position: each section may name its other columns. */
function sharesTitles(line: StatementLine, headers: readonly StatementLine[]): boolean {
  const listTitles = ({ words }: StatementLine) =>
    splitIntoCells(words).map((cell) => `${Math.round(cell[0]?.x ?? 0)} ${textOf(cell)}`)
  const titles = new Set(headers.flatMap(listTitles))
  return listTitles(line).filter((title) => titles.has(title)).length >= descriptionTuning.minSharedTitles
}

const forwardWords =
  /^\W*((your|the|opening|closing|balance|brought|carried|forward|fwd|b\/?f|c\/?f|down|over|from|to|previous|last|next|page|statement|sheet|no|\d+)\b\W*)+$/i

const pageWording =
  /^\W*(end of (the )?(statement|transactions|list|report)|statement ends|(statement |transactions )?continue[sd]( overleaf| (on|from) (the )?(next|previous) page)?|no (more|further) (transactions|entries))\W*$/i

/** Whether a line names a total before its amount: `Paid out this week 552.54`. */
function isTotalWording({ amounts }: StatementLine, words: readonly PageWord[]): boolean {
  if (findMarker(textOf(words)) === 'total') return true
  const last = amounts.at(-1)
  if (!last || last.isForeign || words.at(-1) !== last.words.at(-1)) return false
  const label = words.filter((word) => !amounts.some((money) => money.words.includes(word)))
  const kind = classifyAmountLabel(textOf(label))
  return kind === 'in' || kind === 'out'
}

/** One of these is in every wording of a balance: `from 40-92-05 70118204` is the account of a sender. */
const forwardNouns = /\b(balance|brought|carried|forward|fwd|previous|last|next|page|statement|sheet)\b/i

/** Whether a text is the wrapped wording of a balance: `Gweddill a ddygwyd ymlaen / Balance brought` above `forward`. */
const isBalanceWording = (text: string): boolean =>
  (forwardWords.test(text) && forwardNouns.test(text)) || /\bbalance (brought|carried)\b/i.test(text)

const isBullet = ({ text }: PageWord) => /^[\u2022\u25cf\u25cb\u25aa\u25a0\u25a1]$/.test(text)

/**
 * Returns the words inside the column and the words that directly precede them without a gap, because tables on one
 * page may be slightly displaced.
 */
function extendToCell(
  words: readonly PageWord[],
  isInside: (word: PageWord) => boolean,
  left: number,
  isRow: boolean,
): PageWord[] {
  let first = words.findIndex(isInside)
  if (first < 0) return []
  // If a description begins right of the column, its row belongs to a table that is further left.
  const { maxShift, maxShiftedReach, maxReach, maxWordGap } = descriptionTuning
  const reach = isRow && (words[first] as PageWord).x > left + maxShift ? maxShiftedReach : maxReach
  const cell = words.filter(isInside)
  for (; first > 0; first--) {
    const [before, word] = [words[first - 1] as PageWord, words[first] as PageWord]
    const minX = left - (/[a-z]/i.test(before.text) ? reach : maxReach)
    if (before.x < minX || word.x - before.right > maxWordGap * word.size) break
    cell.unshift(before)
  }
  return cell
}

/** Whether a word is a type code such as `VIS` at the left edge of other codes. It may nearly touch the description. */
const isInCodeColumn = (code: PageWord, lines: readonly StatementLine[]): boolean =>
  typeCode.test(code.text) &&
  lines.filter(({ words }) =>
    words.some(
      ({ x, text }) => Math.abs(x - code.x) < descriptionTuning.maxCodeOffset && typeCode.test(text),
    ),
  ).length >= descriptionTuning.minCodes

const typeCode = /^[A-Z/]{2,4}$/

/**
 * Whether a line belongs to a description: it begins at the description column and has nothing but a date to its
 * left.
 */
function isDescriptionLine(
  line: StatementLine,
  words: PageWord[],
  range: TextRange,
  { table, lines }: TableContent,
): boolean {
  const first = words[0] as PageWord
  if (first.x > range.left + descriptionTuning.maxIndent) return false
  const stamp = table.stamps.get(line)
  const taken = new Set(stamp?.printedDate?.words ?? [])
  const wordsBefore = line.words.filter((word) => word.right < first.x && !taken.has(word))
  const [code, second] = wordsBefore
  if (code && !second && isInCodeColumn(code, lines)) return true
  const gap = first.x - (wordsBefore.at(-1)?.right ?? 0)
  // A sentence across the whole table is not a description.
  return wordsBefore.length === 0 || gap > descriptionTuning.minCellGap * first.size
}

/**
 * Finds page headers and footers: lines that repeat at the same height on most pages, apart from the numbers in them.
 */
function findPageFurniture({ lines, stamps }: TableContent['table']): Set<StatementLine> {
  const pages = new Set(lines.map(({ page }) => page)).size
  const byText = new Map<string, StatementLine[]>()
  for (const line of lines) {
    // The first rows of several pages may have the same type and month: `27-FEB-2026 Card transaction`.
    const isDated = stamps.get(line)?.printedDate != null && !stamps.get(line)?.isHeading
    if (line.amounts.length > 0 || isDated) continue
    const key = `${Math.round(line.y / descriptionTuning.furnitureHeight)} ${textOf(line.words).replace(/\d+/g, '#')}`
    byText.set(key, [...(byText.get(key) ?? []), line])
  }
  const { minFurniturePages, minFurnitureShare } = descriptionTuning
  const repeated = [...byText.values()].filter(
    ({ length }) => length >= minFurniturePages && length >= minFurnitureShare * pages,
  )
  return new Set([
    ...repeated.flat(),
    ...lines.filter(({ words }) => /^page \d+( of \d+)?$/i.test(textOf(words))),
  ])
}
