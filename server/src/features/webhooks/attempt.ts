import type { KeyObject } from 'node:crypto'
import { type Answer, type Outbound, OutboundFailure } from '../../platform/outbound/outbound.ts'
import type { ClientKeys, WrappedKey } from '../../platform/secrets/keyring.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import { type Content, composeMessage, type Envelope, type Form } from './message.ts'
import type { DueDelivery, Recorded, Target } from './queue.ts'
import { nextAttemptAt, readRetryAfter } from './schedule.ts'
import { openEncryptionKey, signingAt } from './secrets.ts'

/** What the receiver's answer asks of us beyond this delivery. */
export type Wish = 'none' | 'pause'

export type Outcome = { recorded: Recorded; isSuccess: boolean; wish: Wish }

export type Attempt = Envelope & { url: string; form: Form; content: Content; tries: number }

const gone = 410

/** How this webhook wants its deliveries at this moment; secrets come and go with time. */
export function formOf(keys: ClientKeys, target: Target, now: number): Form {
  const { id, encryption_key, encryption_key_id, encrypted_content_type } = target
  const isEncrypted = encryption_key !== null && encryption_key_id !== null
  return {
    includesPayload: target.include_payload,
    signing: signingAt(keys.dataKey, target, now),
    encryption: isEncrypted
      ? {
          key: openEncryptionKey(keys.dataKey, id, encryption_key_id, encryption_key),
          keyId: encryption_key_id,
          contentType: encrypted_content_type,
        }
      : undefined,
  }
}

/** The key of the user whom a delivery is about, or undefined: they were erased. */
export async function userKeyOf(keys: ClientKeys, delivery: DueDelivery) {
  const { user_id, wrapped, client_key_version } = delivery
  if (!wrapped || client_key_version === null) return undefined
  return keys.userKey(user_id, { wrapped, client_key_version } satisfies WrappedKey)
}

type Told = Pick<DueDelivery, 'event_id' | 'kind' | 'user_id' | 'at' | 'is_payload_omitted' | 'body'>

/** What a stored event says. Of an erased user only that it was said, and when. */
export function contentOf(delivery: Told, key: KeyObject | undefined): Content {
  const { kind, user_id, at, body } = delivery
  const rest = { isPayloadOmitted: delivery.is_payload_omitted ?? false, isTest: false }
  if (!key || !body) {
    const thin = JSON.stringify({ event: kind, user_id, timestamp: (at ?? new Date(0)).toISOString() })
    return { ...rest, thin, payload: undefined, isTombstone: true }
  }
  const text = open(key, bodyPlace(delivery.event_id), body).toString()
  const end = text.indexOf('\n')
  return { ...rest, thin: text.slice(0, end), payload: text.slice(end + 1) || undefined, isTombstone: false }
}

/** One attempt: one POST, judged. Throws only if it was called off. */
export async function makeAttempt(
  { url, form, content, tries, ...envelope }: Attempt,
  tools: { outbound: Outbound; signal: AbortSignal; answerKey: KeyObject | Buffer | undefined },
): Promise<Outcome> {
  const { outbound, signal, answerKey } = tools
  const startedAt = Date.now()
  const message = composeMessage(form, content, envelope, startedAt)
  const base = { id: envelope.deliveryId, number: envelope.attempt, startedAt: new Date(startedAt) }
  try {
    const answer = await outbound.post({ url, ...message, signal })
    const kept = answerKey ? sealAnswer(answerKey, envelope, answer) : null
    const { durationMs, status } = answer
    return judge(
      { ...base, durationMs: Math.round(durationMs), status, failure: null, answer: kept },
      answer,
      tries,
    )
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    const durationMs = Math.round(error.durationMs)
    return failed(
      { ...base, durationMs, status: null, failure: error.message, answer: null },
      tries,
      undefined,
    )
  }
}

type Made = Omit<Recorded, 'state' | 'spent' | 'dueAt'>

function judge(made: Made, { status, headers }: Answer, tries: number): Outcome {
  const said = headers['webhook-delivery']
  const wish = said === 'disable' || status === gone ? 'pause' : 'none'
  const ended = { spent: 1, dueAt: made.startedAt } as const
  if (status >= 200 && status < 300) {
    return { recorded: { ...made, ...ended, state: 'delivered' }, isSuccess: true, wish }
  }
  if (said === 'abort-message') {
    return { recorded: { ...made, ...ended, state: 'dropped' }, isSuccess: true, wish }
  }
  // Whoever asks us to stop has not refused this delivery: it waits, whole, until they want it.
  if (wish === 'pause') {
    return {
      recorded: { ...made, state: 'waiting', spent: 0, dueAt: made.startedAt },
      isSuccess: false,
      wish,
    }
  }
  return failed(made, tries, headers['retry-after'])
}

function failed(made: Made, tries: number, retryAfter: string | undefined): Outcome {
  const now = Date.now()
  const retryAfterMs = readRetryAfter(retryAfter, now)
  const next = nextAttemptAt(tries + 1, now, { retryAfterMs })
  const dueAt = next === undefined ? made.startedAt : new Date(next)
  const state = next === undefined ? 'dead' : 'waiting'
  return { recorded: { ...made, state, spent: 1, dueAt }, isSuccess: false, wish: 'none' }
}

const sealAnswer = (key: KeyObject | Buffer, { deliveryId, attempt }: Envelope, { body }: Answer) =>
  body.length === 0 ? null : seal(key, answerPlace(deliveryId, attempt), body)

export const answerPlace = (deliveryId: string, attempt: number): Place => ({
  table: 'delivery_attempts',
  column: 'answer',
  row: `${deliveryId}/${attempt}`,
  version: 1,
})

export const bodyPlace = (eventId: string): Place => ({
  table: 'events',
  column: 'body',
  row: eventId,
  version: 1,
})
