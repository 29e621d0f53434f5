import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flipsOf, misspellingsOf, textFlipsOf } from '../../test/alterations.ts'
import { sealByHand } from '../../test/openssl.ts'
import { encrypt } from '../../test/sender.ts'
import { decrypt } from '../webhooks.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const key = randomBytes(32).toString('base64')
const text = '{"event":"user-payroll-submitted","n":"Zoë 🧾"}'
const { body, iv } = encrypt(text, key)

/**
 * Test vectors for AES-256 without additional data: test cases 13 to 15 of McGrew and Viega, "The Galois/Counter Mode
 * of Operation".
 */
const vectors = [
  {
    number: 13,
    key: '00'.repeat(32),
    iv: '00'.repeat(12),
    plain: '',
    ciphertext: '',
    tag: '530f8afbc74536b9a963b4f1c4cb738b',
  },
  {
    number: 14,
    key: '00'.repeat(32),
    iv: '00'.repeat(12),
    plain: '00'.repeat(16),
    ciphertext: 'cea7403d4d606b6e074ec5d3baf39d18',
    tag: 'd0d1c8a799996bf0265b98b5d48ab919',
  },
  {
    number: 15,
    key: 'feffe9928665731c6d6a8f9467308308'.repeat(2),
    iv: 'cafebabefacedbaddecaf888',
    plain:
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
      '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
    ciphertext:
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa' +
      '8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad',
    tag: 'b094dac5d93471bdec1a502270e3cc6c',
  },
]

test.each(vectors)(
  'published test case $number opens to its text, and our check by hand makes it',
  (vector) => {
    const [keyBytes, ivBytes, plain] = [hex(vector.key), hex(vector.iv), hex(vector.plain)]
    const sealed = hex(vector.ciphertext + vector.tag)
    expect(sealByHand(keyBytes, ivBytes, plain)).toEqual(sealed)
    const open = () =>
      decrypt(sealed.toString('base64'), ivBytes.toString('base64'), keyBytes.toString('base64'))
    // The plain text of case 15 is not valid UTF-8, which is detected only after the tag was verified.
    if (vector.number === 15) expect(open).toThrow('not valid for encoding utf-8')
    else expect(open()).toBe(plain.toString())
  },
)

test('decrypts what OpenSSL encrypted, for every length around the block size', () => {
  const lengths = [0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 100, 255, 256, 1_000, 4_096, 10_000]
  for (const length of lengths) {
    const plain = Buffer.from(`${'🧾é'.repeat(length / 6)}${'x'.repeat(length % 6)}`)
    const [keyBytes, ivBytes] = [randomBytes(32), randomBytes(12)]
    const sealed = sealByHand(keyBytes, ivBytes, plain).toString('base64')
    expect(plain).toHaveLength(length)
    expect(decrypt(sealed, ivBytes.toString('base64'), keyBytes.toString('base64'))).toBe(plain.toString())
  }
})

test('any text is decrypted unchanged, from a body given as text or bytes', () => {
  const keys = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('base64'))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), keys, (plain, someKey) => {
      const sealed = encrypt(plain, someKey)
      expect(decrypt(sealed.body, sealed.iv, someKey)).toBe(plain)
      expect(decrypt(Buffer.from(sealed.body), sealed.iv, someKey)).toBe(plain)
      expect(decrypt(new TextEncoder().encode(sealed.body), sealed.iv, someKey)).toBe(plain)
    }),
  )
  const large = `\uFEFF${'🧾'.repeat(2 ** 18)}`
  const sealed = encrypt(large, key)
  expect(decrypt(sealed.body, sealed.iv, key) === large).toBe(true)
})

test('one flipped bit of body, IV or key is refused, wherever it is, before and after Base64', () => {
  const flips = (base64: string) => [
    ...textFlipsOf(base64),
    ...[...flipsOf(Buffer.from(base64, 'base64'))].map((flipped) => flipped.toString('base64')),
  ]
  expect(decrypt(body, iv, key)).toBe(text)
  for (const flipped of flips(body)) expect(() => decrypt(flipped, iv, key), flipped).toThrow()
  for (const flipped of flips(iv)) expect(() => decrypt(body, flipped, key), flipped).toThrow()
  for (const flipped of flips(key)) expect(() => decrypt(body, iv, flipped), flipped).toThrow()
  for (const flipped of flipsOf(Buffer.from(body))) expect(() => decrypt(flipped, iv, key)).toThrow()
})

function opens(someBody: string, someIv: string) {
  try {
    decrypt(someBody, someIv, key)
    return true
  } catch {
    return false
  }
}

test('one flipped bit is refused in any body, whatever its Base64 ends with', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 24 }), (plain) => {
      const sealed = encrypt(plain, key)
      // All bit flips are checked with one assertion, because thousands of assertions would take longer than the
      // decryption.
      expect([...textFlipsOf(sealed.body)].filter((flipped) => opens(flipped, sealed.iv))).toEqual([])
      expect([...textFlipsOf(sealed.iv)].filter((flipped) => opens(sealed.body, flipped))).toEqual([])
    }),
    { numRuns: 40 },
  )
})

test('body, IV and key have one spelling', () => {
  for (const plain of ['', 'x', 'xx', text]) {
    const sealed = encrypt(plain, key, Buffer.from('fbfffbfffbfffbfffbfffbff', 'hex'))
    const url = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    for (const other of [...misspellingsOf(sealed.body), sealed.body.replace(/=+$/, '')])
      if (other !== sealed.body) expect(() => decrypt(other, sealed.iv, key), other).toThrow()
    for (const other of [...misspellingsOf(sealed.iv), url(sealed.iv)])
      expect(() => decrypt(sealed.body, other, key), other).toThrow()
    for (const other of [...misspellingsOf(key), url(key)])
      expect(() => decrypt(sealed.body, sealed.iv, other), other).toThrow()
  }
})

test('the tag follows the ciphertext, is 16 bytes long, and uses no additional data', () => {
  const sealed = Buffer.from(body, 'base64')
  const [ciphertext, tag] = [sealed.subarray(0, -16), sealed.subarray(-16)]
  const others = [
    [tag, ciphertext],
    [ciphertext],
    [tag],
    [ciphertext, tag.subarray(0, 12)],
    [ciphertext, tag, tag],
  ]
  for (const parts of others)
    expect(() => decrypt(Buffer.concat(parts).toString('base64'), iv, key)).toThrow()
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'))
  cipher.setAAD(Buffer.from('more'))
  const bound = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  expect(() => decrypt(bound.toString('base64'), iv, key)).toThrow()
})

test('the error names the problem and contains neither the key nor the text', () => {
  const altered = Buffer.from(body, 'base64')
  altered[0] = (altered[0] as number) ^ 1
  const cases: [string, string, string, string][] = [
    [body, iv, key.slice(0, 40), 'The encryption key is not the Base64 text of 32 bytes'],
    [body, iv, 'mysecret', 'The encryption key is not the Base64 text of 32 bytes'],
    [body, randomBytes(16).toString('base64'), key, 'The IV is not the Base64 text of 12 bytes'],
    [body, '', key, 'The IV is not the Base64 text of 12 bytes'],
    [text, iv, key, 'The body is not the Base64 text of a ciphertext and its tag'],
    [
      randomBytes(15).toString('base64'),
      iv,
      key,
      'The body is not the Base64 text of a ciphertext and its tag',
    ],
    [
      body,
      iv,
      randomBytes(32).toString('base64'),
      'The body was encrypted with another key or IV, or was altered',
    ],
    [altered.toString('base64'), iv, key, 'The body was encrypted with another key or IV, or was altered'],
  ]
  for (const [given, givenIv, givenKey, message] of cases)
    expect(() => decrypt(given, givenIv, givenKey)).toThrow(new Error(message))
})
