import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { afterCommit, audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { forbidden, invalid, notFound } from '../../platform/problem.ts'
import { handoverOf } from '../../platform/tasks/dispatch/handover.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import { lockClient } from '../configuration/service.ts'
import { notifyAdministrators } from '../members/service.ts'
import { webhookChanged } from './delivery/courier.ts'
import { findDelivery, insertTestDelivery, requeue } from './delivery-queries.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  isNameTaken,
  listWebhooks,
  lockWebhook,
  resetHealth,
  resetKeyUsage,
  updateWebhook,
  type WebhookRow,
} from './queries.ts'
import type { EventKind, NewWebhook, Recovery, Rotation, WebhookChanges } from './schemas.ts'
import { rotationStep, sealEncryptionKey, sealSecret } from './signing-secrets.ts'
import { dispatchCourier, dueSubject, recover, sendTest } from './tasks.ts'

export { hasSubscriber, type NewEvent, publish, publishOptIn } from './publish.ts'
export { clientSubscribes, eraseEventContent } from './queries.ts'

type Urls = Pick<Outbound, 'refusalOf'>
/** Dependencies of changes to a webhook, of which the administrators are notified. */
type WebhookDeps = { outbound: Urls; baseUrl: string }

const maxWebhooks = 50

export async function subscribe(tenant: Tenant, deps: WebhookDeps, input: z.output<typeof NewWebhook>) {
  const { name, events, url, config, signing_secret, encryption_key } = input
  const id = randomUUID()
  const { dataKey } = tenant.keys
  const include_payload = config?.include_payload ?? false
  checkUrl(deps.outbound, { url, include_payload, isEncrypted: !!encryption_key })
  return tenant.transaction(async (tx) => {
    await lockClient(tx)
    if ((await countWebhooks(tx)) >= maxWebhooks)
      throw forbidden('too-many-webhooks', `A client can have ${maxWebhooks} webhooks at most`)
    if (await isNameTaken(tx, name, id)) throw nameTakenError(name)
    const webhook = await insertWebhook(tx, {
      id,
      name,
      events,
      url,
      ...config,
      ...(signing_secret && { signing_secret: sealSecret(dataKey, id, signing_secret) }),
      ...(encryption_key && sealEncryptionKey(dataKey, id, encryption_key)),
    })
    audit(tx, 'webhook.created', id)
    await notifyAdministrators(tx, tenant, deps, {
      subject: 'A webhook was created',
      change: `the webhook "${name}" was created with the URL ${url}`,
    })
    return presentWebhook(webhook)
  })
}

export async function listWebhookPage(tenant: Tenant, { offset, limit }: { offset: number; limit: number }) {
  const { total, webhooks } = await tenant.transaction((tx) => listWebhooks(tx, { skip: offset - 1, limit }))
  return {
    pagination: paginationOf({ offset, limit }, webhooks, total),
    webhooks: webhooks.map(presentWebhook),
  }
}

export function readWebhook(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => presentWebhook(await requireWebhook(tx, id)))
}

export function changeWebhook(
  tenant: Tenant,
  deps: WebhookDeps,
  id: string,
  { config, ...changes }: z.output<typeof WebhookChanges>,
) {
  return tenant.transaction(async (tx) => {
    const before = await lockWebhook(tx, id)
    if (!before) throw notFound('Webhook', id)
    const { name, events, url, include_payload, encrypted_content_type } = {
      ...before,
      ...changes,
      ...config,
    }
    // A client may have names of an older release that differ only in case: one that is sent back unchanged is not refused.
    if (name !== before.name) {
      // Serialise renames of one client, so that two concurrent requests cannot take the same name.
      await lockClient(tx)
      if (await isNameTaken(tx, name, id)) throw nameTakenError(name)
    }
    checkUrl(deps.outbound, { url, include_payload, isEncrypted: before.encryption_key !== null })
    const values = { name, events, url, include_payload, encrypted_content_type }
    const webhook = await updateWebhook(tx, id, values)
    if (url !== before.url) {
      // Failures at the old URL say nothing about the new one.
      await resetAndDispatch(tx, tenant, webhook)
      await notifyAdministrators(tx, tenant, deps, {
        subject: 'The URL of a webhook was changed',
        change: `the URL of the webhook "${name}" was changed from ${before.url} to ${url}`,
      })
    }
    audit(tx, 'webhook.changed', id)
    notifyCourier(tx, id)
    return presentWebhook(webhook)
  })
}

/** Deletes the webhook. Pending deliveries are orphaned and dropped with their weekly partition. */
export function unsubscribe(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    if (!(await deleteWebhookRow(tx, id))) throw notFound('Webhook', id)
    audit(tx, 'webhook.deleted', id)
    notifyCourier(tx, id)
  })
}

/** Pauses the webhook: no further attempts are started, and deliveries accumulate until the webhook is resumed. */
export function pause(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (!webhook) throw notFound('Webhook', id)
    if (!webhook.paused_at)
      await updateWebhook(tx, id, { paused_at: new Date(), pause_reason: 'you paused it' })
    audit(tx, 'webhook.paused', id)
    notifyCourier(tx, id)
  })
}

export function resume(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    if (!(await lockWebhook(tx, id))) throw notFound('Webhook', id)
    const webhook = await updateWebhook(tx, id, { paused_at: null, pause_reason: null })
    await resetAndDispatch(tx, tenant, webhook)
    audit(tx, 'webhook.resumed', id)
    notifyCourier(tx, id)
  })
}

/**
 * Rotates secrets. A signing secret is replaced in steps, during which the old one is still used; an encryption key
 * is replaced immediately.
 */
export function rotate(
  tenant: Tenant,
  deps: Pick<WebhookDeps, 'baseUrl'>,
  id: string,
  input: z.output<typeof Rotation>,
) {
  const { signing_secret, encryption_key, step = 'add' } = input
  if (step === 'add' && !signing_secret && !encryption_key)
    throw invalid('Request is missing the required field [signing_secret] or [encryption_key]')
  if (step !== 'add' && (signing_secret || encryption_key))
    throw invalid(`Field [step] is invalid: nothing new comes in with step [${step}]`)
  return tenant.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (!webhook) throw notFound('Webhook', id)
    const { dataKey } = tenant.keys
    const now = new Date()
    await updateWebhook(tx, id, {
      ...(step !== 'add' && advanceRotation(webhook, step, now)),
      ...(signing_secret && addSecret(webhook, sealSecret(dataKey, id, signing_secret), now)),
      ...(encryption_key && sealEncryptionKey(dataKey, id, encryption_key)),
    })
    if (encryption_key) await resetKeyUsage(tx, id)
    audit(tx, 'webhook.rotated', id)
    // The next steps only complete the rotation that was announced.
    if (step === 'add')
      await notifyAdministrators(tx, tenant, deps, {
        subject: 'A secret of a webhook was rotated',
        change: `a new ${signing_secret ? 'signing secret' : 'encryption key'} was set for the webhook "${webhook.name}"`,
      })
    notifyCourier(tx, id)
  })
}

const noRotation = { next_secret: null, next_added_at: null, next_promoted_at: null }

function addSecret(webhook: WebhookRow, next_secret: Buffer, now: Date) {
  const step = rotationStep(webhook, now.getTime())
  if (step === 'added' || step === 'promoted')
    throw invalid('A rotation is under way already: promote and retire it first')
  const current = step === 'retired' ? webhook.next_secret : webhook.signing_secret
  // Deliveries have not been signed so far, so no receiver verifies an old secret, and no rotation is needed.
  if (!current) return { ...noRotation, signing_secret: next_secret }
  return { signing_secret: current, next_secret, next_added_at: now, next_promoted_at: null }
}

function advanceRotation(webhook: WebhookRow, to: 'promote' | 'retire', now: Date) {
  const step = rotationStep(webhook, now.getTime())
  if (step === 'none' || step === 'retired') throw invalid('There is no rotation under way')
  return to === 'promote' ? { next_promoted_at: now } : { ...noRotation, signing_secret: webhook.next_secret }
}

/** Schedules a test delivery with a single attempt. Returns the task id. */
export function requestTest(tenant: Tenant, id: string, kind: z.output<typeof EventKind> | undefined) {
  return tenant.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, id)
    const event = kind ?? (webhook.events[0] as z.output<typeof EventKind>)
    const delivery_id = newUuidV7()
    const due = new Date().toISOString()
    await insertTestDelivery(tx, { id: delivery_id, webhook_id: id, kind: event, due_at: due })
    audit(tx, 'webhook.tested', id)
    const taskId = await sendTest.schedule(tx, { webhook_id: id, delivery_id, event, due }, { awaited: true })
    return { taskId }
  })
}

export function requestRecovery(tenant: Tenant, id: string, { since, until }: z.output<typeof Recovery>) {
  const end = until ?? new Date()
  if (end <= since) throw invalid('Field [until] is invalid: must be later than [since]')
  return tenant.transaction(async (tx) => {
    await requireWebhook(tx, id)
    const span = { since: since.toISOString(), until: end.toISOString() }
    await recover.schedule(tx, { webhook_id: id, ...span }, { key: `recover ${id}` })
    audit(tx, 'webhook.recovered', id)
  })
}

export function redeliver(tenant: Tenant, id: string, deliveryId: string) {
  return tenant.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, id)
    const delivery = await findDelivery(tx, id, deliveryId)
    if (!delivery) throw notFound('Delivery', deliveryId)
    if (delivery.user_id === null) throw invalid('A test is not sent again; make a new one')
    await requeue(tx, id, deliveryId)
    if (!webhook.paused_at) await dispatchCourier(tx, { clientId: tenant.clientId, webhookId: id })
    audit(tx, 'webhook.redelivered', deliveryId)
    notifyCourier(tx, id)
  })
}

export async function requireWebhook(tx: Tx, id: string) {
  const webhook = await findWebhook(tx, id)
  if (!webhook) throw notFound('Webhook', id)
  return webhook
}

async function resetAndDispatch(tx: Tx, tenant: Tenant, { id, paused_at }: WebhookRow) {
  await resetHealth(tx, id)
  if (!paused_at) await dispatchCourier(tx, { clientId: tenant.clientId, webhookId: id })
}

/** Makes a running courier reload the webhook. */
function notifyCourier(tx: Tx, id: string) {
  afterCommit(tx, () => handoverOf(tx).notify(dueSubject(id), webhookChanged))
}

type PayloadPolicy = { url: string; include_payload: boolean; isEncrypted: boolean }

function checkUrl(urls: Urls, { url, include_payload, isEncrypted }: PayloadPolicy) {
  const refusal = urls.refusalOf(url)
  if (refusal) throw invalid(`Field [url] is invalid: ${refusal}`)
  if (include_payload && !isEncrypted && new URL(url).protocol !== 'https:') {
    throw invalid(
      'Field [config.include_payload] is invalid: personal data is sent by https or with an [encryption_key] only',
    )
  }
}

const nameTakenError = (name: string) => invalid(`A webhook named [${name}] already exists`)

export function presentWebhook({ id, name, events, url, created_at }: WebhookRow) {
  return { webhook_id: id, name, events, url, created_at }
}
