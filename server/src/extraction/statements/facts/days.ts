import type { Table } from '../table/table.ts'
import type { DateHit } from '../text/dates.ts'
import { dayNumber, dayText, isDay } from '../text/dates.ts'
import type { Line } from '../text/lines.ts'
import type { Period } from './period.ts'

/** The day of a line: printed on it, or the last one printed above. */
export type LineDay = {
  day: string
  hit: DateHit | null
  hitLine: Line | null
  isOwn: boolean
  isYearInferred: boolean
}

// Rows may be a few days outside what is printed as the period.
const leeway = 12

export function daysOf(table: Table, periods: readonly Period[], isReversed: boolean): Map<Line, LineDay> {
  type Raw = {
    line: Line
    day: number
    month: number
    year: number | null
    isYearOwn: boolean
    hit: DateHit | null
    hitLine: Line
    isOwn: boolean
  }
  const raw: Raw[] = []
  let [day, month, year]: [number | null, number | null, number | null] = [null, null, null]
  let isYearOwn = false
  let hit: DateHit | null = null
  let hitLine: Line | null = null
  let lastMonth: number | null = null
  for (const line of table.lines) {
    if (line.y <= (table.tops.get(line.page) ?? Number.POSITIVE_INFINITY) - 40) continue
    const stamp = table.stamps.get(line)
    if (stamp) {
      if (stamp.year !== null) [year, lastMonth] = [stamp.year, null]
      else if (
        stamp.month !== null &&
        stamp.day !== null &&
        !stamp.isHeading &&
        year !== null &&
        lastMonth !== null
      ) {
        // A year printed above holds until the months begin again.
        if (!isReversed && stamp.month < lastMonth - 6) year++
        if (isReversed && stamp.month > lastMonth + 6) year--
      }
      if (stamp.month !== null) month = lastMonth = stamp.month
      if (stamp.day !== null)
        [day, hit, hitLine, isYearOwn] = [stamp.day, stamp.hit, line, stamp.year !== null]
      else if (stamp.month !== null) day = null
    }
    if (day === null || month === null || hitLine === null) continue
    raw.push({ line, day, month, year, isYearOwn, hit, hitLine, isOwn: hitLine === line })
  }
  const found = new Map<Line, LineDay>()
  const anchor = latestDay(table.lines)
  let later: number | null = null
  for (const one of isReversed ? raw : raw.toReversed()) {
    const stated = one.year === null ? undefined : dated(one.day, one.month, one.year)
    // A year from above may be that of the heading's first day; one beside its day is meant.
    const isStated = one.year !== null && (one.isYearOwn || !stated || isNear(stated, periods))
    const text = isStated ? stated : withYear(one.day, one.month, periods, anchor, later)
    if (!text) continue
    later = dayNumber(text)
    found.set(one.line, {
      day: text,
      hit: one.hit,
      hitLine: one.hitLine,
      isOwn: one.isOwn,
      isYearInferred: !isStated,
    })
  }
  return found
}

const dated = (day: number, month: number, year: number) =>
  isDay(day, month, year) ? dayText({ day, month, year }) : undefined

function boundsOf(periods: readonly Period[]): number[] {
  return periods.flatMap(({ start, end }) => [start, end]).flatMap((text) => (text ? [dayNumber(text)] : []))
}

function isNear(day: string, periods: readonly Period[]): boolean {
  const bounds = boundsOf(periods)
  const at = dayNumber(day)
  return bounds.length === 0 || (at >= Math.min(...bounds) - leeway && at <= Math.max(...bounds) + leeway)
}

/** The year in which the day lies in the period; without a period, the last one before what comes after it. */
function withYear(
  day: number,
  month: number,
  periods: readonly Period[],
  anchor: number | null,
  later: number | null,
): string | undefined {
  const bounds = boundsOf(periods)
  const [from, to] = [Math.min(...bounds), Math.max(...bounds)]
  const latest = later ?? (bounds.length > 0 ? to + leeway : anchor)
  if (latest === null && bounds.length === 0) return undefined
  const base = new Date((bounds.length > 0 ? to : (latest as number)) * 86_400_000).getUTCFullYear()
  const candidates = [base + 1, base, base - 1, base - 2].flatMap((year) => dated(day, month, year) ?? [])
  if (bounds.length > 0) {
    const inside = candidates.filter(
      (text) => dayNumber(text) >= from - leeway && dayNumber(text) <= to + leeway,
    )
    if (inside.length === 1) return inside[0]
    const near = (inside.length > 0 ? inside : candidates).toSorted((a, b) => away(a) - away(b))
    return near[0]
  }
  return candidates.find((text) => dayNumber(text) <= (latest as number) + 3)

  function away(text: string): number {
    const at = dayNumber(text)
    if (later !== null && at <= later + 3 && at > later - 200) return later - at
    return 1000 + Math.max(0, from - at, at - to)
  }
}

/** The latest full date of the document outside sentences about the future: a statement is printed after its rows. */
function latestDay(lines: readonly Line[]): number | null {
  const days = lines.flatMap((line) =>
    line.words.length > 14
      ? []
      : line.dates.flatMap(({ day, month, year }) =>
          year === null ? [] : [dayNumber(dayText({ day, month, year }))],
        ),
  )
  return days.length > 0 ? Math.max(...days) : null
}
