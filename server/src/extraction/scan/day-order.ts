import type { Word } from '../document.ts'

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const inFigures = /^(\d\d)([/.-])(\d\d)((?:\2\d+)?)$/
const named = new RegExp(`^(\\d\\d?)([-/.]?)((?:${names.join('|')})[a-z]*)((?:[-/.]?\\d+)?)$`, 'i')
const fewestDays = 5
// In points.
const sameEdge = 4
// Digits that are taken for one another in small or grainy print.
const alike: Record<string, string> = {
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

type Day = { word: Word; day: string; month: string; written: (day: string, month: string) => string }

/**
 * The days of a statement follow each other. One that breaks the order of a column, though those before and after it keep
 * it, is put right where exactly one change of a digit that is easily misread does so.
 */
export function daysInOrder(words: readonly Word[]): Word[] {
  const column = columnOf(words.flatMap((word) => dayOf(word) ?? []))
  const repaired = new Map<Word, string>()
  const isFalling = column.filter((one, n) => n > 0 && rank(column, one) < rankAt(column, n - 1)).length
  const days = isFalling > column.length / 2 ? column.toReversed() : column
  for (let n = 1; n < days.length - 1; n++) {
    const [day, least, most] = [days[n] as Day, rankAt(days, n - 1), rankAt(days, n + 1)]
    const fits = (one: Pick<Day, 'day' | 'month'>) => rank(days, one) >= least && rank(days, one) <= most
    if (least > most || fits(day)) continue
    const found = changesOf(day).filter((one) => isDay(one) && fits(one))
    const [only] = found
    if (!only || found.length > 1) continue
    repaired.set(day.word, day.written(only.day, only.month))
    days[n] = { ...day, ...only }
  }
  return words.map((word) => {
    const text = repaired.get(word)
    return text === undefined ? word : { ...word, text }
  })
}

function dayOf(word: Word): Day | undefined {
  const [, day, stroke, month, rest] = inFigures.exec(word.text) ?? []
  // Two figures, a point and two figures are a sum, unless a year follows.
  if (stroke === '.' && rest === '') return undefined
  if (day && month) return { word, day, month, written: (one, other) => one + stroke + other + rest }
  const [, count, gap, name = '', end] = named.exec(word.text) ?? []
  const number = names.indexOf(name.slice(0, 3).toLowerCase()) + 1
  if (!count || number === 0) return undefined
  return {
    word,
    day: count,
    month: String(number).padStart(2, '0'),
    written: (one) => one + gap + name + end,
  }
}

/** The longest column of days, from top to bottom. */
function columnOf(days: Day[]): Day[] {
  const columns = days.map(({ word }) => days.filter((other) => Math.abs(other.word.x - word.x) < sameEdge))
  const [longest = []] = columns.toSorted((one, other) => other.length - one.length)
  return longest.length < fewestDays ? [] : longest.toSorted((one, other) => one.word.y - other.word.y)
}

/** Days of January follow those of December. */
function rank(days: readonly Day[], { day, month }: Pick<Day, 'day' | 'month'>): number {
  const isNextYear = Number(month) < 3 && days.some((one) => one.month === '12' || one.month === '11')
  return (Number(month) + (isNextYear ? 12 : 0)) * 31 + Number(day)
}

const rankAt = (days: readonly Day[], n: number) => rank(days, days[n] as Day)

function changesOf({ word, day, month }: Day): { day: string; month: string }[] {
  const isNamed = named.test(word.text)
  const days = oneDigitOff(day).map((one) => ({ day: one, month }))
  return isNamed ? days : [...days, ...oneDigitOff(month).map((one) => ({ day, month: one }))]
}

const oneDigitOff = (text: string): string[] =>
  [...text].flatMap((digit, n) =>
    [...(alike[digit] ?? '')].map((other) => text.slice(0, n) + other + text.slice(n + 1)),
  )

const isDay = ({ day, month }: { day: string; month: string }) =>
  Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12
