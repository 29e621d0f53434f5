import type { PageWord } from '../../document.ts'
import { isWeekday, type PrintedDate, parseMonth } from '../text/dates.ts'
import { type StatementLine, textOf } from '../text/lines.ts'
import { tableTuning } from '../tuning/table.ts'
import type { ColumnGrids } from './columns.ts'
import { type DateColumns, findRowDate, hasCell } from './date-columns.ts'

/** A full or partial date printed in the table: a heading may contain month and year, and a row only the day. */
export type DateStamp = {
  day: number | null
  month: number | null
  year: number | null
  printedDate: PrintedDate | null
  isHeading: boolean
}

type DatedTable = {
  lines: readonly StatementLine[]
  columnGrids: ColumnGrids
  stamps: Map<StatementLine, DateStamp>
  dateColumns: DateColumns
}

/**
 * Records in `stamps` the dates that are printed in the date columns, and corrects these columns. `isOwed`: on the
 * statement of a credit card, a row without a date of purchase has that of its posting.
 */
export function stampDates(table: DatedTable, isOwed: boolean) {
  const { lines, dateColumns } = table
  const hasMonthHeadings = lines.some(
    (line) => line.words.length > 1 && parseMonth(textOf(line.words)) !== undefined,
  )
  const rowDates = [...dateColumns].flatMap(([{ pages }, [edge]]) =>
    lines.flatMap((line) => (pages.has(line.page) ? (findRowDate(line, edge) ?? []) : [])),
  )
  const form = findDateForm(rowDates, findHeadingForm(table))
  for (const [placement, columns] of [...dateColumns]) {
    const pageLines = lines.filter(({ page }) => placement.pages.has(page))
    dateColumns.set(placement, stampLines(table, pageLines, columns, { hasMonthHeadings, form, isOwed }))
  }
}

/** Records the dates of these lines in `stamps` and returns the left edges of their date columns. */
function stampLines(
  table: DatedTable,
  lines: readonly StatementLine[],
  columns: readonly number[],
  { hasMonthHeadings, form, isOwed }: { hasMonthHeadings: boolean; form: string | null; isOwed: boolean },
): readonly number[] {
  const { stamps } = table
  const [edge, secondEdge] = columns
  for (const line of lines) {
    const stamp = readStamp(line, edge, form) ?? (isOwed ? readStamp(line, secondEdge, form) : undefined)
    if (stamp) stamps.set(line, stamp)
  }
  dropWrappedMonths(stamps, lines)
  const allDated = lines.filter((line) => stamps.get(line)?.printedDate)
  const dated = allDated.filter((line) => !(hasMonthHeadings && stamps.get(line)?.isHeading))
  const bareDays = findBareDays(table, lines, hasMonthHeadings)
  const areHeadingsDays = allDated.length > tableTuning.minDayHeadingDominance * bareDays.size
  if (bareDays.size === 0 || areHeadingsDays || dated.length >= (hasMonthHeadings ? bareDays.size : 1)) {
    includeWeekdays(stamps, lines)
    return columns
  }
  // Below month headings, aligned day numbers are the dates of rows; full dates are part of descriptions.
  for (const line of lines) if (stamps.get(line)?.printedDate) stamps.delete(line)
  for (const [line, stamp] of bareDays) stamps.set(line, stamp)
  includeWeekdays(stamps, lines)
  return [Math.min(...[...bareDays.values()].map(({ printedDate }) => printedDate?.x ?? 0))]
}

/**
 * Drops the stamps of months without a year that are not aligned with the month headings, which have one: the last word
 * of a description may be a month, such as `OCT` below `AMOUNT IN USD 12.40 ON 19`.
 */
function dropWrappedMonths(stamps: Map<StatementLine, DateStamp>, lines: readonly StatementLine[]) {
  const headings = lines.filter((line) => stamps.get(line)?.month && stamps.get(line)?.day === null)
  const edges = headings.flatMap((line) => (stamps.get(line)?.year ? (line.words[0]?.x ?? 0) : []))
  if (edges.length === 0) return
  for (const line of headings) {
    const x = line.words[0]?.x ?? 0
    const isAligned = edges.some((edge) => Math.abs(edge - x) <= tableTuning.maxDayOffset)
    if (stamps.get(line)?.year === null && !isAligned) stamps.delete(line)
  }
}

/** Returns the format of nearly all dates of a column. A date in another format is the end of a description. */
function findDateForm(dates: readonly PrintedDate[], headingForm: string | null): string | null {
  const counts = new Map<string, number>()
  for (const { form } of dates) counts.set(form, (counts.get(form) ?? 0) + 1)
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!first || !second) return null
  if (headingForm !== null && (counts.get(headingForm) ?? 0) >= tableTuning.minHeadingFormat * dates.length)
    return headingForm
  return first[1] >= tableTuning.minFormatDominance * second[1] ? first[0] : null
}

/** If most dates are on separate lines, returns the format of the first date above a row. */
function findHeadingForm(table: DatedTable): string | null {
  const { lines, columnGrids, dateColumns } = table
  let [headings, others] = [0, 0]
  let form: string | null = null
  lines.forEach((line, n) => {
    const placement = columnGrids.byPage.get(line.page)
    const date = findRowDate(line, placement && dateColumns.get(placement)?.[0])
    if (!date) return
    if (date.words.length < line.words.length) {
      others++
      return
    }
    headings++
    const isAboveRow = lines
      .slice(n + 1, n + 1 + tableTuning.maxHeadingDistance)
      .some((below) => below.page === line.page && hasCell(table, below))
    if (isAboveRow) form ??= date.form
  })
  return headings > tableTuning.minHeadingDominance * others ? form : null
}

/**
 * Adds the weekday before or after a date to the words of the date, so that it does not become a description: `14
 * Mon`. A weekday beside few dates is the beginning of a description, such as the name of a newspaper.
 */
function includeWeekdays(stamps: Map<StatementLine, DateStamp>, lines: readonly StatementLine[]) {
  const dated = lines.flatMap((line) => {
    const stamp = stamps.get(line)
    return stamp?.printedDate ? [{ line, stamp, date: stamp.printedDate }] : []
  })
  const withWeekday = dated.flatMap(({ line: { words }, stamp, date }) => {
    const start = words.indexOf(date.words[0] as PageWord)
    const beside = [words[start - 1], words[start + date.words.length]]
    const name = beside.find((word) => word && isWeekday(word.text))
    return name ? [{ words, stamp, date, name }] : []
  })
  if (withWeekday.length < tableTuning.minWeekdayShare * dated.length) return
  for (const { words, stamp, date, name } of withWeekday) {
    stamp.printedDate = { ...date, words: words.filter((word) => word === name || date.words.includes(word)) }
    stamp.isHeading ||= date.form !== 'day' && stamp.printedDate.words.length === words.length
  }
}

function readStamp(
  line: StatementLine,
  edge: number | undefined,
  form: string | null,
): DateStamp | undefined {
  const date = findRowDate(line, edge)
  if (date && (line.isOcr || form === null || date.form === form)) {
    const { day, month, year } = date
    return { day, month, year, printedDate: date, isHeading: date.words.length === line.words.length }
  }
  const text = textOf(line.words)
  const month = parseMonth(text)
  if (month && (month.year !== null || edge === undefined))
    return { day: null, ...month, printedDate: null, isHeading: true }
  if (/^(19|20)\d\d$/.test(text) && (line.words[0]?.x ?? 0) < (edge ?? 0) + tableTuning.maxYearOffset)
    return { day: null, month: null, year: Number(text), printedDate: null, isHeading: true }
  return undefined
}

/** Finds day numbers without a month, as printed below month headings. */
function findBareDays(
  table: DatedTable,
  lines: readonly StatementLine[],
  hasMonthHeadings: boolean,
): Map<StatementLine, DateStamp> {
  const stamps = new Map<StatementLine, DateStamp>()
  const candidates = lines.flatMap((line) => {
    const index = line.words.findIndex(
      ({ text }) => /^(\d{1,2})(st|nd|rd|th)?$/i.test(text) && Number.parseInt(text, 10) <= 31,
    )
    const word = line.words[index]
    if (!word || index > 1 || !(hasMonthHeadings || hasCell(table, line))) return []
    const first = line.words[0] as PageWord
    if (index === 1 && !isWeekday(first.text)) return []
    // `Sunday 28 September` is a whole date.
    if (line.dates.some(({ words }) => words.includes(word) && words.length > index + 1)) return []
    return [{ line, word, right: word.right, left: first.x }]
  })
  // Day numbers are right-aligned, or a weekday before them is left-aligned.
  const [aligned = []] = (['right', 'left'] as const)
    .map((side) => {
      const edge = findDensest(candidates.map((candidate) => candidate[side]))
      return candidates.filter((candidate) => Math.abs(candidate[side] - edge) <= tableTuning.maxDayOffset)
    })
    .toSorted((a, b) => b.length - a.length)
  if (aligned.length < (hasMonthHeadings ? 1 : tableTuning.minBareDays)) return stamps
  for (const { line, word } of aligned) {
    const day = Number.parseInt(word.text, 10)
    const printedDate = {
      day,
      month: 0,
      year: null,
      x: word.x,
      right: word.right,
      words: [word],
      form: 'day',
    }
    stamps.set(line, { day, month: null, year: null, printedDate, isHeading: false })
  }
  return stamps
}

/** Returns the position that has the most other positions nearby. */
function findDensest(positions: readonly number[]): number {
  const countNear = (x: number) =>
    positions.filter((other) => Math.abs(other - x) <= tableTuning.dayClusterWidth).length
  return positions.toSorted((a, b) => countNear(b) - countNear(a))[0] ?? 0
}
