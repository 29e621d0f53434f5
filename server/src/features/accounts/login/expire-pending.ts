import { sql } from 'kysely'
import { isInGroup } from '../../../platform/database/clock-groups.ts'
import type { Tenant, Tx } from '../../../platform/database/tenancy.ts'
import type { ClockGroup } from '../../../platform/time/clock.ts'
import { newUuidV7 } from '../../../platform/time/uuid-v7.ts'
import { clientSubscribes } from '../../webhooks/service.ts'
import { lockAccount } from '../queries.ts'
import { transitionAccount } from '../service.ts'
import { requireTransition } from '../status-transitions.ts'

const maxPerBatch = 500
// An answer that was submitted in time may still be in transit to the provider.
const graceMs = 120_000

const subscribes = clientSubscribes('accounts.client_id', 'account-status-changed')

const overdueAccounts = (tx: Tx) =>
  tx
    .selectFrom('accounts')
    .select(['client_id', 'id', 'pending_until'])
    .where('pending_until', '<', new Date(Date.now() - graceMs))
    .where('status', '=', 'PENDING')
    .limit(maxPerBatch)

/**
 * Expires one batch of PENDING accounts whose time limit has passed, and records the transition of each. This covers
 * all clients without a webhook for the event; expirePublishedAccount covers the others.
 */
export async function expireOverdueAccounts(tx: Tx) {
  requireTransition('PENDING', 'EXPIRED')
  const late = await overdueAccounts(tx)
    .where((eb) => eb.not(subscribes))
    .forUpdate()
    .skipLocked()
    .execute()
  if (late.length === 0) return 0
  const clients = late.map(({ client_id }) => client_id)
  const ids = late.map(({ id }) => id)
  const moves = late.map(() => newUuidV7())
  const ends = late.map(({ pending_until }) => pending_until)
  await sql`
    with late as (
      select * from unnest(${clients}::uuid[], ${ids}::uuid[], ${moves}::uuid[], ${ends}::timestamptz[])
        as late (client_id, id, move, ended_at)
    ), moved as (
      update accounts set status = 'EXPIRED', pending = null, pending_kind = null, pending_until = null,
          retrieval_failure = 'window-passed'
        from late where accounts.client_id = late.client_id and accounts.id = late.id
    )
    insert into account_moves (client_id, id, account_id, at, from_status, status, reason)
      select client_id, move, id, ended_at, 'PENDING', 'EXPIRED', 'window-passed' from late`.execute(tx)
  await sql`delete from oauth2_journeys where (client_id, account_id) in (
    select * from unnest(${clients}::uuid[], ${ids}::uuid[]))`.execute(tx)
  return late.length
}

export type OverdueAccount = { client_id: string; id: string }

export const listPublishedOverdue = (tx: Tx): Promise<OverdueAccount[]> =>
  overdueAccounts(tx).where(subscribes).execute()

/**
 * Expires an account of a client that has a webhook for account-status-changed. The event is sealed with the user's
 * key, which requires a transaction of the client.
 */
export function expirePublishedAccount(tenant: Tenant, { id }: OverdueAccount) {
  return tenant.transaction(async (tx) => {
    const account = await lockAccount(tx, id)
    const end = account?.status === 'PENDING' ? account.pending_until : null
    // The challenge was answered in the meantime, or another process has expired the account.
    if (!account || !end || end.getTime() >= Date.now() - graceMs) return
    await transitionAccount(tx, account, 'EXPIRED', 'window-passed', { at: end })
    await sql`delete from oauth2_journeys where account_id = ${id}`.execute(tx)
  })
}

/** Lists accounts of banks whose consent was not confirmed again in time. The time of the group is provider time. */
export const listEndedConsents = (tx: Tx, group: ClockGroup): Promise<OverdueAccount[]> =>
  tx
    .selectFrom('accounts')
    .select(['client_id', 'id'])
    .where('is_bank', '=', true)
    .where('status', '=', 'AUTHORISED')
    .where('session_ends_at', '<', group.now)
    .where(isInGroup(sql.ref('client_id'), group))
    .limit(maxPerBatch)
    .execute()

/**
 * Expires an account whose consent was not confirmed in time, so that the team and the person see it before the next
 * retrieval. The session is kept: a later confirmation resumes it.
 */
export function expireEndedConsent(tenant: Tenant, { id }: OverdueAccount, now: Date) {
  return tenant.transaction(async (tx) => {
    const account = await lockAccount(tx, id)
    const end = account?.status === 'AUTHORISED' ? account.session_ends_at : null
    // The person has consented again in the meantime, or another process has expired the account.
    if (!account || !end || end >= now) return
    // The time is not that of the consent: provider time differs from ours in the sandbox, and the history has an order.
    await transitionAccount(tx, account, 'EXPIRED', 'consent-ended', { keepsSession: true })
  })
}
