import type { PageWord } from '../../document.ts'
import { panelTuning } from '../tuning/blocks.ts'
import { findDates } from './dates.ts'

// Information boxes (panels) beside the table have a different line pitch. Few of their lines share a baseline with a
// row, whereas the columns of one table share nearly all baselines.

export type PanelSplit = { main: PageWord[]; panels: PageWord[][] }
type Side = 'left' | 'right'
type PanelBox = { side: Side; left: number; right: number }

/** Separates the words of side panels from the other words of each page. */
export function splitPanels(pages: readonly (readonly PageWord[])[]): PanelSplit[] {
  const panelBoxes: PanelBox[] = []
  const dateEdges = findDateEdges(pages)
  const splits = pages.map((words) => {
    const split: PanelSplit = { main: [...words], panels: [] }
    for (const side of ['right', 'left'] as const) {
      const panel = findPanel(split.main, side, dateEdges)
      if (!panel) continue
      panelBoxes.push({ side, left: getLeft(panel), right: Math.max(...panel.map(({ right }) => right)) })
      removePanel(split, panel)
    }
    return split
  })
  // If a page has too few rows to compare baselines, look for the panel at its position on the other pages.
  for (const split of splits) {
    for (const side of ['right', 'left'] as const) {
      const known = panelBoxes.find((panelBox) => panelBox.side === side)
      const panel = known && split.panels.length === 0 ? findPanelAt(split.main, known) : undefined
      if (panel) removePanel(split, panel)
    }
  }
  return splits
}

function removePanel(split: PanelSplit, panel: PageWord[]) {
  const panelWords = new Set(panel)
  split.panels.push(panel)
  split.main = split.main.filter((word) => !panelWords.has(word))
}

const getLeft = (words: readonly PageWord[]) => Math.min(...words.map(({ x }) => x))

/** Finds a panel at a known position, unless a wider table covers this position on the page. */
function findPanelAt(words: readonly PageWord[], { side, left, right }: PanelBox): PageWord[] | undefined {
  const { maxEdgeOffset, maxOverhang, maxPageOffset, minLines, minTextLines } = panelTuning
  const isInside = (word: PageWord) =>
    word.x > left - maxEdgeOffset && (side === 'right' || word.right < right + maxOverhang)
  const isAcross = (word: PageWord) =>
    !isInside(word) && word.right > left - maxEdgeOffset && word.x < right + maxEdgeOffset
  const across = new Set(words.filter(isAcross).map(({ y }) => Math.round(y)))
  const run = trimUnaligned(
    findLongestRun(words.filter((word) => isInside(word) && !across.has(Math.round(word.y)))),
  )
  const lines = [...groupByRoundedBaseline(run).values()]
  const isText = (line: PageWord[]) => line.some(({ text }) => /[a-z]{3}/i.test(text))
  if (lines.length < minLines || Math.abs(getLeft(run) - left) > maxPageOffset) return undefined
  if (lines.filter(isText).length < minTextLines * lines.length || hasDateColumn(run)) return undefined
  return run
}

function findPanel(
  words: readonly PageWord[],
  side: Side,
  dateEdges: readonly number[],
): PageWord[] | undefined {
  const edges = findEdges(words)
  const amountCount = countAmounts(words)
  // Try the widest panel first, so that edges inside a panel are not preferred.
  const splits = (side === 'right' ? edges : edges.toReversed()).flatMap(
    (edge) => splitAt(words, side, edge, amountCount, dateEdges) ?? [],
  )
  const best = splits.find(({ panel, beside }, n) => {
    const inner = new Set(splits[n + 1]?.panel)
    const between = listBaselines(panel.filter((word) => !inner.has(word)))
    // The space between two edges may be a sparsely filled column of the table instead of a gap between panels.
    return (
      inner.size === 0 ||
      between.length === 0 ||
      measureShare(between, listBaselines(beside)) < panelTuning.maxColumnBaselines
    )
  })
  return best?.panel
}

function splitAt(
  words: readonly PageWord[],
  side: Side,
  edge: number,
  amountCount: number,
  dateEdges: readonly number[],
): { panel: PageWord[]; beside: PageWord[] } | undefined {
  const { edgeTolerance, minGutter, minLines, maxCrossingLines, maxCrossingShare } = panelTuning
  // A right panel begins at the edge. A left panel ends before the edge, where the table begins.
  const isInside = ({ x, right }: PageWord) =>
    side === 'right' ? x >= edge - edgeTolerance : right < edge - minGutter
  const isAcross = ({ x, right }: PageWord) =>
    x < edge - edgeTolerance && (side === 'right' ? right > edge - minGutter : right >= edge - minGutter)
  const across = new Set<number>()
  for (const word of words) if (isAcross(word)) across.add(Math.round(word.y))
  const mayCross = (count: number) => across.size <= maxCrossingLines + maxCrossingShare * count
  const onSide = words.filter(isInside)
  // Most edges are excluded here. The panel has no more words than its side.
  if (onSide.length < minLines || !mayCross(onSide.length)) return undefined
  const isClear = ({ y }: PageWord) => {
    const baseline = Math.round(y)
    return !(across.has(baseline) || across.has(baseline - 1) || across.has(baseline + 1))
  }
  const inside = onSide.filter(isClear)
  // The side with nearly all amounts is the table.
  if (inside.length < minLines || countAmounts(inside) > panelTuning.maxAmountShare * amountCount)
    return undefined
  const panel = trimUnaligned(findLongestRun(inside))
  if (panel.length < minLines || !mayCross(panel.length)) return undefined
  const top = Math.min(...panel.map(({ y }) => y)) - panelTuning.verticalMargin
  const bottom = Math.max(...panel.map(({ y }) => y)) + panelTuning.verticalMargin
  const beside = words.filter((word) => !isInside(word) && isClear(word) && word.y >= top && word.y <= bottom)
  const [panelLines, tableLines] = [listBaselines(panel), listBaselines(beside)]
  if (panelLines.length < minLines || tableLines.length < minLines || !mayCross(panelLines.length))
    return undefined
  const shared = Math.max(measureShare(panelLines, tableLines), measureShare(tableLines, panelLines))
  if (shared >= panelTuning.maxSharedBaselines) return undefined
  if (!panel.some(({ text }) => /[a-z]{3}/i.test(text))) return undefined
  if (isPartOfTable(panel, beside)) return undefined
  // The side with more amounts is the table.
  const mayBePanel = !hasDateColumn(panel, dateEdges) || hasOnlyPeriod(panel, beside)
  if (countAmounts(panel) >= countAmounts(beside) || !mayBePanel) return undefined
  return { panel: side === 'left' ? addFurtherParts(panel, inside) : panel, beside }
}

/** Finds left edges at which several lines or cells begin. */
function findEdges(words: readonly PageWord[]): number[] {
  const sorted = words.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const starts: number[] = []
  sorted.forEach((word, n) => {
    const before = sorted[n - 1]
    const isSameLine = before !== undefined && Math.abs(before.y - word.y) < panelTuning.maxBaselineShift
    if (!isSameLine || word.x - before.right > panelTuning.minCellGap * word.size) starts.push(word.x)
  })
  const counts = new Map<number, number>()
  for (const x of starts) counts.set(Math.round(x), (counts.get(Math.round(x)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= panelTuning.minEdgeLines)
    .map(([x]) => x)
    .toSorted((a, b) => a - b)
}

/** Returns the longest run of lines without a large gap. A heading far above a panel is not part of the panel. */
function findLongestRun(words: readonly PageWord[]): PageWord[] {
  const sorted = words.toSorted((a, b) => a.y - b.y)
  let [start, from, to] = [0, 0, 0]
  sorted.forEach((word, n) => {
    const before = sorted[n - 1]
    if (before && word.y - before.y > panelTuning.maxLineGap * word.size) start = n
    if (n + 1 - start > to - from) [from, to] = [start, n + 1]
  })
  return sorted.slice(from, to)
}

/** Removes lines above and below the panel that do not begin at its left edge. */
function trimUnaligned(words: readonly PageWord[]): PageWord[] {
  const lines = [...groupByRoundedBaseline(words).values()].map((line) => ({ line, x: getLeft(line) }))
  let [commonEdge, maxCount] = [0, 0]
  for (const { x } of lines) {
    const count = lines.filter((other) => Math.abs(other.x - x) <= panelTuning.maxEdgeOffset).length
    if (count > maxCount) [commonEdge, maxCount] = [x, count]
  }
  const isAligned = ({ x }: { x: number }) => Math.abs(x - commonEdge) <= panelTuning.maxEdgeOffset
  return lines
    .slice(lines.findIndex(isAligned), lines.findLastIndex(isAligned) + 1)
    .flatMap(({ line }) => line)
}

/** Adds the parts of a left panel above and below a large gap, such as small print at the foot of the page. */
function addFurtherParts(panel: PageWord[], inside: readonly PageWord[]): PageWord[] {
  const edge = getLeft(panel)
  const known = new Set(panel)
  const further = [...groupByRoundedBaseline(inside.filter((word) => !known.has(word))).values()].filter(
    (line) => Math.abs(getLeft(line) - edge) <= panelTuning.maxEdgeOffset,
  )
  return [...panel, ...further.flat()]
}

/**
 * Whether a supposed panel is part of the table beside it: its amounts share baselines with the amounts and dates of
 * the table.
 */
function isPartOfTable(panel: readonly PageWord[], beside: readonly PageWord[]): boolean {
  const { minTableRows, minAmountsOnRows, minRowsOnPanel } = panelTuning
  const amounts = panel.filter(isAmount)
  const rows = listBaselines(
    beside.filter((word) => isAmount(word) || /^\d\d?[/.-]\d\d?[/.-]\d/.test(word.text)),
  )
  if (amounts.length >= minTableRows && measureShare(listBaselines(amounts), rows) >= minAmountsOnRows)
    return true
  return rows.length >= minTableRows && measureShare(rows, listBaselines(panel)) >= minRowsOnPanel
}

function groupByRoundedBaseline(words: readonly PageWord[]): Map<number, PageWord[]> {
  const lines = new Map<number, PageWord[]>()
  for (const word of words) {
    const line = lines.get(Math.round(word.y))
    if (line) line.push(word)
    else lines.set(Math.round(word.y), [word])
  }
  return lines
}

/** A date without other words directly beside it. */
type LoneDate = { x: number; text: string }

function findLoneDates(words: readonly PageWord[]): LoneDate[] {
  return [...groupByRoundedBaseline(words).values()].flatMap((line) => {
    const sorted = line.toSorted((a, b) => a.x - b.x)
    return findDates(sorted, false).flatMap(({ x, right, words: dateWords }) => {
      const [before, after] = [
        sorted[sorted.indexOf(dateWords[0] as PageWord) - 1],
        sorted[sorted.indexOf(dateWords.at(-1) as PageWord) + 1],
      ]
      const isAlone = (!before || x - before.right > before.size) && (!after || after.x - right > after.size)
      return isAlone ? [{ x, text: dateWords.map(({ text }) => text).join(' ') }] : []
    })
  })
}

/**
 * Finds left edges of date columns in the whole document, because a page may have a single date in its column. A date
 * that a panel repeats on every page counts once.
 */
function findDateEdges(pages: readonly (readonly PageWord[])[]): number[] {
  if (pages.length < 2) return []
  const dates = pages.flatMap(findLoneDates)
  const byEdge = Map.groupBy(dates, ({ x }) => Math.round(x))
  return [...byEdge].flatMap(([edge, atEdge]) =>
    new Set(atEdge.map(({ text }) => text)).size >= panelTuning.minColumnDates ? [edge] : [],
  )
}

/** Whether dates begin at the same left edge, or at that of a date column on other pages. */
function hasDateColumn(words: readonly PageWord[], dateEdges: readonly number[] = []): boolean {
  const starts = findLoneDates(words).map(({ x }) => x)
  const isNear = (one: number, other: number) => Math.abs(one - other) < panelTuning.maxEdgeOffset
  if (starts.some((x) => dateEdges.some((edge) => isNear(edge, x)))) return true
  const counts = starts.map((x) => starts.filter((other) => isNear(other, x)).length)
  return Math.max(0, ...counts) > 1
}

/** Whether the dates of a panel are the two ends of the period, while the table beside it has many dates. */
function hasOnlyPeriod(panel: readonly PageWord[], beside: readonly PageWord[]): boolean {
  const dates = findLoneDates(panel)
  if (dates.length > 2 || dates.some(({ text }) => !/\b20\d\d$/.test(text))) return false
  const counts = Map.groupBy(findLoneDates(beside), ({ x }) => Math.round(x))
  return [...counts.values()].some(({ length }) => length >= panelTuning.minTableDates)
}

const isAmount = ({ text }: PageWord) => text.includes('.') && /\d\.\d\d\b/.test(text)

function countAmounts(words: readonly PageWord[]): number {
  let count = 0
  for (const word of words) if (isAmount(word)) count++
  return count
}

function listBaselines(words: readonly PageWord[]): number[] {
  const baselines: number[] = []
  for (const y of words.map((word) => word.y).toSorted((a, b) => a - b)) {
    if (baselines.length === 0 || y - (baselines.at(-1) as number) > panelTuning.maxBaselineShift)
      baselines.push(y)
  }
  return baselines
}

/** Returns the share of baselines in `first` that also occur in `second`. Both lists must be sorted. */
function measureShare(first: readonly number[], second: readonly number[]): number {
  const { maxBaselineShift } = panelTuning
  let [shared, n] = [0, 0]
  for (const y of first) {
    while (n < second.length && (second[n] as number) < y - maxBaselineShift) n++
    if (n < second.length && (second[n] as number) <= y + maxBaselineShift) shared++
  }
  return shared / first.length
}
