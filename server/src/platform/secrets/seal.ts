import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Context that is bound to the ciphertext as associated data: a value copied to another row, column or version cannot
 * be unsealed.
 */
export type SealContext = { table: string; column: string; row: string; version: number }

const formatVersion = 1
const ivBytes = 12
const tagBytes = 16

/** Encrypts with AES-256-GCM. Format of the result: format byte ‖ IV ‖ ciphertext ‖ tag. */
export function seal(key: CipherKey, context: SealContext, plain: string | Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(associatedDataOf(context))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  return Buffer.concat([Buffer.of(formatVersion), iv, body, cipher.final(), cipher.getAuthTag()])
}

export function unseal(key: CipherKey, context: SealContext, sealed: Buffer): Buffer {
  if (sealed[0] !== formatVersion || sealed.length < 1 + ivBytes + tagBytes)
    throw new Error('Not a sealed value')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + ivBytes))
  decipher.setAAD(associatedDataOf(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plain = decipher.update(sealed.subarray(1 + ivBytes, sealed.length - tagBytes))
  decipher.final()
  return plain
}

/** Unseals with the first of these keys that fits. */
export function unsealWithAny(keys: readonly CipherKey[], context: SealContext, sealed: Buffer): Buffer {
  for (const key of keys.slice(0, -1)) {
    try {
      return unseal(key, context, sealed)
    } catch {
      // Sealed with another version.
    }
  }
  return unseal(keys.at(-1) ?? Buffer.alloc(0), context, sealed)
}

function associatedDataOf({ table, column, row, version }: SealContext) {
  return Buffer.from(`${table}\0${column}\0${row}\0${version}`)
}
