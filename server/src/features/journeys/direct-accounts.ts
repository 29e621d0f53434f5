import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { requireOutcome } from '../payroll/service.ts'
import { effectiveSettings } from '../users/service.ts'
import { listJourneyAccounts } from './current-journey.ts'
import { findValidAuthorisation } from './queries.ts'

/** The accounts at direct providers, once these have been asked: none where nobody knows the person. */
export function readDirectAccounts(tenant: Tenant, userId: string, end: TaskEnd | undefined) {
  const { accounts: found } = requireOutcome(end, { kind: 'User', id: userId })
  if (found === 0) return Promise.resolve({ accounts: [] })
  return tenant.transaction(async (tx) => {
    const known = {
      settings: await effectiveSettings(tx, userId),
      isAuthorised: (await findValidAuthorisation(tx, userId)) !== undefined,
    }
    audit(tx, 'account.listed', userId)
    return { accounts: await listJourneyAccounts(tx, userId, known, 'direct') }
  })
}
