import { CompiledQuery, type Selectable, sql } from 'kysely'
import { prepareQuery } from '../../../platform/database/prepared-query.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { WrappedKey } from '../../../platform/secrets/keyring.ts'
import type { WebhookBreaker } from './breaker.ts'

// The courier's SQL. It runs as the system role, which sees all clients, so every statement filters by client.
// `aheadMs` is the offset of the courier's clock from the database's, which is non-zero only in tests.

export type QueueId = { clientId: string; webhookId: string }

export type DueDelivery = {
  id: string
  event_id: string
  kind: string
  user_id: string
  sequence: string
  attempts: number
  tries: number
  /** Due time as text, because a Date would lose the microseconds. */
  due: string
  at: Date | null
  is_payload_omitted: boolean | null
  /** Whether the event has a body. It is deleted with the user's data. */
  has_body: boolean
  /** Set only while tracing is on. */
  trace?: string | null
} & { [Field in keyof WrappedKey]: WrappedKey[Field] | null }

const listDueSql = `select * from list_due_deliveries($1, $2, $3, $4::uuid[], $5, $6 * interval '1 ms')`

/** Lists due deliveries, oldest first, except those that the courier already has. */
export async function listDue(
  tx: Tx,
  { clientId, webhookId }: QueueId,
  {
    from,
    knownIds,
    limit,
    aheadMs,
  }: { from: string; knownIds: readonly string[]; limit: number; aheadMs: number },
): Promise<DueDelivery[]> {
  const { rows } = await tx.executeQuery<DueDelivery>(
    CompiledQuery.raw(listDueSql, [clientId, webhookId, from, arrayLiteral(knownIds), limit, aheadMs]),
  )
  return rows
}

const readBodiesSql = 'select id, body from read_event_bodies($1, $2::uuid[])'

/** Returns the sealed bodies of events. A body that was deleted meanwhile is missing or null. */
export async function readEventBodies(tx: Tx, clientId: string, eventIds: readonly string[]) {
  const { rows } = await tx.executeQuery<{ id: string; body: Buffer | null }>(
    CompiledQuery.raw(readBodiesSql, [clientId, arrayLiteral(eventIds)]),
  )
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** Adds the traces. This is a separate query, so that polling has no extra cost while tracing is off. */
export async function addTraces(tx: Tx, { clientId }: QueueId, deliveries: DueDelivery[]) {
  if (deliveries.length === 0) return
  const ids = deliveries.map(({ event_id }) => event_id)
  const { rows } = await sql<{ id: string; trace: string | null }>`
    select id, trace from events where client_id = ${clientId} and id = any (${ids}::uuid[])`.execute(tx)
  const traces = new Map(rows.map(({ id, trace }) => [id, trace]))
  for (const delivery of deliveries) delivery.trace = traces.get(delivery.event_id) ?? null
}

type TargetRow = Selectable<DB['webhooks']> &
  Pick<
    Selectable<DB['webhook_queues']>,
    'breaker' | 'failing_since' | 'last_success_at' | 'key_messages' | 'health_version'
  >

const selectTarget = prepareQuery<QueueId, TargetRow>((tx, { clientId, webhookId }) =>
  tx
    .selectFrom('webhooks')
    .innerJoin('webhook_queues as queue', (join) =>
      join.onRef('queue.client_id', '=', 'webhooks.client_id').onRef('queue.webhook_id', '=', 'webhooks.id'),
    )
    .selectAll('webhooks')
    .select(['queue.breaker', 'queue.failing_since', 'queue.last_success_at', 'queue.key_messages'])
    .select('queue.health_version')
    .where('webhooks.client_id', '=', clientId)
    .where('webhooks.id', '=', webhookId)
    .compile(),
)

export async function findTarget(tx: Tx, { clientId, webhookId }: QueueId) {
  const [target] = await selectTarget(tx, { clientId, webhookId })
  return target && { ...target, breaker: target.breaker as WebhookBreaker }
}

export type WebhookTarget = NonNullable<Awaited<ReturnType<typeof findTarget>>>

/** Result of one delivery attempt. `number` is 0 if no attempt was made and the delivery is only postponed. */
export type AttemptRecord = {
  id: string
  number: number
  startedAt: Date
  durationMs: number
  status: number | null
  failure: string | null
  answer: Buffer | null
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
  spent: 0 | 1
  dueAt: Date
  /** Due time when the delivery was read. If it has changed since, the delivery was requeued in the meantime. */
  due: string
}

/** An outcome and the queue that it belongs to. */
export type QueuedOutcome = { queue: QueueId; record: AttemptRecord }

const recordOutcomesSql = `select record_outcomes($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::timestamptz[],
  $6::integer[], $7::integer[], $8, $9, $10::delivery_state[], $11::integer[], $12::timestamptz[], $13::timestamptz[], $14)`

/** Records outcomes of any number of webhooks in one statement. */
export async function recordOutcomes(tx: Tx, outcomes: readonly QueuedOutcome[]) {
  const plainColumn = (read: (outcome: QueuedOutcome) => string | number) => arrayLiteral(outcomes.map(read))
  const column = <Name extends keyof AttemptRecord>(name: Name) => outcomes.map(({ record }) => record[name])
  await tx.executeQuery(
    CompiledQuery.raw(recordOutcomesSql, [
      plainColumn(({ queue }) => queue.clientId),
      plainColumn(({ queue }) => queue.webhookId),
      plainColumn(({ record }) => record.id),
      plainColumn(({ record }) => record.number),
      plainColumn(({ record }) => record.startedAt.toISOString()),
      plainColumn(({ record }) => record.durationMs),
      plainColumn(({ record }) => record.status ?? 'null'),
      column('failure'),
      column('answer'),
      plainColumn(({ record }) => record.state),
      plainColumn(({ record }) => record.spent),
      plainColumn(({ record }) => record.dueAt.toISOString()),
      plainColumn(({ record }) => `"${record.due}"`),
      new Date(),
    ]),
  )
}

/** Writes an array without escaping, which only suits values of our own. The driver would escape every element. */
const arrayLiteral = (values: readonly (string | number)[]) => `{${values.join(',')}}`

export function updateHealth(
  tx: Tx,
  { clientId, webhookId }: QueueId,
  health: { version: number; breaker: WebhookBreaker; failingSince: Date | null; lastSuccessAt: Date | null },
) {
  return tx
    .updateTable('webhook_queues')
    .set({
      breaker: JSON.stringify(health.breaker),
      failing_since: health.failingSince,
      last_success_at: health.lastSuccessAt,
    })
    .where('client_id', '=', clientId)
    .where('webhook_id', '=', webhookId)
    .where('health_version', '=', health.version)
    .execute()
}

export function countMessages(tx: Tx, { clientId, webhookId }: QueueId, messages: number) {
  return tx
    .updateTable('webhook_queues')
    .set({ key_messages: sql`key_messages + ${messages}` })
    .where('client_id', '=', clientId)
    .where('webhook_id', '=', webhookId)
    .execute()
}

/**
 * Ends the courier's work on the queue if nothing is due and no transaction is publishing to it. Returns the time at
 * which the courier must run next.
 */
export async function leaveQueue(
  tx: Tx,
  { clientId, webhookId }: QueueId,
  { heldUntil, version, aheadMs }: { heldUntil: Date | null; version: number; aheadMs: number },
) {
  const { rows } = await sql<{ has_left: boolean; sleep_ms: number | null; wakes_late: boolean }>`
    select has_left, extract(epoch from sleep_until - clock_timestamp())::float * 1000 as sleep_ms, wakes_late
      from leave_queue(${clientId}::uuid, ${webhookId}::uuid, by_database_clock(${heldUntil}, ${new Date()}),
        ${version}, ${aheadMs} * interval '1 ms')`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('leave_queue returned no row')
  const { sleep_ms, ...rest } = row
  // By the clock of this process, as all times of tasks that it schedules.
  return { ...rest, sleep_until: sleep_ms === null ? null : new Date(Date.now() + sleep_ms) }
}
