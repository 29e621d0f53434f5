import { formatDay, toDayNumber } from '../../../vocabulary/days.ts'
import type { PageWord } from '../../document.ts'
import { compactDateTuning } from '../tuning/text.ts'
import { parseDate } from './dates.ts'
import type { RespelledWord } from './respelling.ts'

const sixDigits = /^(\d\d)(\d\d)(\d\d)$/

/**
 * Respells dates without separators, such as `140525` for 14 May 2025. Six digits may also be a sort code or a cheque
 * number. Only a column of them at the beginning of lines counts, in which all are dates within about a year.
 */
export function spellCompactDates(wordsByPage: readonly PageWord[][]): PageWord[][] {
  const columns = Map.groupBy(wordsByPage.flatMap(listLineStarts), ({ x }) => Math.round(x))
  const dates = new Set(
    [...columns.values()].flatMap((column) => {
      const days = column.map(({ text }) => toDay(text))
      const known = days.filter((day) => day !== undefined)
      const isNear = Math.max(...known) - Math.min(...known) <= compactDateTuning.maxDays
      return known.length === days.length && days.length >= compactDateTuning.minDates && isNear ? column : []
    }),
  )
  if (dates.size === 0) return [...wordsByPage]
  return wordsByPage.map((words) =>
    words.map(
      (word): RespelledWord =>
        dates.has(word) ? { ...word, text: addSlashes(word.text), printed: [word] } : word,
    ),
  )
}

const addSlashes = (text: string): string => text.replace(sixDigits, '$1/$2/$3')

/** Lists the words of six digits that begin a line. */
const listLineStarts = (words: readonly PageWord[]): PageWord[] =>
  words.filter(
    ({ text, x, y }) =>
      sixDigits.test(text) && !words.some((other) => other.x < x && Math.abs(other.y - y) < 1),
  )

function toDay(text: string): number | undefined {
  const date = parseDate(addSlashes(text))
  if (!date || date.year === null) return undefined
  return toDayNumber(formatDay({ day: date.day, month: date.month, year: date.year }))
}
