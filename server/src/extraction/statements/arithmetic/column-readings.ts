import type { AmountColumn, ColumnGrid } from '../table/columns.ts'
import { isNewestFirst, mapDayLines, type RowOrder, sortByTime } from '../table/row-order.ts'
import type { TransactionTable } from '../table/table.ts'
import { buildEntries, type ColumnRoles, type TableContent, type TableEntry } from '../table/table-content.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { type ColumnRole, findColumnRole } from '../text/vocabulary.ts'
import { readingTuning } from '../tuning/arithmetic.ts'
import { tableTuning } from '../tuning/table.ts'
import {
  addUp,
  type BalanceBreak,
  type RunningBalance,
  type SignMode,
  type StatedBalances,
} from './running-balance.ts'

/** Column roles, row order and position of the amount in a known layout. */
export type LayoutHints = {
  roles?: ColumnRole[]
  newestFirst?: boolean
  amountOn?: 'first' | 'last'
  /** Balances are debts, as on the statement of a credit card. */
  isOwed?: boolean
}

/** A hypothesis about the meaning of the columns, with the running balance that results from it. */
export type ColumnReading = {
  roles: ColumnRoles
  mode: SignMode
  order: RowOrder
  /** Sorted from oldest to newest. */
  entries: TableEntry[]
  runningBalance: RunningBalance
  score: number
  /** Opening and closing balance were identified by their amounts alone, so money in and money out may be swapped. */
  isPaired?: boolean
  /** Role of each column according to its title. */
  titles: Map<AmountColumn, ColumnRole | null>
}

/** Data shared by all hypotheses about one table. */
type ReadingContext = {
  content: TableContent
  /** Grids whose columns contain amounts of transactions. */
  grids: ColumnGrid[]
  /** The grid whose columns contain the most amounts. */
  mainGrid: ColumnGrid
  /** Number of amounts in each column. */
  counts: Map<AmountColumn, number>
  titles: Map<AmountColumn, ColumnRole | null>
  orders: RowOrder[]
  dayLines: ReadonlyMap<StatementLine, StatementLine>
  statedBalances: StatedBalances
  hints: LayoutHints
}

/** Lists every plausible meaning of the columns. The reading with the most consistent arithmetic is first. */
export function rankColumnReadings(
  content: TableContent,
  statedBalances: StatedBalances,
  hints: LayoutHints,
): ColumnReading[] {
  const context = createContext(content, statedBalances, hints)
  if (!context) return []
  const { grids, mainGrid } = context
  let readings = rankMainGridReadings(context)
  for (const grid of grids) {
    if (grid === mainGrid) continue
    readings = takeBest(
      readings.flatMap((reading) => extendToGrid(context, reading, grid)),
      readingTuning.maxReadings,
    )
  }
  const [first] = readings
  if (first) readings[0] = addStrayColumns(context, first)
  return readings
}

/**
 * Ranks the readings of the grid with the most amounts. The roles in the column titles are tried first. The others are
 * given up at a balance that does not follow, once no further row can put them among the readings that are kept.
 */
function rankMainGridReadings(context: ReadingContext): ColumnReading[] {
  const { grids, mainGrid } = context
  const { maxReadings, maxSingleGridReadings } = readingTuning
  const isSingle = grids.length === 1
  const kept = createScoreLimit(isSingle ? 1 : maxReadings)
  const assignments = listRoleAssignments(context).map((roles, n) => ({
    roles,
    n,
    agreement: measureTitleAgreement(context, roles),
  }))
  const evaluated = assignments
    .toSorted((a, b) => b.agreement - a.agreement || a.n - b.n)
    .map(({ roles, n }) => ({ n, readings: evaluate(context, roles, { onlyGrid: mainGrid, kept }) }))
    // Among readings with equal scores, the first assignment wins, whatever its titles.
    .toSorted((a, b) => a.n - b.n)
  return takeBest(
    evaluated.flatMap(({ readings }) => readings),
    isSingle ? maxSingleGridReadings : maxReadings,
  )
}

/** The lowest score that is still among the best `count`. */
type ScoreLimit = { add(score: number): void; lowest(): number }

function createScoreLimit(count: number): ScoreLimit {
  const best: number[] = []
  return {
    add(score) {
      best.push(score)
      best.sort((a, b) => b - a)
      if (best.length > count) best.pop()
    },
    lowest: () => (best.length < count ? Number.NEGATIVE_INFINITY : (best.at(-1) as number)),
  }
}

function createContext(
  content: TableContent,
  statedBalances: StatedBalances,
  hints: LayoutHints,
): ReadingContext | undefined {
  const { table } = content
  const counts = countColumnAmounts(content)
  // A page that contains only a list of daily balances has its own grid, but no transactions.
  const grids = table.columnGrids.grids.filter((grid) => countAmounts(grid, counts) > 0)
  const mainGrid = grids.toSorted((a, b) => countAmounts(b, counts) - countAmounts(a, counts))[0]
  if (!mainGrid) return undefined
  const isNewest = hints.newestFirst ?? isNewestFirst(table)
  const orders: RowOrder[] = isNewest === null ? ['down', 'up'] : isNewest ? ['up', 'days'] : ['down']
  if (!isNewest && content.dayHeadingLines.size > 0) orders.push('headed')
  return {
    content,
    grids,
    mainGrid,
    counts,
    titles: new Map(grids.flatMap((grid) => [...readTitles(table, grid, hints.isOwed)])),
    orders,
    dayLines: mapDayLines(table),
    statedBalances,
    hints,
  }
}

const takeBest = (readings: ColumnReading[], count: number): ColumnReading[] =>
  readings.toSorted((a, b) => b.score - a.score).slice(0, count)

type EvaluationOptions = {
  /** Read only the pages of this grid. */
  onlyGrid?: ColumnGrid
  /** Try only this sign mode and row order. */
  only?: Pick<ColumnReading, 'mode' | 'order'>
  /** Give up readings that cannot reach this limit any more. */
  kept?: ScoreLimit
}

/** Computes the running balance for these roles, in every row order and sign mode. */
function evaluate(
  context: ReadingContext,
  roles: ColumnRoles,
  { onlyGrid, only, kept }: EvaluationOptions,
): ColumnReading[] {
  const { content, grids, orders, dayLines, titles } = context
  const allEntries = buildEntries(content, roles)
  const entries = onlyGrid ? allEntries.filter(({ line }) => onlyGrid.pages.has(line.page)) : allEntries
  const isWholeTable = !onlyGrid || grids.length === 1
  const { isOwed } = context.statedBalances
  const statedBalances = isWholeTable ? context.statedBalances : { opening: null, closing: null, isOwed }
  return orders.flatMap((order) => {
    if (only && only.order !== order) return []
    const sorted = sortByTime(entries, order, content.table, dayLines)
    return listSignModes(context, sorted, roles).flatMap((mode) => {
      if (only && only.mode !== mode) return []
      const isHopeless = kept ? createBound(context, sorted, roles, kept) : () => false
      const runningBalance = addUp(sorted, mode, content.sections, statedBalances, isHopeless)
      if (!runningBalance) return []
      const score = scoreReading(context, runningBalance, mode, roles)
      kept?.add(score)
      return [{ roles, mode, order, titles, entries: sorted, runningBalance, score }]
    })
  })
}

/**
 * Returns a function that tells whether a reading with these breaks stays below the limit even if every other row and
 * balance is right.
 */
function createBound(
  context: ReadingContext,
  entries: readonly TableEntry[],
  roles: ColumnRoles,
  kept: ScoreLimit,
): (breaks: readonly BalanceBreak[]) => boolean {
  const { confirmedRow, unconfirmedRow, breakPenalty, reachedBalance, rightTotal } = readingTuning
  let most: number | undefined
  const computeMost = () => {
    // The stated closing balance may be reached after the last entry.
    let sum = reachedBalance
    let [minRows, maxRows] = [0, 0]
    for (const { amount, balance, both, marker } of entries) {
      maxRows++
      if (amount && !both && marker !== 'total' && amount.money.pence !== 0) minRows++
      sum += Math.max(confirmedRow, (both ? 2 : 1) * rightTotal * (both || marker === 'total' ? 1 : 0))
      if (balance) sum += reachedBalance
    }
    const titles = Math.max(scoreTitles(context, roles, minRows), scoreTitles(context, roles, maxRows))
    return sum + titles - scoreUnusedColumns(context, roles)
  }
  return (breaks) => {
    most ??= computeMost()
    let lost = 0
    for (const { steps } of breaks)
      lost += breakPenalty * Math.max(1, steps) + (confirmedRow - unconfirmedRow) * steps + reachedBalance
    return most - lost < kept.lowest() - readingTuning.roundingError
  }
}

/** Applies a reading of the main grid to the pages of another grid. */
const extendToGrid = (
  context: ReadingContext,
  { roles, mode, order }: ColumnReading,
  grid: ColumnGrid,
): ColumnReading[] =>
  listGridAssignments(context, roles, grid).flatMap((extended) =>
    evaluate(context, extended, { only: { mode, order } }),
  )

/**
 * Adds stray columns to a reading. On some pages the amounts of a column are slightly displaced and form a separate
 * column, which gets the same role if that explains more amounts.
 */
function addStrayColumns(context: ReadingContext, reading: ColumnReading): ColumnReading {
  let best = reading
  const candidateRoles = new Set<ColumnRole>(reading.roles.values())
  if (candidateRoles.has('in') || candidateRoles.has('out')) candidateRoles.add('in').add('out')
  for (const [column] of [...context.counts].toSorted(([, a], [, b]) => b - a)) {
    if (best.roles.has(column)) continue
    for (const role of candidateRoles) {
      if (!isNearRole(column, role, best.roles)) continue
      const { mode, order, score, runningBalance } = best
      const [extended] = evaluate(context, new Map([...best.roles, [column, role]]), {
        only: { mode, order },
      })
      if (
        extended &&
        extended.score > score + readingTuning.minImprovement &&
        extended.runningBalance.breaks.length <= runningBalance.breaks.length
      )
        best = extended
    }
  }
  return best
}

/** Whether a column is close enough to the other columns of a role to have the same role. */
function isNearRole({ left, right }: AmountColumn, role: ColumnRole, roles: ColumnRoles): boolean {
  const sameRole = [...roles].filter(([, other]) => other === role)
  const { maxColumnDistance } = readingTuning
  return (
    sameRole.length === 0 ||
    sameRole.some(
      ([column]) => column.left < right + maxColumnDistance && left < column.right + maxColumnDistance,
    )
  )
}

function countColumnAmounts({ lines, table, balanceListLines }: TableContent): Map<AmountColumn, number> {
  const counts = new Map<AmountColumn, number>()
  for (const line of lines) {
    if (balanceListLines.has(line)) continue
    for (const money of line.amounts) {
      const column = table.columnGrids.columnByAmount.get(money)
      if (column) counts.set(column, (counts.get(column) ?? 0) + 1)
    }
  }
  return counts
}

const countAmounts = (grid: ColumnGrid, counts: Map<AmountColumn, number>) =>
  grid.columns.reduce((sum, column) => sum + (counts.get(column) ?? 0), 0)

type RoleAssignment = [AmountColumn, ColumnRole][]

/**
 * Lists every assignment of columns to roles: money out and money in, or a single amount column, each with or without
 * a balance column.
 */
function listRoleAssignments({ mainGrid, counts, hints }: ReadingContext): ColumnRoles[] {
  const columns = mainGrid.columns
    .filter((column) => (counts.get(column) ?? 0) > 0)
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    .slice(0, readingTuning.maxColumnsTried)
  const assignments: RoleAssignment[] = []
  for (const balance of [null, ...columns]) {
    const others = columns.filter((column) => column !== balance)
    const base: RoleAssignment = balance ? [[balance, 'balance']] : []
    for (const first of others) {
      assignments.push([...base, [first, 'amount']])
      for (const second of others)
        if (second !== first) assignments.push([...base, [first, 'out'], [second, 'in']])
      assignments.push([...base, [first, 'out']], [...base, [first, 'in']])
    }
  }
  const candidates = assignments.map((assignment) => new Map(assignment))
  if (!hints.roles) return candidates
  const expected = hints.roles
  const fitting = candidates.filter((roles) =>
    isSubsequence(
      sortFromLeft(roles).map(([, role]) => role),
      expected,
    ),
  )
  return fitting.length > 0 ? fitting : candidates
}

function isSubsequence(roles: ColumnRole[], expected: ColumnRole[]): boolean {
  let matched = 0
  for (const role of expected) if (role === roles[matched]) matched++
  return matched === roles.length
}

const sortFromLeft = (roles: ColumnRoles) => [...roles].toSorted(([a], [b]) => a.left - b.left)

/**
 * Assigns the same roles from left to right to the columns of another grid. Some roles may have no amounts on its
 * pages.
 */
function listGridAssignments(
  { mainGrid, counts }: ReadingContext,
  roles: ColumnRoles,
  grid: ColumnGrid,
): ColumnRoles[] {
  const rolesFromLeft = sortFromLeft(roles).flatMap(([column, role]) =>
    mainGrid.columns.includes(column) ? [role] : [],
  )
  const columns = grid.columns.filter((column) => (counts.get(column) ?? 0) > 0)
  return assignFromLeft(rolesFromLeft, columns).map((assignment) => new Map([...roles, ...assignment]))
}

function assignFromLeft(
  [role, ...otherRoles]: readonly ColumnRole[],
  columns: readonly AmountColumn[],
): RoleAssignment[] {
  if (role === undefined) return [[]]
  return [
    ...assignFromLeft(otherRoles, columns),
    ...columns.flatMap((column, n) =>
      assignFromLeft(otherRoles, columns.slice(n + 1)).map(
        (rest): RoleAssignment => [[column, role], ...rest],
      ),
    ),
  ]
}

/** Lists the ways in which a single amount column may show whether an amount is money in or out. */
function listSignModes(
  { content: { sections, lines, table, transactionTypes }, hints }: ReadingContext,
  entries: readonly TableEntry[],
  roles: ColumnRoles,
): SignMode[] {
  const values = [...roles.values()]
  if (!values.includes('amount')) return ['minus']
  const columnMarks = new Set(entries.flatMap(({ amount }) => (amount ? [amount.money.mark] : [])))
  const marks = new Set(columnMarks)
  // A page with its own grid may have no signed amounts although the other pages do, so the marks of all pages count.
  if (table.columnGrids.grids.length > 1)
    for (const { amounts } of lines) for (const { mark, isCell } of amounts) if (isCell) marks.add(mark)
  const hasBalance = values.includes('balance')
  const hasBothDirections = new Set(sections.map(({ direction }) => direction)).size > 1
  const modes: SignMode[] = []
  if (marks.has('-')) modes.push('minus')
  if (marks.has('+')) modes.push('plus')
  if ((hasBalance || hints.isOwed) && marks.has('-')) modes.push('inverse')
  if (hasBothDirections || (sections.length > 0 && !hasBalance)) modes.push('section')
  if (hasBothDirections && columnMarks.has('-') && columnMarks.has(null)) modes.push('refunds')
  if (columnMarks.size === 1 || modes.length === 0) modes.push('solve')
  if (columnMarks.size === 1 && transactionTypes.size > 0 && !hasBalance) modes.push('type')
  return modes
}

/** Reads the role of each column from its title. */
function readTitles(
  table: TransactionTable,
  grid: ColumnGrid,
  isOwed: boolean | undefined,
): Map<AmountColumn, ColumnRole | null> {
  const titles = new Map<AmountColumn, ColumnRole | null>()
  const page = [...grid.pages].find((n) => (table.headers.get(n)?.length ?? 0) > 0)
  if (page === undefined) return titles
  const shift = table.columnGrids.byPage.get(page)?.shift ?? 0
  const words = (table.headers.get(page) ?? []).flatMap((line) => line.words)
  const columns = grid.columns.filter(({ count }) => count > 0)
  const measureDistance = (x: number, right: number, column: AmountColumn) =>
    Math.min(
      Math.abs(right - shift - column.right),
      Math.abs(x - shift - column.left),
      Math.abs((x + right) / 2 - shift - (column.left + column.right) / 2),
    )
  for (const column of columns) {
    const nearest = words.filter(({ x, right }) => {
      const distance = measureDistance(x, right, column)
      return (
        distance < readingTuning.maxTitleDistance &&
        columns.every((other) => other === column || measureDistance(x, right, other) >= distance)
      )
    })
    titles.set(column, findColumnRole(textOf(nearest), isOwed))
  }
  const [header, more] = table.headers.get(page) ?? []
  return header && !more ? nameByOrder(header, shift, titles, isOwed) : titles
}

/**
 * Names the columns by the order of the titles if a column has no title near it: titles may be at the left of their
 * cells and amounts at the right.
 */
function nameByOrder(
  { words }: StatementLine,
  shift: number,
  titles: Map<AmountColumn, ColumnRole | null>,
  isOwed: boolean | undefined,
): Map<AmountColumn, ColumnRole | null> {
  const cells = splitIntoCells(words, tableTuning.titleGap)
    .map((cell) => ({ left: (cell[0]?.x ?? 0) - shift, role: findColumnRole(textOf(cell), isOwed) }))
    .filter(({ role }) => role !== null)
  const columns = [...titles.keys()]
    .filter(({ right }) => right > (cells[0]?.left ?? Number.POSITIVE_INFINITY))
    .toSorted((a, b) => a.left - b.left)
  const isComplete = columns.every((column) => titles.get(column) !== null)
  const areInOrder = columns.every(({ right }, n) => {
    const [cell, next] = [cells[n], cells[n + 1]]
    return cell && right > cell.left && (!next || right <= next.left)
  })
  if (isComplete || columns.length !== cells.length || !areInOrder) return titles
  return new Map([...titles, ...columns.map((column, n) => [column, cells[n]?.role ?? null] as const)])
}

function scoreReading(
  context: ReadingContext,
  runningBalance: RunningBalance,
  mode: SignMode,
  roles: ColumnRoles,
): number {
  let score = scoreRunningBalance(runningBalance)
  if (mode === 'inverse' && !context.hints.isOwed) score -= readingTuning.inversePenalty
  if (mode === 'solve' || mode === 'type') score -= readingTuning.solvedPenalty
  score += scoreTitles(context, roles, runningBalance.steps.length)
  return score - scoreUnusedColumns(context, roles)
}

/** Scores how well the roles agree with the titles of their columns. */
function scoreTitles(context: ReadingContext, roles: ColumnRoles, rows: number): number {
  const { titleWeight, titleWeightPerRow } = readingTuning
  return (titleWeightPerRow * rows + titleWeight) * measureTitleAgreement(context, roles)
}

function measureTitleAgreement({ titles }: ReadingContext, roles: ColumnRoles): number {
  const { wrongDirection, wrongBalance } = readingTuning
  let agreement = 0
  for (const [column, role] of roles) {
    const title = titles.get(column)
    if (!title) continue
    if (title === role) agreement++
    else agreement -= (title === 'balance') === (role === 'balance') ? wrongDirection : wrongBalance
  }
  return agreement
}

/** A column of the table without a role lowers the score, because its amounts remain unexplained. */
function scoreUnusedColumns({ mainGrid, titles, counts }: ReadingContext, roles: ColumnRoles): number {
  const { unusedTitledColumn, unusedColumn, maxUnusedAmounts } = readingTuning
  let lost = 0
  for (const column of mainGrid.columns) {
    if (roles.has(column)) continue
    const penalty = titles.get(column) ? unusedTitledColumn : unusedColumn
    lost += penalty * Math.min(maxUnusedAmounts, counts.get(column) ?? 0)
  }
  return lost
}

function scoreRunningBalance({ steps, breaks, disagrees, checks, totals }: RunningBalance): number {
  const { confirmedRow, rescuedRow, ambiguousRow, unconfirmedRow, guessedRow } = readingTuning
  const { breakPenalty, disagreementPenalty, reachedBalance, rightTotal } = readingTuning
  let score = 0
  for (const { isConfirmed, isUnique, isRescued, sign } of steps) {
    if (isConfirmed) score += isRescued ? rescuedRow : isUnique ? confirmedRow : ambiguousRow
    else score += sign === 'guess' ? guessedRow : unconfirmedRow
  }
  for (const { steps: rows } of breaks) score -= breakPenalty * Math.max(1, rows)
  score -= disagreementPenalty * disagrees.length
  score += reachedBalance * checks + rightTotal * totals.filter(({ isRight }) => isRight).length
  return score
}
