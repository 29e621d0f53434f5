import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { requireOutcome } from '../payroll/retrieval/query.ts'
import { effectiveSettings } from '../users/service.ts'
import { listJourneyAccounts } from './current-journey.ts'
import { findValidAuthorisation } from './queries.ts'

/**
 * Lists the accounts at direct providers after the query task has ended. The list is empty if no provider knows the
 * user.
 */
export function readDirectAccounts(tenant: Tenant, userId: string, end: TaskEnd | undefined) {
  const { accounts: accountCount } = requireOutcome(end, { kind: 'User', id: userId })
  if (accountCount === 0) return Promise.resolve({ accounts: [] })
  return tenant.transaction(async (tx) => {
    const context = {
      settings: await effectiveSettings(tx, userId),
      isAuthorised: (await findValidAuthorisation(tx, userId)) !== undefined,
    }
    audit(tx, 'account.listed', userId)
    return { accounts: await listJourneyAccounts(tx, userId, context, 'direct') }
  })
}
