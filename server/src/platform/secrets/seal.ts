import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Where a sealed value stands. A value moved to another row, column or version does not open. */
export type Place = { table: string; column: string; row: string; version: number }

const format = 1
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM: format byte ‖ IV ‖ ciphertext ‖ tag. */
export function seal(key: CipherKey, place: Place, plain: string | Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(bindingOf(place))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  return Buffer.concat([Buffer.of(format), iv, body, cipher.final(), cipher.getAuthTag()])
}

export function open(key: CipherKey, place: Place, sealed: Buffer): Buffer {
  if (sealed[0] !== format || sealed.length < 1 + ivBytes + tagBytes) throw new Error('Not a sealed value')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + ivBytes))
  decipher.setAAD(bindingOf(place))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plain = decipher.update(sealed.subarray(1 + ivBytes, sealed.length - tagBytes))
  decipher.final()
  return plain
}

function bindingOf({ table, column, row, version }: Place) {
  return Buffer.from(`${table}\0${column}\0${row}\0${version}`)
}
