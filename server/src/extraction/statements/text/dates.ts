import type { Day } from '../../../vocabulary/payslip.ts'
import type { Word } from '../../document.ts'

/** A day as it is printed; the year is often left to the reader. */
export type DateHit = {
  day: number
  month: number
  year: number | null
  x: number
  right: number
  words: Word[]
  /** How it is written: with the name of the month, or with what stands between its numbers. */
  form: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const weekday = '(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?[.,]?\\s?)?'
const beginning = /^\(?(\d|'?\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const dayOf = '(\\d{1,2})(?:st|nd|rd|th)?'

const named = new RegExp(
  `^${weekday}${dayOf}(?: of)?[ \\-/.]?${month}\\.?,?(?:[ \\-/.]?'?(\\d{4}|\\d{2}))?$`,
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

// Weekday, day, "of", month, year.
const mostWords = 5

/** Days among the words of a line. The longest reading wins: `8 Dec 2025` is not `8 Dec`. */
export function datesIn(words: readonly Word[], isOcr: boolean, isMonthFirst = false): DateHit[] {
  const found: DateHit[] = []
  for (let n = 0; n < words.length; n++) {
    const first = words[n] as Word
    if (!beginning.test(first.text) && !(isOcr && /^[OolI]\d/.test(first.text))) continue
    const hit = dateAt(words, n, isOcr, isMonthFirst)
    if (!hit) continue
    found.push(hit)
    n += hit.words.length - 1
  }
  return found
}

function dateAt(
  words: readonly Word[],
  start: number,
  isOcr: boolean,
  isMonthFirst: boolean,
): DateHit | undefined {
  let text = ''
  let best: DateHit | undefined
  for (let n = start; n < Math.min(words.length, start + mostWords); n++) {
    const word = words[n] as Word
    const before = words[n - 1]
    // A second column of days may stand close by.
    const gap = n > start && before ? (word.x - before.right) / word.size : 0
    if (gap > (isOcr ? 1.1 : 0.75) && !isOwnColumn(text, word.text, gap)) break
    text += (n > start ? ' ' : '') + word.text
    const read = readDate(tidied(text), isOcr, isMonthFirst)
    if (!read) continue
    const used = words.slice(start, n + 1)
    best = { ...read, x: (used[0] as Word).x, right: word.right, words: used, form: formOf(text) }
  }
  return best && withTime(best, words, start)
}

/** `03.03.` is a day without a year; other stops are those of sentences. */
const tidied = (text: string): string => {
  const short = /^(\d{1,2})\.(\d{1,2})\.$/.exec(text)
  return short ? `${short[1]}/${short[2]}` : text.replace(/[,;:.)]+$/, '').replace(/^\(/, '')
}

const monthAlone = new RegExp(`^${month}$`, 'i')

/** Day, month and year may have a column each. */
const isOwnColumn = (text: string, next: string, gap: number): boolean =>
  gap < 5 &&
  ((/^\d{1,2}$/.test(text) && monthAlone.test(next)) ||
    (/^\d{1,2} [a-z]+$/i.test(text) && /^20\d\d$/.test(next)))

/** The time of the day belongs to it, and is not asked for. */
function withTime(hit: DateHit, words: readonly Word[], start: number): DateHit {
  const next = start + hit.words.length
  const isNear = (word: Word | undefined) => word !== undefined && word.x - hit.right < 3 * word.size
  const joint = /^(at|,|-|\u00b7|\u2022|\|)$/.test(words[next]?.text ?? '') ? 1 : 0
  const time = words[next + joint]
  if (!time || !isNear(time) || !/^\d{1,2}:\d\d(:\d\d)?([ap]m)?$/i.test(time.text)) return hit
  const half = /^[ap]m$/i.test(words[next + joint + 1]?.text ?? '') ? 1 : 0
  const used = words.slice(start, next + joint + 1 + half)
  return { ...hit, words: used, right: (used.at(-1) as Word).right }
}

const formOf = (text: string): string =>
  /[a-z]{3}/i.test(text.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*/i, ''))
    ? 'name'
    : `${text.includes('-') && /^\d{4}/.test(text) ? 'year' : ''}${/\d([/. -])\d/.exec(text)?.[1] ?? ''}`

type Read = Pick<DateHit, 'day' | 'month' | 'year'>

export function readDate(printed: string, isOcr = false, isMonthFirst = false): Read | undefined {
  const text = isOcr ? mended(printed) : printed
  const tests: [RegExp, (parts: string[]) => [string?, string?, string?]][] = [
    [named, ([, day, name, year]) => [day, name, year]],
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
    return isSwapped ? valid(number, day, year) : valid(day, number, year)
  }
  return undefined
}

function valid(day?: string, name = '', year?: string): Read | undefined {
  const number = /^\d/.test(name) ? Number(name) : months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const full = year === undefined ? null : year.length === 4 ? Number(year) : 2000 + Number(year)
  if (full !== null && (full < 1990 || full > 2079)) return undefined
  const read = { day: Number(day), month: number, year: full }
  return isDay(read.day, number, full ?? 2024) ? read : undefined
}

export function isDay(day: number, number: number, year: number): boolean {
  if (number < 1 || number > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** Digits that recognition takes for letters, and months with one wrong letter. */
function mended(text: string): string {
  const digits = text.replace(/(?<=^|\d|[/ ])[OoQ](?=\d)|(?<=\d)[OoQ](?=\d|$|[ /])/g, '0')
  const ones = digits.replace(/(?<=^|[\d/ ])[Il|](?=\d)|(?<=\d)[Il|](?=\d|$|[ /])/g, '1')
  return ones.replace(/[a-z0]{3}/i, (letters) => {
    const lower = letters.toLowerCase().replace('0', 'o')
    if (months.includes(lower)) return lower
    const near = months.filter((name) => [0, 1, 2].filter((at) => name[at] !== lower[at]).length === 1)
    return near.length === 1 ? (near[0] as string) : letters
  })
}

/** `December 2025` or `December` on a line of its own. */
export function readMonth(text: string): { month: number; year: number | null } | undefined {
  const match = new RegExp(`^${month},?(?: (\\d{4}))?$`, 'i').exec(text.trim())
  if (!match) return undefined
  const number = months.indexOf((match[1] as string).slice(0, 3).toLowerCase()) + 1
  return { month: number, year: match[2] ? Number(match[2]) : null }
}

export const dayText = ({ day, month, year }: { day: number; month: number; year: number }): Day =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as Day

export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

export const dayOfNumber = (number: number): Day =>
  new Date(number * 86_400_000).toISOString().slice(0, 10) as Day
