import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** The properties of an upload that a presigned URL of the file store fixes. */
type Upload = {
  key: string
  contentType: string
  /** Milliseconds since 1970. */
  expiresAt: number
  bytes?: number | undefined
}

export type SignedUpload = Upload & { signature: string }

/** Returns the query of a presigned URL, with its signature. */
export function signUpload(signingKey: Buffer, upload: Upload) {
  const { contentType, expiresAt, bytes } = upload
  return new URLSearchParams({
    type: contentType,
    expires: String(expiresAt),
    ...(bytes !== undefined && { bytes: String(bytes) }),
    signature: signatureOf(signingKey, upload),
  }).toString()
}

/** Returns undefined if the signature does not match the URL, or if it has expired. */
export function verifyUpload(
  signingKey: Buffer,
  { key, query, now }: { key: string; query: Partial<Record<string, string>>; now: number },
): SignedUpload | undefined {
  const { type: contentType = '', expires = '', bytes, signature = '' } = query
  const upload: Upload = {
    key,
    contentType,
    expiresAt: Number(expires),
    bytes: bytes === undefined ? undefined : Number(bytes),
  }
  const isGenuine = isEqual(signatureOf(signingKey, upload), String(signature))
  return isGenuine && now <= upload.expiresAt ? { ...upload, signature } : undefined
}

function signatureOf(signingKey: Buffer, { key, contentType, expiresAt, bytes }: Upload) {
  const signed = JSON.stringify([key, contentType, expiresAt, bytes ?? null])
  return createHmac('sha256', signingKey).update(signed).digest('base64url')
}

function isEqual(expected: string, actual: string) {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Name under which a used signature is remembered. */
export const hashOfSignature = (signature: string) => hash('sha256', signature, 'hex')
