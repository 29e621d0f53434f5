import type { z } from 'zod'
import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import { effectiveSettings, requireUser } from '../../users/service.ts'
import { listCoveredMonths, listMissingDocuments, upsertMissingDocuments } from './queries.ts'
import type { NewMissingDocuments } from './schemas.ts'

export { deleteMissingDocuments, listMissingDocuments } from './queries.ts'

/** Records which documents an applicant does not have, and why. A later statement about the same kind replaces it. */
export function stateMissingDocuments(
  tenant: Tenant,
  userId: string,
  missing: z.output<typeof NewMissingDocuments>,
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    audit(tx, 'missing_documents.stated', userId)
    return upsertMissingDocuments(tx, userId, missing)
  })
}

/** Returns the months of the requested period that data covers, and the documents that the user does not have. */
export function readCoverage(tenant: Tenant, userId: string, today: string) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    const { payroll_period_months: months } = await effectiveSettings(tx, userId)
    audit(tx, 'coverage.read', userId)
    return {
      user_id: userId,
      months: await listCoveredMonths(tx, userId, { months, today }),
      missing_documents: await listMissingDocuments(tx, userId),
    }
  })
}
