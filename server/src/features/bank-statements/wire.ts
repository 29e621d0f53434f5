import type { z } from 'zod'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import { presentMatch } from '../identity/service.ts'
import type { BankStatementSubmission } from './schemas.ts'

export type StatementSubmission = z.output<typeof BankStatementSubmission>

/** The encrypted part of a submission. */
export type StatementContent = {
  statement: BankStatement
  bank_statement_probability: number
  document_external_id: string | null
  /** Null if it was retrieved from the bank. */
  document_filename: string | null
}

type StatementColumns = {
  id: string
  created_at: Date
  account_id: string | null
  document_id: string | null
  identity_match: string | null
  duplicate_of: string | null
}

/** API and webhook representation. */
export const presentStatement = (
  { id, created_at, account_id, document_id, identity_match, duplicate_of }: StatementColumns,
  { statement, bank_statement_probability, document_external_id, document_filename }: StatementContent,
): StatementSubmission => ({
  id,
  created_at: created_at.toISOString(),
  source: account_id === null ? 'upload' : 'bank',
  account_id,
  document_id,
  document_external_id,
  document_filename,
  duplicate_of,
  ...statement,
  transactions: statement.transactions.map((transaction) => ({
    ...transaction,
    amount: withoutSeparators(transaction.amount),
  })),
  bank_statement_probability,
  identity_match: presentMatch(identity_match),
})

/** Removes thousands separators. Extracted and stored amounts have them, but in the API only balances do. */
const withoutSeparators = (amount: string) => amount.replaceAll(',', '')
