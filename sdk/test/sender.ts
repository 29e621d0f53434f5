import { createCipheriv, createHmac, randomBytes } from 'node:crypto'

type Bytes = string | Uint8Array

/** The sending side of webhooks, written independently from the interface specification. */
export const hexSignature = (body: Bytes, secret: string) =>
  createHmac('sha512', secret).update(body).digest('hex')

export function standardHeaders(body: Bytes, secrets: string[], id: string, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
    return `v1,${mac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

export function encrypt(plain: Bytes, key: string, ivBytes = randomBytes(12)) {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), ivBytes)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return { body: sealed.toString('base64'), iv: ivBytes.toString('base64') }
}
