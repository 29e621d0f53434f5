import { formatDay, isCalendarDay, toDayNumber } from '../../../vocabulary/days.ts'
import type { PageWord } from '../../document.ts'
import { dateTuning } from '../tuning/text.ts'

/** A date as printed, often without a year. */
export type PrintedDate = {
  day: number
  month: number
  year: number | null
  x: number
  right: number
  words: PageWord[]
  /** Format of the date: `name` if the month is spelled out; for numeric dates, the separator between the numbers. */
  form: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const welshMonths = ['ion', 'chw', 'maw', 'ebr', 'mai', 'meh', 'gor', 'aws', 'med', 'hyd', 'tac', 'rha']
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|ion(?:awr)?|chwe?f?(?:ror)?|maw(?:rth)?|ebr(?:ill)?|mai|meh(?:efin)?|gorf{0,2}(?:ennaf)?|awst?|medi?|hyd(?:ref)?|tach?(?:wedd)?|rhag?(?:fyr)?)'
const weekdayName =
  '(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?|(?:dydd )?(?:llun|maw(?:rth)?|mer(?:cher)?|iau|gwe(?:ner)?|sad(?:wrn)?|sul))[.,]?'
const weekday = `(?:${weekdayName}\\s?)?`
const weekdayAlone = new RegExp(`^${weekdayName}$`, 'i')

/** Whether a text is the English or Welsh name of a weekday, which may be abbreviated. */
export const isWeekday = (text: string): boolean => weekdayAlone.test(text)

const beginning =
  /^[([]?(\d|['\u2019]?\d|llun|maw|mer|iau|gwe|sad|sul|dydd|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const dayOf = '(\\d{1,2})(?:st|nd|rd|th)?'
// A bilingual statement repeats the month in the other language: `4 Tach/Nov`.
const otherMonth = `(?: ?/ ?${month})?`

const named = new RegExp(
  `^${weekday}${dayOf}(?: of)?[ \\-/.]?${month}${otherMonth}\\.?,?(?:[ \\-/.]?['\u2019]?(\\d{4}|\\d{2}))?$`,
  'i',
)
const monthFirst = new RegExp(`^${weekday}${month}\\.?[ -]${dayOf}(?:,?[ -](\\d{4}))?$`, 'i')
const numbered = new RegExp(`^${weekday}(\\d{1,2})([/.\\-])(\\d{1,2})\\2(\\d{4}|\\d{2})$`, 'i')
const iso = /^(\d{4})[-/.](\d\d)[-/.](\d\d)$/
const compact = /^(20[0-3]\d)(0[1-9]|1[0-2])([0-2]\d|3[01])$/
const yearFirst = new RegExp(`^(\\d{4})[ -]${month}[ -](\\d{1,2})$`, 'i')
const spaced = /^(\d\d) (\d\d) (\d{4}|\d\d)$/
const short = new RegExp(`^${weekday}(\\d{1,2})/(\\d{1,2})$`, 'i')
const dashed = /^(\d\d)-(\d\d)$/

/** Finds the dates among the words of a line. The longest match wins: `8 Dec 2025`, not `8 Dec`. */
export function findDates(words: readonly PageWord[], isOcr: boolean, isMonthFirst = false): PrintedDate[] {
  const dates: PrintedDate[] = []
  for (let n = 0; n < words.length; n++) {
    const first = words[n] as PageWord
    if (!beginning.test(first.text) && !(isOcr && /^[OolI]\d/.test(first.text))) continue
    const date = readDateAt(words, n, isOcr, isMonthFirst)
    if (!date) continue
    dates.push(date)
    n += date.words.length - 1
  }
  return dates
}

function readDateAt(
  words: readonly PageWord[],
  start: number,
  isOcr: boolean,
  isMonthFirst: boolean,
): PrintedDate | undefined {
  let text = ''
  let best: PrintedDate | undefined
  for (let n = start; n < Math.min(words.length, start + dateTuning.maxWords); n++) {
    const word = words[n] as PageWord
    const before = words[n - 1]
    // A wide gap ends the date, because the next word may belong to a second date column.
    const gap = n > start && before ? (word.x - before.right) / word.size : 0
    if (gap > (isOcr ? dateTuning.maxOcrGap : dateTuning.maxGap) && !isDateColumn(text, word.text, gap)) break
    text += (n > start ? ' ' : '') + word.text
    const parsed = parseDate(removePunctuation(text), isOcr, isMonthFirst)
    if (!parsed) continue
    const used = words.slice(start, n + 1)
    best = { ...parsed, x: (used[0] as PageWord).x, right: word.right, words: used, form: getForm(text) }
  }
  return best && includeTime(best, words, start)
}

/** Removes punctuation after a date. `03.03.` is a date without a year; any other final full stop ends a sentence. */
const removePunctuation = (text: string): string => {
  const short = /^(\d{1,2})\.(\d{1,2})\.$/.exec(text)
  return short ? `${short[1]}/${short[2]}` : text.replace(/[,;:.)\]]+$/, '').replace(/^[([]/, '')
}

const monthAlone = new RegExp(`^${month}$`, 'i')

/** Whether the next word continues a date whose day, month and year are in separate columns. */
const isDateColumn = (text: string, next: string, gap: number): boolean =>
  gap < dateTuning.maxColumnGap &&
  ((/^\d{1,2}$/.test(text) && monthAlone.test(next)) ||
    (/^\d{1,2} [a-z]+$/i.test(text) && /^20\d\d$/.test(next)))

/** Adds the time of day after a date to the date's words, so that it does not become part of the description. */
function includeTime(date: PrintedDate, words: readonly PageWord[], start: number): PrintedDate {
  const next = start + date.words.length
  const isNear = (word: PageWord | undefined) =>
    word !== undefined && word.x - date.right < dateTuning.maxTimeGap * word.size
  const joint = /^(at|,|-|\u00b7|\u2022|\|)$/.test(words[next]?.text ?? '') ? 1 : 0
  const time = words[next + joint]
  if (!time || !isNear(time) || !/^\d{1,2}:\d\d(:\d\d)?([ap]m)?$/i.test(time.text)) return date
  const half = /^[ap]m$/i.test(words[next + joint + 1]?.text ?? '') ? 1 : 0
  const used = words.slice(start, next + joint + 1 + half)
  return { ...date, words: used, right: (used.at(-1) as PageWord).right }
}

const getForm = (text: string): string =>
  /[a-z]{3}/i.test(text.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*/i, ''))
    ? 'name'
    : `${text.includes('-') && /^\d{4}/.test(text) ? 'year' : ''}${/\d([/. -])\d/.exec(text)?.[1] ?? ''}`

type ParsedDate = Pick<PrintedDate, 'day' | 'month' | 'year'>

export function parseDate(printed: string, isOcr = false, isMonthFirst = false): ParsedDate | undefined {
  const text = isOcr ? repairOcrDate(printed) : printed
  const tests: [RegExp, (parts: string[]) => [string?, string?, string?]][] = [
    [named, ([, day, name, other, year]) => (isSameMonth(name, other) ? [day, name, year] : [])],
    [numbered, ([, day, , number, year]) => [day, number, year]],
    [spaced, ([, day, number, year]) => [day, number, year]],
    [iso, ([, year, number, day]) => [day, number, year]],
    [compact, ([, year, number, day]) => [day, number, year]],
    [yearFirst, ([, year, name, day]) => [day, name, year]],
    [monthFirst, ([, name, day, year]) => [day, name, year]],
    [short, ([, day, number]) => [day, number]],
    [dashed, ([, day, number]) => [day, number]],
  ]
  for (const [pattern, parts] of tests) {
    const match = pattern.exec(text)
    if (!match) continue
    const [day, number, year] = parts(match)
    const isSwapped = isMonthFirst && (pattern === numbered || pattern === short || pattern === dashed)
    return isSwapped ? validate(number, day, year) : validate(day, number, year)
  }
  return undefined
}

function getMonthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase()
  return Math.max(months.indexOf(start), welshMonths.indexOf(start)) + 1
}

/** Whether the second name of a month, if any, means the same month. */
const isSameMonth = (name = '', other = name): boolean => getMonthNumber(name) === getMonthNumber(other)

const anyLeapYear = 2024

function validate(day?: string, name = '', year?: string): ParsedDate | undefined {
  const number = /^\d/.test(name) ? Number(name) : getMonthNumber(name)
  const full = year === undefined ? null : year.length === 4 ? Number(year) : 2000 + Number(year)
  if (full !== null && (full < dateTuning.minYear || full > dateTuning.maxYear)) return undefined
  const date = { day: Number(day), month: number, year: full }
  return isCalendarDay(full ?? anyLeapYear, number, date.day) ? date : undefined
}

// `Sun` is not a misread `Jun`.
const leadingWeekday = new RegExp(`^${weekdayName}\\s?`, 'i')

/** Repairs digits that OCR read as letters, and month names with one wrong letter. */
function repairOcrDate(text: string): string {
  const digits = text.replace(/(?<=^|\d|[/ ])[OoQ](?=\d)|(?<=\d)[OoQ](?=\d|$|[ /])/g, '0')
  const ones = digits.replace(/(?<=^|[\d/ ])[Il|](?=\d)|(?<=\d)[Il|](?=\d|$|[ /])/g, '1')
  const [day = ''] = leadingWeekday.exec(ones) ?? []
  const rest = ones.slice(day.length).replace(/[a-z0]{3}/i, (letters) => {
    const lower = letters.toLowerCase().replace('0', 'o')
    if (months.includes(lower)) return lower
    const near = months.filter((name) => [0, 1, 2].filter((at) => name[at] !== lower[at]).length === 1)
    return near.length === 1 ? (near[0] as string) : letters
  })
  return day + rest
}

const monthHeading = new RegExp(
  `^(?:${month} (?:(\\d{4}) )?[/|\u2013-] )?${month},?(?: (\\d{4}))?(?: [(]?cont(?:inued|'d)?[)]?)?$`,
  'i',
)

/** Parses a line that contains only a month, such as `December 2025`, `December` or `Rhagfyr / December 2025`. */
export function parseMonth(text: string): { month: number; year: number | null } | undefined {
  const [, other, , name, year] = monthHeading.exec(text.trim()) ?? []
  if (!name || (other && getMonthNumber(other) !== getMonthNumber(name))) return undefined
  return { month: getMonthNumber(name), year: year ? Number(year) : null }
}

type PartialDate = Pick<PrintedDate, 'day' | 'month' | 'year'>

/**
 * Returns the number of days from one date to another, negative if the other is earlier. Without years, the shorter way
 * around the year counts: from `14 December` to `13 January` are 30 days.
 */
export function countDaysBetween(from: PartialDate, to: PartialDate): number {
  const { anyYear, daysOfYear } = dateTuning
  const hasYears = from.year !== null && to.year !== null
  const [start, end] = [from, to].map(({ day, month, year }) =>
    toDayNumber(formatDay({ day, month, year: hasYears ? (year as number) : anyYear })),
  ) as [number, number]
  const days = end - start
  return hasYears || Math.abs(days) <= daysOfYear / 2 ? days : days - Math.sign(days) * daysOfYear
}
