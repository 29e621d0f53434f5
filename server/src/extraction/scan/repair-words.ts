import type { Word } from '../document.ts'
import { numbered } from './repair-numbers.ts'

// What a misread word must have been is told by the words around it.

const months =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$/i

/** Words of one page, those of a line with one baseline. */
export function repairedByNeighbours(seen: readonly Word[]): Word[] {
  const words = seen.flatMap(takenApart)
  const lines = [...Map.groupBy(words, ({ y }) => y).values()].map((line) =>
    line.toSorted((one, other) => one.x - other.x),
  )
  const hasPounds = words.some(({ text }) => text.includes('£'))
  const near = lines.flatMap((line) =>
    line.map((word, n) => {
      const text = besideOthers(word, line[n - 1], line[n + 1]) ?? (hasPounds ? inPounds(word) : undefined)
      return text === undefined ? word : { ...word, text }
    }),
  )
  return withColumnsOfDays(near.filter(({ text }) => !pieceOfRule.test(text)))
}

// A day and its year, or a month and its day, whose space was lost: `30,2024` is no sum.
const runTogether = [/^(\d{1,2},)((?:19|20)\d\d)$/, /^(\p{L}{3,9})(\d{1,2},)$/u]

function takenApart(word: Word): Word[] {
  const [, first, second] = runTogether.map((shape) => shape.exec(word.text)).find(Boolean) ?? []
  if (!first || !second || (/^\p{L}/u.test(first) && !months.test(first))) return [word]
  const middle = word.x + ((word.right - word.x) * first.length) / word.text.length
  return [
    { ...word, text: first, right: middle - word.size / 8 },
    { ...word, text: second, x: middle + word.size / 8 },
  ]
}

function besideOthers(word: Word, before: Word | undefined, after: Word | undefined): string | undefined {
  const isBefore = after && after.x - word.right < word.size * 1.5
  if (/^[|lI!]$/.test(word.text) && isBefore && (after.text === 'of' || months.test(after.text))) return '1'
  const isAfter = before && word.x - before.right < word.size * 1.2
  return isAfter && outward.test(before.text) ? inwardOf(word.text) : undefined
}

// What is seen of the lines of a table.
const pieceOfRule = /^[|=_~¦[\]{}\\]+$/

const outward = /^[A-Z]{1,2}\d[A-Z\d]?$/
const letters: Record<string, string> = { '0': 'Q', '2': 'Z', '5': 'S', '8': 'B' }

/** The second half of a postcode is a digit and two letters; now and then one sign is seen as two. */
function inwardOf(text: string): string | undefined {
  if (!/^[\doOlISZ][A-Za-z\d]{2,3}$/.test(text) || !/[A-Za-z]/.test(text.slice(1))) return undefined
  const lettered = [...text.slice(1).toUpperCase()].map((sign) => letters[sign] ?? sign)
  const [first, second] = lettered
  if (lettered.length === 3 && (first !== second || /[A-Za-z]/.test(text[1] ?? ''))) return undefined
  const whole = numbered(text[0] ?? '') + lettered.slice(-2).join('')
  return /^\d[A-Z]{2}$/.test(whole) ? whole : undefined
}

const sureOfCurrency = 75
const sureOfSign = 92

/** £ is seen as € where recognition is in doubt. */
function inPounds({ text, certainty = 100 }: Word): string | undefined {
  if (/^£*€+£*$/.test(text) && certainty < sureOfSign) return '£'
  return /^-?[£€]*€\d/.test(text) && certainty < sureOfCurrency ? text.replace(/[£€]+/, '£') : undefined
}

const daysInFigures = /^(\d\d?)([/.-])(\d\d?)(?:\2(\d\d|\d{4}))?$/
const fewestDays = 4
// In points.
const sameEdge = 4

/** Below each other stand days that are written in one way: one that lost its strokes gets them back. */
function withColumnsOfDays(words: Word[]): Word[] {
  const days = words.filter(({ text }) => isDayInFigures(text))
  return words.map((word) => {
    if (isDayInFigures(word.text) || word.text.length > 12) return word
    const column = days.filter(
      ({ x, right }) => Math.abs(x - word.x) < sameEdge || Math.abs(right - word.right) < sameEdge,
    )
    const [model] = column
    if (!model || column.length < fewestDays) return word
    const text = likeDay(word.text, model.text)
    return text === undefined ? word : { ...word, text }
  })
}

function likeDay(text: string, model: string): string | undefined {
  const [, day = '', stroke = '', month = '', year = ''] = daysInFigures.exec(model) ?? []
  const figures = numbered(text).replace(/[^\d]/g, '')
  const lengths = [day.length, month.length, year.length]
  if (lengths.slice(0, 2).some((length) => length !== 2)) return undefined
  // A stroke is seen as 1 or 7 as well.
  const strokes = year ? /^(\d\d)[17]?(\d\d)[17]?(\d+)$/ : /^(\d\d)[17]?(\d\d)$/
  const parts = strokes.exec(figures)?.slice(1)
  if (!parts || (year && parts[2]?.length !== year.length)) return undefined
  const whole = parts.join(stroke)
  return isDayInFigures(whole) ? whole : undefined
}

function isDayInFigures(text: string): boolean {
  const [, day, stroke, month, year] = daysInFigures.exec(text) ?? []
  // Without a year it is a sum.
  if (stroke === '.' && year === undefined) return false
  return isBetween(Number(day), 31) && isBetween(Number(month), 12)
}

const isBetween = (value: number, most: number) => value >= 1 && value <= most
