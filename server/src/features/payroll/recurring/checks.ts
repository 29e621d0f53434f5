import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { isEligible } from '../../accounts/recurring/rules.ts'
import { nextRetry } from '../../accounts/recurring/schedule.ts'

/**
 * Whether the account is still eligible, immediately before a recurring check calls the provider: since the check was
 * scheduled, it may have been disabled or the consent withdrawn. The age of the pay date was checked when the check
 * became due.
 */
export async function isStillDue(tx: Tx, { accountId, now }: { accountId: string; now: Date }) {
  const { rows } = await sql<{ due: boolean }>`
    select ${isEligible(now)} as due from accounts a
      join users u on u.client_id = a.client_id and u.id = a.user_id
      join configurations c on c.client_id = a.client_id
      where a.client_id = current_client_id() and a.id = ${accountId}`.execute(tx)
  return rows[0]?.due ?? false
}

/** Clears the failure mark after a successful retrieval, so that no retry is due. */
export async function markChecked(tx: Tx, accountId: string) {
  await tx
    .updateTable('accounts')
    .set({ check_failed_at: null })
    .where('id', '=', accountId)
    .where('check_failed_at', 'is not', null)
    .execute()
}

/**
 * Maximum clock skew: the clock of the sweep that started a check may be this far ahead of the worker that ran it.
 */
const maxClockSkewMs = 5 * 60_000

/**
 * Marks a recurring check as failed. It is retried at 03:00 or with the next check, whichever is earlier. The sweep
 * has already set the time of the next check and, if this was a retry, of the next retry. While the provider's
 * circuit is open, the account stays due, so that it is among the first once the circuit closes.
 */
export async function markFailed(
  tx: Tx,
  { accountId, now, isCircuitOpen }: { accountId: string; now: Date; isCircuitOpen: boolean },
) {
  const retry = sql`${nextRetry(accountId, new Date(now.getTime() + maxClockSkewMs))}::timestamptz`
  const next = sql<Date>`case when check_failed_at is null then least(next_look_at, ${retry}) else next_look_at end`
  await tx
    .updateTable('accounts')
    .set({ check_failed_at: now, next_look_at: isCircuitOpen ? now : next })
    .where('id', '=', accountId)
    .execute()
}
