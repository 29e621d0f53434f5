import type { KeyObject } from 'node:crypto'
import type { ClientKeySet, WrappedKey } from '../../../platform/secrets/keyring.ts'
import { type SealContext, unseal } from '../../../platform/secrets/seal.ts'
import { openEncryptionKey, openSigningSecrets, rotationStep } from '../signing-secrets.ts'
import type { DueDelivery, WebhookTarget } from './queue.ts'
import type { DeliveryContent, DeliveryFormat } from './signed-message.ts'

export const eventBodySealContext = (eventId: string): SealContext => ({
  table: 'events',
  column: 'body',
  row: eventId,
  version: 1,
})

/**
 * Returns the format of deliveries at this time. It depends on the time because the steps of a secret rotation do.
 */
export function readDeliveryFormat(keys: ClientKeySet, target: WebhookTarget, now: number): DeliveryFormat {
  const { id, encryption_key, encryption_key_id, encrypted_content_type } = target
  const isEncrypted = encryption_key !== null && encryption_key_id !== null
  return {
    includesPayload: target.include_payload,
    signing: openSigningSecrets(keys.dataKey, target, now),
    encryption: isEncrypted
      ? {
          key: openEncryptionKey(keys.dataKey, id, encryption_key_id, encryption_key),
          keyId: encryption_key_id,
          contentType: encrypted_content_type,
        }
      : undefined,
  }
}

/**
 * Like readDeliveryFormat, but returns the previous format while nothing that it depends on has changed: a courier reads
 * its webhook with every poll, and decrypting secrets and keys costs more than the rest of it.
 */
export function createFormatReader(keys: ClientKeySet) {
  let previous: { target: WebhookTarget; step: string; format: DeliveryFormat } | undefined
  return (target: WebhookTarget, now: number): DeliveryFormat => {
    const step = rotationStep(target, now)
    if (previous?.step === step && hasSameFormat(previous.target, target)) return previous.format
    const format = readDeliveryFormat(keys, target, now)
    previous = { target, step, format }
    return format
  }
}

const hasSameFormat = (one: WebhookTarget, other: WebhookTarget) =>
  one.include_payload === other.include_payload &&
  one.encrypted_content_type === other.encrypted_content_type &&
  one.encryption_key_id === other.encryption_key_id &&
  isSame(one.encryption_key, other.encryption_key) &&
  isSame(one.signing_secret, other.signing_secret) &&
  isSame(one.next_secret, other.next_secret)

const isSame = (one: Buffer | null, other: Buffer | null) =>
  one === null || other === null ? one === other : one.equals(other)

type UserKeyColumns = { user_id: string | null } & { [Field in keyof WrappedKey]: WrappedKey[Field] | null }

/** Returns the user's key, or undefined if the user was erased. */
export async function openUserKey(
  keys: ClientKeySet,
  { user_id, wrapped, client_key_version }: UserKeyColumns,
) {
  if (!user_id || !wrapped || client_key_version === null) return undefined
  return keys.userKey(user_id, { wrapped, client_key_version })
}

export type StoredEvent = Pick<DueDelivery, 'event_id' | 'kind' | 'user_id' | 'at' | 'is_payload_omitted'> & {
  body: Buffer | null
}

const lineBreak = 0x0a

/** Decrypts a stored event. For an erased user, only a tombstone with kind, user id and time is left. */
export function readContent(event: StoredEvent, key: KeyObject | undefined): DeliveryContent {
  const { kind, user_id, at, body } = event
  const rest = { isPayloadOmitted: event.is_payload_omitted ?? false, isTest: false }
  if (!key || !body) {
    const thin = JSON.stringify({ event: kind, user_id, timestamp: (at ?? new Date(0)).toISOString() })
    return { ...rest, thin: Buffer.from(thin), payload: undefined, isTombstone: true }
  }
  const text = unseal(key, eventBodySealContext(event.event_id), body)
  const end = text.indexOf(lineBreak)
  const payload = text.subarray(end + 1)
  return {
    ...rest,
    thin: text.subarray(0, end),
    payload: payload.length > 0 ? payload : undefined,
    isTombstone: false,
  }
}
