import { toDayNumber } from '../../vocabulary/days.ts'
import type { ParseCheck } from '../document.ts'
import type { BalanceStep } from './arithmetic/running-balance.ts'
import type { StatementReading } from './read-statement.ts'
import type { StatementRow } from './statement-row.ts'
import type { PrintedDate } from './text/dates.ts'
import { splitIntoCells } from './text/lines.ts'
import { formatPence } from './text/money.ts'
import { checkTuning } from './tuning/checks.ts'

// A statement is verified if it passes all of these checks; descriptions have a check of their own. The note of each
// check describes its result.

export function runChecks(reading: StatementReading): ParseCheck[] {
  return [
    checkArithmetic(reading),
    checkOpening(reading),
    checkClosing(reading),
    checkPrintedTotals(reading),
    checkCompleteness(reading),
    checkDates(reading),
    checkUniqueness(reading),
    checkSingleAccount(reading),
    checkSource(reading),
  ]
}

const pass = (name: string, note: string): ParseCheck => ({ name, isPassed: true, note })
const fail = (name: string, note: string): ParseCheck => ({ name, isPassed: false, note })

function checkArithmetic({ runningBalance, dailyBalances }: StatementReading): ParseCheck {
  const name = 'arithmetic'
  const { steps, breaks, disagrees, opening, closing, checks } = runningBalance
  const [firstBreak] = breaks
  if (firstBreak) {
    const { entry, expected, actual } = firstBreak
    return fail(
      name,
      `A balance on page ${entry.line.page + 1} should be ${formatPence(expected)} and is ${formatPence(actual)}`,
    )
  }
  const unconfirmed = steps.filter(({ isConfirmed }) => !isConfirmed).length
  if (unconfirmed > 0)
    return fail(name, `${unconfirmed} of ${steps.length} rows are not confirmed by a balance`)
  if (disagrees.length > 0)
    return fail(name, `The ${disagrees[0]} balance of the summary does not match the rows`)
  if (dailyBalances.wrong > 0)
    return fail(name, `${dailyBalances.wrong} daily balances do not match the rows`)
  const total = steps.reduce((sum, { pence }) => sum + pence, opening?.pence ?? Number.NaN)
  if (total !== closing?.pence)
    return fail(name, 'Opening balance and transactions do not add up to the closing balance')
  return pass(
    name,
    `Opening balance and ${steps.length} transactions add up to the closing balance; ${checks} printed balances match`,
  )
}

const checkOpening = ({ opening }: StatementReading): ParseCheck => ({
  name: 'opening',
  isPassed: opening?.isPrinted === true,
  note: opening?.isPrinted ? 'The opening balance is printed' : 'The opening balance is not printed',
})

const checkClosing = ({ closing, numbering }: StatementReading): ParseCheck => ({
  name: 'closing',
  isPassed: closing !== null && (closing.isPrinted || (numbering.isKnown && numbering.isComplete)),
  note: closing?.isPrinted
    ? 'The closing balance is printed outside the rows'
    : 'The closing balance is that of the last row',
})

function checkPrintedTotals({ totalChecks }: StatementReading): ParseCheck {
  const name = 'totals'
  const wrong = totalChecks.find(({ isRight }) => !isRight)
  if (wrong) {
    const { label, actual, expected } = wrong
    return fail(
      name,
      `${label} is printed as ${formatPence(actual)}; the rows add up to ${formatPence(expected)}`,
    )
  }
  return pass(
    name,
    totalChecks.length > 0 ? `${totalChecks.length} printed totals match the rows` : 'No totals are printed',
  )
}

function checkCompleteness(reading: StatementReading): ParseCheck {
  const name = 'complete'
  const { numbering, unexplainedAmounts, rows } = reading
  const undescribed = rows.filter(({ description }) => description.text === '').length
  if (undescribed > 0) return fail(name, `${undescribed} rows have no description`)
  if (!numbering.isComplete) return fail(name, numbering.note)
  const [repeatedPage] = reading.repeatedPages
  if (repeatedPage !== undefined) return fail(name, `Page ${repeatedPage + 1} repeats an earlier page`)
  const [pageWithoutRows] = reading.pagesWithoutRows
  if (pageWithoutRows !== undefined)
    return fail(name, `Page ${pageWithoutRows + 1} has amounts, but no rows were read on it`)
  if (unexplainedAmounts.length > 0)
    return fail(name, `${unexplainedAmounts.length} amounts inside the table have no known meaning`)
  return pass(name, 'Every amount inside the table is explained')
}

function checkDates(reading: StatementReading): ParseCheck {
  const name = 'dates'
  const { rows, period, undatedPages, brokenDays, areDaysAmbiguous } = reading
  if (areDaysAmbiguous) return fail(name, 'Dates are printed between rows and may belong to either')
  if (brokenDays > 0) return fail(name, `The dates of ${brokenDays} rows could not be read`)
  const days = rows.map(({ day }) => day)
  if (days.some((day) => day === null)) return fail(name, 'Some rows have no date')
  if (days.length >= checkTuning.minRowsForYears && days.every((day) => isYearInDay(day as string)))
    return fail(name, 'Years may have been read as days')
  const outOfOrder = days.findIndex((day, n) => n > 0 && (day as string) < (days[n - 1] as string))
  if (outOfOrder >= 0) return fail(name, `${days[outOfOrder]} comes after ${days[outOfOrder - 1]}`)
  if (!period.start || !period.end || !period.isPrinted) return fail(name, 'The period is not printed')
  if (period.isDayOrderInferred)
    return fail(name, 'Only the rows show which figures of the period are days and which are months')
  const [from, to] = [
    toDayNumber(period.start) - checkTuning.periodTolerance,
    toDayNumber(period.end) + checkTuning.periodTolerance,
  ]
  const outside = days.find((day) => toDayNumber(day as string) < from || toDayNumber(day as string) > to)
  if (outside) return fail(name, `${outside} is not in the period ${period.start} to ${period.end}`)
  const lostDates = countLostDates(reading)
  if (lostDates > 0) return fail(name, `${lostDates} rows have no date of their own`)
  const unusedDates = rows.filter(hasUnusedDate).length
  if (unusedDates > 0)
    return fail(name, `${unusedDates} rows have the date of a row above, but print another one`)
  if (undatedPages.length > 0) return fail(name, `Page ${(undatedPages[0] ?? 0) + 1} has no date of its own`)
  return pass(name, 'All dates are in order and in the period')
}

/**
 * Counts rows that have lost their date. A row without a date has lost it if the statement repeats the date on every
 * row of a day.
 */
function countLostDates({ rows }: StatementReading): number {
  const hasOwnDate = rows.map(({ lineDay }, n) => lineDay?.dateLine !== rows[n - 1]?.lineDay?.dateLine)
  const repeatsDates = rows.some(
    (row, n) =>
      n > 0 &&
      hasOwnDate[n] &&
      row.day === rows[n - 1]?.day &&
      row.step.entry.line.page === rows[n - 1]?.step.entry.line.page,
  )
  return repeatsDates ? hasOwnDate.filter((isOwn) => !isOwn).length : 0
}

/** Whether a row has the date of a row above although a cell of its own line is another date. */
function hasUnusedDate({ day, lineDay, step }: StatementRow): boolean {
  if (!day || !lineDay || lineDay.isOwn) return false
  const { words, dates } = step.entry.line
  const cells = splitIntoCells(words)
  const isCell = (date: PrintedDate) =>
    cells.some((cell) => cell[0] === date.words[0] && cell.at(-1) === date.words.at(-1))
  return dates.some((date) => isCell(date) && !isSameDay(date, day))
}

const isSameDay = (date: PrintedDate, day: string) =>
  date.month === Number(day.slice(5, 7)) && date.day === Number(day.slice(8))

/**
 * Whether the day of the month equals the last two digits of the year: `MAR 26` may be 26 March, or March 2026 below
 * a day number.
 */
const isYearInDay = (day: string) => day.slice(8) === day.slice(2, 4)

function checkUniqueness({ runningBalance, alternatives, columns, getTitle }: StatementReading): ParseCheck {
  const name = 'unique'
  const { steps, coincidence } = runningBalance
  /**
   * Whether a credit is under "Paid out" or a debit under "Paid in". Signed amounts are reversals and do not count.
   */
  const contradictsTitle = ({ money, pence }: BalanceStep) => {
    const title = getTitle(money)
    return money.mark === null && pence !== 0 && (title === 'in' ? pence < 0 : title === 'out' && pence > 0)
  }
  if (columns.isPaired)
    return fail(name, 'Only amounts with unknown labels show the direction of the transactions')
  const misplaced = steps.filter((step) => step.isRescued || contradictsTitle(step)).length
  if (misplaced > 0) return fail(name, `${misplaced} amounts are in the wrong column`)
  const ambiguous = steps.filter(({ isUnique, sign }) => !isUnique || sign === 'guess').length
  if (ambiguous > 0) return fail(name, `${ambiguous} amounts could be credits or debits`)
  if (coincidence > checkTuning.maxCoincidence)
    return fail(name, 'Signs that lead to the balances could be a coincidence')
  return alternatives === 0
    ? pass(name, 'No other reading is consistent')
    : fail(name, 'The columns can be read in more than one way')
}

function checkSingleAccount({ accounts, otherTables }: StatementReading): ParseCheck {
  const name = 'account'
  if (accounts.length > 1)
    return fail(name, `The pages name ${accounts.length} accounts, and rows may belong to another one`)
  return otherTables > 0
    ? fail(name, 'Rows of a savings pot or another account are in between')
    : pass(name, 'All pages belong to one account')
}

/** Checks that every description is the complete text between the columns, and nothing else. */
export const checkDescriptions = ({ descriptionDoubt, isOcr }: StatementReading): ParseCheck => {
  const doubt = descriptionDoubt ?? (isOcr ? 'Nothing confirms descriptions recognised by OCR' : null)
  return doubt
    ? fail('descriptions', doubt)
    : pass('descriptions', 'Every description is the complete text between the columns')
}

const checkSource = ({ isOcr }: StatementReading): ParseCheck =>
  isOcr
    ? fail('source', 'The text was recognised by OCR; nothing confirms dates and descriptions')
    : pass('source', 'The text is in the file')
