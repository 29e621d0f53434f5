import { sql } from 'kysely'
import type { z } from 'zod'
import type { ClientConnectors } from '../../connectors/registry.ts'
import { isInGroup } from '../../platform/database/clock-groups.ts'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { invalid } from '../../platform/problem.ts'
import type { ClockGroup } from '../../platform/time/clock.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { requireReachable } from '../providers/call-provider.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { publishOptIn } from '../webhooks/service.ts'
import { type SignOutHandoff, signOut } from './login/sign-out.ts'
import { type AccountRow, lockAccount, updateAccount } from './queries.ts'
import type { ConsentDecision } from './schemas.ts'
import {
  accountKey,
  consentOf,
  forgetSession,
  requireAccountOf,
  requireConnectionsEnabled,
  requireLockedAccount,
  transitionAccount,
} from './service.ts'
import { confirmConsent } from './tasks.ts'

// Consents of banks have to be confirmed again every 90 days. A consent that was not confirmed in time is paused: the
// account is EXPIRED, but keeps its session, which works again after a later confirmation.

const dayMs = 86_400_000
/** How long before the deadline the person can be asked: long enough for an invitation and two reminders. */
export const confirmationNoticeDays = 14
const maxPerBatch = 500

export type BankConsentRow = { client_id: string; id: string }

const noticeLimit = (now: Date) => new Date(now.getTime() + confirmationNoticeDays * dayMs)

/** Lists accounts whose consent has to be confirmed soon, and whose client was not notified. `now` is provider time. */
export const listDueConfirmations = (tx: Tx, group: ClockGroup): Promise<BankConsentRow[]> =>
  tx
    .selectFrom('accounts')
    .select(['client_id', 'id'])
    .where('is_bank', '=', true)
    .where('status', '=', 'AUTHORISED')
    .where('confirmation_due_at', 'is', null)
    .where('session_ends_at', '<', noticeLimit(group.now))
    .where(isInGroup(sql.ref('client_id'), group))
    .limit(maxPerBatch)
    .execute()

/** Marks the confirmation as due and notifies the client. The status of the account does not change. */
export function announceConfirmation(tenant: Tenant, { id }: BankConsentRow, now: Date) {
  return tenant.transaction(async (tx) => {
    const account = await lockAccount(tx, id)
    const end = account?.status === 'AUTHORISED' ? account.session_ends_at : null
    // Another process was faster, or the person has confirmed in the meantime.
    if (!account || !end || end >= noticeLimit(now) || account.confirmation_due_at) return
    await updateAccount(tx, id, { confirmation_due_at: now })
    const { user_id, status } = account
    const fields = { account_id: id, from_status: status, status, reason: 'confirmation-due' }
    await publishOptIn(tx, { event: 'account-status-changed', user_id, fields })
    audit(tx, 'account.confirmation_due', id)
  })
}

type DecisionRequest = { tenant: Tenant; caller: Caller; authorisationId: string | undefined }
type DecisionDeps = {
  connectors: ClientConnectors
  credentialHandoff: SignOutHandoff
  health: ProviderHealth
}

/**
 * The person decides whether the bank is read for another 90 days. Returns the task that confirms the consent at the
 * provider, or no task if the person stops sharing.
 */
export function decideConsent(
  { tenant, caller, authorisationId }: DecisionRequest,
  { connectors, credentialHandoff, health }: DecisionDeps,
  id: string,
  { decision }: z.output<typeof ConsentDecision>,
): Promise<{ userId: string; taskId?: string }> {
  return tenant.transaction(async (tx) => {
    const { user_id, payroll_provider } = requireConsent(await requireAccountOf(tx, caller, id))
    if (decision === 'stop') {
      const account = requireConsent(await requireLockedAccount(tx, id))
      await stopSharing(tx, credentialHandoff, account)
      return { userId: user_id }
    }
    await requireConnectionsEnabled(tx, user_id)
    const authorisation_id = await requireAuthorisation(
      tx,
      user_id,
      authorisationId === undefined ? {} : { id: authorisationId },
    )
    const connector = connectors.of(tenant.clientId).get(payroll_provider)
    if (!connector) throw invalid(`There is no provider [${payroll_provider}]`)
    requireReachable(health, connector.entry)
    const taskId = await confirmConsent.schedule(
      tx,
      { account_id: id, authorisation_id },
      { key: accountKey(id), userId: user_id, awaited: true },
    )
    audit(tx, 'account.consent_confirming', id)
    return { userId: user_id, taskId }
  })
}

/** Ends the consent at the provider and deletes the session. Retrieved data stays. */
async function stopSharing(tx: Tx, credentialHandoff: SignOutHandoff, account: AccountRow) {
  await signOut(tx, credentialHandoff, account)
  audit(tx, 'account.sharing_stopped', account.id)
  if (account.status === 'AUTHORISED') await transitionAccount(tx, account, 'EXPIRED', 'consent-ended')
  else await forgetSession(tx, account)
}

function requireConsent(account: AccountRow) {
  if (consentOf(account)) return account
  throw invalid(`Account [${account.id}] has no consent that can be confirmed`)
}
