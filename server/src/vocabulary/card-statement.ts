import { z } from 'zod'
import { StatementAmount } from './bank-statement.ts'
import { Day } from './payslip.ts'

// The statement of a credit card in the API's format. Values that are not printed are null, never guessed.

const Text = z.string().min(1).max(500).nullable()

/** Positive amounts increase the balance owed, negative amounts reduce it: the reverse of a bank statement. */
export const CardTransaction = z.strictObject({
  date: Day,
  description: z.string().max(1000),
  amount: StatementAmount,
  type: z.enum(['charge', 'credit']),
})

export const CardStatement = z.strictObject({
  card_information: z.strictObject({
    card_holder_name: Text,
    /** The last four digits. The full number is never read. */
    card_number_ending: z
      .string()
      .regex(/^\d{4}$/)
      .nullable(),
    provider_name: Text,
  }),
  statement_date: Day.nullable(),
  statement_period: z.strictObject({ start_date: Day.nullable(), end_date: Day.nullable() }),
  /** Balances owed are positive; a card in credit has a negative balance. */
  balance_information: z.strictObject({
    opening_balance: StatementAmount.nullable(),
    closing_balance: StatementAmount.nullable(),
    credit_limit: StatementAmount.nullable(),
  }),
  payment_information: z.strictObject({
    minimum_payment: StatementAmount.nullable(),
    due_date: Day.nullable(),
  }),
  /** Transactions are sorted oldest first, whatever the printed order. */
  transactions: z.array(CardTransaction).max(20_000),
})

export type CardStatement = z.output<typeof CardStatement>
