import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flipsOf, misspellingsOf, textFlipsOf } from '../../test/alterations.ts'
import { hmacsByOpenssl } from '../../test/openssl.ts'
import { hexSignature } from '../../test/sender.ts'
import { verifySignature } from '../webhooks.ts'

const vectors: { what: string; body: string; signature: string }[] = [
  {
    what: 'nothing',
    body: '',
    signature:
      '9d86b9ac13df1a34844ae4d990f8e3907e8beffe0ce6929e6c8e1593cd2ea308' +
      '05d49cf521138f07f8d02220f50948c2499c22d69f68f7032ea3560b6cb22844',
  },
  {
    what: 'letters of one to four bytes',
    body: '{"name":"Zoë Ångström","note":"naïve 𝒻 🧾 € ≠ £"}',
    signature:
      '5e8a6a134f389f531d955e12cc1e476c9b75a3281041581909df23fe84cb0ef7' +
      'cc02bc8408b271a546df6532e4807dcb325887dd0da0ca08e51c03cc81a1bbae',
  },
  {
    what: '1 MiB',
    body: 'a'.repeat(2 ** 20),
    signature:
      '45e36dcc4f2fa3cdb91557916dab3940e3f3edd0bd87877d214b149ca61b719d' +
      '5f2ca0950215cb0b764b399b29e3c257c4b5b54861410eccb526712f9d47425f',
  },
]

test.each(vectors)(
  'the signature of $what has a known value, confirmed by OpenSSL',
  ({ body, signature }) => {
    expect(hmacsByOpenssl('sha512', 'mysecret', [body])).toEqual([signature])
    expect(verifySignature(body, signature, 'mysecret')).toBe(true)
    expect(verifySignature(Buffer.from(body), signature, 'mysecret')).toBe(true)
    expect(verifySignature(new TextEncoder().encode(body), signature, 'mysecret')).toBe(true)
    expect(verifySignature(`${body} `, signature, 'mysecret')).toBe(false)
    expect(verifySignature(body, signature, 'mysecret ')).toBe(false)
  },
)

/** Returns pseudo-random bytes that are the same in every run. */
const bytesFor = (name: string, length: number) =>
  createHash('shake256', { outputLength: length }).update(name).digest()

test('OpenSSL and we agree on 1,000 random bodies and ten secrets, and on which body a signature is for', () => {
  for (const secret of Array.from(
    { length: 10 },
    (_, n) => `£${n} 🔑 ${bytesFor(`secret ${n}`, 1 + n * 20).toString('latin1')}`,
  )) {
    const bodies = Array.from({ length: 100 }, (_, n) => bytesFor(`body ${n}`, 1 + ((n * 997) % 4_000)))
    const signatures = hmacsByOpenssl('sha512', secret, bodies)
    expect(bodies.filter((body, n) => verifySignature(body, signatures[n], secret))).toHaveLength(100)
    expect(bodies.filter((body, n) => verifySignature(body, signatures.at(n - 1), secret))).toEqual([])
  }
})

test('one flipped bit of body, signature or secret is refused, wherever it is', () => {
  const [body, secret] = [Buffer.from('{"event":"user-payroll-submitted","n":"🧾"}'), 'mysecret']
  const signature = hexSignature(body, secret)
  expect(verifySignature(body, signature, secret)).toBe(true)
  for (const flipped of flipsOf(body)) expect(verifySignature(flipped, signature, secret)).toBe(false)
  for (const flipped of textFlipsOf(signature)) expect(verifySignature(body, flipped, secret)).toBe(false)
  for (const flipped of textFlipsOf(secret)) expect(verifySignature(body, signature, flipped)).toBe(false)
})

test('one flipped bit is refused in any body under any secret', () => {
  const secrets = fc.string({ minLength: 1, unit: 'binary' })
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), secrets, (body, secret) => {
      const signature = hexSignature(body, secret)
      expect(verifySignature(body, signature, secret)).toBe(true)
      for (const flipped of flipsOf(body)) expect(verifySignature(flipped, signature, secret)).toBe(false)
    }),
  )
})

test('a signature has one spelling, and nonsense is refused without an error', () => {
  const signature = hexSignature('body', 'mysecret')
  const nonsense = [undefined, null, 7, {}, [signature], Buffer.from(signature), true] as unknown as string[]
  const base64 = Buffer.from(signature, 'hex').toString('base64')
  for (const given of [...misspellingsOf(signature), ...nonsense, base64, `sha512=${signature}`])
    expect(verifySignature('body', given, 'mysecret'), String(given)).toBe(false)
})

test('an empty secret, with which anybody can sign, verifies nothing', () => {
  expect(verifySignature('body', hexSignature('body', ''), '')).toBe(false)
  expect(verifySignature('body', hexSignature('body', ''), undefined as unknown as string)).toBe(false)
})
