import { createSecretKey, randomUUID } from 'node:crypto'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'

/** The secrets that sign deliveries at a given time. */
export type SigningSecrets = {
  /** Secret for X-Svc-Signature. */
  primary: Buffer | undefined
  /** Secret for X-Svc-Signature-Next, during a rotation. */
  next: Buffer | undefined
  /**
   * Secrets for webhook-signature, which can contain several signatures: a receiver verifies with any one of the
   * secrets.
   */
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
export const promoteAfterMs = 24 * hourMs
export const retireAfterMs = 48 * hourMs

// Both columns have the same seal context, so that a new secret can be moved to signing_secret without decrypting it.
const secretSealContext = (id: string): SealContext => ({
  table: 'webhooks',
  column: 'secret',
  row: id,
  version: 1,
})
const keySealContext = (id: string, keyId: string): SealContext => ({
  table: 'webhooks',
  column: 'encryption_key',
  row: `${id}/${keyId}`,
  version: 1,
})

export const sealSecret = (key: Buffer, id: string, secret: string) =>
  seal(key, secretSealContext(id), secret)

/**
 * Seals an encryption key. Each key gets a new random id, by which a receiver with several keys selects the right
 * one.
 */
export function sealEncryptionKey(key: Buffer, id: string, encryptionKey: string) {
  const keyId = randomUUID()
  return {
    encryption_key: seal(key, keySealContext(id, keyId), Buffer.from(encryptionKey, 'base64')),
    encryption_key_id: keyId,
  }
}

export const openEncryptionKey = (key: Buffer, id: string, keyId: string, sealed: Buffer) =>
  createSecretKey(unseal(key, keySealContext(id, keyId), sealed))

export type RotationStep = 'none' | 'added' | 'promoted'

/**
 * Returns the step of a rotation: a new secret is added, then promoted to primary, and finally the old one is
 * retired.
 */
export function rotationStep(row: SecretColumns, now: number): RotationStep | 'retired' {
  const { next_secret, next_added_at, next_promoted_at } = row
  if (!next_secret || !next_added_at) return 'none'
  const age = now - next_added_at.getTime()
  if (age >= retireAfterMs) return 'retired'
  return next_promoted_at || age >= promoteAfterMs ? 'promoted' : 'added'
}

/**
 * Returns the secrets at this time. During a rotation, every delivery can be verified with either the old or the new
 * secret.
 */
export function openSigningSecrets(key: Buffer, row: SecretColumns, now: number): SigningSecrets {
  const openSecret = (sealed: Buffer | null) =>
    sealed ? unseal(key, secretSealContext(row.id), sealed) : undefined
  const current = openSecret(row.signing_secret)
  const next = openSecret(row.next_secret)
  switch (rotationStep(row, now)) {
    case 'none':
      return { primary: current, next: undefined, all: current ? [current] : [] }
    case 'added':
      return { primary: current, next, all: [current, next].filter((secret) => secret !== undefined) }
    case 'promoted':
      return { primary: next, next, all: [next, current].filter((secret) => secret !== undefined) }
    case 'retired':
      return { primary: next, next: undefined, all: next ? [next] : [] }
  }
}
