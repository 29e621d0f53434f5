import { z } from 'zod'
import { Pagination, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { FileErrors } from '../documents/extraction-requests.ts'

const Text = z.string().nullable()
const Day = z.string().meta({ type: 'string', format: 'date' })
const Amount = z
  .string()
  .regex(/^-?\d{1,3}(,\d{3})*\.\d\d$/)
  .describe('With thousands separators and two decimals: -1,234.56')

export const BankStatementSubmission = z
  .strictObject({
    id: Uuid,
    created_at: z.string().meta({ type: 'string', format: 'date-time' }),
    document_id: Uuid,
    document_external_id: Text,
    document_filename: z.string(),
    account_information: z.strictObject({
      account_holder_name: Text,
      account_number: Text,
      sort_code: Text,
      bank_name: Text,
      iban: Text.describe('Only if printed; never derived'),
    }),
    statement_period: z.strictObject({ start_date: Day.nullable(), end_date: Day.nullable() }),
    balance_information: z.strictObject({
      opening_balance: Amount.nullable(),
      closing_balance: Amount.nullable(),
    }),
    transactions: z
      .array(
        z.strictObject({
          date: Day,
          description: z.string(),
          amount: Amount.describe('Negative for debits'),
          type: z.enum(['credit', 'debit']),
        }),
      )
      .describe('Oldest first'),
    bank_statement_probability: z
      .number()
      .min(0)
      .max(1)
      .describe('Probability that the document is a bank statement'),
  })
  .meta({ id: 'BankStatementSubmission' })

export const BankStatementPage = z
  .strictObject({ pagination: Pagination, bank_statement_submissions: z.array(BankStatementSubmission) })
  .meta({ id: 'BankStatementPage' })

/** Payload of user-bank-statement-submitted. */
export const StatementsPayload = z.strictObject({
  bank_statement_submissions: z.array(BankStatementSubmission),
})

export const BankStatementsResult = z
  .strictObject({
    bank_statement_submissions: z.array(BankStatementSubmission),
    bank_statement_errors: FileErrors,
  })
  .meta({ id: 'BankStatementsResult' })

export const BankStatementQuery = {
  created_after: Timestamp.optional().describe('Only submissions stored after this time'),
  created_before: Timestamp.optional().describe('Only submissions stored before this time'),
}
