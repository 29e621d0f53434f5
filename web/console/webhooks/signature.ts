// Signs a delivery in the browser. Secrets typed here are not sent anywhere.

const encoder = new TextEncoder()

async function hmac(hash: 'SHA-256' | 'SHA-512', secret: string, text: string) {
  const how = { name: 'HMAC', hash }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), how, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export type SentDelivery = { secret: string; deliveryId: string; second: number; body: string }
export type Signatures = { standard: string; hexadecimal: string }

/** Computes both signatures of one attempt, as sent in its headers. */
export async function signaturesOf({ secret, deliveryId, second, body }: SentDelivery): Promise<Signatures> {
  const [standard, hexadecimal] = await Promise.all([
    hmac('SHA-256', secret, `${deliveryId}.${second}.${body}`),
    hmac('SHA-512', secret, body),
  ])
  return { standard: `v1,${base64(standard)}`, hexadecimal: hex(hexadecimal) }
}

/** Whether a received header contains the signature; webhook-signature has two during a rotation. */
export const hasSignature = (header: string, signature: string) =>
  header.trim().split(/\s+/).includes(signature)
