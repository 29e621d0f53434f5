import type { Finding, Page, Word } from '../document.ts'
import { finding } from './finding-codes.ts'
import { placeOf } from './geometry.ts'

// Programs that print "Monday 12 October 2026" work the weekday out. Whoever types another day seldom does.

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdays = 'sun mon tue wed thu fri sat'.split(' ')
const weekday = /^(sun|mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?)(day)?[,.]?$/i
const most = 3

/** Days of months that do not have them, and days that fall on another weekday than the one printed. */
export function judgeDays(pages: readonly Page[]): Finding[] {
  const wrong = pages.filter(({ source }) => source === 'text').flatMap(wrongOn)
  // A program that works weekdays out wrongly does so everywhere.
  if (wrong.length === 0 || wrong.length > most) return []
  const [first] = wrong
  const message = `Page ${first?.page} says "${first?.actual}", a day that does not exist: ${first?.expected}.`
  return [finding('NO_SUCH_DAY', message, { places: wrong })]
}

const wrongOn = ({ number, words }: Page): Finding['places'] =>
  words.flatMap((word, n) => {
    const month = months.indexOf(word.text.slice(0, 3).toLowerCase())
    const [day, year] = [words[n - 1], words[n + 1]]
    const isMonth = month >= 0 && /^[a-z]{3,9}$/i.test(word.text)
    if (!isMonth || !day || !year || !areOnOneLine(day, word, year)) return []
    const isDay = /^\d{1,2}(st|nd|rd|th)?$/.test(day.text) && /^20\d\d[,.]?$/.test(year.text)
    if (!isDay) return []
    const time = new Date(Date.UTC(Number.parseInt(year.text, 10), month, Number.parseInt(day.text, 10)))
    const before = words[n - 2]
    const named = before && weekday.test(before.text) && areOnOneLine(before, day) ? before : undefined
    const said = [...(named ? [named] : []), day, word, year].map(({ text }) => text).join(' ')
    const place = { ...placeOf(number, day), actual: said }
    if (time.getUTCMonth() !== month) return [{ ...place, expected: `there is no such day in ${word.text}` }]
    const real = weekdays[time.getUTCDay()] ?? ''
    if (!named || named.text.toLowerCase().startsWith(real)) return []
    return [{ ...place, expected: `it is a ${real[0]?.toUpperCase()}${real.slice(1)}` }]
  })

/** Words of one line that follow each other as in a sentence. */
const areOnOneLine = (...words: Word[]) =>
  words.every((word, n) => {
    const next = words[n + 1]
    return (
      !next || (Math.abs(next.y - word.y) < 1 && next.x >= word.right - 1 && next.x - word.right < word.size)
    )
  })
