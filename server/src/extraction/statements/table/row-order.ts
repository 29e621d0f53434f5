import type { Line } from '../text/lines.ts'
import type { Entry } from './table-content.ts'
import type { Table } from './table.ts'

/** Whether the newest rows come first; null where the days do not tell. */
export function isNewestFirst(table: Table): boolean | null {
  const days = table.lines.flatMap((line) => {
    const stamp = table.stamps.get(line)
    const isInside = line.y > (table.tops.get(line.page) ?? Number.POSITIVE_INFINITY)
    if (!stamp || stamp.day === null || !isInside) return []
    return [(stamp.year ?? 0) * 372 + (stamp.month ?? 0) * 31 + stamp.day]
  })
  let [up, down] = [0, 0]
  for (let n = 1; n < days.length; n++) {
    const step = (days[n] as number) - (days[n - 1] as number)
    if (step === 0) continue
    // A leap of most of a year is its turn, where days have no year.
    if (step > 0 === Math.abs(step) < 200) up++
    else down++
  }
  return up === down ? null : down > up
}

/**
 * From the oldest on: as printed, the other way round, or day by day the other way round; `headed`: as printed, but the
 * balance at the head of a day is what its rows lead to.
 */
export type Order = 'down' | 'up' | 'days' | 'headed'

export function inOrder(
  entries: readonly Entry[],
  order: Order,
  { stamps }: Table,
  dayLines: ReadonlyMap<Line, Line>,
): Entry[] {
  if (order === 'down') return [...entries]
  if (order === 'up') return entries.toReversed()
  if (order === 'headed') return entries.flatMap((entry, n) => belowHeading(entries, entry, n))
  const groups: Entry[][] = []
  let last: string | null = null
  for (const entry of entries) {
    const from = dayLines.get(entry.line)
    const stamp = from && stamps.get(from)
    // A balance without a row stands between days.
    const day = entry.amount ? `${stamp?.day} ${stamp?.month} ${stamp?.year}` : null
    if (day !== null && day === last) groups.at(-1)?.push(entry)
    else groups.push([entry])
    last = day
  }
  return groups.toReversed().flat()
}

/** A row, and after the last one before the next heading the balance of the heading before it. */
function belowHeading(entries: readonly Entry[], entry: Entry, at: number): Entry[] {
  const isHeading = ({ amount, marker }: Entry) =>
    amount === null && marker !== 'opening' && marker !== 'brought'
  const next = entries[at + 1]
  const own = isHeading(entry) ? [] : [entry]
  if (next && !isHeading(next)) return own
  const heading = entries.slice(0, at + 1).findLast(isHeading)
  return heading ? [...own, heading] : own
}

/** The line on which the day of each line is printed. */
export function dayLinesOf({ lines, stamps }: Table): Map<Line, Line> {
  const found = new Map<Line, Line>()
  let from: Line | undefined
  for (const line of lines) {
    if (stamps.get(line)?.day != null) from = line
    if (from) found.set(line, from)
  }
  return found
}
