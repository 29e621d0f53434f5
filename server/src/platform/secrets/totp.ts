import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// One-time codes of authenticator apps (RFC 6238), with the parameters that every app supports: SHA-1, six digits,
// steps of 30 seconds. SHA-1 is safe here: HMAC does not rely on collision resistance.
const stepSeconds = 30
const digits = 6
// RFC 4226 recommends 160 bits, the output length of SHA-1.
const secretBytes = 20
// Clocks of phones differ by some seconds, and people need time to type: the neighbouring steps are accepted too.
const toleratedSteps = [0, -1, 1]

export const createTotpSecret = () => randomBytes(secretBytes)

export const totpStepAt = (at: Date) => Math.floor(at.getTime() / 1000 / stepSeconds)

export function totpCode(secret: Buffer, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  // Dynamic truncation of RFC 4226: the last four bits select where the 31-bit number begins.
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the time step whose code this is, or undefined if the code is wrong at this time. */
export function matchTotpStep(secret: Buffer, code: string, at: Date): number | undefined {
  const given = Buffer.from(code)
  return toleratedSteps
    .map((offset) => totpStepAt(at) + offset)
    .find((step) => {
      const expected = Buffer.from(totpCode(secret, step))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}

/** URI that authenticator apps read from a QR code. */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of RFC 4648 without padding. */
export function toBase32(bytes: Buffer) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
