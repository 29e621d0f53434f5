import { addDays, type IsoDate } from '../../calendar.ts'
import type { Transaction } from '../../people/types.ts'
import { formatDay } from '../pen.ts'
import type { DescriptionPattern } from './bank-format.ts'

/**
 * Returns the description lines, with the patterns filled in. `{party}` and `{detail}` are inserted, in capitals if
 * written in capitals; `{party18}` is truncated to the 18 characters of an automated credit; `{on DD MMM}` is the day
 * of card use, one day before booking. Lines that contain only the detail are omitted if there is none.
 */
export function descriptionLines(transaction: Transaction, [, ...patterns]: DescriptionPattern): string[] {
  const { party, detail, date } = transaction
  const values: Record<string, string> = {
    party,
    detail,
    party18: party.toUpperCase().slice(0, 18).trim(),
    PARTY: party.toUpperCase(),
    DETAIL: detail.toUpperCase(),
  }
  const fill = (pattern: string) =>
    pattern
      .replace(/\{on ([^}]+)\}/g, (_, dateFormat: string) => formatDay(cardUsedOn(date), dateFormat))
      .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
      .replace(/ +/g, ' ')
      .trim()
  const hasContent = (pattern: string) => detail !== '' || /party/i.test(pattern) || !/detail/i.test(pattern)
  return patterns.filter(hasContent).map(fill)
}

export const cardUsedOn = (date: IsoDate): IsoDate => addDays(date, -1)
