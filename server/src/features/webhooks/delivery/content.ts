import type { KeyObject } from 'node:crypto'
import type { ClientKeys, WrappedKey } from '../../../platform/secrets/keyring.ts'
import { open, type Place } from '../../../platform/secrets/seal.ts'
import { openEncryptionKey, signingAt } from '../signing-secrets.ts'
import type { DueDelivery, Target } from './queue.ts'
import type { Content, Form } from './signed-message.ts'

export const bodyPlace = (eventId: string): Place => ({
  table: 'events',
  column: 'body',
  row: eventId,
  version: 1,
})

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

type Keyed = { user_id: string | null } & { [Field in keyof WrappedKey]: WrappedKey[Field] | null }

/** The key of the user whom something is about, or undefined: they were erased. */
export async function userKeyOf(keys: ClientKeys, { user_id, wrapped, client_key_version }: Keyed) {
  if (!user_id || !wrapped || client_key_version === null) return undefined
  return keys.userKey(user_id, { wrapped, client_key_version })
}

type Told = Pick<DueDelivery, 'event_id' | 'kind' | 'user_id' | 'at' | 'is_payload_omitted' | 'body'>

/** What a stored event says. Of an erased user only that it was said, and when. */
export function contentOf(told: Told, key: KeyObject | undefined): Content {
  const { kind, user_id, at, body } = told
  const rest = { isPayloadOmitted: told.is_payload_omitted ?? false, isTest: false }
  if (!key || !body) {
    const thin = JSON.stringify({ event: kind, user_id, timestamp: (at ?? new Date(0)).toISOString() })
    return { ...rest, thin, payload: undefined, isTombstone: true }
  }
  const text = open(key, bodyPlace(told.event_id), body).toString()
  const end = text.indexOf('\n')
  return { ...rest, thin: text.slice(0, end), payload: text.slice(end + 1) || undefined, isTombstone: false }
}
