import type { TransactionTable } from '../table/table.ts'
import type { TableContent } from '../table/table-content.ts'
import { median, type StatementLine, textOf } from '../text/lines.ts'
import { isSentence } from '../text/sentence.ts'
import { descriptionTuning } from '../tuning/facts.ts'
import { describeStyle, isSameEdge } from './bank-messages.ts'
import { countContinuingLines } from './continuing-lines.ts'
import type { TableItem } from './table-item.ts'

// Decides by dates, gaps and the style of the table to which row each text line between two rows belongs.

/** Whether two lines are printed side by side, although their baselines differ. */
export const overlaps = (line: StatementLine, { page, y, size }: StatementLine): boolean =>
  line.page === page && Math.abs(line.y - y) <= descriptionTuning.maxOverlap * size

/** Text lines between two rows or barriers. `balances` are the balances or totals before and after them. */
export type TextRun = {
  before: TableItem | null
  after: TableItem | null
  texts: TableItem[]
  balances: { before: TableItem | null; after: TableItem | null }
}

export function splitIntoRuns(items: readonly TableItem[]): TextRun[] {
  const runs: TextRun[] = []
  const startRun = (item: TableItem | null): TextRun => ({
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
export function continueAcrossPages(runsByPage: readonly TextRun[][], { stamps }: TransactionTable) {
  const maxInnerGap = findMaxInnerGap(runsByPage.flat())
  for (const [n, [top]] of runsByPage.entries()) {
    const last = runsByPage[n - 1]?.at(-1)
    if (!top || top.before || top.balances.before || !top.after || !last?.before) continue
    if (!stamps.has(top.after.line) || top.texts.some(({ line }) => stamps.has(line))) continue
    const continued = countContinuedLines(top.texts, top.after)
    const separate = listGaps(top).findLastIndex((gap) => gap >= maxInnerGap) + 1
    last.texts.push(...top.texts.splice(0, Math.min(continued, separate)))
  }
}

/**
 * Returns the upper limit of the gaps between the lines of one row, in points, if rows are further apart than the lines
 * within them, and 0 otherwise. A line that is closer to the row below belongs to it in any style.
 */
function findMaxInnerGap(runs: readonly TextRun[]): number {
  const { minGapDifference, minSpreadRuns } = descriptionTuning
  const gaps = runs
    .filter(({ before, after, texts }) => before && after && texts.length > 0)
    .map((run) => listGaps(run).toSorted((a, b) => b - a))
  if (gaps.length < minSpreadRuns) return 0
  const between = median(gaps.map(([widest]) => widest as number))
  const within = median(gaps.flatMap(([, ...others]) => others))
  return between > within + 2 * minGapDifference ? (between + within) / 2 : 0
}

/** Whether rows are above and below a run on its page. */
export function isWithinTable(run: TextRun, runsByPage: readonly TextRun[][]): boolean {
  const pageRuns = runsByPage.find((runs) => runs.includes(run)) ?? []
  const n = pageRuns.indexOf(run)
  const hasRow = ({ before, after }: TextRun) => before !== null || after !== null
  return pageRuns.slice(0, n).some(hasRow) && pageRuns.slice(n + 1).some(hasRow)
}

/** Drops the lines of a run that belong to the balance before or after it: they are closer to it than to the row. */
function dropBalanceTexts(run: TextRun): TextRun {
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
export function joinSplitRows(
  runsByPage: readonly TextRun[][],
  rests: ReadonlyMap<TextRun, TableItem[]>,
  groups: Map<StatementLine, TableItem[]>,
): string | null {
  const rows = [...groups.values()].flatMap(([first]) => (first && first.words.length > 0 ? [first] : []))
  const [style, alike] = [...Map.groupBy(rows, describeStyle)].toSorted(
    (a, b) => b[1].length - a[1].length,
  )[0] ?? ['', []]
  const isUsual = alike.length >= descriptionTuning.minFirstLineShare * rows.length
  let doubt: string | null = null
  for (const [n, pageRuns] of runsByPage.entries()) {
    const rest = rests.get(pageRuns.at(-1) as TextRun)
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

const listGaps = ({ before, after, texts }: TextRun): number[] => {
  const items = [before, ...texts, after].filter((item) => item !== null)
  return items.slice(1).map((item, n) => getBaseline(item) - getBaseline(items[n] as TableItem))
}

/**
 * Returns the baseline of the description itself. Text beside the table may share a line with it, but have another
 * baseline.
 */
const getBaseline = ({ words, line }: TableItem): number => words[0]?.y ?? line.y

/** Returns the typical line pitch within a description, in points. */
export function measurePitch(runs: readonly TextRun[]): number {
  const gaps = runs
    .filter(({ texts }) => texts.length > 0)
    .flatMap(listGaps)
    .toSorted((a, b) => a - b)
  return gaps[Math.floor(gaps.length * descriptionTuning.pitchQuantile)] ?? descriptionTuning.defaultPitch
}

/** Returns the typical distance of rows that have one line each, in points. No line of a description is further away. */
export function measureRowPitch(runs: readonly TextRun[]): number {
  const gaps = runs
    .filter(({ before, after, texts }) => before && after && texts.length === 0)
    .flatMap(listGaps)
    .toSorted((a, b) => a - b)
  return gaps.length < descriptionTuning.minSingleRows
    ? Number.POSITIVE_INFINITY
    : (gaps[gaps.length >> 1] as number)
}

/** Line of a multi-line description on which the amount is printed. */
export type AmountPosition = 'first' | 'last'

/**
 * Counts the votes of all unambiguous runs on where amounts are printed: positive for the first line of a
 * description, negative for the last.
 */
export function countPositionVotes(runs: readonly TextRun[], pitch: number, { table }: TableContent): number {
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
function compareGapSpreads(runs: readonly TextRun[], { stamps }: TransactionTable): number {
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
export function splitRun(
  run: TextRun,
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
    contradictsPosition(run, position, content) &&
    widest < descriptionTuning.minRowGapRatio * secondWidest
  if (widest > secondWidest + descriptionTuning.minGapDifference && !isUnlikely) {
    const index = gaps.indexOf(widest)
    return { first: index, last: texts.length - index }
  }
  return position === 'first' ? { first: texts.length, last: 0 } : { first: 0, last: texts.length }
}

/** Whether the gaps attach all undated lines of a run to the row to which they would not belong by the style of the table. */
export function contradictsPosition(
  run: TextRun,
  position: AmountPosition,
  { table }: TableContent,
): boolean {
  const { before, after, texts } = run
  if (!before || !after || texts.length === 0 || texts.some(({ line }) => table.stamps.has(line)))
    return false
  if (countContinuingLines(before, texts, after) === texts.length) return false
  const gaps = listGaps(run)
  const far = position === 'first' ? gaps.shift() : gaps.pop()
  return (far as number) > Math.max(...gaps) + descriptionTuning.minGapDifference
}

/** Whether nearly all rows begin above their amount, but the first row of a page does not: its first line may be cut off. */
export function findCutPage(runsByPage: readonly TextRun[][]): string | null {
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
export function isSplitClear(
  run: TextRun,
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
