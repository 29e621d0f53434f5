import type { PageWord } from '../../document.ts'
import type { ColumnReading } from '../arithmetic/column-readings.ts'
import type { AmountColumn, GridPlacement } from '../table/columns.ts'
import { listHeaderTexts, type TransactionTable } from '../table/table.ts'
import type { TableContent, TableEntry } from '../table/table-content.ts'
import { findTextRange, getRowWords, type TextRange } from '../table/text-columns.ts'
import { continuesDetails, isDetailLine } from '../text/detail-lines.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { isSentence } from '../text/sentence.ts'
import { areTitles, findMarker } from '../text/vocabulary.ts'
import { descriptionTuning } from '../tuning/facts.ts'
import { describeStyle, findMessages, isSameEdge } from './bank-messages.ts'
import { countContinuingLines } from './continuing-lines.ts'
import type { TableItem } from './table-item.ts'

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
  const furniture = findPageFurniture(table.lines)
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
      (!isRow && words.length > 0 && isHeadingInOtherFont(line, content.lines[n + 1])) ||
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
      (!isRow && line.amounts.length > 0 && findMarker(textOf(words)) === 'total')
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
  const rests = new Map<Run, TableItem[]>()
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
      (isPositionClear && isAgainst(run, position, content))
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

/** Whether two lines are printed side by side, although their baselines differ. */
const overlaps = (line: StatementLine, { page, y, size }: StatementLine): boolean =>
  line.page === page && Math.abs(line.y - y) <= descriptionTuning.maxOverlap * size

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
  /^\W*((your|the|opening|closing|balance|brought|carried|forward|fwd|down|over|from|to|previous|last|next|page|statement|sheet|no|\d+)\b\W*)+$/i

const pageWording =
  /^\W*(end of (the )?(statement|transactions|list|report)|statement ends|(statement |transactions )?continue[sd]( overleaf| (on|from) (the )?(next|previous) page)?|no (more|further) (transactions|entries))\W*$/i

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

/** Text lines between two rows or barriers. `balances` are the balances or totals before and after them. */
type Run = {
  before: TableItem | null
  after: TableItem | null
  texts: TableItem[]
  balances: { before: TableItem | null; after: TableItem | null }
}

function splitIntoRuns(items: readonly TableItem[]): Run[] {
  const runs: Run[] = []
  const startRun = (item: TableItem | null): Run => ({
    before: item?.kind === 'row' ? item : null,
    after: null,
    texts: [],
    balances: { before: item?.isBalance ? item : null, after: null },
  })
  let run = startRun(null)
  for (const item of items) {
    if (item.kind === 'text') run.texts.push(item)
    else {
      run.after = item.kind === 'row' ? item : null
      run.balances.after = item.isBalance ? item : null
      runs.push(run)
      run = startRun(item)
    }
  }
  runs.push(run)
  return runs.map(dropBalanceTexts)
}

/**
 * Moves undated text at the top of a page to the last row of the page before. It is only called if descriptions begin
 * on the line of the amount, so the text cannot belong to the dated row below it.
 */
function continueAcrossPages(runsByPage: readonly Run[][], { stamps }: TransactionTable) {
  for (const [n, [top]] of runsByPage.entries()) {
    const last = runsByPage[n - 1]?.at(-1)
    if (!top || top.before || top.balances.before || !top.after || !last?.before) continue
    if (!stamps.has(top.after.line) || top.texts.some(({ line }) => stamps.has(line))) continue
    last.texts.push(...top.texts.splice(0, countContinuedLines(top.texts, top.after)))
  }
}

/** Whether rows are above and below a run on its page. */
function isWithinTable(run: Run, runsByPage: readonly Run[][]): boolean {
  const pageRuns = runsByPage.find((runs) => runs.includes(run)) ?? []
  const n = pageRuns.indexOf(run)
  const hasRow = ({ before, after }: Run) => before !== null || after !== null
  return pageRuns.slice(0, n).some(hasRow) && pageRuns.slice(n + 1).some(hasRow)
}

/** Drops the lines of a run that belong to the balance before or after it: they are closer to it than to the row. */
function dropBalanceTexts(run: Run): Run {
  const { before, after, texts, balances } = run
  const [from, to] = [before ?? balances.before, after ?? balances.after]
  if (texts.length === 0 || !from || !to || (before && after)) return run
  const gaps = listGaps({ ...run, before: from, after: to })
  const [widest, second] = gaps.toSorted((a, b) => b - a) as [number, number]
  if (widest <= second + descriptionTuning.minGapDifference) return run
  const index = gaps.indexOf(widest)
  return { ...run, texts: before ? texts.slice(0, index) : after ? texts.slice(index) : texts }
}

/**
 * Moves the first line of a row at the foot of a page to the rest of that row, which begins the next page and has not
 * the type of a first line itself. Returns the doubt that remains about other text in the type of first lines.
 */
function joinSplitRows(
  runsByPage: readonly Run[][],
  rests: ReadonlyMap<Run, TableItem[]>,
  groups: Map<StatementLine, TableItem[]>,
): string | null {
  const rows = [...groups.values()].flatMap(([first]) => (first && first.words.length > 0 ? [first] : []))
  const [style, alike] = [...Map.groupBy(rows, describeStyle)].toSorted(
    (a, b) => b[1].length - a[1].length,
  )[0] ?? ['', []]
  const isUsual = alike.length >= descriptionTuning.minFirstLineShare * rows.length
  let doubt: string | null = null
  for (const [n, pageRuns] of runsByPage.entries()) {
    const rest = rests.get(pageRuns.at(-1) as Run)
    const text = rest?.find(
      (item) => describeStyle(item) === style && alike.some((row) => isSameEdge(row, item)),
    )
    const next = runsByPage[n + 1]?.find(({ after }) => after !== null)?.after
    if (!text || !next) continue
    const group = groups.get(next.line) ?? []
    if (isUsual && group[0] && describeStyle(group[0]) !== style) groups.set(next.line, [text, ...group])
    else doubt ??= `The text at the foot of page ${text.line.page + 1} may belong to the next row`
  }
  return doubt
}

const listGaps = ({ before, after, texts }: Run): number[] => {
  const items = [before, ...texts, after].filter((item) => item !== null)
  return items.slice(1).map((item, n) => getBaseline(item) - getBaseline(items[n] as TableItem))
}

/**
 * Returns the baseline of the description itself. Text beside the table may share a line with it, but have another
 * baseline.
 */
const getBaseline = ({ words, line }: TableItem): number => words[0]?.y ?? line.y

/** Returns the typical line pitch within a description, in points. */
function measurePitch(runs: readonly Run[]): number {
  const gaps = runs
    .filter(({ texts }) => texts.length > 0)
    .flatMap(listGaps)
    .toSorted((a, b) => a - b)
  return gaps[Math.floor(gaps.length * descriptionTuning.pitchQuantile)] ?? descriptionTuning.defaultPitch
}

/** Returns the typical distance of rows that have one line each, in points. No line of a description is further away. */
function measureRowPitch(runs: readonly Run[]): number {
  const gaps = runs
    .filter(({ before, after, texts }) => before && after && texts.length === 0)
    .flatMap(listGaps)
    .toSorted((a, b) => a - b)
  return gaps.length < descriptionTuning.minSingleRows
    ? Number.POSITIVE_INFINITY
    : (gaps[gaps.length >> 1] as number)
}

/** Line of a multi-line description on which the amount is printed. */
type AmountPosition = 'first' | 'last'

/**
 * Counts the votes of all unambiguous runs on where amounts are printed: positive for the first line of a
 * description, negative for the last.
 */
function countPositionVotes(runs: readonly Run[], pitch: number, { table }: TableContent): number {
  const { maxClosePitch, minGapDifference, dateVotes, weakVotes } = descriptionTuning
  let votes = 0
  for (const run of runs) {
    const { before, after, texts } = run
    if (texts.length === 0) continue
    const isClose = (gap: number | undefined) => gap !== undefined && gap <= maxClosePitch * pitch
    const gaps = listGaps(run)
    if (before && after) {
      const dated = texts.findIndex(({ line }) => table.stamps.has(line))
      if (countContinuingLines(before, texts, after) > 0) votes += dateVotes
      else if (dated === 0) votes -= dateVotes
      else if (dated < 0) {
        const [first, last] = [gaps[0] as number, gaps.at(-1) as number]
        if (first < last - minGapDifference) votes++
        else if (last < first - minGapDifference) votes--
        // A date is usually on the first line of its row, but may be beside the amount.
        else if (table.stamps.has(after.line)) votes += weakVotes
      }
    } else if (before && isClose(gaps[0])) votes += weakVotes
    else if (after && isClose(gaps.at(-1))) votes -= weakVotes
  }
  return compareGapSpreads(runs, table) || votes
}

/**
 * Returns clear votes if the single lines between two rows all have the same distance to the row above (positive) or
 * below (negative) and various distances to the other: the pitch within a row is fixed, that of the rows may vary.
 */
function compareGapSpreads(runs: readonly Run[], { stamps }: TransactionTable): number {
  const { minGapDifference, minSpreadRuns, minClearVotes } = descriptionTuning
  const pairs = runs
    .filter(
      ({ before, after, texts: [text, second] }) =>
        before && after && text && !second && !stamps.has(text.line),
    )
    .map(listGaps)
  if (pairs.length < minSpreadRuns) return 0
  const spreadOf = (n: number) => {
    const gaps = pairs.map((gap) => gap[n] as number)
    return Math.max(...gaps) - Math.min(...gaps)
  }
  const [above, below] = [spreadOf(0), spreadOf(1)]
  if (above <= minGapDifference && below > 2 * minGapDifference) return minClearVotes
  return below <= minGapDifference && above > 2 * minGapDifference ? -minClearVotes : 0
}

/**
 * Returns how many lines at the top of a page continue the last row of the previous page. Lines below a wider gap
 * belong to the next row, whose amount may be beside the middle of its description.
 */
function countContinuedLines(allTexts: readonly TableItem[], after: TableItem): number {
  // A line that overlaps the row below it is beside its amount.
  const texts = allTexts.filter(({ line }) => !overlaps(line, after.line))
  const baselines = [...texts, after].map(({ line }) => line.y)
  const gaps = baselines.slice(1).map((y, n) => y - (baselines[n] as number))
  const widest = Math.max(...gaps)
  const index = gaps.indexOf(widest)
  return widest > descriptionTuning.minRowGapRatio * Math.min(...gaps) ? index + 1 : texts.length
}

/** Returns how many lines of a run belong to the row before it (`first`) and to the row after it (`last`). */
function splitRun(
  run: Run,
  style: { pitch: number; rowPitch: number; position: AmountPosition; isPositionClear: boolean },
  content: TableContent,
): { first: number; last: number } {
  const { pitch, rowPitch, position, isPositionClear } = style
  const { before, after, texts } = run
  const gaps = listGaps(run)
  const { maxPitch, pitchTolerance, minLinePitch } = descriptionTuning
  // If amounts are set slightly lower than their descriptions, the measured pitch is only this small offset, so it
  // has a minimum.
  const size = (before ?? after)?.line.size ?? 0
  const measuredGap = maxPitch * Math.max(pitch, minLinePitch * size)
  // With few rows, the only gap to be measured may be that to the foot of the page.
  const maxGap = Math.min(measuredGap, rowPitch, descriptionTuning.maxLineGap * size) + pitchTolerance
  if (!before && !after) return { first: 0, last: 0 }
  if (!after) {
    // Below the last row of a page, a sentence is a message from the bank and not part of a description.
    const end = gaps.findIndex((gap, n) => gap > maxGap || isMessageBelow(texts[n]))
    return { first: end < 0 ? texts.length : end, last: 0 }
  }
  if (!before) {
    const start = gaps.findLastIndex((gap) => gap > maxGap)
    return { first: 0, last: texts.length - 1 - start }
  }
  const dated = texts.findIndex(({ line }) => content.table.stamps.has(line))
  if (dated >= 0) return { first: dated, last: texts.length - dated }
  if (texts.length === 0) return { first: 0, last: 0 }
  const continuing = countContinuingLines(before, texts, after)
  if (continuing > 0) {
    const first = position === 'first' ? texts.length : continuing
    return { first, last: texts.length - first }
  }
  const [widest, secondWidest] = gaps.toSorted((a, b) => b - a) as [number, number]
  const isUnlikely =
    isPositionClear &&
    isAgainst(run, position, content) &&
    widest < descriptionTuning.minRowGapRatio * secondWidest
  if (widest > secondWidest + descriptionTuning.minGapDifference && !isUnlikely) {
    const index = gaps.indexOf(widest)
    return { first: index, last: texts.length - index }
  }
  return position === 'first' ? { first: texts.length, last: 0 } : { first: 0, last: texts.length }
}

/** Whether the gaps attach all undated lines of a run to the row to which they would not belong by the style of the table. */
function isAgainst(run: Run, position: AmountPosition, { table }: TableContent): boolean {
  const { before, after, texts } = run
  if (!before || !after || texts.length === 0 || texts.some(({ line }) => table.stamps.has(line)))
    return false
  if (countContinuingLines(before, texts, after) === texts.length) return false
  const gaps = listGaps(run)
  const far = position === 'first' ? gaps.shift() : gaps.pop()
  return (far as number) > Math.max(...gaps) + descriptionTuning.minGapDifference
}

/** Whether nearly all rows begin above their amount, but the first row of a page does not: its first line may be cut off. */
function findCutPage(runsByPage: readonly Run[][]): string | null {
  const inner = runsByPage.flat().filter(({ before, after }) => before && after)
  const withText = inner.filter(({ texts }) => texts.length > 0)
  if (withText.length < descriptionTuning.minFirstLineShare * inner.length) return null
  const cut = runsByPage.map(([first]) => first).find((run) => run?.after && run.texts.length === 0)
  return cut?.after ? `The first row of page ${cut.after.line.page + 1} may lack its first line` : null
}

/** Whether a line below the last row of a page is a long sentence, which is not part of a description in any style. */
function isMessageBelow(item: TableItem | undefined): boolean {
  const words = item?.line.words ?? []
  return words.length >= descriptionTuning.minMessageWords && isSentence(textOf(words))
}

/** Whether the lines of a run can belong to no other row and to nothing but a row. */
function isSplitClear(
  run: Run,
  { first, last }: { first: number; last: number },
  pitch: number,
  isPositionClear: boolean,
): boolean {
  const { before, after, texts } = run
  const attached = [...texts.slice(0, first), ...texts.slice(texts.length - last)]
  if (attached.length === 0) return true
  if (attached.some(({ words }) => isSentence(textOf(words)))) return false
  const { maxClosePitch, minLinePitch, minGapDifference, minRowGapRatio } = descriptionTuning
  const size = (before ?? after)?.line.size ?? 0
  const maxGap = maxClosePitch * Math.max(pitch, minLinePitch * size)
  const gaps = listGaps(run)
  const isWithinRow = (n: number) => (before && n < first) || (after && n >= gaps.length - last)
  if (gaps.some((gap, n) => isWithinRow(n) && gap > maxGap)) return false
  if (!before || !after || isPositionClear) return true
  if (countContinuingLines(before, texts, after) === texts.length) return true
  // Without a clear style, only a gap wider than all others separates two rows.
  const [widest, second] = gaps.toSorted((a, b) => b - a)
  return (
    (widest as number) > (second ?? 0) + minGapDifference &&
    (widest as number) >= minRowGapRatio * (second ?? 0)
  )
}

/**
 * Finds page headers and footers: lines that repeat at the same height on most pages, apart from the numbers in them.
 */
function findPageFurniture(lines: readonly StatementLine[]): Set<StatementLine> {
  const pages = new Set(lines.map(({ page }) => page)).size
  const byText = new Map<string, StatementLine[]>()
  for (const line of lines) {
    if (line.amounts.length > 0) continue
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
