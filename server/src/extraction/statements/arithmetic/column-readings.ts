import type { Column, Frame } from '../table/columns.ts'
import { type Entry, entriesOf, type Ground, type Roles } from '../table/table-content.ts'
import { dayLinesOf, inOrder as inTime, isNewestFirst, type Order } from '../table/row-order.ts'
import type { Table } from '../table/table.ts'
import { textOf } from '../text/lines.ts'
import { type Role, roleOfTitle } from '../text/vocabulary.ts'
import { type Bounds, type Mode, type Walk, walk } from './running-balance.ts'

/** What a description of a known layout says beforehand. */
export type Narrowing = { roles?: Role[]; newestFirst?: boolean; amountOn?: 'first' | 'last' }

export type Reading = {
  roles: Roles
  mode: Mode
  order: Order
  /** In the order of time. */
  entries: Entry[]
  walk: Walk
  score: number
  /** What opens and closes was found by its sums alone: then in and out may be the other way round. */
  isPaired?: boolean
  /** What the titles above the columns say. */
  titles: Map<Column, Role | null>
}

const mostTried = 7
const mostKept = 5

/** Every meaning the columns could have, judged by the arithmetic; the best first. */
export function readingsOf(ground: Ground, bounds: Bounds, narrowing: Narrowing): Reading[] {
  const { table } = ground
  const counts = countCells(ground)
  const main = table.frames.frames.toSorted((a, b) => cellsIn(b, counts) - cellsIn(a, counts))[0]
  if (!main) return []
  const titles = new Map(table.frames.frames.flatMap((frame) => [...titlesOf(table, frame)]))
  const isNewest = narrowing.newestFirst ?? isNewestFirst(table)
  const orders: Order[] = isNewest === null ? ['down', 'up'] : isNewest ? ['up', 'days'] : ['down']
  if (!isNewest && ground.headed.size > 0) orders.push('headed')
  const dayLines = dayLinesOf(table)
  const judge = (roles: Roles, only?: Frame): Reading[] => {
    const inFrame = only && new Set(only.pages)
    const all = entriesOf(ground, roles)
    const entries = inFrame ? all.filter(({ line }) => inFrame.has(line.page)) : all
    const isWhole = !only || table.frames.frames.length === 1
    return orders.flatMap((order) => {
      const timed = inTime(entries, order, table, dayLines)
      return modesOf(timed, roles, ground).map((mode) => {
        const walked = walk(timed, mode, ground.sections, isWhole ? bounds : { opening: null, closing: null })
        return {
          roles,
          mode,
          order,
          titles,
          entries: timed,
          walk: walked,
          score: scoreOf(walked, mode, roles, titles, counts, main),
        }
      })
    })
  }
  const best = (readings: Reading[], count: number) =>
    readings.toSorted((a, b) => b.score - a.score).slice(0, count)
  let kept = best(
    assignments(main, counts, narrowing).flatMap((roles) => judge(roles, main)),
    table.frames.frames.length === 1 ? 12 : mostKept,
  )
  for (const frame of table.frames.frames) {
    if (frame === main || cellsIn(frame, counts) === 0) continue
    kept = best(
      kept.flatMap(({ roles, mode, order }) =>
        placings(roles, main, frame, counts).flatMap((wider) =>
          judge(wider).filter((reading) => reading.mode === mode && reading.order === order),
        ),
      ),
      mostKept,
    )
  }
  const [first] = kept
  if (first) kept[0] = widened(first)
  return kept

  /** Sums of a column that stand a little apart on some pages: they join a column where that explains more. */
  function widened(reading: Reading): Reading {
    let found = reading
    const wanted = new Set<Role>(reading.roles.values())
    if (wanted.has('in') || wanted.has('out')) wanted.add('in').add('out')
    for (const [column] of [...counts].toSorted(([, a], [, b]) => b - a)) {
      if (found.roles.has(column)) continue
      for (const role of wanted) {
        if (!isBeside(column, role, found.roles)) continue
        const more = judge(new Map([...found.roles, [column, role]])).filter(
          ({ mode, order }) => mode === found.mode && order === found.order,
        )
        const better = more[0]
        if (
          better &&
          better.score > found.score + 0.4 &&
          better.walk.breaks.length <= found.walk.breaks.length
        )
          found = better
      }
    }
    return found
  }
}

/** Where the role has columns already, a further one has to stand close to one of them. */
function isBeside({ left, right }: Column, role: Role, roles: Roles): boolean {
  const own = [...roles].filter(([, other]) => other === role)
  return own.length === 0 || own.some(([column]) => column.left < right + 15 && left < column.right + 15)
}

function countCells({ lines, table, lists }: Ground): Map<Column, number> {
  const counts = new Map<Column, number>()
  for (const line of lines) {
    if (lists.has(line)) continue
    for (const money of line.moneys) {
      const column = table.frames.columnOf.get(money)
      if (column) counts.set(column, (counts.get(column) ?? 0) + 1)
    }
  }
  return counts
}

const cellsIn = (frame: Frame, counts: Map<Column, number>) =>
  frame.columns.reduce((sum, column) => sum + (counts.get(column) ?? 0), 0)

/** Every choice of columns for money out and in, or for amounts, with or without balances. */
function assignments(frame: Frame, counts: Map<Column, number>, narrowing: Narrowing): Roles[] {
  const columns = frame.columns
    .filter((column) => (counts.get(column) ?? 0) > 0)
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    .slice(0, mostTried)
  const found: [Column, Role][][] = []
  for (const balance of [null, ...columns]) {
    const rest = columns.filter((column) => column !== balance)
    const held: [Column, Role][] = balance ? [[balance, 'balance']] : []
    for (const one of rest) {
      found.push([...held, [one, 'amount']])
      for (const other of rest) if (other !== one) found.push([...held, [one, 'out'], [other, 'in']])
      found.push([...held, [one, 'out']], [...held, [one, 'in']])
    }
  }
  const roles = found.map((pairs) => new Map(pairs))
  if (!narrowing.roles) return roles
  const wanted = narrowing.roles.join()
  const fitting = roles.filter((some) =>
    isSubsequence(
      inOrder(some).map(([, role]) => role),
      wanted,
    ),
  )
  return fitting.length > 0 ? fitting : roles
}

const isSubsequence = (roles: Role[], wanted: string) => {
  let from = 0
  for (const role of wanted.split(',')) if (role === roles[from]) from++
  return from === roles.length
}

const inOrder = (roles: Roles) => [...roles].toSorted(([a], [b]) => a.left - b.left)

/** The same columns from left to right on pages where they stand elsewhere; some may have no sums there. */
function placings(roles: Roles, main: Frame, frame: Frame, counts: Map<Column, number>): Roles[] {
  const wanted = inOrder(roles).filter(([column]) => main.columns.includes(column))
  const columns = frame.columns.filter((column) => (counts.get(column) ?? 0) > 0)
  const found: [Column, Role][][] = []
  place(0, 0, [])
  return found.map((pairs) => new Map([...roles, ...pairs]))

  function place(role: number, from: number, pairs: [Column, Role][]) {
    const next = wanted[role]
    if (!next) {
      found.push(pairs)
      return
    }
    place(role + 1, from, pairs)
    for (let n = from; n < columns.length; n++)
      place(role + 1, n + 1, [...pairs, [columns[n] as Column, next[1]]])
  }
}

function modesOf(entries: readonly Entry[], roles: Roles, { sections, lines, table, kinds }: Ground): Mode[] {
  const values = [...roles.values()]
  if (!values.includes('amount')) return ['minus']
  const amounts = entries.flatMap(({ amount }) => (amount ? [amount.money] : []))
  const own = new Set(amounts.map(({ mark }) => mark))
  const marks = new Set(own)
  // A page with columns of its own may have no marked sum, but be read as the others are.
  if (table.frames.frames.length > 1)
    for (const { moneys } of lines) for (const { mark, isCell } of moneys) if (isCell) marks.add(mark)
  const modes: Mode[] = []
  if (marks.has('-')) modes.push('minus')
  if (marks.has('+')) modes.push('plus')
  if (values.includes('balance') && marks.has('-')) modes.push('inverse')
  if (
    new Set(sections.map(({ direction }) => direction)).size > 1 ||
    (sections.length > 0 && !values.includes('balance'))
  )
    modes.push('section')
  if (own.size === 1 || modes.length === 0) modes.push('solve')
  if (own.size === 1 && kinds.size > 0 && !values.includes('balance')) modes.push('kind')
  return modes
}

/** What the titles above the columns say. */
function titlesOf(table: Table, frame: Frame): Map<Column, Role | null> {
  const titles = new Map<Column, Role | null>()
  const page = [...frame.pages].find((n) => (table.headers.get(n)?.length ?? 0) > 0)
  if (page === undefined) return titles
  const shift = table.frames.ofPage.get(page)?.shift ?? 0
  const words = (table.headers.get(page) ?? []).flatMap((line) => line.words)
  const significant = frame.columns.filter(({ count }) => count > 0)
  for (const column of significant) {
    const distance = (x: number, right: number, { left, right: end }: Column) =>
      Math.min(
        Math.abs(right - shift - end),
        Math.abs(x - shift - left),
        Math.abs((x + right) / 2 - shift - (left + end) / 2),
      )
    const own = words.filter(({ x, right }) => {
      const here = distance(x, right, column)
      return here < 45 && significant.every((other) => other === column || distance(x, right, other) >= here)
    })
    titles.set(column, roleOfTitle(textOf(own)))
  }
  return titles
}

function scoreOf(
  { steps, breaks, disagrees, checks, totals }: Walk,
  mode: Mode,
  roles: Roles,
  titles: Map<Column, Role | null>,
  counts: Map<Column, number>,
  main: Frame,
): number {
  let score = 0
  for (const { isHeld, isUnique, isRescued, sign } of steps)
    score += isHeld ? (isRescued ? 0.5 : isUnique ? 1 : 0.25) : sign === 'guess' ? 0.02 : 0.1
  for (const { steps: lost } of breaks) score -= 0.6 * Math.max(1, lost)
  score -= 2 * disagrees.length
  score += 0.1 * checks + 1.5 * totals.filter(({ isRight }) => isRight).length
  if (mode === 'inverse') score -= 2
  if (mode === 'solve' || mode === 'kind') score -= 0.5
  const weight = 0.02 * steps.length + 0.5
  for (const [column, role] of roles) {
    const said = titles.get(column)
    if (said)
      score +=
        said === role ? weight : (said === 'balance') === (role === 'balance') ? -weight * 0.5 : -2 * weight
  }
  // Columns of the table that are left over want an explanation.
  for (const column of main.columns) {
    const said = titles.get(column)
    if (!roles.has(column)) score -= (said ? 0.5 : 0.05) * Math.min(20, counts.get(column) ?? 0)
  }
  return score
}
