import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { notFound } from '../../platform/problem.ts'
import { open } from '../../platform/secrets/seal.ts'
import { type Paper, presentProvenance } from '../documents/provenance.ts'
import { openUser } from '../users/service.ts'
import { findSubmission } from './queries.ts'
import { paperPlace, presentRows } from './submissions.ts'

/** A submission, and where each of its values comes from: a place on paper, or the provider. */
export function readProvenance(tenant: Tenant, { user_id, id }: { user_id: string; id: string }) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, user_id)
    const row = await findSubmission(tx, { user_id, id })
    if (!row) throw notFound('Payroll submission', id)
    audit(tx, 'payroll.traced', id)
    const [submission] = await presentRows(tx, user_id, [row])
    if (!submission) throw notFound('Payroll submission', id)
    const { identity_information, employment_information, income_information } = submission
    const blocks = { identity_information, employment_information, income_information }
    const paper = row.provenance
      ? (JSON.parse(open(key, paperPlace(id), row.provenance).toString()) as Paper)
      : null
    return { submission, provenance: presentProvenance(row, blocks, paper) }
  })
}
