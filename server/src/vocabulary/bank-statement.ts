import { z } from 'zod'
import { Day } from './payslip.ts'

// One bank statement in the words of the interface, as the reader of documents hands it over. What is not printed is
// null; it is never guessed.

/** With thousands separators and two decimals; what went out is negative. */
export const Sum = z.string().regex(/^-?\d{1,3}(,\d{3}){0,4}\.\d\d$/)
const Text = z.string().min(1).max(500).nullable()

export const BankTransaction = z.strictObject({
  date: Day,
  description: z.string().max(1000),
  amount: Sum,
  type: z.enum(['credit', 'debit']),
})

export const BankStatement = z.strictObject({
  account_information: z.strictObject({
    account_holder_name: Text,
    /** Eight digits. */
    account_number: Text,
    /** 00-00-00. */
    sort_code: Text,
    bank_name: Text,
    /** Only where it is printed and its check digits are right. */
    iban: Text,
  }),
  statement_period: z.strictObject({ start_date: Day.nullable(), end_date: Day.nullable() }),
  balance_information: z.strictObject({
    opening_balance: Sum.nullable(),
    closing_balance: Sum.nullable(),
  }),
  /** Oldest first, also where the paper has the newest first. */
  transactions: z.array(BankTransaction).max(20_000),
})

export type BankTransaction = z.output<typeof BankTransaction>
export type BankStatement = z.output<typeof BankStatement>
