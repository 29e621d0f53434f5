import type { Tx } from '../../../platform/database/tenancy.ts'
import { presentProvenance } from '../../documents/provenance.ts'
import { openUser } from '../../users/service.ts'
import { findSubmission, type PayrollSubmissionKey } from '../queries.ts'
import { openContent, presentRows } from './open-submissions.ts'
import { openSourceDocument } from './sealed-columns.ts'

/**
 * Returns a submission with the provenance of each value: a position in a document, or the provider. Returns
 * undefined if the submission does not exist.
 */
export async function tracePayslip(tx: Tx, lookup: PayrollSubmissionKey) {
  const { key } = await openUser(tx, lookup.user_id)
  const row = await findSubmission(tx, lookup)
  if (!row) return undefined
  const [submission] = await presentRows(tx, lookup.user_id, [row])
  if (!submission) return undefined
  const { identity_information, employment_information, income_information } = submission
  const blocks = { identity_information, employment_information, income_information }
  const source = row.provenance ? openSourceDocument(key, { id: row.id, provenance: row.provenance }) : null
  const { payslip } = openContent(key, row)
  const provenance = presentProvenance('payslip', row, blocks, source, payslip.computed_fields)
  return { submission, blocks, stored: payslip, source, provenance }
}
