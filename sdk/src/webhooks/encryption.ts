import { createDecipheriv } from 'node:crypto'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** Decrypts a body with the IV from `X-Svc-Encryption-IV`. Throws if body, IV and key do not match. */
export function decrypt(body: string | Uint8Array, iv: string, key: string): string {
  const sealed = bytesOf(typeof body === 'string' ? body : Buffer.from(body).toString('latin1'))
  const ivValue = bytesOf(iv)
  const keyValue = bytesOf(key)
  if (keyValue?.length !== keyBytes) throw new Error('The encryption key is not the Base64 text of 32 bytes')
  if (ivValue?.length !== ivBytes) throw new Error('The IV is not the Base64 text of 12 bytes')
  if (!sealed || sealed.length < tagBytes)
    throw new Error('The body is not the Base64 text of a ciphertext and its tag')

  const decipher = createDecipheriv('aes-256-gcm', keyValue, ivValue, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const plain = decipher.update(sealed.subarray(0, -tagBytes))
  try {
    decipher.final()
  } catch {
    throw new Error('The body was encrypted with another key or IV, or was altered')
  }
  return textOf(plain)
}

/** Decodes UTF-8 strictly, because a replacement character would alter the body. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

// Decodes canonical Base64 only. Node itself would skip invalid characters and ignore unused trailing bits.
function bytesOf(base64: string) {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : undefined
}
