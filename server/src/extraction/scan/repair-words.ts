import type { PageWord } from '../document.ts'
import { toDigits } from './repair-numbers.ts'

// Repairs misread words if the surrounding words leave no doubt about the correct text.

const months =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$/i

/** Repairs the words of one page. All words of a line must have the same baseline. */
export function repairWords(recognised: readonly PageWord[]): PageWord[] {
  const words = recognised.flatMap(splitJoinedWords)
  const lines = [...Map.groupBy(words, ({ y }) => y).values()].map((line) =>
    line.toSorted((one, other) => one.x - other.x),
  )
  const hasPounds = words.some(({ text }) => text.includes('£'))
  const repaired = lines.flatMap((line) =>
    line.map((word, n) => {
      const text =
        repairByNeighbours(word, line[n - 1], line[n + 1]) ?? (hasPounds ? repairPound(word) : undefined)
      return text === undefined ? word : { ...word, text }
    }),
  )
  return repairDateColumns(repaired.filter(({ text }) => !ruleFragment.test(text)))
}

// Matches dates that lost the space between day and year or month and day. `30,2024` is not an amount.
const joinedDates = [/^(\d{1,2},)((?:19|20)\d\d)$/, /^(\p{L}{3,9})(\d{1,2},)$/u]

function splitJoinedWords(word: PageWord): PageWord[] {
  const [, first, second] = joinedDates.map((shape) => shape.exec(word.text)).find(Boolean) ?? []
  if (!first || !second || (/^\p{L}/u.test(first) && !months.test(first))) return [word]
  const middle = word.x + ((word.right - word.x) * first.length) / word.text.length
  return [
    { ...word, text: first, right: middle - word.size / 8 },
    { ...word, text: second, x: middle + word.size / 8 },
  ]
}

function repairByNeighbours(
  word: PageWord,
  before: PageWord | undefined,
  after: PageWord | undefined,
): string | undefined {
  const isBefore = after && after.x - word.right < word.size * 1.5
  if (/^[|lI!]$/.test(word.text) && isBefore && (after.text === 'of' || months.test(after.text))) return '1'
  const isAfter = before && word.x - before.right < word.size * 1.2
  return isAfter && outwardCode.test(before.text) ? repairInwardCode(word.text) : undefined
}

// Matches table rules and specks that OCR read as characters.
const ruleFragment = /^[|=_~¦[\]{}\\.,'`"]+$/

const outwardCode = /^[A-Z]{1,2}\d[A-Z\d]?$/
const letters: Record<string, string> = { '0': 'Q', '2': 'Z', '5': 'S', '8': 'B' }

/** Repairs the inward code of a postcode, which is a digit and two letters. OCR sometimes reads one letter as two. */
function repairInwardCode(text: string): string | undefined {
  if (!/^[\doOlISZ][A-Za-z\d]{2,3}$/.test(text) || !/[A-Za-z]/.test(text.slice(1))) return undefined
  const lettered = [...text.slice(1).toUpperCase()].map((character) => letters[character] ?? character)
  const [first, second] = lettered
  if (lettered.length === 3 && (first !== second || /[A-Za-z]/.test(text[1] ?? ''))) return undefined
  const whole = toDigits(text[0] ?? '') + lettered.slice(-2).join('')
  return /^\d[A-Z]{2}$/.test(whole) ? whole : undefined
}

// Minimum OCR confidence, from 0 to 100, of a euro sign with an amount attached and of a euro sign alone. Below it,
// the sign is a misread pound sign.
const minEuroAmountCertainty = 75
const minEuroSignCertainty = 92

/** Replaces a euro sign of low confidence with a pound sign. Applied to pages that contain pound signs. */
function repairPound({ text, certainty = 100 }: PageWord): string | undefined {
  if (/^£*€+£*$/.test(text) && certainty < minEuroSignCertainty) return '£'
  return /^-?[£€]*€\d/.test(text) && certainty < minEuroAmountCertainty
    ? text.replace(/[£€]+/, '£')
    : undefined
}

const numericDate = /^(\d\d?)([/.-])(\d\d?)(?:\2(\d\d|\d{4}))?$/
const minDates = 4
// Maximum difference between the edges of dates in one column, in points.
const maxEdgeOffset = 4

/** Restores separators that a date has lost. Dates in one column share a format. */
function repairDateColumns(words: PageWord[]): PageWord[] {
  const days = words.filter(({ text }) => isNumericDate(text))
  return words.map((word) => {
    if (isNumericDate(word.text) || word.text.length > 12) return word
    const column = days.filter(
      ({ x, right }) => Math.abs(x - word.x) < maxEdgeOffset || Math.abs(right - word.right) < maxEdgeOffset,
    )
    const [model] = column
    if (!model || column.length < minDates) return word
    const text = formatLike(word.text, model.text)
    return text === undefined ? word : { ...word, text }
  })
}

function formatLike(text: string, model: string): string | undefined {
  const [, day = '', stroke = '', month = '', year = ''] = numericDate.exec(model) ?? []
  const figures = toDigits(text).replace(/[^\d]/g, '')
  const lengths = [day.length, month.length, year.length]
  if (lengths.slice(0, 2).some((length) => length !== 2)) return undefined
  // OCR may read a slash as 1 or 7.
  const strokes = year ? /^(\d\d)[17]?(\d\d)[17]?(\d+)$/ : /^(\d\d)[17]?(\d\d)$/
  const parts = strokes.exec(figures)?.slice(1)
  if (!parts || (year && parts[2]?.length !== year.length)) return undefined
  const whole = parts.join(stroke)
  return isNumericDate(whole) ? whole : undefined
}

function isNumericDate(text: string): boolean {
  const [, day, stroke, month, year] = numericDate.exec(text) ?? []
  // `12.05` without a year is an amount.
  if (stroke === '.' && year === undefined) return false
  return isInRange(Number(day), 31) && isInRange(Number(month), 12)
}

const isInRange = (value: number, max: number) => value >= 1 && value <= max
