import { dayBalanceTuning } from '../tuning/text.ts'
import type { StatementLine } from './lines.ts'

/**
 * Joins a date with the balance of its day beside it, if the two are printed in different sizes and not on one baseline:
 * `Friday, 19 December 2025` and, smaller and slightly higher, `End of day balance £374.77`.
 */
export function joinDayBalances(lines: readonly StatementLine[]): StatementLine[] {
  const joined: StatementLine[] = []
  for (const line of lines) {
    const before = joined.at(-1)
    const day = before && joinDay(before, line)
    if (day) joined[joined.length - 1] = day
    else joined.push(line)
  }
  return joined
}

function joinDay(above: StatementLine, below: StatementLine): StatementLine | undefined {
  if (above.page !== below.page || above.isPanel || below.isPanel) return undefined
  if (below.y - above.y > dayBalanceTuning.maxShift * Math.min(above.size, below.size)) return undefined
  const [day, balance] = isDay(above) ? [above, below] : [below, above]
  const last = day.words.at(-1)
  const first = balance.words[0]
  if (!isDay(day) || !isBalance(balance) || !last || !first || last.right >= first.x) return undefined
  return { ...day, words: [...day.words, ...balance.words], amounts: balance.amounts }
}

const weekday = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,?$/i

/** Whether a line consists of one date, with or without the day of the week. */
const isDay = ({ words, dates, amounts }: StatementLine): boolean =>
  dates.length === 1 &&
  amounts.length === 0 &&
  words.every((word) => dates[0]?.words.includes(word) || weekday.test(word.text))

/** Words beside the balance of a day. */
export const balanceWords = /^(balance|end|of|day|closing|daily|the|at|\W+)$/i

/** Whether a line consists of one amount that is called a balance. */
const isBalance = ({ words, dates, amounts }: StatementLine): boolean =>
  dates.length === 0 &&
  amounts.length === 1 &&
  words.some(({ text }) => /^balance\W*$/i.test(text)) &&
  words.every((word) => amounts[0]?.words.includes(word) || balanceWords.test(word.text))
