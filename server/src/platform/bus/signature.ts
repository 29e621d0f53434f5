import { createHmac, timingSafeEqual } from 'node:crypto'
import { type KeyVersions, versionsOf } from '../secrets/key-versions.ts'

/** Header with the time of signing and the MAC. Processes of older versions ignore it. */
export const signatureHeader = 'Payproof-Signature'

export type SignatureFault = 'unsigned' | 'forged' | 'stale'
export type Verdict = { signedAt: number } | { rejection: SignatureFault }

export type MessageSigner = ReturnType<typeof createMessageSigner>

// 128 bits: a forger who can send a million messages a second needs 10^25 years on average.
const macBytes = 16
const macLength = 22
const separator = '.'

/**
 * Signs NATS messages with a key of the cell, so that access to NATS alone is not enough to start a task or to send a
 * notification. The MAC covers the subject, the time and the body.
 */
export function createMessageSigner(key: Buffer | KeyVersions, now = Date.now) {
  const keys = versionsOf(key)
  const macOf = (version: Buffer, subject: string, signedAt: string, body: string | Uint8Array) =>
    createHmac('sha256', version)
      .update(`${subject}\0${signedAt}\0`)
      .update(body)
      .digest()
      .subarray(0, macBytes)

  return {
    /** Returns the value of the signature header. */
    sign(subject: string, body: string) {
      const signedAt = String(now())
      return `${signedAt}${separator}${macOf(keys()[0], subject, signedAt, body).toString('base64url')}`
    },
    /** Rejects a message that is not signed with the key, or that was signed longer ago than `maxAgeMs`. */
    verify(message: { subject: string; body: Uint8Array; signature: string; maxAgeMs: number }): Verdict {
      const { subject, body, signature, maxAgeMs } = message
      if (signature === '') return { rejection: 'unsigned' }
      const [signedAt = '', mac = ''] = signature.split(separator)
      const actual = Buffer.from(mac, 'base64url')
      if (mac.length !== macLength || actual.length !== macBytes) return { rejection: 'forged' }
      const isSigned = keys().some((version) =>
        timingSafeEqual(actual, macOf(version, subject, signedAt, body)),
      )
      if (!isSigned) return { rejection: 'forged' }
      // Clocks of two processes differ, so a message from the near future is accepted.
      if (Math.abs(now() - Number(signedAt)) > maxAgeMs) return { rejection: 'stale' }
      return { signedAt: Number(signedAt) }
    },
  }
}
