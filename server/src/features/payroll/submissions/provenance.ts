import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { notFound } from '../../../platform/problem.ts'
import { open } from '../../../platform/secrets/seal.ts'
import { type Paper, presentProvenance } from '../../documents/provenance.ts'
import { openUser } from '../../users/service.ts'
import { type By, findSubmission } from '../queries.ts'
import { paperPlace, presentRows } from './open-submissions.ts'

/** A submission, and where each of its values comes from: a place on paper, or the provider. */
export function readProvenance(tenant: Tenant, { user_id, id }: { user_id: string; id: string }) {
  return tenant.transaction(async (tx) => {
    const traced = await tracePayslip(tx, { user_id, id })
    if (!traced) throw notFound('Payroll submission', id)
    audit(tx, 'payroll.traced', id)
    return { submission: traced.submission, provenance: traced.provenance }
  })
}

/** The same without a line in the audit log, for whoever leaves one of their own. */
export async function tracePayslip(tx: Tx, by: By) {
  const { key } = await openUser(tx, by.user_id)
  const row = await findSubmission(tx, by)
  if (!row) return undefined
  const [submission] = await presentRows(tx, by.user_id, [row])
  if (!submission) return undefined
  const { identity_information, employment_information, income_information } = submission
  const blocks = { identity_information, employment_information, income_information }
  const paper = row.provenance
    ? (JSON.parse(open(key, paperPlace(row.id), row.provenance).toString()) as Paper)
    : null
  return { submission, blocks, provenance: presentProvenance(row, blocks, paper) }
}
