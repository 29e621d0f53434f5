import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { QueueId } from './delivery/queue.ts'

export type DeliveryFilter = {
  state?: 'waiting' | 'delivered' | 'dead' | 'dropped'
  event?: string
  user_id?: string
}

const deliveryColumns = [
  'deliveries.id',
  'deliveries.event_id',
  'deliveries.kind',
  'deliveries.user_id',
  'deliveries.sequence',
  'deliveries.state',
  'deliveries.attempts',
  'deliveries.due_at',
  'deliveries.ended_at',
] as const

/** Lists deliveries, newest first. */
export function listDeliveries(
  tx: Tx,
  webhookId: string,
  { state, event, user_id, before, limit }: DeliveryFilter & { before: string | undefined; limit: number },
) {
  let query = tx.selectFrom('deliveries').select(deliveryColumns).where('webhook_id', '=', webhookId)
  // The state is a literal instead of a parameter, so that the planner can use the partial indexes on 'waiting' and
  // 'dead'.
  if (state) query = query.where('state', '=', sql.lit(state))
  if (event) query = query.where('kind', '=', event)
  if (user_id) query = query.where('user_id', '=', user_id)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export function findDelivery(tx: Tx, webhookId: string, id: string) {
  return tx
    .selectFrom('deliveries')
    .leftJoin('user_keys', (join) =>
      join
        .onRef('user_keys.client_id', '=', 'deliveries.client_id')
        .onRef('user_keys.user_id', '=', 'deliveries.user_id'),
    )
    .select([...deliveryColumns, 'user_keys.wrapped', 'user_keys.client_key_version'])
    .where('deliveries.webhook_id', '=', webhookId)
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
}

/** Finds an event. Events are deleted after 30 days. */
export async function findEvent(tx: Tx, id: string) {
  const { rows } = await sql<{ at: Date; is_payload_omitted: boolean; body: Buffer | null }>`
    select at, is_payload_omitted, body from events where id = ${id}`.execute(tx)
  return rows[0]
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

const maxAttemptsListed = 50

/** Lists only the latest attempts, because a delivery that was redelivered many times has many of them. */
export async function listAttempts(tx: Tx, deliveryId: string) {
  const rows = await tx
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(maxAttemptsListed)
    .execute()
  return rows.reverse()
}

export function insertTestDelivery(
  tx: Tx,
  values: { id: string; webhook_id: string; kind: string; due_at: string },
) {
  return tx
    .insertInto('deliveries')
    .values({ ...values, event_id: values.id, state: 'test' })
    .execute()
}

/** Requeues a delivery in any state. The delivery keeps its id, so that the receiver can recognise a duplicate. */
export function requeue(tx: Tx, webhookId: string, id: string) {
  return tx
    .updateTable('deliveries')
    .set({ state: 'waiting', tries: 0, due_at: new Date(), ended_at: null })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .execute()
}

/** Requeues up to `limit` dead deliveries of a period with a new retry schedule. Returns their number. */
export async function requeueDead(
  tx: Tx,
  { clientId, webhookId }: QueueId,
  { since, until, limit }: { since: Date; until: Date; limit: number },
) {
  const { rows } = await sql`
    update deliveries set state = 'waiting', tries = 0, due_at = clock_timestamp(), ended_at = null
      where client_id = ${clientId} and webhook_id = ${webhookId} and state = 'dead' and id in (
        select id from deliveries
          where client_id = ${clientId} and webhook_id = ${webhookId} and state = 'dead' and user_id is not null
            and id >= first_id_at(${since}) and id < first_id_at(${until})
          order by id limit ${limit} for update)
      returning id`.execute(tx)
  return rows.length
}

export function findNextDue(tx: Tx, webhookId: string) {
  return tx
    .selectFrom('deliveries')
    .select('due_at')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('waiting'))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
}

export type FeedCursor = { xid: string; id: string }

/**
 * Lists events by transaction id, and only up to the oldest open transaction: an event that is committed late never
 * appears before a cursor that a client has already passed.
 */
export async function listEvents(
  tx: Tx,
  { after, since, limit }: { after: FeedCursor; since: Date; limit: number },
) {
  return tx
    .selectFrom('events')
    .leftJoin('user_keys', (join) =>
      join
        .onRef('user_keys.client_id', '=', 'events.client_id')
        .onRef('user_keys.user_id', '=', 'events.user_id'),
    )
    .select([
      'events.id',
      'events.xid',
      'events.kind',
      'events.user_id',
      'events.at',
      'events.body',
      'events.is_payload_omitted',
      'user_keys.wrapped',
      'user_keys.client_key_version',
    ])
    .where(sql<boolean>`(events.xid, events.id) > (${after.xid}::xid8, ${after.id}::uuid)`)
    .where(sql<boolean>`events.xid < feed_xid(pg_snapshot_xmin(pg_current_snapshot()))`)
    .where(sql<boolean>`events.id >= first_id_at(${since})`)
    .orderBy('events.xid')
    .orderBy('events.id')
    .limit(limit)
    .execute()
}
