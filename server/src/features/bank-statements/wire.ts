import type { z } from 'zod'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { BankStatementSubmission } from './schemas.ts'

export type Submission = z.output<typeof BankStatementSubmission>

/** What is sealed of a submission. */
export type Content = {
  statement: BankStatement
  bank_statement_probability: number
  document_external_id: string | null
  document_filename: string
}

/** As replies and webhooks write it. */
export const presentStatement = (
  { id, created_at, document_id }: { id: string; created_at: Date; document_id: string },
  { statement, bank_statement_probability, document_external_id, document_filename }: Content,
): Submission => ({
  id,
  created_at: created_at.toISOString(),
  document_id,
  document_external_id,
  document_filename,
  ...statement,
  bank_statement_probability,
})
