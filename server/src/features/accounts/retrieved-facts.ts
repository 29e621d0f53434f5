import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

type RetrievalFacts = {
  latest_pay_date?: string | null
  is_employment_over?: boolean
  identity_match?: string
  fetched_at: Date
  next_look_at: Date
}

/**
 * Stores the facts about an account that a retrieval has returned. The next due time is never moved earlier: the
 * clock of the sweep that started this check may be slightly ahead of ours, and an earlier time would make the same
 * check due again.
 */
export function storeRetrievalFacts(tx: Tx, accountId: string, { next_look_at, ...values }: RetrievalFacts) {
  return tx
    .updateTable('accounts')
    .set({
      ...values,
      retrieval_failure: null,
      next_look_at: sql`greatest(next_look_at, ${next_look_at}::timestamptz)`,
    })
    .where('id', '=', accountId)
    .execute()
}

/** Stores why a retrieval failed if no caller waited for it. The account shows the reason until the next success. */
export async function storeRetrievalFailure(tx: Tx, accountId: string, code: string) {
  await tx
    .updateTable('accounts')
    .set({ retrieval_failure: code })
    .where('id', '=', accountId)
    .where('status', '=', 'AUTHORISED')
    .execute()
}
