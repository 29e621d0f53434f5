import type { PageWord, PdfPage, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { regionOf } from './geometry.ts'

// Software that prints "Monday 12 October 2026" calculates the weekday. A person who edits the date often forgets to
// change the weekday.

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdays = 'sun mon tue wed thu fri sat'.split(' ')
const weekday = /^(sun|mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?)(day)?[,.]?$/i
/**
 * Maximum number of impossible dates. If there are more, the issuer's software has a bug and prints wrong weekdays
 * everywhere.
 */
const maxFindings = 3

/** Finds dates that do not exist, such as 31 June, and dates with the wrong weekday. */
export function checkDates(pages: readonly PdfPage[]): TrustFinding[] {
  const impossible = pages.filter(({ source }) => source === 'text').flatMap(findImpossibleDates)
  if (impossible.length === 0 || impossible.length > maxFindings) return []
  const [first] = impossible
  const message = `Page ${first?.page} says "${first?.actual}", a date that does not exist: ${first?.expected}.`
  return [createFinding('NO_SUCH_DAY', message, { places: impossible })]
}

const findImpossibleDates = ({ number, words }: PdfPage): TrustFinding['places'] =>
  words.flatMap((word, n) => {
    const month = months.indexOf(word.text.slice(0, 3).toLowerCase())
    const [day, year] = [words[n - 1], words[n + 1]]
    const isMonth = month >= 0 && /^[a-z]{3,9}$/i.test(word.text)
    if (!isMonth || !day || !year || !areConsecutive(day, word, year)) return []
    const isDay = /^\d{1,2}(st|nd|rd|th)?$/.test(day.text) && /^20\d\d[,.]?$/.test(year.text)
    if (!isDay) return []
    const time = new Date(Date.UTC(Number.parseInt(year.text, 10), month, Number.parseInt(day.text, 10)))
    const before = words[n - 2]
    const named = before && weekday.test(before.text) && areConsecutive(before, day) ? before : undefined
    const printed = [...(named ? [named] : []), day, word, year].map(({ text }) => text).join(' ')
    const place = { ...regionOf(number, day), actual: printed }
    if (time.getUTCMonth() !== month) return [{ ...place, expected: `there is no such day in ${word.text}` }]
    const actualWeekday = weekdays[time.getUTCDay()] ?? ''
    if (!named || named.text.toLowerCase().startsWith(actualWeekday)) return []
    return [{ ...place, expected: `it is a ${actualWeekday[0]?.toUpperCase()}${actualWeekday.slice(1)}` }]
  })

/** Whether words are on one line with ordinary spaces between them. */
const areConsecutive = (...words: PageWord[]) =>
  words.every((word, n) => {
    const next = words[n + 1]
    return (
      !next || (Math.abs(next.y - word.y) < 1 && next.x >= word.right - 1 && next.x - word.right < word.size)
    )
  })
