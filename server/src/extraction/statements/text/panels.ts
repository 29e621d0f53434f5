import type { Word } from '../../document.ts'
import { datesIn } from './dates.ts'

// Boxes with information stand beside the table. Their lines have a rhythm of their own: few of them share a baseline
// with a row of the table, while the columns of one table share nearly all.

const sameBase = 0.55
const mostShared = 0.36
const leastLines = 5

export type Split = { main: Word[]; panels: Word[][] }
type Side = 'left' | 'right'
type Region = { side: Side; left: number; right: number }

/** The words of each page without those of panels at its sides, and those of the panels. */
export function splitPanels(pages: readonly (readonly Word[])[]): Split[] {
  const regions: Region[] = []
  const splits = pages.map((words) => {
    const split: Split = { main: [...words], panels: [] }
    for (const side of ['right', 'left'] as const) {
      const panel = panelOf(split.main, side)
      if (!panel) continue
      regions.push({ side, left: leftOf(panel), right: Math.max(...panel.map(({ right }) => right)) })
      takeOut(split, panel)
    }
    return split
  })
  // Where the table has few lines left its panel stands where it did on the other pages.
  for (const split of splits) {
    for (const side of ['right', 'left'] as const) {
      const known = regions.find((region) => region.side === side)
      const panel = known && split.panels.length === 0 ? panelIn(split.main, known) : undefined
      if (panel) takeOut(split, panel)
    }
  }
  return splits
}

function takeOut(split: Split, panel: Word[]) {
  const gone = new Set(panel)
  split.panels.push(panel)
  split.main = split.main.filter((word) => !gone.has(word))
}

const leftOf = (words: readonly Word[]) => Math.min(...words.map(({ x }) => x))

/** On pages without a panel a wider table may stand in its place. */
function panelIn(words: readonly Word[], { side, left, right }: Region): Word[] | undefined {
  const isInside = (word: Word) => word.x > left - 2 && (side === 'right' || word.right < right + 4)
  const isAcross = (word: Word) => !isInside(word) && word.right > left - 2 && word.x < right + 2
  const across = new Set(words.filter(isAcross).map(({ y }) => Math.round(y)))
  const run = withoutEnds(
    longestRun(words.filter((word) => isInside(word) && !across.has(Math.round(word.y)))),
  )
  const lines = [...linesOf(run).values()]
  const isText = (line: Word[]) => line.some(({ text }) => /[a-z]{3}/i.test(text))
  if (lines.length < leastLines || Math.abs(leftOf(run) - left) > 3) return undefined
  if (lines.filter(isText).length < 0.6 * lines.length || hasDays(run)) return undefined
  return run
}

function panelOf(words: readonly Word[], side: Side): Word[] | undefined {
  const edges = edgesOf(words)
  const sums = sumsIn(words)
  // The widest first: the inner edges of a panel are no others.
  const splits = (side === 'right' ? edges : edges.toReversed()).flatMap(
    (edge) => splitAt(words, side, edge, sums) ?? [],
  )
  const panel = splits.find(({ panel: own, beside }, n) => {
    const inner = new Set(splits[n + 1]?.panel)
    const between = basesOf(own.filter((word) => !inner.has(word)))
    // Between two edges may be a column of the table with few sums in it.
    return inner.size === 0 || between.length === 0 || share(between, basesOf(beside)) < 0.7
  })
  return panel?.panel
}

function splitAt(
  words: readonly Word[],
  side: Side,
  edge: number,
  sums: number,
): { panel: Word[]; beside: Word[] } | undefined {
  // A right panel begins at an edge; a left one ends before the edge at which the table begins.
  const isInside = ({ x, right }: Word) => (side === 'right' ? x >= edge - 1 : right < edge - 3)
  const isAcross = ({ x, right }: Word) =>
    x < edge - 1 && (side === 'right' ? right > edge - 3 : right >= edge - 3)
  const across = new Set(words.filter(isAcross).map(({ y }) => Math.round(y)))
  const isClear = ({ y }: Word) => {
    const at = Math.round(y)
    return !(across.has(at) || across.has(at - 1) || across.has(at + 1))
  }
  const inside = words.filter((word) => isInside(word) && isClear(word))
  // The side with nearly all of the sums is the table.
  if (inside.length < leastLines || sumsIn(inside) > 0.8 * sums) return undefined
  const panel = withoutEnds(longestRun(inside))
  if (panel.length < leastLines || across.size > 3 + 0.1 * panel.length) return undefined
  const top = Math.min(...panel.map(({ y }) => y)) - 2
  const bottom = Math.max(...panel.map(({ y }) => y)) + 2
  const beside = words.filter((word) => !isInside(word) && isClear(word) && word.y >= top && word.y <= bottom)
  const [own, others] = [basesOf(panel), basesOf(beside)]
  if (own.length < leastLines || others.length < leastLines || across.size > 3 + 0.1 * own.length)
    return undefined
  if (Math.max(share(own, others), share(others, own)) >= mostShared) return undefined
  if (!panel.some(({ text }) => /[a-z]{3}/i.test(text))) return undefined
  if (isTable(panel, beside)) return undefined
  // The side with the sums is the table.
  return sumsIn(panel) < sumsIn(beside) && !hasDays(panel) ? { panel, beside } : undefined
}

/** Left edges at which several lines begin, after a gap. */
function edgesOf(words: readonly Word[]): number[] {
  const sorted = words.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const starts: number[] = []
  sorted.forEach((word, n) => {
    const before = sorted[n - 1]
    const isSameLine = before !== undefined && Math.abs(before.y - word.y) < sameBase
    if (!isSameLine || word.x - before.right > 0.9 * word.size) starts.push(word.x)
  })
  const counts = new Map<number, number>()
  for (const x of starts) counts.set(Math.round(x), (counts.get(Math.round(x)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= 4)
    .map(([x]) => x)
    .toSorted((a, b) => a - b)
}

/** Lines that follow each other without a large gap; a heading far above a panel is not part of it. */
function longestRun(words: readonly Word[]): Word[] {
  const sorted = words.toSorted((a, b) => a.y - b.y)
  let [start, from, to] = [0, 0, 0]
  sorted.forEach((word, n) => {
    const before = sorted[n - 1]
    if (before && word.y - before.y > 5 * word.size) start = n
    if (n + 1 - start > to - from) [from, to] = [start, n + 1]
  })
  return sorted.slice(from, to)
}

/** Lines of a panel begin under each other; what stands above and below it does not. */
function withoutEnds(words: readonly Word[]): Word[] {
  const lines = [...linesOf(words).values()].map((own) => ({ own, x: leftOf(own) }))
  let [most, largest] = [0, 0]
  for (const { x } of lines) {
    const count = lines.filter((other) => Math.abs(other.x - x) <= 2).length
    if (count > largest) [most, largest] = [x, count]
  }
  const begins = ({ x }: { x: number }) => Math.abs(x - most) <= 2
  return lines.slice(lines.findIndex(begins), lines.findLastIndex(begins) + 1).flatMap(({ own }) => own)
}

/** Sums that stand beside sums, days or words of the other side are those of rows. */
function isTable(panel: readonly Word[], beside: readonly Word[]): boolean {
  const sums = panel.filter(isSum)
  const rows = basesOf(beside.filter((word) => isSum(word) || /^\d\d?[/.-]\d\d?[/.-]\d/.test(word.text)))
  if (sums.length >= 3 && share(basesOf(sums), rows) >= 0.6) return true
  return rows.length >= 3 && share(rows, basesOf(panel)) >= 0.7
}

function linesOf(words: readonly Word[]): Map<number, Word[]> {
  const lines = new Map<number, Word[]>()
  for (const word of words) {
    const line = lines.get(Math.round(word.y))
    if (line) line.push(word)
    else lines.set(Math.round(word.y), [word])
  }
  return lines
}

/** Days that begin lines one under the other are those of rows. */
function hasDays(words: readonly Word[]): boolean {
  const starts = [...linesOf(words).values()].flatMap((line) => {
    const sorted = line.toSorted((a, b) => a.x - b.x)
    return datesIn(sorted, false).flatMap(({ x, right, words: own }) => {
      const [before, after] = [
        sorted[sorted.indexOf(own[0] as Word) - 1],
        sorted[sorted.indexOf(own.at(-1) as Word) + 1],
      ]
      const isAlone = (!before || x - before.right > before.size) && (!after || after.x - right > after.size)
      return isAlone ? [x] : []
    })
  })
  const most = Math.max(0, ...starts.map((x) => starts.filter((other) => Math.abs(other - x) < 2).length))
  return most > 1
}

const isSum = ({ text }: Word) => text.includes('.') && /\d\.\d\d\b/.test(text)

function sumsIn(words: readonly Word[]): number {
  let count = 0
  for (const word of words) if (isSum(word)) count++
  return count
}

function basesOf(words: readonly Word[]): number[] {
  const bases: number[] = []
  for (const y of words.map((word) => word.y).toSorted((a, b) => a - b)) {
    if (bases.length === 0 || y - (bases.at(-1) as number) > sameBase) bases.push(y)
  }
  return bases
}

/** How many of some are among the others; both are in order. */
function share(some: readonly number[], others: readonly number[]): number {
  let [shared, at] = [0, 0]
  for (const y of some) {
    while (at < others.length && (others[at] as number) < y - sameBase) at++
    if (at < others.length && (others[at] as number) <= y + sameBase) shared++
  }
  return shared / some.length
}
