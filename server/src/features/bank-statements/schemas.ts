import { z } from 'zod'
import { CreatedBetween, Pagination, Uuid } from '../../platform/http/wire.ts'
import { FileErrors } from '../documents/extraction-requests.ts'
import { IdentityMatchField } from '../identity/schemas.ts'

const Text = z.string().nullable()
const Day = z.string().meta({ type: 'string', format: 'date' })
const Balance = z
  .string()
  .regex(/^-?\d{1,3}(,\d{3})*\.\d\d$/)
  .describe('With thousands separators and two decimals: -1,234.56')
const TransactionAmount = z
  .string()
  .regex(/^-?\d+\.\d\d$/)
  .describe('Decimal text without thousands separators, negative for debits: -1234.56')

const AccountInformation = z
  .strictObject({
    account_holder_name: Text,
    account_number: Text,
    sort_code: Text,
    bank_name: Text,
    iban: Text.describe('Only if printed; never derived'),
  })
  .meta({ id: 'BankAccountInformation' })

const StatementPeriod = z
  .strictObject({ start_date: Day.nullable(), end_date: Day.nullable() })
  .meta({ id: 'StatementPeriod' })

const BalanceInformation = z
  .strictObject({ opening_balance: Balance.nullable(), closing_balance: Balance.nullable() })
  .meta({ id: 'BalanceInformation' })

const Transaction = z
  .strictObject({
    date: Day,
    description: z.string(),
    amount: TransactionAmount,
    type: z.enum(['credit', 'debit']),
  })
  .meta({ id: 'BankTransaction', description: 'One line of a bank statement.' })

export const BankStatementSubmission = z
  .strictObject({
    id: Uuid,
    created_at: z.string().meta({ type: 'string', format: 'date-time' }),
    source: z
      .enum(['upload', 'bank'])
      .describe('upload: extracted from a document; bank: retrieved from the bank through an account'),
    account_id: Uuid.nullable().describe('Account it was retrieved through; null for documents'),
    document_id: Uuid.nullable().describe('Null if it was retrieved from the bank'),
    document_external_id: Text,
    document_filename: z.string().nullable().describe('Null if it was retrieved from the bank'),
    duplicate_of: Uuid.nullable().describe(
      'Submission that the bank gave for the same account and some of the same days. Its transactions count instead',
    ),
    account_information: AccountInformation,
    statement_period: StatementPeriod,
    balance_information: BalanceInformation,
    transactions: z.array(Transaction).describe('Oldest first'),
    bank_statement_probability: z
      .number()
      .min(0)
      .max(1)
      .describe('Probability that the document is a bank statement; 1 if it was retrieved from the bank'),
    identity_match: IdentityMatchField,
  })
  .meta({ id: 'BankStatementSubmission' })

export const BankStatementPage = z
  .strictObject({ pagination: Pagination, bank_statement_submissions: z.array(BankStatementSubmission) })
  .meta({ id: 'BankStatementPage' })

/** Payload of user-bank-statement-submitted. */
export const StatementsPayload = z
  .strictObject({ bank_statement_submissions: z.array(BankStatementSubmission) })
  .meta({ id: 'BankStatementPayload' })

export const BankStatementsResult = z
  .strictObject({
    bank_statement_submissions: z.array(BankStatementSubmission),
    bank_statement_errors: FileErrors,
  })
  .meta({ id: 'BankStatementsResult' })

export const BankStatementQuery = {
  ...CreatedBetween,
}
