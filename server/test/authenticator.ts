import { totpCode, totpStepAt } from '../src/platform/secrets/totp.ts'

/** Decodes the Base32 secret of an authenticator app. */
export function fromBase32(text: string) {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows now. */
export const codeNow = (secret: Buffer) => totpCode(secret, totpStepAt(new Date()))
