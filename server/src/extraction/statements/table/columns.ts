import { median, type StatementLine } from '../text/lines.ts'
import type { PrintedAmount } from '../text/money.ts'
import { columnTuning } from '../tuning/table.ts'

// Finds columns of aligned amounts. A column may be right-aligned, left-aligned or centred, with or without the sign
// or currency around the number. The columns may be at different positions on different pages of a file.

type Alignment = 'right' | 'fullRight' | 'x' | 'fullX' | 'middle' | 'digitsRight'
const alignments: Alignment[] = ['right', 'fullRight', 'x', 'fullX', 'middle', 'digitsRight']

/**
 * A column of aligned amounts. `position` is their common edge or centre; `left` and `right` are the outermost edges
 * of the column.
 */
export type AmountColumn = {
  alignment: Alignment
  position: number
  left: number
  right: number
  count: number
}

/** Columns and the pages on which they occur at the same positions, apart from a horizontal shift per page. */
export type ColumnGrid = { pages: Set<number>; columns: AmountColumn[] }
/**
 * Pages on which a grid is shifted by the same distance. Dates and texts are not necessarily shifted with the
 * amounts.
 */
export type GridPlacement = { grid: ColumnGrid; shift: number; pages: Set<number> }
export type ColumnGrids = {
  grids: ColumnGrid[]
  placements: GridPlacement[]
  byPage: Map<number, GridPlacement>
  /** Maps each amount to its column in the grid of its page. */
  columnByAmount: Map<PrintedAmount, AmountColumn>
}

const getPosition = (money: PrintedAmount, alignment: Alignment): number =>
  alignment === 'middle' ? (money.fullX + money.fullRight) / 2 : money[alignment]

export function findColumnGrids(lines: readonly StatementLine[]): ColumnGrids {
  const amountsByPage = new Map<number, PrintedAmount[]>()
  for (const { page, amounts } of lines) {
    const cells = amounts.filter(({ isCell, isForeign }) => isCell && !isForeign)
    if (cells.length > 0) amountsByPage.set(page, [...(amountsByPage.get(page) ?? []), ...cells])
  }
  const titles = findTitlePositions(lines)
  const ocrPages = new Set(lines.filter((line) => line.isOcr).map(({ page }) => page))
  const maxOffset = (page: number) =>
    ocrPages.has(page) ? columnTuning.maxOcrOffset : columnTuning.maxOffset
  const grids: (ColumnGrid & { amounts: PrintedAmount[] })[] = []
  const byPage: ColumnGrids['byPage'] = new Map()
  const placements: GridPlacement[] = []
  const getShift = (page: number) => byPage.get(page)?.shift ?? 0

  // Start with the pages that have the most amounts: they define the grid with which the other pages are compared.
  const fullestFirst = [...amountsByPage].toSorted((a, b) => b[1].length - a[1].length || a[0] - b[0])
  for (const [page, amounts] of fullestFirst) {
    let best: { grid: (typeof grids)[number]; shift: number; share: number } | undefined
    for (const grid of grids) {
      for (const shift of listShifts(page, amounts, grid, titles)) {
        const fitting = amounts.filter((money) => findColumn(grid.columns, money, shift, maxOffset(page)))
        const share = fitting.length / amounts.length - (shift === 0 ? 0 : columnTuning.shiftPenalty)
        if (share > (best?.share ?? columnTuning.minPageFit)) best = { grid, shift, share }
      }
    }
    const grid = best?.grid ?? { pages: new Set<number>(), columns: [], amounts: [] }
    if (!best) grids.push(grid)
    const shift = best?.shift ?? 0
    const known = placements.find(
      (other) => other.grid === grid && Math.abs(other.shift - shift) < columnTuning.maxOffset,
    )
    const placement = known ?? { grid, shift, pages: new Set<number>() }
    if (!known) placements.push(placement)
    placement.pages.add(page)
    byPage.set(page, placement)
    grid.pages.add(page)
    grid.amounts.push(...amounts)
    grid.columns = clusterAmounts(grid.amounts, getShift, maxOffset(page))
  }
  const columnByAmount = new Map<PrintedAmount, AmountColumn>()
  for (const { page, amounts } of lines) {
    const placement = byPage.get(page)
    for (const money of amounts) {
      // In a crowded row, a long description may touch an amount that is aligned with a column.
      if (money.isForeign || !(money.isCell || money.endsCell)) continue
      const column = placement && findColumn(placement.grid.columns, money, placement.shift, maxOffset(page))
      if (column) columnByAmount.set(money, column)
    }
  }
  return { grids, placements, byPage, columnByAmount }
}

function findColumn(
  columns: readonly AmountColumn[],
  money: PrintedAmount,
  shift: number,
  maxOffset: number,
): AmountColumn | undefined {
  return columns.find(
    ({ alignment, position }) => Math.abs(getPosition(money, alignment) - shift - position) <= maxOffset,
  )
}

/**
 * Lists possible shifts of a page: zero, the shift of its column titles, and the most frequent offset of its amounts.
 */
function listShifts(
  page: number,
  amounts: PrintedAmount[],
  grid: ColumnGrid,
  titles: Map<number, Map<string, number>>,
): number[] {
  const shifts = [0]
  const pageTitles = titles.get(page)
  const gridTitles = [...grid.pages]
    .map((n) => titles.get(n))
    .find((candidate) => candidate !== undefined && candidate.size > 1)
  if (pageTitles && gridTitles) {
    const titleShifts = [...pageTitles].flatMap(([text, x]) =>
      gridTitles.has(text) ? [x - (gridTitles.get(text) as number)] : [],
    )
    if (titleShifts.length > 1) shifts.push(median(titleShifts))
  }
  // Columns have regular distances, so a wrong shift may match one column by coincidence. A real shift is small and
  // matches several columns.
  const votes = new Map<number, { count: number; columns: Set<AmountColumn> }>()
  for (const money of amounts) {
    for (const column of grid.columns) {
      const bin = Math.round(getPosition(money, column.alignment) - column.position)
      if (Math.abs(bin) > columnTuning.maxPageShift) continue
      const vote = votes.get(bin) ?? { count: 0, columns: new Set() }
      votes.set(bin, vote)
      vote.count++
      vote.columns.add(column)
    }
  }
  const elected = [...votes].filter(
    ([, { count, columns }]) => count >= columnTuning.minShiftVotes && columns.size > 1,
  )
  const [bin] = elected.toSorted((a, b) => b[1].count - a[1].count)[0] ?? []
  if (bin !== undefined) {
    const exact = amounts.flatMap((money) =>
      grid.columns.map(({ alignment, position }) => getPosition(money, alignment) - position),
    )
    shifts.push(median(exact.filter((shift) => Math.abs(shift - bin) <= columnTuning.shiftVoteWidth)))
  }
  return shifts.filter((shift, n) => n === 0 || Math.abs(shift) > columnTuning.maxOffset)
}

/** Returns, for each page, the words of the first line that looks like a table header, with their left edges. */
function findTitlePositions(lines: readonly StatementLine[]): Map<number, Map<string, number>> {
  const titles = new Map<number, Map<string, number>>()
  for (const line of lines) {
    const text = line.words.map(({ text: word }) => word).join(' ')
    if (
      line.amounts.length > 0 ||
      !/\b(date|balance|paid|money|amount|debit|credit|details|description)/i.test(text)
    )
      continue
    const { minTitleWords, maxTitleWords } = columnTuning
    if (line.words.length < minTitleWords || line.words.length > maxTitleWords || /\d\d/.test(text)) continue
    if (titles.has(line.page)) continue
    titles.set(line.page, new Map(line.words.map(({ text: word, x }) => [word, x])))
  }
  return titles
}

/** Repeatedly forms a column from the position that the most amounts share, over all alignments. */
function clusterAmounts(
  amounts: readonly PrintedAmount[],
  getShift: (page: number) => number,
  maxOffset: number,
): AmountColumn[] {
  const remaining = new Set(amounts)
  const columns: AmountColumn[] = []
  const sorted = new Map(
    alignments.map((alignment) => {
      const positions = amounts.map((money) => ({
        money,
        position: getPosition(money, alignment) - getShift(money.page),
      }))
      return [alignment, positions.toSorted((a, b) => a.position - b.position)]
    }),
  )
  while (remaining.size > 0 && columns.length < columnTuning.maxColumns) {
    let best: { alignment: Alignment; members: { money: PrintedAmount; position: number }[] } | undefined
    for (const alignment of alignments) {
      const list = (sorted.get(alignment) ?? []).filter(({ money }) => remaining.has(money))
      let start = 0
      for (let end = 0; end < list.length; end++) {
        const maxSpread = 2 * maxOffset * columnTuning.clusterSpread
        while ((list[end]?.position ?? 0) - (list[start]?.position ?? 0) > maxSpread) start++
        if (end - start + 1 > (best?.members.length ?? 0))
          best = { alignment, members: list.slice(start, end + 1) }
      }
    }
    if (!best) break
    // Use the middle of the cluster, so that its outermost members are within the maximum offset.
    const position = ((best.members[0]?.position ?? 0) + (best.members.at(-1)?.position ?? 0)) / 2
    const members = best.members.map(({ money }) => money)
    columns.push({
      alignment: best.alignment,
      position,
      left: Math.min(...members.map((money) => money.fullX - getShift(money.page))),
      right: Math.max(...members.map((money) => money.fullRight - getShift(money.page))),
      count: members.length,
    })
    for (const money of members) remaining.delete(money)
  }
  return columns.toSorted((a, b) => a.left - b.left)
}
