import { expect, test } from 'vitest'
import { createTotpSecret, matchTotpStep, otpauthUri, toBase32, totpCode, totpStepAt } from './totp.ts'

// Appendix B of RFC 6238 has eight digits; these are the last six of its SHA-1 values.
const rfcSecret = Buffer.from('12345678901234567890')

for (const [seconds, code] of [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const) {
  test(`the code at ${seconds} seconds is that of RFC 6238`, () => {
    expect(totpCode(rfcSecret, totpStepAt(new Date(seconds * 1000)))).toBe(code)
  })
}

test('accepts the codes of three steps and names the step', () => {
  const at = new Date('2026-11-17T12:00:10Z')
  const now = totpStepAt(at)
  const matches = [-2, -1, 0, 1, 2].map((offset) =>
    matchTotpStep(rfcSecret, totpCode(rfcSecret, now + offset), at),
  )
  expect(matches).toEqual([undefined, now - 1, now, now + 1, undefined])
})

test('refuses codes of another length, another form or another secret', () => {
  const at = new Date('2026-11-17T12:00:10Z')
  const code = totpCode(rfcSecret, totpStepAt(at))
  for (const wrong of ['', code.slice(1), `${code}0`, ` ${code}`, '１２３４５６'])
    expect(matchTotpStep(rfcSecret, wrong, at), wrong).toBeUndefined()
  expect(matchTotpStep(Buffer.alloc(20), code, at)).toBeUndefined()
})

test('encodes secrets for authenticator apps', () => {
  expect(createTotpSecret()).toHaveLength(20)
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(otpauthUri(rfcSecret, { issuer: 'Payproof', account: 'olive+1@acme.example' })).toBe(
    'otpauth://totp/Payproof:olive%2B1%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Payproof',
  )
})
