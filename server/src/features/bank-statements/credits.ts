import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { Day } from '../../vocabulary/payslip.ts'

/** Money that came in. `index`: which of the statement's transactions, counted from 0. */
export type Credit = { index: number; date: Day; pence: number; description: string }

/** What is sealed a second time of a statement: few of many transactions, for comparisons over all statements. */
export type Credits = { account: string | null; credits: Credit[] }

/** What came in, and the days that the statement covers: by its period, or else by its transactions. */
export function creditsOf(statement: BankStatement) {
  const { transactions, statement_period, account_information } = statement
  const days = transactions.map(({ date }) => date).sort()
  const { sort_code, account_number } = account_information
  const credits: Credits = {
    account: account_number && `${sort_code ?? ''} ${account_number}`,
    credits: transactions.flatMap(({ type, amount, date, description }, index) =>
      type === 'credit' ? [{ index, date, pence: penceOfSum(amount), description }] : [],
    ),
  }
  return {
    first_day: earliest(statement_period.start_date, days[0]),
    last_day: latest(statement_period.end_date, days.at(-1)),
    credits,
  }
}

const earliest = (day: Day | null, other: Day | undefined) =>
  day === null ? (other ?? null) : other !== undefined && other < day ? other : day
const latest = (day: Day | null, other: Day | undefined) =>
  day === null ? (other ?? null) : other !== undefined && other > day ? other : day

/** `-1,234.56` is -123456. */
const penceOfSum = (sum: string) => Number(sum.replaceAll(/[,.]/g, ''))
