import { formatDay, isCalendarDay, toDayNumber } from '../../../vocabulary/days.ts'
import type { DateStamp, TransactionTable } from '../table/table.ts'
import type { PrintedDate } from '../text/dates.ts'
import type { StatementLine } from '../text/lines.ts'
import { dayTuning } from '../tuning.ts'
import type { StatementPeriod } from './period.ts'

/** Date of a line: printed on it, or the last one printed above. */
export type LineDay = {
  day: string
  printedDate: PrintedDate | null
  dateLine: StatementLine | null
  /** The date is printed on the line itself. */
  isOwn: boolean
  isYearInferred: boolean
}

/** The date that applies to a line, perhaps without a year. */
type PartialDay = {
  line: StatementLine
  day: number
  month: number
  year: number | null
  /** The year is printed with the date, not taken from a heading above. */
  isYearOwn: boolean
  printedDate: PrintedDate | null
  dateLine: StatementLine
}

/** The date of every line. isReversed: the newest rows come first. */
export function resolveDays(
  table: TransactionTable,
  periods: readonly StatementPeriod[],
  isReversed: boolean,
): Map<StatementLine, LineDay> {
  const partialDays = carryDates(table, isReversed)
  const days = new Map<StatementLine, LineDay>()
  const latestDate = findLatestDate(table.lines)
  let nextRow: number | null = null
  // From newest to oldest, so that the year of a row is limited by the row after it.
  for (const partial of isReversed ? partialDays : partialDays.toReversed()) {
    const { line, day, month, year, isYearOwn, printedDate, dateLine } = partial
    const stated = year === null ? undefined : toDay(day, month, year)
    // A year taken from a heading may be that of the heading's first date; check it against the period.
    const isStated = year !== null && (isYearOwn || !stated || isNearPeriod(stated, periods))
    const resolved = isStated ? stated : inferYear(day, month, periods, latestDate, nextRow)
    if (!resolved) continue
    nextRow = toDayNumber(resolved)
    days.set(line, {
      day: resolved,
      printedDate,
      dateLine,
      isOwn: dateLine === line,
      isYearInferred: !isStated,
    })
  }
  return days
}

/** Carries day, month and year forward from the lines on which they are printed. */
function carryDates(table: TransactionTable, isReversed: boolean): PartialDay[] {
  const partialDays: PartialDay[] = []
  let [day, month, year]: [number | null, number | null, number | null] = [null, null, null]
  let isYearOwn = false
  let printedDate: PrintedDate | null = null
  let dateLine: StatementLine | null = null
  let lastMonth: number | null = null
  for (const line of table.lines) {
    const top = table.tops.get(line.page) ?? Number.POSITIVE_INFINITY
    if (line.y <= top - dayTuning.maxHeadingHeight) continue
    const stamp = table.stamps.get(line)
    if (stamp) {
      if (stamp.year !== null) [year, lastMonth] = [stamp.year, null]
      else if (year !== null && lastMonth !== null) year += countYearTurns(stamp, lastMonth, isReversed)
      if (stamp.month !== null) month = lastMonth = stamp.month
      if (stamp.day !== null)
        [day, printedDate, dateLine, isYearOwn] = [stamp.day, stamp.printedDate, line, stamp.year !== null]
      else if (stamp.month !== null) day = null
    }
    if (day === null || month === null || dateLine === null) continue
    partialDays.push({ line, day, month, year, isYearOwn, printedDate, dateLine })
  }
  return partialDays
}

/** A printed year applies until the months start again: 1 at the turn of the year, -1 if the newest rows come first. */
function countYearTurns(
  { day, month, isHeading }: DateStamp,
  lastMonth: number,
  isReversed: boolean,
): -1 | 0 | 1 {
  if (month === null || day === null || isHeading) return 0
  if (!isReversed && month < lastMonth - dayTuning.minYearTurn) return 1
  return isReversed && month > lastMonth + dayTuning.minYearTurn ? -1 : 0
}

const toDay = (day: number, month: number, year: number) =>
  isCalendarDay(year, month, day) ? formatDay({ day, month, year }) : undefined

const listPeriodEnds = (periods: readonly StatementPeriod[]): number[] =>
  periods.flatMap(({ start, end }) => [start, end]).flatMap((day) => (day ? [toDayNumber(day)] : []))

function isNearPeriod(day: string, periods: readonly StatementPeriod[]): boolean {
  const ends = listPeriodEnds(periods)
  return ends.length === 0 || isWithin(toDayNumber(day), Math.min(...ends), Math.max(...ends))
}

const isWithin = (day: number, from: number, to: number): boolean =>
  day >= from - dayTuning.periodTolerance && day <= to + dayTuning.periodTolerance

// Larger than any distance between neighbouring rows.
const farAway = 1000

/** The year that puts the date into the period; without a period, the latest year that is not after the next row. */
function inferYear(
  day: number,
  month: number,
  periods: readonly StatementPeriod[],
  latestDate: number | null,
  nextRow: number | null,
): string | undefined {
  const { periodTolerance, orderTolerance, maxRowDistance } = dayTuning
  const ends = listPeriodEnds(periods)
  const hasPeriod = ends.length > 0
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  const latest = nextRow ?? (hasPeriod ? to + periodTolerance : latestDate)
  if (latest === null && !hasPeriod) return undefined
  const baseDay = hasPeriod ? to : (latest as number)
  const baseYear = new Date(baseDay * 86_400_000).getUTCFullYear()
  const candidates = [baseYear + 1, baseYear, baseYear - 1, baseYear - 2].flatMap(
    (year) => toDay(day, month, year) ?? [],
  )
  if (!hasPeriod)
    return candidates.find((candidate) => toDayNumber(candidate) <= (latest as number) + orderTolerance)
  const inside = candidates.filter((candidate) => isWithin(toDayNumber(candidate), from, to))
  if (inside.length === 1) return inside[0]
  const measureDistance = (candidate: string): number => {
    const number = toDayNumber(candidate)
    if (nextRow !== null && number <= nextRow + orderTolerance && number > nextRow - maxRowDistance)
      return nextRow - number
    return farAway + Math.max(0, from - number, number - to)
  }
  return (inside.length > 0 ? inside : candidates).toSorted(
    (a, b) => measureDistance(a) - measureDistance(b),
  )[0]
}

/** The latest full date outside sentences: a statement is printed after its rows. */
function findLatestDate(lines: readonly StatementLine[]): number | null {
  const days = lines.flatMap((line) =>
    line.words.length > dayTuning.maxLineWords
      ? []
      : line.dates.flatMap(({ day, month, year }) =>
          year === null ? [] : [toDayNumber(formatDay({ day, month, year }))],
        ),
  )
  return days.length > 0 ? Math.max(...days) : null
}
