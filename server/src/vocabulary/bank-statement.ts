import { z } from 'zod'
import { Day } from './payslip.ts'

// A bank statement in the API's format, as produced by the extraction. Values that are not printed are null, never
// guessed.

/**
 * An amount with thousands separators and two decimals. Debits are negative. The API shows the amounts of
 * transactions without separators.
 */
export const StatementAmount = z.string().regex(/^-?\d{1,3}(,\d{3}){0,4}\.\d\d$/)
const Text = z.string().min(1).max(500).nullable()

export const BankTransaction = z.strictObject({
  date: Day,
  description: z.string().max(1000),
  amount: StatementAmount,
  type: z.enum(['credit', 'debit']),
})

export const BankStatement = z.strictObject({
  account_information: z.strictObject({
    account_holder_name: Text,
    /** Has eight digits. */
    account_number: Text,
    /** 00-00-00. */
    sort_code: Text,
    bank_name: Text,
    /** Set only if the IBAN is printed with valid check digits. */
    iban: Text,
  }),
  statement_period: z.strictObject({ start_date: Day.nullable(), end_date: Day.nullable() }),
  balance_information: z.strictObject({
    opening_balance: StatementAmount.nullable(),
    closing_balance: StatementAmount.nullable(),
  }),
  /** Transactions are sorted oldest first, whatever the printed order. */
  transactions: z.array(BankTransaction).max(20_000),
})

export type BankTransaction = z.output<typeof BankTransaction>
export type BankStatement = z.output<typeof BankStatement>
