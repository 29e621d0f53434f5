import { formatDay, isCalendarDay, toDayNumber } from '../../../vocabulary/days.ts'
import type { PageWord } from '../../document.ts'
import type { DateStamp } from '../table/date-stamps.ts'
import type { TransactionTable } from '../table/table.ts'
import { type PrintedDate, parseMonth } from '../text/dates.ts'
import { type StatementLine, textOf } from '../text/lines.ts'
import { dayTuning } from '../tuning/facts.ts'
import type { StatementPeriod } from './period.ts'

/** Date of a line, printed either on the line itself or on a line above. */
export type LineDay = {
  day: string
  printedDate: PrintedDate | null
  dateLine: StatementLine | null
  /** The date is printed on this line and not on a line above. */
  isOwn: boolean
  isYearInferred: boolean
}

/** Date that applies to a line; the year may be missing. */
type PartialDay = {
  line: StatementLine
  day: number
  month: number
  year: number | null
  /** The year is printed with the date and not taken from a heading above. */
  isYearOwn: boolean
  printedDate: PrintedDate | null
  dateLine: StatementLine
}

/**
 * Determines the date of every line. `isReversed` means that the newest rows are first. `sectionByLine` is given if
 * the dates start again in every section.
 */
export function resolveDays(
  table: TransactionTable,
  periods: readonly StatementPeriod[],
  isReversed: boolean,
  sectionByLine: ReadonlyMap<StatementLine, number> = new Map(),
): Map<StatementLine, LineDay> {
  const partialDays = [...dateOnlyRow(table), ...carryDates(table, isReversed)]
  const days = new Map<StatementLine, LineDay>()
  const latestDate = findLatestDate(table.lines)
  let nextRow: number | null = null
  let section: number | undefined
  // Process rows from newest to oldest, so that the next row limits the year of each row.
  for (const partial of isReversed ? partialDays : partialDays.toReversed()) {
    const { line, day, month, year, isYearOwn, printedDate, dateLine } = partial
    if (sectionByLine.get(line) !== section) nextRow = null
    section = sectionByLine.get(line)
    const stated = year === null ? undefined : toDay(day, month, year)
    // A year taken from a heading may belong only to the first date of the heading, so it is checked against the
    // period.
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

/** Dates the only row of a table by the line directly below it, which begins with a date. */
function dateOnlyRow({ lines, stamps, tops }: TransactionTable): PartialDay[] {
  const inTable = lines.filter(({ page, y }) => y > (tops.get(page) ?? Number.POSITIVE_INFINITY))
  const rows = inTable.filter(({ amounts }) => amounts.length > 0)
  const [row] = rows
  const below = row && inTable[inTable.indexOf(row) + 1]
  const stamp = below && stamps.get(below)
  if (!row || rows.length > 1 || stamps.has(row) || !below || !stamp?.day || !stamp.month) return []
  if (below.page !== row.page || below.y - row.y > dayTuning.maxDatePitch * row.size) return []
  const { day, month, year, printedDate } = stamp
  return [{ line: row, day, month, year, isYearOwn: year !== null, printedDate, dateLine: below }]
}

/** Applies each printed day, month and year to the lines that follow it. */
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

/**
 * Returns the change of year between two dates. A printed year applies until the months start again: +1 at the turn
 * of the year, or -1 if the newest rows are first.
 */
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

// Distance in days, larger than any distance between neighbouring rows.
const farAway = 1000

/**
 * Returns the year that places the date in the period. Without a period, returns the latest year in which the date is
 * not after the next row.
 */
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

/**
 * Returns the latest full date outside sentences. All rows are older, because a statement is printed after its
 * transactions. If no full date is printed, the end of the latest month counts: `Statement for December 2025`.
 */
function findLatestDate(lines: readonly StatementLine[]): number | null {
  const headings = lines.filter(({ words }) => words.length <= dayTuning.maxLineWords)
  const days = headings.flatMap(({ dates }) =>
    dates.flatMap(({ day, month, year }) =>
      year === null ? [] : [toDayNumber(formatDay({ day, month, year }))],
    ),
  )
  const latest = days.length > 0 ? days : headings.flatMap(listMonthEnds)
  return latest.length > 0 ? Math.max(...latest) : null
}

const listMonthEnds = ({ words }: StatementLine): number[] =>
  words.slice(1).flatMap((year, n) => {
    const month = parseMonth(textOf([words[n] as PageWord, year]))
    if (!month?.year) return []
    const next =
      month.month === 12 ? { month: 1, year: month.year + 1 } : { month: month.month + 1, year: month.year }
    return [toDayNumber(formatDay({ day: 1, ...next })) - 1]
  })
