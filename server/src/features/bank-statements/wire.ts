import type { z } from 'zod'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { BankStatementSubmission } from './schemas.ts'

export type StatementSubmission = z.output<typeof BankStatementSubmission>

/** The encrypted part of a submission. */
export type StatementContent = {
  statement: BankStatement
  bank_statement_probability: number
  document_external_id: string | null
  document_filename: string
}

/** API and webhook representation. */
export const presentStatement = (
  { id, created_at, document_id }: { id: string; created_at: Date; document_id: string },
  { statement, bank_statement_probability, document_external_id, document_filename }: StatementContent,
): StatementSubmission => ({
  id,
  created_at: created_at.toISOString(),
  document_id,
  document_external_id,
  document_filename,
  ...statement,
  bank_statement_probability,
})
