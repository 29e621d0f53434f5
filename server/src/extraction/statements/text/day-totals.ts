import { dayTotalTuning } from '../tuning/text.ts'
import type { StatementLine } from './lines.ts'
import type { PrintedAmount } from './money.ts'

// Apps print the total of a day beside its date: `Friday 19 December   -£20.50`. It repeats the rows below.

const totalWord =
  /^\W*(totals?|day|daily|day's|spent|spend|spending|in|out|net|of|the|for|money|today|yesterday|(mon|tue|wed|thu|fri|sat|sun)[a-z]*)?\W*$/i

/** Removes the amounts beside dates if each of them is the sum of the rows below it. */
export function dropDayTotals(lines: readonly StatementLine[]): readonly StatementLine[] {
  const headings = lines.filter(isDayWithAmount)
  const { minDays, minDaysOfOneRow } = dayTotalTuning
  if (headings.length < minDays) return lines
  const days = headings.map((heading, n) => {
    const start = lines.indexOf(heading) + 1
    const next = headings[n + 1]
    const rows = lines.slice(start, next && lines.indexOf(next)).flatMap((line) => listAmounts(line, heading))
    return { total: heading.amounts[0] as PrintedAmount, rows, isLast: next === undefined }
  })
  const isTotal = days.every(({ total, rows, isLast }) => isSum(total, rows, isLast))
  const hasSums = days.some(({ rows }) => rows.length > 1) || days.length >= minDaysOfOneRow
  if (!isTotal || !hasSums) return lines
  const dropped = new Set(headings)
  return lines.map((line) => (dropped.has(line) ? dropTotal(line) : line))
}

/** Whether a line consists of a date, one amount and at most words such as `Total`. */
function isDayWithAmount({ dates, amounts, words, isPanel }: StatementLine): boolean {
  const [date] = dates
  const [amount] = amounts
  if (isPanel || !date || !amount || dates.length > 1 || amounts.length > 1 || amount.isForeign) return false
  return words.every(
    (word) => date.words.includes(word) || amount.words.includes(word) || totalWord.test(word.text),
  )
}

/** Lists the amounts of a row in the column of the total. A row without one belongs to no day. */
function listAmounts({ amounts, isPanel }: StatementLine, heading: StatementLine): PrintedAmount[] {
  const [total] = heading.amounts
  if (isPanel || !total) return []
  const local = amounts.filter(({ isForeign, endsCell }) => !isForeign && endsCell)
  if (local.length < 2) return local
  const near = ({ fullRight }: PrintedAmount) => Math.abs(fullRight - total.fullRight)
  return local.filter((amount) => near(amount) < dayTotalTuning.maxEdgeOffset).slice(0, 1)
}

/** Whether a total is the sum of the rows. Below the rows of the last day there may be other amounts. */
function isSum(total: PrintedAmount, rows: readonly PrintedAmount[], mayHaveRest: boolean): boolean {
  let [asSigned, asSpent] = [0, 0]
  for (const [n, { pence, mark }] of rows.entries()) {
    asSigned += mark === '-' ? -pence : pence
    asSpent += mark === '+' ? -pence : pence
    const isReached = Math.abs(asSigned) === total.pence || Math.abs(asSpent) === total.pence
    if (isReached && (mayHaveRest || n === rows.length - 1)) return true
  }
  return false
}

function dropTotal(line: StatementLine): StatementLine {
  const kept = new Set(line.dates.flatMap(({ words }) => words))
  return { ...line, amounts: [], words: line.words.filter((word) => kept.has(word)) }
}
