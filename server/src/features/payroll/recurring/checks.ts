import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { takesPart } from '../../accounts/recurring/rules.ts'
import { nextRetry } from '../../accounts/recurring/schedule.ts'

/**
 * The last look before the provider is called for a recurring check: whoever switched it off, ended it or took the
 * consent back since it was started is obeyed. The age of the pay date was judged when it became due.
 */
export async function isStillDue(tx: Tx, { accountId, now }: { accountId: string; now: Date }) {
  const { rows } = await sql<{ due: boolean }>`
    select ${takesPart(now)} as due from accounts a
      join users u on u.client_id = a.client_id and u.id = a.user_id
      join configurations c on c.client_id = a.client_id
      where a.client_id = current_client_id() and a.id = ${accountId}`.execute(tx)
  return rows[0]?.due ?? false
}

/** After any retrieval that the provider answered: there is nothing left to try again. */
export async function markChecked(tx: Tx, accountId: string) {
  await tx
    .updateTable('accounts')
    .set({ check_failed_at: null })
    .where('id', '=', accountId)
    .where('check_failed_at', 'is not', null)
    .execute()
}

/** The sweep that started a check may be this much ahead of the worker that made it. */
const clockDifferenceMs = 5 * 60_000

/**
 * After a recurring check that the provider did not answer: it is tried again at 03:00, or with the next check. The sweep
 * has said when the next check is, and where this was a retry already, the next retry too.
 * While the provider is being left alone the account stays due, and is among the first when it is asked again.
 */
export async function markFailed(
  tx: Tx,
  { accountId, now, isLeftAlone }: { accountId: string; now: Date; isLeftAlone: boolean },
) {
  const retry = sql`${nextRetry(accountId, new Date(now.getTime() + clockDifferenceMs))}::timestamptz`
  const next = sql<Date>`case when check_failed_at is null then least(next_look_at, ${retry}) else next_look_at end`
  await tx
    .updateTable('accounts')
    .set({ check_failed_at: now, next_look_at: isLeftAlone ? now : next })
    .where('id', '=', accountId)
    .execute()
}
