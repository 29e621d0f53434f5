import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../platform/secrets/keyring.ts'

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>

const lifetimeMs = 5 * 60_000
const timeBytes = 6
const randomLength = 16
const macLength = 32

/**
 * Challenges that are not stored, because anyone may ask for one: each carries its time and a MAC. That a challenge is
 * answered only once is ensured by the passkey, which stores the time of the last challenge that it answered.
 */
export function createPasskeyChallenges(keyring: Pick<Keyring, 'cellKeys'>) {
  const keys = keyring.cellKeys('passkey challenges')
  const macOf = (key: Buffer, purpose: string, body: Buffer) =>
    createHmac('sha256', key).update(`${purpose}\n`).update(body).digest()

  return {
    /** `purpose`: what the challenge may be used for, such as a registration by one member. */
    create(purpose: string) {
      const time = Buffer.alloc(timeBytes)
      time.writeUIntBE(Date.now(), 0, timeBytes)
      const body = Buffer.concat([time, randomBytes(randomLength)])
      return {
        challenge: Buffer.concat([body, macOf(keys()[0], purpose, body)]).toString('base64url'),
        expires_at: new Date(Date.now() + lifetimeMs),
      }
    },
    /** Returns when the challenge was issued; undefined if it is not ours, has another purpose, or has expired. */
    issuedAt(purpose: string, challenge: string) {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== timeBytes + randomLength + macLength) return undefined
      const body = bytes.subarray(0, timeBytes + randomLength)
      const mac = bytes.subarray(body.length)
      if (!keys().some((key) => timingSafeEqual(mac, macOf(key, purpose, body)))) return undefined
      const issuedAt = body.readUIntBE(0, timeBytes)
      return issuedAt + lifetimeMs < Date.now() ? undefined : new Date(issuedAt)
    },
  }
}
