import { toDayNumber } from '../../vocabulary/days.ts'
import type { TrustFinding } from '../document.ts'
import { runChecks } from './checks.ts'
import type { StatementReading } from './read-statement.ts'
import { locateWords } from './text/lines.ts'
import { formatPence } from './text/money.ts'
import { findingTuning } from './tuning/checks.ts'

// Contradictions are reported only if the table was read correctly, because a misread layout also produces
// contradictions.

const requiredChecks = new Set(['complete', 'unique', 'account'])

export function findContradictions(reading: StatementReading): TrustFinding[] {
  const { runningBalance, isOcr } = reading
  if (isOcr || !isUnderstood(reading)) return []
  const isComplete = runChecks(reading).every(({ name, isPassed }) => isPassed || !requiredChecks.has(name))
  if (!isComplete) return []
  const findings = [...findBalanceBreaks(reading), ...findDatesOutsidePeriod(reading)]
  if (runningBalance.breaks.length === 0)
    findings.push(
      ...findWrongStatedBalances(reading),
      ...findWrongTotals(reading),
      ...findWrongDailyBalances(reading),
    )
  return findings
}

function isUnderstood({ runningBalance: { steps, breaks, checks } }: StatementReading): boolean {
  const { minChecks, maxBreaks, minConfirmedShare, rowsPerBreak } = findingTuning
  const confirmed = steps.filter(({ isConfirmed }) => isConfirmed).length
  return (
    checks >= minChecks &&
    breaks.length <= maxBreaks &&
    confirmed >= minConfirmedShare * steps.length - breaks.length * rowsPerBreak
  )
}

const createFinding = (
  code: string,
  title: string,
  message: string,
  places: TrustFinding['places'],
  fields: string[],
): TrustFinding => ({
  code,
  category: 'arithmetic',
  severity: 'high',
  title,
  message,
  places,
  fields,
})

function findBalanceBreaks({
  runningBalance,
  rows,
  outsideAmounts,
  otherTables,
  headedRows,
}: StatementReading): TrustFinding[] {
  // Each further account in the file starts with its own balance, so one break per additional table is expected.
  if (runningBalance.breaks.length <= otherTables) return []
  const contradictions = runningBalance.breaks.filter(
    ({ entry, expected, actual }) =>
      // If the difference is printed on the page, the parser missed a row.
      !outsideAmounts.has(`${entry.line.page} ${Math.abs(expected - actual)}`) &&
      // If the difference is twice the amount, the parser misread the sign.
      !runningBalance.steps.some(
        (step) => step.entry === entry && 2 * step.money.pence === Math.abs(expected - actual),
      ),
  )
  return contradictions.map(({ entry, expected, actual }) => {
    const money = entry.balance ?? entry.amount?.money
    const row = rows.findIndex(({ step }) => step.entry === entry)
    // Below a heading, another account may begin, whose balance has nothing to do with the one before.
    const isNewAccount = headedRows.has(entry.line) || entry.marker === 'opening'
    const finding = createFinding(
      'ARITHMETIC_RUNNING_BALANCE',
      'A balance does not follow from the one before',
      `The previous balance and the rows since then add up to ${formatPence(expected)}; printed is ${formatPence(actual)}.`,
      money
        ? [
            {
              ...locateWords(money.page, money.words),
              expected: formatPence(expected),
              actual: formatPence(actual),
            },
          ]
        : [],
      row < 0 ? [] : [`transactions.${row}.amount`],
    )
    return isNewAccount ? { ...finding, severity: 'medium' as const } : finding
  })
}

function findWrongStatedBalances({
  runningBalance,
  opening,
  closing,
  statedBalances,
}: StatementReading): TrustFinding[] {
  // If the summary states several balances, it is unclear which of them belongs to the account.
  const unambiguous = runningBalance.disagrees.filter((end) => new Set(statedBalances[end]).size === 1)
  return unambiguous.map((end) => {
    const balance = end === 'opening' ? opening : closing
    return createFinding(
      end === 'opening' ? 'ARITHMETIC_OPENING' : 'ARITHMETIC_CLOSING',
      `The ${end} balance does not match the rows`,
      `The summary states another ${end} balance than the rows, which lead to ${balance ? formatPence(balance.pence) : 'another one'}.`,
      balance?.place ? [{ ...balance.place, expected: formatPence(balance.pence) }] : [],
      [`balance_information.${end}_balance`],
    )
  })
}

function findWrongTotals({
  totalChecks,
  runningBalance,
  statedBalances,
  outsideAmounts,
  trailingHeading,
}: StatementReading): TrustFinding[] {
  // If the file contains several statements, each has its own totals.
  if (new Set(statedBalances.opening).size > 1 || runningBalance.totals.length > 2) return []
  if (runningBalance.steps.some(({ isConfirmed }) => !isConfirmed)) return []
  return totalChecks
    .filter(
      ({ isRight, expected, actual }) => !isRight && !isPrintedElsewhere(outsideAmounts, expected - actual),
    )
    .map(({ label, expected, actual, place }) => {
      const finding = createFinding(
        'ARITHMETIC_TOTAL',
        'A total does not match the rows',
        `"${label}" is printed as ${formatPence(actual)}; the rows add up to ${formatPence(expected)}.`,
        [{ ...place, expected: formatPence(expected), actual: formatPence(actual) }],
        [],
      )
      const isBelow =
        trailingHeading !== undefined &&
        (place.page - 1 > trailingHeading.page ||
          (place.page - 1 === trailingHeading.page && place.box[3] > trailingHeading.y))
      return isBelow ? { ...finding, severity: 'medium' as const } : finding
    })
}

/** Whether the difference is printed outside the rows, which means that the parser missed a row. */
const isPrintedElsewhere = (outsideAmounts: ReadonlySet<string>, difference: number): boolean =>
  [...outsideAmounts].some((amount) => Number(amount.split(' ')[1]) === Math.abs(difference))

function findWrongDailyBalances({ dailyBalances }: StatementReading): TrustFinding[] {
  if (dailyBalances.wrong === 0 || dailyBalances.right === 0) return []
  const message = `${dailyBalances.wrong} of the listed daily balances do not match the rows.`
  return [createFinding('ARITHMETIC_DAY_BALANCE', 'Daily balances do not match the rows', message, [], [])]
}

function findDatesOutsidePeriod({ rows, period }: StatementReading): TrustFinding[] {
  const { start, end } = period
  if (!period.isPrinted || !start || !end) return []
  const [from, to] = [
    toDayNumber(start) - findingTuning.periodTolerance,
    toDayNumber(end) + findingTuning.periodTolerance,
  ]
  return rows.flatMap(({ day, lineDay }, n) => {
    if (day === null || lineDay?.isYearInferred || (toDayNumber(day) >= from && toDayNumber(day) <= to))
      return []
    const places =
      lineDay?.printedDate && lineDay.dateLine
        ? [{ ...locateWords(lineDay.dateLine.page, lineDay.printedDate.words), actual: day }]
        : []
    const message = `The date ${day} is not in the period from ${start} to ${end}.`
    return [
      {
        ...createFinding('ARITHMETIC_DATE', 'A date outside the period', message, places, [
          `transactions.${n}.date`,
        ]),
        severity: 'medium' as const,
      },
    ]
  })
}
