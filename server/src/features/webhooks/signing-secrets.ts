import { createSecretKey, randomUUID } from 'node:crypto'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'

/** What deliveries are signed with at one moment. */
export type Signing = {
  /** For X-Svc-Signature. */
  fixed: Buffer | undefined
  /** For X-Svc-Signature-Next, while a secret is coming in. */
  next: Buffer | undefined
  /** For webhook-signature, which can carry several: whoever knows one of them can verify. */
  all: Buffer[]
}

export type SecretColumns = {
  id: string
  signing_secret: Buffer | null
  next_secret: Buffer | null
  next_added_at: Date | null
  next_promoted_at: Date | null
}

const hourMs = 3_600_000
export const promotedAfterMs = 24 * hourMs
export const retiredAfterMs = 48 * hourMs

// One place for both columns: a secret that has come in is moved over without being opened.
const secretPlace = (id: string): Place => ({ table: 'webhooks', column: 'secret', row: id, version: 1 })
const keyPlace = (id: string, keyId: string): Place => ({
  table: 'webhooks',
  column: 'encryption_key',
  row: `${id}/${keyId}`,
  version: 1,
})

export const sealSecret = (key: Buffer, id: string, secret: string) => seal(key, secretPlace(id), secret)

/** A new encryption key gets a new random name, by which a receiver that knows several can choose. */
export function sealEncryptionKey(key: Buffer, id: string, encryptionKey: string) {
  const keyId = randomUUID()
  return {
    encryption_key: seal(key, keyPlace(id, keyId), Buffer.from(encryptionKey, 'base64')),
    encryption_key_id: keyId,
  }
}

export const openEncryptionKey = (key: Buffer, id: string, keyId: string, sealed: Buffer) =>
  createSecretKey(open(key, keyPlace(id, keyId), sealed))

export type RotationStep = 'none' | 'added' | 'promoted'

/** Where a rotation stands: an incoming secret is added, then promoted, and at last the old one is retired. */
export function rotationStep(row: SecretColumns, now: number): RotationStep | 'retired' {
  const { next_secret, next_added_at, next_promoted_at } = row
  if (!next_secret || !next_added_at) return 'none'
  const age = now - next_added_at.getTime()
  if (age >= retiredAfterMs) return 'retired'
  return next_promoted_at || age >= promotedAfterMs ? 'promoted' : 'added'
}

/** From the beginning of a rotation to its end every delivery can be verified with the old secret and with the new. */
export function signingAt(key: Buffer, row: SecretColumns, now: number): Signing {
  const opened = (sealed: Buffer | null) => (sealed ? open(key, secretPlace(row.id), sealed) : undefined)
  const current = opened(row.signing_secret)
  const next = opened(row.next_secret)
  switch (rotationStep(row, now)) {
    case 'none':
      return { fixed: current, next: undefined, all: current ? [current] : [] }
    case 'added':
      return { fixed: current, next, all: [current, next].filter((secret) => secret !== undefined) }
    case 'promoted':
      return { fixed: next, next, all: [next, current].filter((secret) => secret !== undefined) }
    case 'retired':
      return { fixed: next, next: undefined, all: next ? [next] : [] }
  }
}
