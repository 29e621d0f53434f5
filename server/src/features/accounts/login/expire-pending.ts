import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { newUuidV7 } from '../../../platform/time/uuid-v7.ts'
import { requireTransition } from '../status-transitions.ts'

const maxPerBatch = 500
// An answer submitted in time may still be in flight to the provider.
const graceMs = 120_000

/** Expires one batch of PENDING accounts, of all clients, whose window has passed, and records the transition of each. */
export async function expireOverdueAccounts(tx: Tx) {
  requireTransition('PENDING', 'EXPIRED')
  const late = await tx
    .selectFrom('accounts')
    .select(['client_id', 'id', 'pending_until'])
    .where('pending_until', '<', new Date(Date.now() - graceMs))
    .where('status', '=', 'PENDING')
    .limit(maxPerBatch)
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
      update accounts set status = 'EXPIRED', pending = null, pending_kind = null, pending_until = null
        from late where accounts.client_id = late.client_id and accounts.id = late.id
    )
    insert into account_moves (client_id, id, account_id, at, from_status, status, reason)
      select client_id, move, id, ended_at, 'PENDING', 'EXPIRED', 'window-passed' from late`.execute(tx)
  await sql`delete from oauth2_journeys where (client_id, account_id) in (
    select * from unnest(${clients}::uuid[], ${ids}::uuid[]))`.execute(tx)
  return late.length
}
