import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPasskeyDevice, type Deviation, type KeyType } from '../../../test/passkey-device.ts'
import { type Registration, readChallenge, verifyAssertion, verifyRegistration } from './webauthn.ts'

const party = { id: 'console.example', origins: ['https://console.example'] }
const challenge = 'c29tZSByYW5kb20gYnl0ZXM'
const bytes = (text: string) => Buffer.from(text, 'base64url')
const newDevice = (keyType?: KeyType) => createPasskeyDevice(party.id, 'https://console.example', keyType)

function registrationOf(device: ReturnType<typeof newDevice>, deviation: Deviation = {}) {
  const { client_data, authenticator_data, public_key } = device.register(challenge, deviation)
  return {
    clientData: bytes(client_data),
    authenticatorData: bytes(authenticator_data),
    publicKey: bytes(public_key),
  }
}

function assertionOf(device: ReturnType<typeof newDevice>, deviation: Deviation = {}) {
  const { client_data, authenticator_data, signature } = device.answer(challenge, deviation)
  return {
    clientData: bytes(client_data),
    authenticatorData: bytes(authenticator_data),
    signature: bytes(signature),
  }
}

const keyOf = (device: ReturnType<typeof newDevice>) => registrationOf(device).publicKey

test.each<KeyType>(['ES256', 'EdDSA', 'RS256'])('accepts a passkey with %s', (keyType) => {
  const device = newDevice(keyType)
  const registration = registrationOf(device)
  const { credentialId, signCount } = verifyRegistration(party, challenge, registration)
  expect(credentialId.toString('base64url')).toBe(device.credentialId)
  expect(signCount).toBe(0)
  expect(verifyAssertion(party, challenge, registration.publicKey, assertionOf(device))).toBe(1)
})

test('reads the challenge of a response', () => {
  expect(readChallenge(assertionOf(newDevice()).clientData)).toBe(challenge)
})

const deviations: [string, Deviation, string][] = [
  ['of the other kind', { type: 'payment.get' }, 'wrong type of response'],
  ['from another origin', { origin: 'https://console.example.evil.example' }, 'wrong origin'],
  ['from the same host without TLS', { origin: 'http://console.example' }, 'wrong origin'],
  ['from a page in a frame of another site', { crossOrigin: true }, 'embedded in another site'],
  ['for another host', { relyingPartyId: 'evil.example' }, 'wrong relying party'],
  ['without the user', { flags: 0x44 }, 'user not present'],
  ['without PIN or biometrics', { flags: 0x41 }, 'user not verified'],
]

test.each(deviations)('refuses a registration %s', (_, deviation, reason) => {
  const registration = registrationOf(newDevice(), deviation)
  expect(() => verifyRegistration(party, challenge, registration)).toThrow(reason)
})

test.each(deviations)('refuses a response %s', (_, deviation, reason) => {
  const device = newDevice()
  const assertion = assertionOf(device, deviation)
  expect(() => verifyAssertion(party, challenge, keyOf(device), assertion)).toThrow(reason)
})

test('refuses a response to another challenge', () => {
  const device = newDevice()
  expect(() => verifyAssertion(party, 'b3RoZXI', keyOf(device), assertionOf(device))).toThrow(
    'wrong challenge',
  )
  expect(() => verifyRegistration(party, 'b3RoZXI', registrationOf(device))).toThrow('wrong challenge')
})

test('refuses the signature of another key', () => {
  const device = newDevice()
  expect(() => verifyAssertion(party, challenge, keyOf(newDevice()), assertionOf(device))).toThrow(
    'wrong signature',
  )
})

test('refuses a response in which any byte was changed', () => {
  const device = newDevice()
  const publicKey = keyOf(device)
  const assertion = assertionOf(device)
  for (const part of ['clientData', 'authenticatorData', 'signature'] as const) {
    for (let at = 0; at < assertion[part].length; at++) {
      const changed = Buffer.from(assertion[part])
      changed[at] = (changed[at] ?? 0) ^ 0x01
      expect(() => verifyAssertion(party, challenge, publicKey, { ...assertion, [part]: changed })).toThrow()
    }
  }
})

describe('malformed responses', () => {
  const registration = registrationOf(newDevice())
  const refuse = (changes: Partial<Registration>, reason: string) =>
    expect(() => verifyRegistration(party, challenge, { ...registration, ...changes })).toThrow(reason)

  test('client data that is no JSON object', () => {
    refuse({ clientData: Buffer.from('{') }, 'client data is not JSON')
    refuse({ clientData: Buffer.from('null') }, 'client data is not an object')
    refuse({ clientData: Buffer.from('{"type":"webauthn.create"}') }, 'client data lacks a field')
  })

  test('truncated authenticator data', () => {
    const { authenticatorData } = registration
    for (let length = 0; length < authenticatorData.length; length++)
      expect(() =>
        verifyRegistration(party, challenge, {
          ...registration,
          authenticatorData: authenticatorData.subarray(0, length),
        }),
      ).toThrow()
  })

  test('a registration without a credential', () => {
    refuse(
      { authenticatorData: registrationOf(newDevice(), { flags: 0x05 }).authenticatorData },
      'no credential',
    )
  })

  test('keys that the registration does not offer', () => {
    const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' })
    const notOffered = 'public key of an algorithm that is not offered'
    refuse({ publicKey: spki(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey) }, notOffered)
    refuse({ publicKey: spki(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey) }, notOffered)
    refuse({ publicKey: spki(generateKeyPairSync('x25519').publicKey) }, notOffered)
    refuse({ publicKey: Buffer.from('no key') }, 'public key cannot be read')
    refuse({ publicKey: Buffer.alloc(1025) }, 'public key is too long')
  })
})
