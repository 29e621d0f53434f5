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
  document_filename: string
}

type StatementColumns = { id: string; created_at: Date; document_id: string; identity_match: string | null }

/** API and webhook representation. */
export const presentStatement = (
  { id, created_at, document_id, identity_match }: StatementColumns,
  { statement, bank_statement_probability, document_external_id, document_filename }: StatementContent,
): StatementSubmission => ({
  id,
  created_at: created_at.toISOString(),
  document_id,
  document_external_id,
  document_filename,
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
