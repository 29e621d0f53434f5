import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import { findDates, type PrintedDate } from '../statements/text/dates.ts'
import type { UnusedAmount } from './coverage.ts'
import type { LocatedValue } from './locate.ts'
import type { LocatedAmount } from './proposal.ts'
import { type LocatedStatement, type LocatedTransaction, listSummaryAmounts } from './statement-sheet.ts'
import type { NumberedLine, NumberedWord } from './words.ts'

// Evidence of the layout for the roles that a model gave to the amounts of a statement. Adding up is not enough:
// a statement read backwards adds up as well, and so does one whose rows exchanged their dates.

/** Whether a printed sign, or DR or CR, says the opposite of the model. */
export const contradictsSigns = ({ rows }: LocatedStatement): boolean =>
  rows.some(
    ({ amount, direction }) => amount.sign !== null && (amount.sign === 'minus') !== (direction === 'out'),
  )

/** Whether no printed sign says which transactions are money in. */
export const hasNoSigns = ({ rows }: LocatedStatement): boolean =>
  rows.every(({ amount }) => amount.sign === null)

/** Whether the reading of a sheet has the transactions and balances that were drawn, and no others. */
export function isFaithful({ rows, opening, closing }: LocatedStatement, read: BankStatement): boolean {
  const drawn = rows.map(toSignedPence)
  const amounts = read.transactions.map(({ amount }) => toPence(amount))
  const { opening_balance, closing_balance } = read.balance_information
  const isSame = (balance: LocatedAmount | null, other: string | null) =>
    !balance || (other !== null && toPence(other) === balanceOf(balance))
  return (
    (amounts.join() === drawn.join() || amounts.join() === drawn.toReversed().join()) &&
    isSame(opening, opening_balance) &&
    isSame(closing, closing_balance)
  )
}

const toPence = (amount: string) => Number(amount.replace(/[,.]/g, ''))
const toSignedPence = ({ amount, direction }: LocatedTransaction) =>
  direction === 'in' ? amount.pence : -amount.pence
const balanceOf = ({ pence, isNegative }: LocatedAmount) => (isNegative ? -pence : pence)

/**
 * Whether every balance and total follows from the transactions, oldest or newest first. The parser may take a column
 * of balances for something else if it contradicts the rest.
 */
export const addsUp = (statement: LocatedStatement): boolean =>
  addsUpInOrder(statement) || addsUpInOrder({ ...statement, rows: statement.rows.toReversed() })

function addsUpInOrder({ rows, opening, closing, totalIn, totalOut }: LocatedStatement): boolean {
  let balance = opening && balanceOf(opening)
  for (const row of rows) {
    if (balance !== null) balance += toSignedPence(row)
    if (row.balance && balance !== null && balanceOf(row.balance) !== balance) return false
    balance = row.balance ? balanceOf(row.balance) : balance
  }
  const sumOf = (direction: 'in' | 'out') =>
    rows.reduce((sum, { amount, direction: own }) => sum + (own === direction ? amount.pence : 0), 0)
  return (
    balance !== null &&
    (!closing || balanceOf(closing) === balance) &&
    (!totalIn || totalIn.pence === sumOf('in')) &&
    (!totalOut || totalOut.pence === sumOf('out'))
  )
}

/**
 * Whether the layout leaves no doubt about the roles: every transaction is one line with its date, and a balance on
 * the line or printed signs say whether it is money in.
 */
export function isUnmistakable(
  statement: LocatedStatement,
  { lines, unused }: { lines: readonly NumberedLine[]; unused: readonly UnusedAmount[] },
): boolean {
  const { rows } = statement
  return (
    rows.length > 0 &&
    new Set(rows.map(({ amount }) => lineOf(amount))).size === rows.length &&
    rows.every(isOneLine) &&
    areDatesCertain(rows, lines) &&
    isDirectionPrinted(statement) &&
    isPeriodUnmistakable(statement, lines) &&
    unused.every((amount) => isRepeatedBalance(amount, statement, lines))
  )
}

const lineOf = ({ words }: LocatedValue) => words[0]?.line

/** Whether the date and the balance are on the line of the amount. */
function isOneLine({ date, amount, balance }: LocatedTransaction): boolean {
  const line = lineOf(amount)
  return [...date.words, ...(balance?.words ?? [])].every((word) => word.line === line)
}

/** Points by which the edges of values in one column differ at most. */
const columnTolerance = 3

/**
 * Whether the dates are complete, and where a line has several, in the column of a line that has only one. Dates in
 * descriptions, or in a second column, may be those of other events.
 */
function areDatesCertain(rows: readonly LocatedTransaction[], lines: readonly NumberedLine[]): boolean {
  const printed = rows.map(({ date, amount }) => {
    const [named] = findDatesOn(date.words)
    const onLine = findDatesOn(lines[lineOf(amount) ?? -1]?.words ?? [])
    return {
      date: onLine.find((each) => isSameDate(each, named) && each.x === named?.x),
      isOnly: onLine.length === 1,
    }
  })
  const only = printed.find(({ isOnly }) => isOnly)?.date
  const isInColumn = (date: PrintedDate) =>
    only !== undefined &&
    (Math.abs(date.x - only.x) <= columnTolerance || Math.abs(date.right - only.right) <= columnTolerance)
  return printed.every(({ date, isOnly }) => date !== undefined && (isOnly || isInColumn(date)))
}

const findDatesOn = (words: readonly NumberedWord[]) =>
  findDates(
    words.map(({ word }) => word),
    false,
  )

const isSameDate = (one: PrintedDate | undefined, other: PrintedDate | undefined) =>
  one !== undefined && keyOf(one) === (other && keyOf(other))

const keyOf = ({ year, month, day }: PrintedDate) => [year ?? '', pad(month), pad(day)].join('-')
const pad = (value: number) => String(value).padStart(2, '0')

/**
 * Whether the page says which transactions are money in: each has its balance, or all of one direction have a sign.
 * Without its balance, the first transaction may be a balance brought forward if the opening balance is zero.
 */
function isDirectionPrinted({ rows, opening }: LocatedStatement): boolean {
  if (rows.every(({ balance }) => balance)) return true
  const ofDirection = (direction: 'in' | 'out') => rows.filter((row) => row.direction === direction)
  const haveAll = (direction: 'in' | 'out', sign: 'plus' | 'minus') =>
    ofDirection(direction).length > 0 && ofDirection(direction).every(({ amount }) => amount.sign === sign)
  return opening?.pence !== 0 && (haveAll('out', 'minus') || haveAll('in', 'plus'))
}

/** Words between the two dates of a period: `1 March 2026 up to and including 31 March 2026`. */
const maxWordsBetween = 4

/**
 * Whether the two days are the only ones that look like a period, or the only days outside the table. The period gives
 * the transactions their year.
 */
function isPeriodUnmistakable({ rows, period }: LocatedStatement, lines: readonly NumberedLine[]): boolean {
  if (!period) return false
  const ofRows = new Set(rows.map(({ amount }) => lineOf(amount)))
  const [start, end] = [period.start, period.end].map(({ words }) => findDatesOn(words)[0])
  if (!start || !end) return false
  const others = lines.filter((_, n) => !ofRows.has(n)).map(({ words }) => findDatesOn(words))
  const days = new Set(others.flat().map(keyOf))
  const isOnlyPair = days.size <= 2 && days.has(keyOf(start)) && days.has(keyOf(end))
  if (isOnlyPair) return keyOf(start) <= keyOf(end) || start.year === null
  const pairs = new Set(lines.flatMap(({ words }, n) => (ofRows.has(n) ? [] : listPeriods(words))))
  return pairs.size === 1 && pairs.has(`${keyOf(start)} ${keyOf(end)}`)
}

function listPeriods(words: readonly NumberedWord[]): string[] {
  const dates = findDatesOn(words)
  const indexOf = (word: PrintedDate['words'][number] | undefined) =>
    words.findIndex((one) => one.word === word)
  return dates.flatMap((end, n) => {
    const start = dates[n - 1]
    if (!start) return []
    const between = indexOf(end.words[0]) - indexOf(start.words.at(-1)) - 1
    return between <= maxWordsBetween ? [`${keyOf(start)} ${keyOf(end)}`] : []
  })
}

/**
 * Whether an amount that was left out repeats a balance or a total, such as a balance brought forward. An amount in a
 * column of transactions on a line with a date may be one.
 */
function isRepeatedBalance(
  { pence, word }: UnusedAmount,
  statement: LocatedStatement,
  lines: readonly NumberedLine[],
): boolean {
  const { rows } = statement
  const known = [...listSummaryAmounts(statement), ...rows.flatMap(({ balance }) => balance ?? [])]
  if (!known.some((amount) => amount.pence === pence)) return false
  const isInColumn = rows.some(
    ({ amount }) => Math.abs((amount.words.at(-1)?.word.right ?? 0) - word.word.right) <= columnTolerance,
  )
  return !isInColumn || findDatesOn(lines[word.line]?.words ?? []).length === 0
}
