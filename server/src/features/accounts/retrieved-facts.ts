import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

type RetrievalFacts = {
  latest_pay_date?: string | null
  is_employment_over?: boolean
  fetched_at: Date
  next_look_at: Date
}

/**
 * Stores what a retrieval tells about its account. The next due time only moves later: the clock of the sweep that started this
 * check may be slightly ahead of ours, and an earlier time would make the same check due again.
 */
export function storeRetrievalFacts(tx: Tx, accountId: string, { next_look_at, ...values }: RetrievalFacts) {
  return tx
    .updateTable('accounts')
    .set({ ...values, next_look_at: sql`greatest(next_look_at, ${next_look_at}::timestamptz)` })
    .where('id', '=', accountId)
    .execute()
}
