import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import type { CorrectionSummary } from '../documents/corrections.ts'

/** An incoming payment. `index` is its position among the statement's transactions, starting at 0. */
export type Credit = {
  index: number
  date: Day
  pence: number
  description: string
  /** Details that a bank gives, if the statement was retrieved from it. */
  payer?: string | null
  code?: string | null
  purpose?: string | null
}

/**
 * Stored encrypted in its own column, so that matching across all statements does not have to load every transaction.
 */
export type Credits = {
  account: string | null
  credits: Credit[]
  /** Missing if the team corrected no value of the statement. */
  corrected?: CorrectionSummary
}

/** Returns the credits of a statement and the days that it covers, extended to include all transactions. */
export function extractCredits(statement: BankStatement) {
  const { transactions, statement_period, account_information } = statement
  const days = transactions.map(({ date }) => date).sort()
  const { sort_code, account_number } = account_information
  const credits: Credits = {
    account: account_number && `${sort_code ?? ''} ${account_number}`,
    credits: transactions.flatMap(({ type, amount, date, description }, index) =>
      type === 'credit' ? [{ index, date, pence: parsePence(amount), description }] : [],
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

/** `-1,234.56` → -123456. */
const parsePence = (amount: string) => Number(amount.replaceAll(/[,.]/g, ''))
