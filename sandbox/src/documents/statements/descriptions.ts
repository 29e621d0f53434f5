import { addDays, type Day } from '../../calendar.ts'
import type { Transaction } from '../../people/types.ts'
import { formatDay } from '../pen.ts'
import type { Phrase } from './bank-format.ts'

/**
 * The lines of a description. `{party}` and `{detail}` stand for themselves, in capitals where they are written so;
 * `{party18}` is what fits into the field of an automated credit; `{on DD MMM}` is the day before: a card is used
 * a day before the bank hears of it. A line that is about the detail alone is left out where there is none.
 */
export function wordsOf(transaction: Transaction, [, ...patterns]: Phrase): string[] {
  const { party, detail, date } = transaction
  const words: Record<string, string> = {
    party,
    detail,
    party18: party.toUpperCase().slice(0, 18).trim(),
    PARTY: party.toUpperCase(),
    DETAIL: detail.toUpperCase(),
  }
  const fill = (pattern: string) =>
    pattern
      .replace(/\{on ([^}]+)\}/g, (_, form: string) => formatDay(usedOn(date), form))
      .replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')
      .replace(/ +/g, ' ')
      .trim()
  const isSaying = (pattern: string) => detail !== '' || /party/i.test(pattern) || !/detail/i.test(pattern)
  return patterns.filter(isSaying).map(fill)
}

export const usedOn = (date: Day): Day => addDays(date, -1)
