import type { z } from 'zod'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { unseal } from '../../platform/secrets/seal.ts'
import { answerSealContext } from './delivery/attempt.ts'
import { isOpen } from './delivery/breaker.ts'
import { openUserKey, readContent } from './delivery/content.ts'
import { composeBody } from './delivery/signed-message.ts'
import {
  type DeliveryFilter,
  type DeliveryRow,
  type FeedCursor,
  findDelivery,
  findEvent,
  findNextDue,
  listAttempts,
  listDeliveries,
  listEvents,
} from './delivery-queries.ts'
import { findQueue } from './queries.ts'
import type { EventKind } from './schemas.ts'
import { requireWebhook } from './service.ts'
import { promoteAfterMs, retireAfterMs, rotationStep } from './signing-secrets.ts'

export function readStatus(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, id)
    const [queue, next] = [await findQueue(tx, id), await findNextDue(tx, id)]
    // Deleted since the first query.
    if (!queue) throw notFound('Webhook', id)
    const { paused_at, pause_reason, include_payload, next_added_at } = webhook
    const step = rotationStep(webhook, Date.now())
    const rotation = step === 'retired' ? ('none' as const) : step
    const isHeld = queue.held_until !== null && isOpen(queue.breaker as object)
    const rotationStartMs = rotation === 'none' ? undefined : next_added_at?.getTime()
    return {
      webhook_id: id,
      state: paused_at ? ('paused' as const) : isHeld ? ('held' as const) : ('active' as const),
      paused_at,
      pause_reason,
      held_until: isHeld ? queue.held_until : null,
      failing_since: queue.failing_since,
      last_success_at: queue.last_success_at,
      next_attempt_at: next?.due_at ?? null,
      config: { include_payload, encrypted_content_type: webhook.encrypted_content_type as 'text/plain' },
      signing: {
        is_signed: webhook.signing_secret !== null,
        rotation,
        promotes_at:
          rotationStartMs && rotation === 'added' ? new Date(rotationStartMs + promoteAfterMs) : null,
        retires_at: rotationStartMs ? new Date(rotationStartMs + retireAfterMs) : null,
      },
      encryption: {
        is_encrypted: webhook.encryption_key !== null,
        key_id: webhook.encryption_key_id,
        messages: Number(queue.key_messages),
      },
    }
  })
}

export function listDeliveryPage(
  tenant: Tenant,
  id: string,
  { cursor, limit, ...filter }: DeliveryFilter & { cursor?: string; limit: number },
) {
  return tenant.transaction(async (tx) => {
    await requireWebhook(tx, id)
    const rows = await listDeliveries(tx, id, { ...filter, before: cursor, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return { deliveries: rows.map(presentDelivery), next_cursor: last?.id ?? null }
  })
}

export function readDelivery(tenant: Tenant, caller: Caller, id: string, deliveryId: string) {
  return tenant.transaction(async (tx) => {
    const { include_payload } = await requireWebhook(tx, id)
    const row = await findDelivery(tx, id, deliveryId)
    if (!row) throw notFound('Delivery', deliveryId)
    const attempts = await listAttempts(tx, deliveryId)
    const seesContent = canSeePersonalData(caller)
    if (seesContent) audit(tx, 'delivery.read', deliveryId)
    const { user_id } = row
    const userKey = await openUserKey(tenant.keys, row)
    const key = user_id === null ? tenant.keys.dataKey : userKey
    const event = seesContent && user_id !== null ? await findEvent(tx, row.event_id) : undefined
    const content = event && readContent({ ...row, ...event, user_id: user_id ?? '' }, userKey)
    return {
      ...presentDelivery(row),
      body: content ? composeBody({ includesPayload: include_payload }, content).toString() : null,
      attempts: attempts.map(({ number, started_at, duration_ms, status, failure, answer }) => ({
        attempt: number,
        started_at,
        duration_ms,
        status,
        failure,
        answer:
          seesContent && key && answer
            ? unseal(key, answerSealContext(deliveryId, number), answer).toString()
            : null,
      })),
    }
  })
}

function presentDelivery(row: DeliveryRow) {
  const state = row.state === 'test' ? 'waiting' : row.state
  const isTest = row.user_id === null
  return {
    delivery_id: row.id,
    event_id: isTest ? null : row.event_id,
    event: row.kind as z.output<typeof EventKind>,
    user_id: row.user_id,
    sequence: row.sequence === null ? null : Number(row.sequence),
    state,
    is_test: isTest,
    attempt_count: row.attempts,
    created_at: createdAtFromId(row.id),
    next_attempt_at: state === 'waiting' ? row.due_at : null,
    ended_at: row.ended_at,
  }
}

/** Event and delivery ids are UUIDv7, whose first 48 bits are the creation time in milliseconds. */
export const createdAtFromId = (id: string) => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))

export const eventRetentionMs = 30 * 86_400_000
const feedCursorPattern = /^(\d{1,20})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const feedStart: FeedCursor = { xid: '0', id: '00000000-0000-0000-0000-000000000000' }

export function listEventPage(
  tenant: Tenant,
  caller: Caller,
  { cursor, limit, include_payload }: { cursor?: string; limit: number; include_payload: boolean },
) {
  const after = cursor === undefined ? feedStart : parseFeedCursor(cursor)
  const showsPayload = include_payload && canSeePersonalData(caller)
  return tenant.transaction(async (tx) => {
    const rows = await listEvents(tx, { after, since: new Date(Date.now() - eventRetentionMs), limit })
    if (canSeePersonalData(caller)) audit(tx, 'event.listed')
    const events = []
    for (const row of rows) {
      const { id, user_id } = row
      const key = await openUserKey(tenant.keys, row)
      const { thin, payload, isTombstone } = readContent(
        { ...row, event_id: id, user_id: user_id ?? '' },
        key,
      )
      const body = JSON.parse(thin.toString())
      // The client's own document ids may contain personal data. The Support role does not see them on documents
      // either.
      if (!canSeePersonalData(caller)) delete body.document_external_ids
      if (showsPayload && payload !== undefined) body.payload = JSON.parse(payload.toString())
      events.push({ event_id: id, is_tombstone: isTombstone, body })
    }
    const last = rows.at(-1) ?? after
    return { events, cursor: `${last.xid}.${last.id}`, has_more: rows.length === limit }
  })
}

function parseFeedCursor(cursor: string): FeedCursor {
  const [, xid, id] = feedCursorPattern.exec(cursor) ?? []
  if (!xid || !id) throw invalid('Field [cursor] is invalid: must be the cursor of an earlier page')
  return { xid, id }
}
