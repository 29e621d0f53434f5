import { sql } from 'kysely'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import type { WrappedKey } from '../../platform/secrets/keyring.ts'
import { openUserKey, readContent } from './delivery/content.ts'
import { createdAtFromId, eventRetentionMs } from './delivery-log-service.ts'
import type { EventKind, RecentEventPage } from './schemas.ts'
import { requireWebhook } from './service.ts'

type RecentEvent = z.output<typeof RecentEventPage>['events'][number]
type EventRow = { id: string; kind: string; user_id: string | null }
type EventDelivery = RecentEvent['deliveries'][number] & { event_id: string }

type EventFilter = { event?: string | undefined; user_id?: string | undefined }

/** Lists events, newest first, without their contents. */
export function listRecentEvents(
  tenant: Tenant,
  { cursor, limit, ...filter }: EventFilter & { cursor?: string | undefined; limit: number },
) {
  const before = cursor === undefined ? undefined : readCursor(cursor)
  return tenant.transaction(async (tx) => {
    const rows = await selectEvents(tx, { ...filter, before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const deliveries = await listEventDeliveries(tx, page)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      events: page.map((row) => presentEvent(row, deliveries)),
      next_cursor: last ? writeCursor(last.id) : null,
    }
  })
}

/** Returns an event with its content. Roles that may not see personal data get no content. */
export function readEvent(tenant: Tenant, caller: Caller, eventId: string) {
  return tenant.transaction(async (tx) => {
    const row = await findEventWithKey(tx, eventId)
    if (!row) throw notFound('Event', eventId)
    const event = presentEvent(row, await listEventDeliveries(tx, [row]))
    if (!canSeePersonalData(caller))
      return { ...event, is_tombstone: row.wrapped === null || row.body === null, body: null }
    audit(tx, 'event.read', row.user_id ?? eventId)
    const key = await openUserKey(tenant.keys, row)
    const stored = { ...row, event_id: eventId, user_id: row.user_id ?? '' }
    const { thin, payload, isTombstone } = readContent(stored, key)
    const body = JSON.parse(thin.toString())
    if (payload !== undefined) body.payload = JSON.parse(payload.toString())
    return { ...event, is_tombstone: isTombstone, body }
  })
}

const presentEvent = (
  { id, kind, user_id }: EventRow,
  deliveries: readonly EventDelivery[],
): RecentEvent => ({
  event_id: id,
  event: kind as z.output<typeof EventKind>,
  user_id,
  created_at: createdAtFromId(id),
  deliveries: deliveries
    .filter(({ event_id }) => event_id === id)
    .map(({ event_id: _, ...delivery }) => delivery),
})

/** Events among which a kind is searched, because there is no index by kind. */
const maxSearched = 50_000

async function selectEvents(
  tx: Tx,
  { event, user_id, before, limit }: EventFilter & { before: string | undefined; limit: number },
) {
  const since = new Date(Date.now() - eventRetentionMs)
  const { rows } = await sql<EventRow>`
    select id, kind, user_id from (
      select id, kind, user_id from events
        where client_id = current_client_id() and id >= first_id_at(${since})
          ${user_id ? sql`and user_id = ${user_id}` : sql``}
          ${before ? sql`and id < ${before}` : sql``}
        order by id desc limit ${event ? maxSearched : limit}) newest
      ${event ? sql`where kind = ${event}` : sql``}
      order by id desc limit ${limit}`.execute(tx)
  return rows
}

type EventWithKey = EventRow & { at: Date; is_payload_omitted: boolean; body: Buffer | null } & {
  [Field in keyof WrappedKey]: WrappedKey[Field] | null
}

async function findEventWithKey(tx: Tx, id: string) {
  const { rows } = await sql<EventWithKey>`
    select e.id, e.kind, e.user_id, e.at, e.is_payload_omitted, e.body, k.wrapped, k.client_key_version
      from events e left join user_keys k on k.client_id = e.client_id and k.user_id = e.user_id
      where e.client_id = current_client_id() and e.id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Deliveries are created with their event, so their ids have nearly the same time. Searching by it needs no index on
 * the event, which would slow every publication. The margins allow for clocks that differ.
 */
const searchBeforeMs = 5_000
const searchAfterMs = 30_000

type TimeRange = { from: number; to: number }

/** Times at which deliveries of the events were created. Overlapping ranges are merged, so that each row is read once. */
export function searchRanges(eventTimesMs: readonly number[]): TimeRange[] {
  const ranges: TimeRange[] = []
  for (const at of eventTimesMs.toSorted((a, b) => a - b)) {
    const range = { from: at - searchBeforeMs, to: at + searchAfterMs }
    const last = ranges.at(-1)
    if (last && range.from <= last.to) last.to = range.to
    else ranges.push(range)
  }
  return ranges
}

async function listEventDeliveries(tx: Tx, events: readonly EventRow[]): Promise<EventDelivery[]> {
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  const ranges = searchRanges(events.map(({ id }) => createdAtFromId(id).getTime()))
  const [from, to] = (['from', 'to'] as const).map((end) =>
    ranges.map((range) => new Date(range[end]).toISOString()),
  )
  const { rows } = await sql<EventDelivery>`
    select d.event_id, d.id as delivery_id, d.webhook_id, d.state
      from unnest(${from}::timestamptz[], ${to}::timestamptz[]) as range (from_at, to_at)
      cross join webhooks w
      cross join lateral (
        select x.event_id, x.id, x.webhook_id, x.state from deliveries x
          where x.client_id = current_client_id() and x.webhook_id = w.id
            and x.id >= first_id_at(range.from_at) and x.id < first_id_at(range.to_at)
            and x.event_id = any(${ids}::uuid[]) and x.user_id is not null) d
      where w.client_id = current_client_id()
      order by d.webhook_id`.execute(tx)
  return rows
}

/** Newest deliveries that statistics are based on, so that a busy webhook costs no more than a quiet one. */
export const maxCounted = 10_000
export const statisticsHours = 24
/** Hours in which a delivery is retried, rounded up. */
const retryHours = 76

/** Counts attempts of the last day by hour. */
export const readStatistics = (tenant: Tenant, webhookId: string) =>
  tenant.transaction(async (tx) => {
    await requireWebhook(tx, webhookId)
    const counted_since = await findCountLimit(tx, webhookId)
    const { rows } = await sql<{
      hour: Date
      succeeded: number
      failed: number
      median_ms: number | null
      p95_ms: number | null
    }>`
      with hours as (
        select generate_series(date_trunc('hour', now()) - make_interval(hours => ${statisticsHours - 1}::int),
          date_trunc('hour', now()), interval '1 hour') as hour
      ), newest as (
        select id from deliveries where ${isRecentDelivery(webhookId)} order by id desc limit ${maxCounted}
      ), tried as (
        select date_trunc('hour', a.started_at) as hour, a.duration_ms,
            coalesce(a.status between 200 and 299, false) as is_success
          from newest n join delivery_attempts a on a.client_id = current_client_id() and a.delivery_id = n.id
          where a.started_at >= (select min(hour) from hours)
      )
      select h.hour, count(*) filter (where t.is_success)::int as succeeded,
          count(*) filter (where not t.is_success)::int as failed,
          round(percentile_cont(0.5) within group (order by t.duration_ms))::int as median_ms,
          round(percentile_cont(0.95) within group (order by t.duration_ms))::int as p95_ms
        from hours h left join tried t on t.hour = h.hour group by h.hour order by h.hour`.execute(tx)
    return { hours: rows, is_truncated: counted_since !== null, counted_since }
  })

const isRecentDelivery = (
  webhookId: string,
) => sql`client_id = current_client_id() and webhook_id = ${webhookId}
  and id >= first_id_at(now() - make_interval(hours => ${statisticsHours + retryHours}::int))`

/** Returns the time of the oldest delivery that is counted, or null if all are. */
async function findCountLimit(tx: Tx, webhookId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where ${isRecentDelivery(webhookId)}
      order by id desc offset ${maxCounted - 1} limit 2`.execute(tx)
  const [oldestCounted, notCounted] = rows
  return oldestCounted && notCounted ? createdAtFromId(oldestCounted.id) : null
}

const cursorPattern = /^e\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const writeCursor = (id: string) => Buffer.from(`e.${id}`).toString('base64url')

function readCursor(cursor: string) {
  const [, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!id) throw invalid('Field [cursor] is invalid: must be the next_cursor of an earlier page')
  return id
}
