import { type Line, median } from '../text/lines.ts'
import type { Money } from '../text/money.ts'

// Where sums stand under each other. A column may be set to the right, to the left or to the middle, with or without
// what follows the figure; pages of one file may have their columns elsewhere.

type Key = 'right' | 'fullRight' | 'x' | 'fullX' | 'middle' | 'digitsRight'
const keys: Key[] = ['right', 'fullRight', 'x', 'fullX', 'middle', 'digitsRight']

export type Column = { key: Key; at: number; left: number; right: number; count: number }

/** Pages whose columns stand in the same places, after each is moved by its shift. */
export type Frame = { pages: Set<number>; columns: Column[] }
/** Pages of a frame that are moved by the same shift. Days and texts may not have moved with the sums. */
export type Placement = { frame: Frame; shift: number; pages: Set<number> }
export type Frames = {
  frames: Frame[]
  placements: Placement[]
  ofPage: Map<number, Placement>
  /** The column of a sum in the frame of its page. */
  columnOf: Map<Money, Column>
}

const tolerance = { text: 1.3, ocr: 3.2 }
const mostColumns = 9
const mostShift = 45

const edge = (money: Money, key: Key): number =>
  key === 'middle' ? (money.fullX + money.fullRight) / 2 : money[key]

export function framesOf(lines: readonly Line[]): Frames {
  const sums = new Map<number, Money[]>()
  for (const { page, moneys } of lines) {
    const some = moneys.filter(({ isCell, isForeign }) => isCell && !isForeign)
    if (some.length > 0) sums.set(page, [...(sums.get(page) ?? []), ...some])
  }
  const titles = titlesOf(lines)
  const isOcr = new Set(lines.filter((line) => line.isOcr).map(({ page }) => page))
  const near = (page: number) => (isOcr.has(page) ? tolerance.ocr : tolerance.text)
  const frames: (Frame & { moneys: Money[] })[] = []
  const ofPage: Frames['ofPage'] = new Map()
  const placements: Placement[] = []
  const shiftOf = (page: number) => ofPage.get(page)?.shift ?? 0

  for (const [page, moneys] of [...sums].toSorted((a, b) => b[1].length - a[1].length || a[0] - b[0])) {
    let best: { frame: (typeof frames)[number]; shift: number; share: number } | undefined
    for (const frame of frames) {
      for (const shift of shiftsOf(page, moneys, frame, titles)) {
        const hits = moneys.filter((money) => findColumn(frame.columns, money, shift, near(page))).length
        // Standing still is the rule: a shift has to explain clearly more.
        const share = hits / moneys.length - (shift === 0 ? 0 : 0.12)
        if (share > (best?.share ?? 0.7)) best = { frame, shift, share }
      }
    }
    const frame = best?.frame ?? { pages: new Set<number>(), columns: [], moneys: [] }
    if (!best) frames.push(frame)
    const shift = best?.shift ?? 0
    const known = placements.find(
      (other) => other.frame === frame && Math.abs(other.shift - shift) < tolerance.text,
    )
    const placement = known ?? { frame, shift, pages: new Set<number>() }
    if (!known) placements.push(placement)
    placement.pages.add(page)
    ofPage.set(page, placement)
    frame.pages.add(page)
    frame.moneys.push(...moneys)
    frame.columns = cluster(frame.moneys, shiftOf, near(page))
  }
  const columnOf = new Map<Money, Column>()
  for (const { page, moneys } of lines) {
    const place = ofPage.get(page)
    for (const money of moneys) {
      // In a crowded row words may reach up to a sum that stands in line with others.
      if (money.isForeign || !(money.isCell || money.endsCell)) continue
      const column = place && findColumn(place.frame.columns, money, place.shift, near(page))
      if (column) columnOf.set(money, column)
    }
  }
  return { frames, placements, ofPage, columnOf }
}

function findColumn(
  columns: readonly Column[],
  money: Money,
  shift: number,
  near: number,
): Column | undefined {
  return columns.find(({ key, at }) => Math.abs(edge(money, key) - shift - at) <= near)
}

/** Zero, what the titles of the table moved by, and what most pairs of edges differ by. */
function shiftsOf(
  page: number,
  moneys: Money[],
  frame: Frame,
  titles: Map<number, Map<string, number>>,
): number[] {
  const shifts = [0]
  const own = titles.get(page)
  const other = [...frame.pages]
    .map((n) => titles.get(n))
    .find((found) => found !== undefined && found.size > 1)
  if (own && other) {
    const moves = [...own].flatMap(([text, x]) => (other.has(text) ? [x - (other.get(text) as number)] : []))
    if (moves.length > 1) shifts.push(median(moves))
  }
  // The columns of one table stand side by side at regular distances: a true shift moves several of them, and not far.
  const votes = new Map<number, { count: number; columns: Set<Column> }>()
  for (const money of moneys) {
    for (const column of frame.columns) {
      const bin = Math.round(edge(money, column.key) - column.at)
      if (Math.abs(bin) > mostShift) continue
      const vote = votes.get(bin) ?? { count: 0, columns: new Set() }
      votes.set(bin, vote)
      vote.count++
      vote.columns.add(column)
    }
  }
  const several = [...votes].filter(([, { count, columns }]) => count >= 4 && columns.size > 1)
  const [bin] = several.toSorted((a, b) => b[1].count - a[1].count)[0] ?? []
  if (bin !== undefined) {
    const exact = moneys.flatMap((money) => frame.columns.map(({ key, at }) => edge(money, key) - at))
    shifts.push(median(exact.filter((move) => Math.abs(move - bin) <= 1)))
  }
  return shifts.filter((shift, n) => n === 0 || Math.abs(shift) > tolerance.text)
}

/** Words of lines that look like titles of a table: several cells and no figures. */
function titlesOf(lines: readonly Line[]): Map<number, Map<string, number>> {
  const titles = new Map<number, Map<string, number>>()
  for (const line of lines) {
    const text = line.words.map(({ text: word }) => word).join(' ')
    if (
      line.moneys.length > 0 ||
      !/\b(date|balance|paid|money|amount|debit|credit|details|description)/i.test(text)
    )
      continue
    if (line.words.length < 3 || line.words.length > 18 || /\d\d/.test(text)) continue
    if (titles.has(line.page)) continue
    titles.set(line.page, new Map(line.words.map(({ text: word, x }) => [word, x])))
  }
  return titles
}

/** The densest places first, whatever the side they are set to. */
function cluster(moneys: readonly Money[], shiftOf: (page: number) => number, near: number): Column[] {
  const left = new Set(moneys)
  const columns: Column[] = []
  const sorted = new Map(
    keys.map((key) => {
      const at = (money: Money) => edge(money, key) - shiftOf(money.page)
      return [key, moneys.map((money) => ({ money, at: at(money) })).toSorted((a, b) => a.at - b.at)]
    }),
  )
  while (left.size > 0 && columns.length < mostColumns) {
    let best: { key: Key; members: { money: Money; at: number }[] } | undefined
    for (const key of keys) {
      const list = (sorted.get(key) ?? []).filter(({ money }) => left.has(money))
      let start = 0
      for (let end = 0; end < list.length; end++) {
        while ((list[end]?.at ?? 0) - (list[start]?.at ?? 0) > 2 * near * 0.9) start++
        if (end - start + 1 > (best?.members.length ?? 0)) best = { key, members: list.slice(start, end + 1) }
      }
    }
    if (!best) break
    // The middle of the place, so that its outermost members are found again.
    const at = ((best.members[0]?.at ?? 0) + (best.members.at(-1)?.at ?? 0)) / 2
    const members = best.members.map(({ money }) => money)
    columns.push({
      key: best.key,
      at,
      left: Math.min(...members.map((money) => money.fullX - shiftOf(money.page))),
      right: Math.max(...members.map((money) => money.fullRight - shiftOf(money.page))),
      count: members.length,
    })
    for (const money of members) left.delete(money)
  }
  return columns.toSorted((a, b) => a.left - b.left)
}
