import { type BankStatement, StatementAmount } from '../../vocabulary/bank-statement.ts'
import { decimalOf, type Pence } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'

// Accounts and transactions as the UK Open Banking standard (Account and Transaction API v4) models them, reduced to
// the fields that income needs. Each aggregator's replies are converted to these.

/** Codes of ISO 20022 for the purpose of a payment; banks seldom send them. */
export type CategoryPurpose = 'SALA' | 'BONU' | 'PENS' | 'SSBE' | 'GOVT' | 'TAXS'

export type BookedTransaction = {
  id: string
  bookedOn: Day
  /** Positive for credits. */
  amount: Pence
  /** Text as shown by the bank. */
  information: string
  /** Name of the paying account, if the bank reports it. */
  payerName: string | null
  /** The bank's own code for the kind of payment, such as BGC. */
  bankCode: string | null
  categoryPurpose: CategoryPurpose | null
}

export type ConnectedAccount = {
  id: string
  holderName: string | null
  sortCode: string | null
  accountNumber: string | null
  iban: string | null
  bankName: string | null
  currency: string
  isPersonal: boolean | null
  balance: Pence | null
  /** Booked transactions in the requested period, oldest first. */
  transactions: BookedTransaction[]
}

/** Adds thousands separators: `-1234.50` becomes `-1,234.50`. */
export const statementAmount = (pence: Pence) =>
  StatementAmount.parse(decimalOf(pence).replace(/\B(?=(\d{3})+(?!\d))/g, ','))

/**
 * Converts an account to the format of uploaded statements. The opening balance is computed from the current one, and
 * only if the period ends today: otherwise later transactions are unknown.
 */
export function toBankStatement(
  account: ConnectedAccount,
  { from, to, isUpToToday }: { from: Day; to: Day; isUpToToday: boolean },
): BankStatement {
  const { holderName, accountNumber, sortCode, bankName, iban, balance, transactions } = account
  const closing = isUpToToday ? balance : null
  const movement = transactions.reduce((sum, { amount }) => sum + amount, 0)
  return {
    account_information: {
      account_holder_name: holderName,
      account_number: accountNumber,
      sort_code: sortCode,
      bank_name: bankName,
      iban,
    },
    statement_period: { start_date: from, end_date: to },
    balance_information: {
      opening_balance: closing === null ? null : statementAmount(closing - movement),
      closing_balance: closing === null ? null : statementAmount(closing),
    },
    transactions: transactions.map(({ bookedOn, information, amount }) => ({
      date: bookedOn,
      description: information.slice(0, 1_000),
      amount: statementAmount(amount),
      type: amount < 0 ? ('debit' as const) : ('credit' as const),
    })),
  }
}

/** Whether two accounts are the same one: both numbers are known and equal. */
export function isSameAccount(
  one: { sort_code: string | null; account_number: string | null },
  other: { sort_code: string | null; account_number: string | null },
): boolean {
  const digits = (text: string | null) => text?.replace(/\D/g, '') ?? ''
  const [sortCode, accountNumber] = [digits(one.sort_code), digits(one.account_number)]
  return (
    sortCode.length === 6 &&
    accountNumber.length === 8 &&
    sortCode === digits(other.sort_code) &&
    accountNumber === digits(other.account_number)
  )
}
