import type { PageWord } from '../../document.ts'
import type { ColumnReading } from '../arithmetic/column-readings.ts'
import type { AmountColumn, GridPlacement } from '../table/columns.ts'
import type { TableContent, TableEntry } from '../table/table-content.ts'
import { findTextRange, getRowWords, type TextRange } from '../table/text-columns.ts'
import { type StatementLine, textOf } from '../text/lines.ts'
import { descriptionTuning } from '../tuning.ts'

/** The words of a transaction, which may take several lines. */
export type RowDescription = { text: string; words: { page: number; words: PageWord[] }[] }

/** A line of the table. row: with an amount; text: perhaps part of a description; barrier: ends descriptions. */
type Item = { line: StatementLine; words: PageWord[]; kind: 'row' | 'barrier' | 'text' }

/** Assigns lines to rows by dates, line gaps and the style of most of the document. */
export function collectDescriptions(
  content: TableContent,
  { roles, entries, runningBalance }: ColumnReading,
  knownStyle?: AmountPosition,
): Map<TableEntry, RowDescription> {
  const { table } = content
  const entryByLine = new Map(runningBalance.steps.map(({ entry }) => [entry.line, entry]))
  const otherLines = new Set(entries.filter(({ line }) => !entryByLine.has(line)).map(({ line }) => line))
  const ranges = new Map<GridPlacement, TextRange>()
  for (const placement of table.columnGrids.placements) {
    const rowLines = content.lines.filter(
      (line) => !otherLines.has(line) && !content.balanceListLines.has(line),
    )
    ranges.set(placement, findTextRange(table, placement, roles, rowLines))
  }
  const furniture = findPageFurniture(table.lines)
  const headings = new Set(content.sections.map(({ line }) => line))
  const pages = new Map<number, Item[]>()
  const headers = new Set([...table.headers.values()].flat().map((line) => textOf(line.words)))

  for (const line of content.lines) {
    const placement = table.columnGrids.byPage.get(line.page)
    const range = placement && ranges.get(placement)
    if (!range) continue
    const { maxLeftOffset, nextColumnTolerance } = descriptionTuning
    const isInside = ({ x }: PageWord) =>
      x >= range.left - maxLeftOffset && x < range.right - nextColumnTolerance
    const isRow = entryByLine.has(line)
    const words = extendToCell(getRowWords(line, table, roles), isInside, range.left, isRow)
    const stamp = table.stamps.get(line)
    const isBarrier =
      otherLines.has(line) ||
      headings.has(line) ||
      (furniture.has(line) &&
        words.length > 0 &&
        Math.abs((words[0]?.x ?? 0) - range.left) > maxLeftOffset) ||
      line.amounts.some((money) => roles.has(table.columnGrids.columnByAmount.get(money) as AmountColumn)) ||
      content.balanceListLines.has(line) ||
      (!isRow && line.amounts.filter(({ isForeign }) => !isForeign).length > 1) ||
      stamp?.isHeading ||
      headers.has(textOf(line.words))
    const items = pages.get(line.page) ?? []
    pages.set(line.page, items)
    if (isRow) items.push({ line, words, kind: 'row' })
    else if (isBarrier) items.push({ line, words, kind: 'barrier' })
    else if (words.length > 0)
      items.push({ line, words, kind: isDescriptionLine(line, words, range, content) ? 'text' : 'barrier' })
  }
  const groups = new Map<StatementLine, Item[]>()
  const runs = [...pages.values()].flatMap(splitIntoRuns)
  const pitch = measurePitch(runs)
  const position = knownStyle ?? findAmountPosition(runs, pitch, content)
  for (const run of runs) {
    const cut = splitRun(run, pitch, position, content)
    const { before, after, texts } = run
    if (before)
      groups.set(before.line, [...(groups.get(before.line) ?? [before]), ...texts.slice(0, cut.first)])
    if (after) groups.set(after.line, [...texts.slice(texts.length - cut.last), after])
  }
  const descriptions = new Map<TableEntry, RowDescription>()
  for (const [line, entry] of entryByLine) {
    const items = groups.get(line) ?? []
    descriptions.set(entry, {
      text: textOf(items.flatMap(({ words }) => words)),
      words: items
        .filter(({ words }) => words.length > 0)
        .map((item) => ({ page: item.line.page, words: item.words })),
    })
  }
  return descriptions
}

/** The words inside the column, plus words that lead up to them without a gap: tables on one page may differ slightly. */
function extendToCell(
  words: readonly PageWord[],
  isInside: (word: PageWord) => boolean,
  left: number,
  isRow: boolean,
): PageWord[] {
  let first = words.findIndex(isInside)
  if (first < 0) return []
  // A row whose description begins right of the column belongs to a table that is further left.
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

/** A line of a description begins at the description column, with nothing but a date left of it. */
function isDescriptionLine(
  line: StatementLine,
  words: PageWord[],
  range: TextRange,
  { table }: TableContent,
): boolean {
  const first = words[0] as PageWord
  if (first.x > range.left + descriptionTuning.maxIndent) return false
  const stamp = table.stamps.get(line)
  const taken = new Set(stamp?.printedDate?.words ?? [])
  const wordsBefore = line.words.filter((word) => word.right < first.x && !taken.has(word))
  const gap = first.x - (wordsBefore.at(-1)?.right ?? 0)
  // A sentence across the whole table is not a description.
  return wordsBefore.length === 0 || gap > descriptionTuning.minCellGap * first.size
}

/** Text lines between two rows or barriers. */
type Run = { before: Item | null; after: Item | null; texts: Item[] }

function splitIntoRuns(items: readonly Item[]): Run[] {
  const runs: Run[] = []
  let run: Run = { before: null, after: null, texts: [] }
  for (const item of items) {
    if (item.kind === 'text') run.texts.push(item)
    else {
      run.after = item.kind === 'row' ? item : null
      runs.push(run)
      run = { before: run.after, after: null, texts: [] }
    }
  }
  runs.push(run)
  return runs
}

const listGaps = ({ before, after, texts }: Run): number[] => {
  const items = [before, ...texts, after].filter((item) => item !== null)
  return items.slice(1).map((item, n) => getBaseline(item) - getBaseline(items[n] as Item))
}

/** Text beside the table may share a line with it but not its baseline, so the description's own baseline counts. */
const getBaseline = ({ words, line }: Item): number => words[0]?.y ?? line.y

/** Typical line pitch within a description, in points. */
function measurePitch(runs: readonly Run[]): number {
  const gaps = runs
    .filter(({ texts }) => texts.length > 0)
    .flatMap(listGaps)
    .toSorted((a, b) => a - b)
  return gaps[Math.floor(gaps.length * descriptionTuning.pitchQuantile)] ?? descriptionTuning.defaultPitch
}

/** Line of a description on which the amount is printed. */
type AmountPosition = 'first' | 'last'

/** Whether amounts are on the first or the last line of descriptions, by a vote of the runs that are unambiguous. */
function findAmountPosition(runs: readonly Run[], pitch: number, { table }: TableContent): AmountPosition {
  const { maxClosePitch, minGapDifference, dateVotes, weakVotes } = descriptionTuning
  let votes = 0
  for (const run of runs) {
    const { before, after, texts } = run
    if (texts.length === 0) continue
    const isClose = (gap: number | undefined) => gap !== undefined && gap <= maxClosePitch * pitch
    const gaps = listGaps(run)
    if (before && after) {
      const dated = texts.findIndex(({ line }) => table.stamps.has(line))
      if (dated === 0) votes -= dateVotes
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
  return votes < 0 ? 'last' : 'first'
}

/** Number of lines of a run that belong to the row before it (first) and to the row after it (last). */
function splitRun(
  run: Run,
  pitch: number,
  position: AmountPosition,
  { table }: TableContent,
): { first: number; last: number } {
  const { before, after, texts } = run
  const gaps = listGaps(run)
  const maxGap = descriptionTuning.maxPitch * pitch + descriptionTuning.pitchTolerance
  if (!before && !after) return { first: 0, last: 0 }
  if (!after) {
    const end = gaps.findIndex((gap) => gap > maxGap)
    return { first: end < 0 ? texts.length : end, last: 0 }
  }
  if (!before) {
    const start = gaps.findLastIndex((gap) => gap > maxGap)
    return { first: 0, last: texts.length - 1 - start }
  }
  const dated = texts.findIndex(({ line }) => table.stamps.has(line))
  if (dated >= 0) return { first: dated, last: texts.length - dated }
  if (texts.length === 0) return { first: 0, last: 0 }
  const widest = Math.max(...gaps)
  const secondWidest = gaps.toSorted((a, b) => b - a)[1] as number
  if (widest > secondWidest + descriptionTuning.minGapDifference) {
    const index = gaps.indexOf(widest)
    return { first: index, last: texts.length - index }
  }
  return position === 'first' ? { first: texts.length, last: 0 } : { first: 0, last: texts.length }
}

/** Page headers and footers: lines that repeat at the same height on most pages, apart from their numbers. */
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
