import type { PageWord } from '../document.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const numericDate = /^(\d\d)([/.-])(\d\d)((?:\2\d+)?)$/
const namedDate = new RegExp(`^(\\d\\d?)([-/.]?)((?:${monthNames.join('|')})[a-z]*)((?:[-/.]?\\d+)?)$`, 'i')
const minDates = 5
// Maximum difference between the edges of dates in one column, in points.
const maxEdgeOffset = 4
// Digits that OCR confuses with each other in small or grainy print.
const confusableDigits: Record<string, string> = {
  '0': '689',
  '1': '74',
  '2': '7',
  '3': '859',
  '4': '1',
  '5': '368',
  '6': '058',
  '7': '12',
  '8': '035649',
  '9': '038',
}

type Day = { word: PageWord; day: string; month: string; format: (day: string, month: string) => string }

/**
 * Repairs misread dates of a statement, which are in ascending or descending order. A date that breaks the order of
 * its two neighbours is repaired if exactly one change of one easily misread digit restores the order.
 */
export function repairDayOrder(words: readonly PageWord[]): PageWord[] {
  const column = findDateColumn(words.flatMap((word) => parseDay(word) ?? []))
  const repaired = new Map<PageWord, string>()
  const isFalling = column.filter((one, n) => n > 0 && rank(column, one) < rankAt(column, n - 1)).length
  const days = isFalling > column.length / 2 ? column.toReversed() : column
  for (let n = 1; n < days.length - 1; n++) {
    const [day, earliest, latest] = [days[n] as Day, rankAt(days, n - 1), rankAt(days, n + 1)]
    const fits = (candidate: Pick<Day, 'day' | 'month'>) =>
      rank(days, candidate) >= earliest && rank(days, candidate) <= latest
    if (earliest > latest || fits(day)) continue
    const candidates = listCandidates(day).filter((candidate) => isDay(candidate) && fits(candidate))
    const [only] = candidates
    if (!only || candidates.length > 1) continue
    repaired.set(day.word, day.format(only.day, only.month))
    days[n] = { ...day, ...only }
  }
  return words.map((word) => {
    const text = repaired.get(word)
    return text === undefined ? word : { ...word, text }
  })
}

function parseDay(word: PageWord): Day | undefined {
  const [, day, stroke, month, rest] = numericDate.exec(word.text) ?? []
  // `12.05` is an amount unless a year follows it.
  if (stroke === '.' && rest === '') return undefined
  if (day && month) return { word, day, month, format: (one, other) => one + stroke + other + rest }
  const [, count, gap, name = '', end] = namedDate.exec(word.text) ?? []
  const number = monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1
  if (!count || number === 0) return undefined
  return {
    word,
    day: count,
    month: String(number).padStart(2, '0'),
    format: (one) => one + gap + name + end,
  }
}

/** Returns the longest column of dates, from top to bottom. */
function findDateColumn(days: Day[]): Day[] {
  const columns = days.map(({ word }) =>
    days.filter((other) => Math.abs(other.word.x - word.x) < maxEdgeOffset),
  )
  const [longest = []] = columns.toSorted((one, other) => other.length - one.length)
  return longest.length < minDates ? [] : longest.toSorted((one, other) => one.word.y - other.word.y)
}

/** Returns a sort key. January and February follow November and December of the previous year. */
function rank(days: readonly Day[], { day, month }: Pick<Day, 'day' | 'month'>): number {
  const isNextYear = Number(month) < 3 && days.some((one) => one.month === '12' || one.month === '11')
  return (Number(month) + (isNextYear ? 12 : 0)) * 31 + Number(day)
}

const rankAt = (days: readonly Day[], n: number) => rank(days, days[n] as Day)

function listCandidates({ word, day, month }: Day): { day: string; month: string }[] {
  const isNamed = namedDate.test(word.text)
  const days = changeOneDigit(day).map((one) => ({ day: one, month }))
  return isNamed ? days : [...days, ...changeOneDigit(month).map((one) => ({ day, month: one }))]
}

const changeOneDigit = (text: string): string[] =>
  [...text].flatMap((digit, n) =>
    [...(confusableDigits[digit] ?? '')].map((other) => text.slice(0, n) + other + text.slice(n + 1)),
  )

const isDay = ({ day, month }: { day: string; month: string }) =>
  Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12
