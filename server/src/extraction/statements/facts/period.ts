import { formatDay, fromDayNumber, toDayNumber } from '../../../vocabulary/days.ts'
import type { PageRegion, PageWord } from '../../document.ts'
import type { LabelledAmount } from '../arithmetic/labelled-amounts.ts'
import { areJoined } from '../text/date-ranges.ts'
import { findDates, type PrintedDate, parseDate, parseMonth } from '../text/dates.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { getPrintedWords, type RespelledWord } from '../text/respelling.ts'

import { periodTuning } from '../tuning/facts.ts'

export type StatementPeriod = {
  start: string | null
  end: string | null
  startPlace: PageRegion | null
  endPlace: PageRegion | null
  /** False if only statement dates are printed. They limit the years of the rows but are not a period. */
  isPrinted: boolean
  /** Day and month were exchanged, because the days of the rows say so. Nothing else confirms it. */
  isDayOrderInferred?: boolean
  /** Both dates are printed in figures, such as `06/12/2025`, of which either may be the month. */
  isNumeric?: boolean
}

const opens =
  /\b(from|start(s|ed|ing)?( with| date| of( the| this)? (period|statement))?|begin(s|ning)?( date)?|commenc(es|ing)|since|opening date|period opened|opens|first (day|entry))\b\W*$/i
const closes =
  /\b(to|until|end(s|ed|ing)?( with| date| of( the| this)? (period|statement))?|finish(es|ing)?( date)?|up to|closing date|period closed|closes|last (day|entry))\b\W*$/i
/** Caption of two dates that are not joined by a word. */
const periodCaption = /\b(period|dates? (covered|range)|covering|covered|this statement|statement dates)\b/i
const statementDate =
  /\b(statement|issue|printed|produced)\s+(date|on|dated)\b|\bdate of (this )?statement\b|\bdate\W*$/i
const previousStatement = /\b(from|last|previous)\b.*\bstatement\b.*\bdated\b/i

/** A day printed beside a row; its year may be missing. */
export type RowDay = { day: number; month: number; year: number | null; isNumeric?: boolean }

/**
 * Finds the printed periods by one score over all date ranges: their caption, and whether the rows are within them. A
 * file that contains several statements has several periods.
 */
export function findPeriods(
  lines: readonly StatementLine[],
  inTable: ReadonlySet<StatementLine>,
  outsideAmounts: readonly LabelledAmount[],
  rowDays: readonly RowDay[] = [],
): StatementPeriod[] {
  const { namedWeight, unnamedWeight, amountPenalty } = periodTuning
  const candidates: ScoredPeriod[] = []
  const isOrderKnown = rowDays.some(({ isNumeric }) => isNumeric) || showsDayOrder(lines)
  const add = (printed: StatementPeriod | undefined, weight: number, caption = '') => {
    const period = printed && !isOrderKnown ? orderByRows(printed, rowDays) : printed
    if (period) candidates.push(scorePeriod(period, weight, caption, rowDays))
  }
  for (const [index, line] of lines.entries()) {
    if (inTable.has(line) && line.amounts.length > 0) continue
    for (const { isNamed, caption, ...period } of [...listRanges(line), ...listWrappedRanges(lines, index)]) {
      const nameWeight = isNamed ? namedWeight : unnamedWeight
      add(period, nameWeight - (line.amounts.length > 0 ? amountPenalty : 0), caption)
    }
    for (const period of listUnjoinedRanges(lines, index)) add(period, namedWeight, textOf(line.words))
    add(findWordedPeriod(line), namedWeight, textOf(line.words))
    add(findPeriodWithinMonth(line), unnamedWeight, textOf(line.words))
  }
  const ofBalances = findPeriodOfBalances(outsideAmounts)
  const separate = findSeparateEnds(lines, inTable)
  if (candidates.every(({ score }) => score <= 0)) {
    const others = ofBalances ?? separate
    // A range that covers none of the rows is only used if it is called the statement period.
    return others.length > 0 ? others : candidates.filter(({ isAboutStatement }) => isAboutStatement)
  }
  for (const period of separate) if (period.isPrinted && period.start) add(period, namedWeight)
  return choosePeriods(candidates)
}

/** Whether a numeric date with a year has a day above 12, which shows whether days or months are printed first. */
const showsDayOrder = (lines: readonly StatementLine[]): boolean =>
  lines.some(({ dates }) => dates.some(({ form, day, year }) => form !== 'name' && year !== null && day > 12))

/**
 * Exchanges day and month of a numeric period if all rows are then within a much shorter period: rows from 8 December
 * to 4 January belong to 6 December to 5 January, not to 12 June to 1 May.
 */
function orderByRows(period: StatementPeriod, rowDays: readonly RowDay[]): StatementPeriod {
  const { start, end } = period
  if (start === null || end === null || rowDays.length === 0 || !period.isNumeric) return period
  const exchanged = { ...period, start: exchangeDayAndMonth(start), end: exchangeDayAndMonth(end) }
  if (exchanged.start === null || exchanged.end === null || exchanged.start > exchanged.end) return period
  const covers = (one: StatementPeriod) => rowDays.every((day) => isWithin(one, day))
  const length = toDayNumber(end) - toDayNumber(start)
  const newLength = toDayNumber(exchanged.end) - toDayNumber(exchanged.start)
  const isBetter =
    covers(exchanged) && (newLength < periodTuning.maxExchangedShare * length || !covers(period))
  return isBetter ? { ...exchanged, isDayOrderInferred: true } : period
}

const exchangeDayAndMonth = (date: string): string | null => {
  const [year = '', month = '', day = ''] = date.split('-')
  return Number(day) <= 12 ? `${year}-${day}-${month}` : null
}

type ScoredPeriod = StatementPeriod & { score: number; coversRows: boolean; isAboutStatement: boolean }

const otherSubject =
  /\b(interest|rates?|(tax|isa|financial) year|offers?|closed|closure|closing|hours|fees?|charges?|charged|overdraft|bonus|promotion|promotional|review|holidays?|christmas|easter|maintenance|insurance|policy|draw|competition|fixed|invoices?)\b/i
const otherStatement = /\b(previous|next|last|prior) (statement|period|month|quarter|year)\b/i

function scorePeriod(
  period: StatementPeriod,
  weight: number,
  caption: string,
  rowDays: readonly RowDay[],
): ScoredPeriod {
  const { otherSubjectPenalty, coverWeight, overlapWeight, noOverlapPenalty, minCoverShare } = periodTuning
  const covered = rowDays.filter((day) => isWithin(period, day)).length
  const coversRows = covered >= minCoverShare * rowDays.length
  const agreement = coversRows ? coverWeight : covered > 0 ? overlapWeight : -noOverlapPenalty
  const isOther =
    otherStatement.test(caption) ||
    (otherSubject.test(caption) && !/\b(statement|covers?|covering)\b/i.test(caption))
  const isAboutStatement = !isOther && weight >= periodTuning.namedWeight
  return {
    ...period,
    score: weight + agreement - (isOther ? otherSubjectPenalty : 0),
    coversRows,
    isAboutStatement,
  }
}

/** Whether a day of a row is within a period, in any year if the row prints none. */
function isWithin({ start, end }: StatementPeriod, { day, month, year }: RowDay): boolean {
  if (start === null || end === null) return false
  const years = year === null ? [start, end].map((date) => Number(date.slice(0, 4))) : [year]
  return years.some((candidate) => {
    const date = formatDay({ day, month, year: candidate })
    return date >= start && date <= end
  })
}

/**
 * Returns the best period if it covers the rows. Otherwise the file contains several statements, and all periods with
 * some evidence are returned.
 */
function choosePeriods(candidates: readonly ScoredPeriod[]): StatementPeriod[] {
  const isLong = ({ start, end }: StatementPeriod) =>
    start !== null && end !== null && toDayNumber(end) - toDayNumber(start) > periodTuning.minYearDays
  const [best] = candidates.toSorted((a, b) => b.score - a.score || Number(isLong(a)) - Number(isLong(b)))
  if (best?.coversRows) return [best]
  const strong = candidates.filter(({ score }) => score > 0)
  return [
    ...new Map(strong.toReversed().map((period) => [`${period.start} ${period.end}`, period])).values(),
  ].toReversed()
}

type DateRange = StatementPeriod & { isNamed: boolean; caption: string }

/** Lists the pairs of dates on a line that are joined by a word such as `to`. */
function listRanges(line: StatementLine): DateRange[] {
  return line.dates.slice(1).flatMap((second, n) => {
    const first = line.dates[n] as PrintedDate
    if (!areJoined(line, first, second)) return []
    const before = textOf(line.words.filter(({ right }) => right <= first.x))
    const isNamed =
      /\b(period|statement|from|between|covers|covering|dates?|range|for|activity|summary)\b/i.test(before)
    const period = createPeriod(line, first, second)
    const cells = splitIntoCells(line.words, periodTuning.cellGap)
    const caption = textOf(cells.find((cell) => cell.includes(first.words[0] as PageWord)) ?? [])
    // A bilingual statement prints one date twice: `31 Mawrth 2025 / 31 March 2025`.
    return period && period.start !== period.end ? [{ ...period, isNamed, caption }] : []
  })
}

/**
 * Lists the ranges that are wrapped in their cell: `1 September 2025 to 30 September` above `2025`. The words below
 * are read as if they followed on the same line.
 */
function listWrappedRanges(lines: readonly StatementLine[], index: number): DateRange[] {
  const line = lines[index] as StatementLine
  const { cellGap, maxStackOffset, maxLabelHeight } = periodTuning
  return splitIntoCells(line.words, cellGap).flatMap((cell) => {
    if (!line.dates.some(({ words: [first] }) => first && cell.includes(first))) return []
    const [left, right] = [(cell[0] as PageWord).x, (cell.at(-1) as PageWord).right]
    const isStacked = (below: readonly PageWord[]) =>
      [(below[0] as PageWord).x - left, (below.at(-1) as PageWord).right - right].some(
        (offset) => Math.abs(offset) < maxStackOffset,
      )
    const next = lines
      .slice(index + 1, index + 1 + periodTuning.maxWrapLines)
      .filter(({ page, y }) => page === line.page && y - line.y < maxLabelHeight * line.size)
      .flatMap(({ words }) => splitIntoCells(words, cellGap))
      .find(isStacked)
    const start = next?.[0]?.text ?? ''
    if (!next || !(/^(\d|to$)/.test(start) || parseMonth(start))) return []
    const words = [...cell, ...placeAfter(cell.at(-1) as PageWord, next)]
    const ranges = listRanges({ ...line, words, dates: findDates(words, line.isOcr) })
    return ranges.filter(({ end }) => !listRanges(line).some((other) => other.end === end))
  })
}

/** Moves words behind another word, as if they were printed on its line. */
function placeAfter(last: PageWord, words: readonly PageWord[]): RespelledWord[] {
  const by = last.right + periodTuning.wordSpace * last.size - (words[0]?.x ?? 0)
  return words.map((word) => ({
    ...word,
    x: word.x + by,
    right: word.right + by,
    printed: getPrintedWords(word),
  }))
}

/**
 * Lists pairs of dates under or beside a caption such as `Statement period`, without a word that joins them: one below
 * the other, or side by side.
 */
function listUnjoinedRanges(lines: readonly StatementLine[], index: number): StatementPeriod[] {
  const line = lines[index] as StatementLine
  return splitIntoCells(line.words, periodTuning.cellGap).flatMap((cell) => {
    if (!periodCaption.test(textOf(cell))) return []
    const right = cell.at(-1)?.right ?? 0
    const [beside, next] = line.dates.filter(({ x }) => x >= right)
    if (beside && next) return createPeriod(line, beside, next) ?? []
    const first = beside ? { index, line, date: beside } : findDateBelow(lines, index, cell[0]?.x ?? 0)
    const second = first && findDateBelow(lines, first.index, first.date.x)
    const period = second && createPeriod(second.line, first.date, second.date)
    return period ? [{ ...period, startPlace: locateWords(line.page, first.date.words) }] : []
  })
}

/** Finds a date at this left edge, below the given line. Lines in between may belong to a table beside the dates. */
function findDateBelow(
  lines: readonly StatementLine[],
  index: number,
  x: number,
): { index: number; line: StatementLine; date: PrintedDate } | undefined {
  const { maxLabelHeight, maxStackOffset } = periodTuning
  const from = lines[index] as StatementLine
  for (let n = index + 1; n < lines.length; n++) {
    const line = lines[n] as StatementLine
    if (line.page !== from.page || line.y - from.y > maxLabelHeight * from.size) return undefined
    const date = line.dates.find((candidate) => Math.abs(candidate.x - x) < maxStackOffset)
    if (date) return { index: n, line, date }
  }
  return undefined
}

/** Finds a period whose two days share the month: `1 to 31 March 2024`, `1–31 March 2024`. */
function findPeriodWithinMonth(line: StatementLine): StatementPeriod | undefined {
  for (const last of line.dates) {
    if (last.year === null || last.form !== 'name') continue
    const index = line.words.indexOf(last.words[0] as PageWord)
    const before = textOf(line.words.slice(Math.max(0, index - 2), index))
    const match = /(?:^|\s)(\d{1,2})(?:st|nd|rd|th)? (?:to|-|\u2013|\u2014|until)$/i.exec(before)
    if (match && Number(match[1]) <= last.day)
      return createPeriod(
        line,
        { ...last, day: Number(match[1]), words: line.words.slice(index - 2, index - 1) },
        last,
      )
  }
  for (const word of line.words) {
    const [first, last] = splitGluedDates(word.text)
    if (!first || !last) continue
    const position = { x: 0, right: 0, form: '', words: [word] }
    return createPeriod(line, { ...first, ...position }, { ...last, ...position })
  }
  const glued = line.words.findIndex(({ text }) => /^\d{1,2}[-\u2013\u2014]\d{1,2}$/.test(text))
  if (glued < 0) return undefined
  const [first, last] = (line.words[glued]?.text ?? '').split(/[-\u2013\u2014]/)
  const words = line.words.slice(glued, glued + 3)
  const end = parseDate(`${last} ${textOf(words.slice(1))}`)
  if (!end || end.year === null || Number(first) > end.day) return undefined
  const endDate = { ...end, x: 0, right: 0, form: 'name', words }
  return createPeriod(line, { ...endDate, day: Number(first) }, endDate)
}

/** Splits a word that consists of two dates: `01/12/2025–31/12/2025`, `2025-12-01/2025-12-31`. */
function splitGluedDates(text: string): ReturnType<typeof parseDate>[] {
  for (const { index } of text.matchAll(/[\u2013\u2014/-]/g)) {
    const dates = [text.slice(0, index), text.slice(index + 1)].map((part) => parseDate(part))
    if (dates.every((date) => date?.year)) return dates
  }
  return []
}

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  )
const wordedDay = '([a-z-]+) (?:day )?of ([a-z]+)(?: (\\d{4}))?'
const wordedRange = new RegExp(`\\b${wordedDay} (?:to|until) (?:and including )?(?:the )?${wordedDay}`, 'i')

/** Finds a period in words: `from the first day of March to the thirty-first day of May 2025`. */
function findWordedPeriod(line: StatementLine): StatementPeriod | undefined {
  if (!line.words.some(({ text }) => ordinals.includes(text.toLowerCase()))) return undefined
  const [, ...parts] = wordedRange.exec(textOf(line.words)) ?? []
  const [first, last] = [parts.slice(0, 3), parts.slice(3)].map(([ordinal = '', month = '', year = '']) =>
    parseDate(`${ordinals.indexOf(ordinal.toLowerCase()) + 1} ${month} ${year}`.trim()),
  )
  if (!first || !last) return undefined
  const position = { x: 0, right: 0, form: 'name', words: line.words }
  return createPeriod(line, { ...first, ...position }, { ...last, ...position })
}

function createPeriod(
  line: StatementLine,
  first: PrintedDate,
  second: PrintedDate,
): StatementPeriod | undefined {
  const year = second.year ?? inferEndYear(first, second)
  if (year === null) return undefined
  const end = formatDay({ ...second, year })
  let start = formatDay({ ...first, year: first.year ?? year })
  if (first.year === null && start > end) start = formatDay({ ...first, year: year - 1 })
  const days = toDayNumber(end) - toDayNumber(start)
  if (days < 0 || days > periodTuning.maxDays) return undefined
  return {
    start,
    end,
    startPlace: locateWords(line.page, first.words),
    endPlace: locateWords(line.page, second.words),
    isPrinted: true,
    isNumeric: isNumeric(first) && isNumeric(second),
  }
}

/** Whether a date is printed in figures, without the year in front: `2025-12-06` has only one reading. */
const isNumeric = ({ form }: PrintedDate): boolean => /^[/. -]$/.test(form)

/** Returns the year of an end without a year, from a start with one: `28 December 2024 to 27 January`. */
const inferEndYear = (first: PrintedDate, second: PrintedDate): number | null =>
  first.year === null || first.form !== 'name' ? null : first.year + (second.month < first.month ? 1 : 0)

/**
 * Reads the period from the dates of the opening and closing balance: `Balance on 1 June` and `Balance on 30 June`.
 */
function findPeriodOfBalances(outsideAmounts: readonly LabelledAmount[]): StatementPeriod[] | undefined {
  const [opening, closing] = ['opening', 'closing'].map((kind) =>
    outsideAmounts.find((labelled) => labelled.kind === kind && labelled.date?.year),
  )
  if (!opening?.date?.year || !closing?.date?.year) return undefined
  const start = formatDay({ ...opening.date, year: opening.date.year })
  const end = formatDay({ ...closing.date, year: closing.date.year })
  if (start > end) return undefined
  const locate = ({ line, date }: LabelledAmount) => locateWords(line.page, date?.words ?? [])
  return [{ start, end, startPlace: locate(opening), endPlace: locate(closing), isPrinted: true }]
}

type LabelledDate = { page: number; date: PrintedDate; day: string }
/**
 * Dates from which a period is built. `statement` is the date of this statement, `previous` that of the previous one.
 */
type PeriodEnds = {
  start?: LabelledDate
  end?: LabelledDate
  statement?: LabelledDate
  previous?: LabelledDate
}

/**
 * Finds periods whose start and end have separate labels, or of which only the dates of this and the previous
 * statement are printed.
 */
function findSeparateEnds(
  lines: readonly StatementLine[],
  inTable: ReadonlySet<StatementLine>,
): StatementPeriod[] {
  const documentEnds: PeriodEnds = {}
  const endsByPage = new Map<number, PeriodEnds>()
  lines.forEach((line, index) => {
    for (const [n, date] of line.dates.entries()) {
      if (date.year === null) continue
      const [before, after] = [line.dates[n - 1], line.dates[n + 1]]
      if ((before && areJoined(line, before, date)) || (after && areJoined(line, date, after))) continue
      const isRow = inTable.has(line) && line.amounts.length > 0
      const labelled = { page: line.page, date, day: formatDay({ ...date, year: date.year }) }
      const labelLeft = textOf(
        line.words.filter(({ right, x }) => right <= date.x && x > date.x - periodTuning.maxLabelDistance),
      )
      // The opening balance may name the previous statement: `Balance from statement 20 dated 30/11/2025`.
      if (isRow && !previousStatement.test(labelLeft)) continue
      const pageEnds = endsByPage.get(line.page) ?? {}
      endsByPage.set(line.page, pageEnds)
      const isLabel = (text: string) =>
        [previousStatement, opens, closes, statementDate].some((words) => words.test(text))
      // The words above a date in a description are no caption: `CARD PAYMENT TO` above `ON 25-02-2026`.
      const captionsAround = inTable.has(line) ? [] : listCaptions(lines, index, date)
      const isLabelledLeft =
        hasLabelLeft(line, date) && !(captionsAround.some(isLabel) && isInCaptionGrid(lines, index, date))
      const captions = isLabelledLeft ? [labelLeft] : [labelLeft, ...captionsAround]
      const label = captions.find(isLabel) ?? ''
      for (const ends of [documentEnds, pageEnds]) {
        if (previousStatement.test(label)) ends.previous ??= labelled
        else if (opens.test(label)) ends.start ??= labelled
        else if (closes.test(label)) ends.end ??= labelled
        else if (statementDate.test(label) && labelled.day > (ends.statement?.day ?? ''))
          ends.statement = labelled
      }
    }
  })
  // If the file contains several statements, each has its own period.
  const complete = [...endsByPage.values(), documentEnds].flatMap(({ start, end }) =>
    start && end && start.day <= end.day ? [{ start, end }] : [],
  )
  if (complete.length > 0) {
    return complete.map(({ start, end }) => ({
      start: start.day,
      end: end.day,
      startPlace: locateDate(start),
      endPlace: locateDate(end),
      isPrinted: true,
      isNumeric: isNumeric(start.date) && isNumeric(end.date),
    }))
  }
  const { end, statement, previous } = documentEnds
  if (end)
    return [{ start: null, end: end.day, startPlace: null, endPlace: locateDate(end), isPrinted: true }]
  if (!statement && !previous) return []
  const dayAfterPrevious = previous && fromDayNumber(toDayNumber(previous.day) + 1)
  return [
    {
      start: dayAfterPrevious ?? null,
      end: statement?.day ?? null,
      startPlace: previous ? locateDate(previous) : null,
      endPlace: statement ? locateDate(statement) : null,
      isPrinted: false,
    },
  ]
}

/** Whether the cell left of a date, or the words before it in its cell, label it: `Date of issue 3 January 2026`. */
function hasLabelLeft({ words }: StatementLine, date: PrintedDate): boolean {
  const before = words.filter(({ right, x }) => right <= date.x && x > date.x - periodTuning.maxLabelDistance)
  const label = textOf(splitIntoCells(before, periodTuning.cellGap).at(-1) ?? [])
  return /\p{L}{3}/u.test(label) && !/\d/.test(label)
}

/**
 * Whether the cell left of a date is not its label but another value: both have a caption of their own in the line
 * above, such as `Currency   Period start` above `GBP   01 Dec 2024`.
 */
function isInCaptionGrid(lines: readonly StatementLine[], index: number, date: PrintedDate): boolean {
  const { maxLabelHeight, maxLabelOffset, cellGap } = periodTuning
  const line = lines[index] as StatementLine
  const above = lines[index - 1]
  if (!above || above.page !== line.page || line.y - above.y > maxLabelHeight * line.size) return false
  const cells = splitIntoCells(line.words, cellGap)
  const own = cells.findIndex((cell) => cell[0] === date.words[0])
  const [left, cell] = [cells[own - 1], cells[own]]
  if (!left || !cell) return false
  const captions = splitIntoCells(above.words, cellGap)
  const findCaption = (words: readonly PageWord[]) =>
    captions.find(([first]) => Math.abs((first?.x ?? 0) - (words[0]?.x ?? 0)) < maxLabelOffset)
  return [left, cell].every((words) => /\p{L}{2}/u.test(textOf(findCaption(words) ?? [])))
}

/** Lists the captions above and below a date, for account details that are printed like cells of a table. */
function listCaptions(lines: readonly StatementLine[], index: number, date: PrintedDate): string[] {
  const { maxLabelHeight, maxCaptionLines, maxLabelOffset, cellGap } = periodTuning
  const line = lines[index] as StatementLine
  const above = lines.slice(Math.max(0, index - maxCaptionLines), index).toReversed()
  const below = lines.slice(index + 1, index + 1 + maxCaptionLines)
  return [above, below].flatMap((others) => {
    const caption = others
      .filter(({ page, y }) => page === line.page && Math.abs(y - line.y) <= maxLabelHeight * line.size)
      .flatMap(({ words }) => splitIntoCells(words, cellGap))
      .find((cell) => (cell[0]?.x ?? 0) < date.right && (cell.at(-1)?.right ?? 0) > date.x - maxLabelOffset)
    return caption ? [textOf(caption)] : []
  })
}

const locateDate = ({ page, date }: LabelledDate): PageRegion => locateWords(page, date.words)
