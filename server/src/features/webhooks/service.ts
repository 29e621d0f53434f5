import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { afterCommit, audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { forbidden, invalid, notFound } from '../../platform/problem.ts'
import { handoverOf } from '../../platform/tasks/dispatch/handover.ts'
import { newTimedId } from '../../platform/time/uuid-v7.ts'
import { holdClient } from '../configuration/service.ts'
import { changed } from './delivery/courier.ts'
import { findDelivery, insertTestDelivery, requeue } from './delivery-queries.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  forgetHealth,
  forgetKeyCount,
  insertWebhook,
  isNameTaken,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from './queries.ts'
import type { EventKind, NewWebhook, Recovery, Rotation, WebhookChanges } from './schemas.ts'
import { rotationStep, sealEncryptionKey, sealSecret } from './signing-secrets.ts'
import { callCourier, dueSubject, recover, sendTest } from './tasks.ts'

export { publish } from './publish.ts'
export { forgetSaid } from './queries.ts'

type Urls = Pick<Outbound, 'refusalOf'>

const webhooksLimit = 50

export async function subscribe(tenant: Tenant, urls: Urls, input: z.output<typeof NewWebhook>) {
  const { name, events, url, config, signing_secret, encryption_key } = input
  const id = randomUUID()
  const { dataKey } = tenant.keys
  checkUrl(urls, { url, include_payload: config?.include_payload ?? false, isEncrypted: !!encryption_key })
  return tenant.transaction(async (tx) => {
    await holdClient(tx)
    if ((await countWebhooks(tx)) >= webhooksLimit)
      throw forbidden('too-many-webhooks', `A client can have ${webhooksLimit} webhooks at most`)
    const webhook = await insertWebhook(tx, {
      id,
      name,
      events,
      url,
      ...config,
      ...(signing_secret && { signing_secret: sealSecret(dataKey, id, signing_secret) }),
      ...(encryption_key && sealEncryptionKey(dataKey, id, encryption_key)),
    })
    if (!webhook) throw nameTaken(name)
    audit(tx, 'webhook.created', id)
    return presentWebhook(webhook)
  })
}

export async function listWebhookPage(tenant: Tenant, { offset, limit }: { offset: number; limit: number }) {
  const { total, webhooks } = await tenant.transaction((tx) => listWebhooks(tx, { skip: offset - 1, limit }))
  return {
    pagination: { offset, limit, count: webhooks.length, total_count: total },
    webhooks: webhooks.map(presentWebhook),
  }
}

export function readWebhook(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => presentWebhook(await requireWebhook(tx, id)))
}

export function changeWebhook(
  tenant: Tenant,
  urls: Urls,
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
    // Two who want the same name at once: the second must see the first.
    if (changes.name) await holdClient(tx)
    if (changes.name && (await isNameTaken(tx, changes.name, id))) throw nameTaken(changes.name)
    checkUrl(urls, { url, include_payload, isEncrypted: before.encryption_key !== null })
    const values = { name, events, url, include_payload, encrypted_content_type }
    const webhook = await updateWebhook(tx, id, values)
    // Whatever was wrong with the old address says nothing about the new one.
    if (url !== before.url) await startAfresh(tx, tenant, webhook)
    audit(tx, 'webhook.changed', id)
    tellCourier(tx, id)
    return presentWebhook(webhook)
  })
}

/** Its waiting deliveries are nobody's from now on; they go with their week. */
export function unsubscribe(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    if (!(await deleteWebhookRow(tx, id))) throw notFound('Webhook', id)
    audit(tx, 'webhook.deleted', id)
    tellCourier(tx, id)
  })
}

/** Nothing more is begun; what happens meanwhile waits. */
export function pause(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (!webhook) throw notFound('Webhook', id)
    if (!webhook.paused_at)
      await updateWebhook(tx, id, { paused_at: new Date(), pause_reason: 'you paused it' })
    audit(tx, 'webhook.paused', id)
    tellCourier(tx, id)
  })
}

export function resume(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    if (!(await lockWebhook(tx, id))) throw notFound('Webhook', id)
    const webhook = await updateWebhook(tx, id, { paused_at: null, pause_reason: null })
    await startAfresh(tx, tenant, webhook)
    audit(tx, 'webhook.resumed', id)
    tellCourier(tx, id)
  })
}

/** A secret comes in beside the old one and takes its place in two steps; a key is exchanged at once. */
export function rotate(tenant: Tenant, id: string, input: z.output<typeof Rotation>) {
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
      ...(step !== 'add' && moveOn(webhook, step, now)),
      ...(signing_secret && comingIn(webhook, sealSecret(dataKey, id, signing_secret), now)),
      ...(encryption_key && sealEncryptionKey(dataKey, id, encryption_key)),
    })
    if (encryption_key) await forgetKeyCount(tx, id)
    audit(tx, 'webhook.rotated', id)
    tellCourier(tx, id)
  })
}

const settled = { next_secret: null, next_added_at: null, next_promoted_at: null }

function comingIn(webhook: WebhookRow, next_secret: Buffer, now: Date) {
  const step = rotationStep(webhook, now.getTime())
  if (step === 'added' || step === 'promoted')
    throw invalid('A rotation is under way already: promote and retire it first')
  const current = step === 'retired' ? webhook.next_secret : webhook.signing_secret
  // Nobody checks signatures yet where there are none: no need to be gentle.
  if (!current) return { ...settled, signing_secret: next_secret }
  return { signing_secret: current, next_secret, next_added_at: now, next_promoted_at: null }
}

function moveOn(webhook: WebhookRow, to: 'promote' | 'retire', now: Date) {
  const step = rotationStep(webhook, now.getTime())
  if (step === 'none' || step === 'retired') throw invalid('There is no rotation under way')
  return to === 'promote' ? { next_promoted_at: now } : { ...settled, signing_secret: webhook.next_secret }
}

/** Returns the delivery and the task that makes its one attempt. */
export function requestTest(tenant: Tenant, id: string, kind: z.output<typeof EventKind> | undefined) {
  return tenant.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, id)
    const event = kind ?? (webhook.events[0] as z.output<typeof EventKind>)
    const delivery_id = newTimedId()
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
    if (!webhook.paused_at) await callCourier(tx, { clientId: tenant.clientId, webhookId: id })
    audit(tx, 'webhook.redelivered', deliveryId)
    tellCourier(tx, id)
  })
}

export async function requireWebhook(tx: Tx, id: string) {
  const webhook = await findWebhook(tx, id)
  if (!webhook) throw notFound('Webhook', id)
  return webhook
}

async function startAfresh(tx: Tx, tenant: Tenant, { id, paused_at }: WebhookRow) {
  await forgetHealth(tx, id)
  if (!paused_at) await callCourier(tx, { clientId: tenant.clientId, webhookId: id })
}

/** A courier that is under way should not go by what it read before. */
function tellCourier(tx: Tx, id: string) {
  afterCommit(tx, () => handoverOf(tx).nudge(dueSubject(id), changed))
}

type Sending = { url: string; include_payload: boolean; isEncrypted: boolean }

function checkUrl(urls: Urls, { url, include_payload, isEncrypted }: Sending) {
  const refusal = urls.refusalOf(url)
  if (refusal) throw invalid(`Field [url] is invalid: ${refusal}`)
  if (include_payload && !isEncrypted && new URL(url).protocol !== 'https:') {
    throw invalid(
      'Field [config.include_payload] is invalid: personal data is sent by https or with an [encryption_key] only',
    )
  }
}

const nameTaken = (name: string) => invalid(`A webhook named [${name}] already exists`)

export function presentWebhook({ id, name, events, url, created_at }: WebhookRow) {
  return { webhook_id: id, name, events, url, created_at }
}
