import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

type Fetched = {
  latest_pay_date?: string | null
  is_employment_over?: boolean
  fetched_at: Date
  next_look_at: Date
}

/**
 * What a retrieval says of its account. The next look is never brought forward: the sweep that started this check may go
 * by a clock that is a little ahead of ours, and would find the same moment again.
 */
export function storeFetchedFacts(tx: Tx, accountId: string, { next_look_at, ...values }: Fetched) {
  return tx
    .updateTable('accounts')
    .set({ ...values, next_look_at: sql`greatest(next_look_at, ${next_look_at}::timestamptz)` })
    .where('id', '=', accountId)
    .execute()
}
