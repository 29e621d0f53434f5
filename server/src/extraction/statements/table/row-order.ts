import type { StatementLine } from '../text/lines.ts'
import { orderTuning } from '../tuning/table.ts'
import type { TransactionTable } from './table.ts'
import type { TableEntry } from './table-content.ts'

/** Whether the newest rows are first, or null if the dates do not show the order. */
export function isNewestFirst(table: TransactionTable): boolean | null {
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
    if (step > 0 === Math.abs(step) < orderTuning.maxDayStep) up++
    else down++
  }
  return up === down ? null : down > up
}

/**
 * How to read the rows from oldest to newest. `down`: as printed. `up`: reversed. `days`: days reversed, rows of a
 * day as printed. `headed`: as printed, but the balance in the heading of a day is moved after the rows of that day.
 */
export type RowOrder = 'down' | 'up' | 'days' | 'headed'

export function sortByTime(
  entries: readonly TableEntry[],
  order: RowOrder,
  { stamps }: TransactionTable,
  dayLines: ReadonlyMap<StatementLine, StatementLine>,
): TableEntry[] {
  if (order === 'down') return [...entries]
  if (order === 'up') return moveEnds(entries.toReversed())
  if (order === 'headed') return entries.flatMap((entry, n) => moveHeadingBehindRows(entries, entry, n))
  const groups: TableEntry[][] = []
  let last: string | null = null
  for (const entry of entries) {
    const dayLine = dayLines.get(entry.line)
    const stamp = dayLine && stamps.get(dayLine)
    // A balance without a transaction ends a group of rows of the same day.
    const day = entry.amount ? `${stamp?.day} ${stamp?.month} ${stamp?.year}` : null
    if (day !== null && day === last) groups.at(-1)?.push(entry)
    else groups.push([entry])
    last = day
  }
  return moveEnds(groups.toReversed().flat())
}

/**
 * Moves an undated closing balance behind the rows and an undated opening balance before them. A list with the newest
 * row first may print them where other lists do.
 */
function moveEnds(entries: readonly TableEntry[]): TableEntry[] {
  const [first, last] = [entries[0], entries.at(-1)]
  const isEnd = (entry: TableEntry | undefined, marker: TableEntry['marker']) =>
    entry !== undefined && entry.marker === marker && entry.amount === null && !entry.isDated
  const isSwapped = isEnd(first, 'closing') && !isEnd(last, 'closing')
  const isOpenedLate = isEnd(last, 'opening') && !isEnd(first, 'opening')
  const rows = entries.slice(isSwapped ? 1 : 0, isOpenedLate ? -1 : undefined)
  return [...(isOpenedLate && last ? [last] : []), ...rows, ...(isSwapped && first ? [first] : [])]
}

/** Returns the row and, after the last row of a day, also the heading of that day. */
function moveHeadingBehindRows(
  entries: readonly TableEntry[],
  entry: TableEntry,
  index: number,
): TableEntry[] {
  const isHeading = ({ amount, marker }: TableEntry) =>
    amount === null && marker !== 'opening' && marker !== 'brought'
  const next = entries[index + 1]
  const row = isHeading(entry) ? [] : [entry]
  if (next && !isHeading(next)) return row
  const heading = entries.slice(0, index + 1).findLast(isHeading)
  return heading ? [...row, heading] : row
}

/** Maps each line to the line on which its date is printed. */
export function mapDayLines({ lines, stamps }: TransactionTable): Map<StatementLine, StatementLine> {
  const dayLines = new Map<StatementLine, StatementLine>()
  let dayLine: StatementLine | undefined
  for (const line of lines) {
    if (stamps.get(line)?.day != null) dayLine = line
    if (dayLine) dayLines.set(line, dayLine)
  }
  return dayLines
}
