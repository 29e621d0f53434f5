import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'

// The parts of Web Authentication (Level 3) that a server needs if it accepts every authenticator: attestation is not
// verified, and the public key comes in the form that the browser's getPublicKey() returns.

/** The host name that passkeys belong to, and the origins of the pages that may use them. */
export type RelyingParty = { id: string; origins: string[] }

export type Registration = { clientData: Buffer; authenticatorData: Buffer; publicKey: Buffer }
export type Assertion = { clientData: Buffer; authenticatorData: Buffer; signature: Buffer }

/** A response of a browser that does not prove what it should. The message is for the log. */
export class RefusedResponse extends Error {}

const flag = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 }
// Authenticator data: hash of the relying party (32 bytes), flags (1), signature count (4); then, in a registration, the
// model of the authenticator (16), the length of the credential id (2) and the id itself.
const flagsAt = 32
const countAt = 33
const headerLength = 37
const idLengthAt = 53
const idAt = 55
const maxIdLength = 1023
const maxKeyLength = 1024
const minRsaBits = 2048

/** Reads the challenge that a response answers, before it is known which challenge to expect. */
export const readChallenge = (clientData: Buffer) => parseClientData(clientData).challenge

/** Verifies the response to a registration and returns the new credential. */
export function verifyRegistration(party: RelyingParty, challenge: string, response: Registration) {
  requireClientData(party, 'webauthn.create', challenge, response.clientData)
  const { authenticatorData } = response
  const { flags, signCount } = readAuthenticatorData(party, authenticatorData)
  if ((flags & flag.hasCredential) === 0) throw new RefusedResponse('no credential')
  if (authenticatorData.length < idAt) throw new RefusedResponse('truncated authenticator data')
  const length = authenticatorData.readUInt16BE(idLengthAt)
  if (length === 0 || length > maxIdLength || authenticatorData.length < idAt + length)
    throw new RefusedResponse('credential id has a wrong length')
  importPublicKey(response.publicKey)
  return { credentialId: authenticatorData.subarray(idAt, idAt + length), signCount }
}

/** Verifies that the holder of the public key answered the challenge on one of our pages. Returns the signature count. */
export function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  publicKey: Buffer,
  { clientData, authenticatorData, signature }: Assertion,
) {
  requireClientData(party, 'webauthn.get', challenge, clientData)
  const { signCount } = readAuthenticatorData(party, authenticatorData)
  const signed = Buffer.concat([authenticatorData, sha256(clientData)])
  if (!isSignedBy(importPublicKey(publicKey), signed, signature)) throw new RefusedResponse('wrong signature')
  return signCount
}

function requireClientData(party: RelyingParty, type: string, challenge: string, clientData: Buffer) {
  const given = parseClientData(clientData)
  if (given.type !== type) throw new RefusedResponse('wrong type of response')
  if (given.challenge !== challenge) throw new RefusedResponse('wrong challenge')
  if (!party.origins.includes(given.origin)) throw new RefusedResponse('wrong origin')
  // A page of another site that embeds ours could trick the member into a confirmation.
  if (given.crossOrigin) throw new RefusedResponse('embedded in another site')
}

function parseClientData(clientData: Buffer) {
  let parsed: unknown
  try {
    parsed = JSON.parse(clientData.toString())
  } catch {
    throw new RefusedResponse('client data is not JSON')
  }
  if (typeof parsed !== 'object' || parsed === null) throw new RefusedResponse('client data is not an object')
  const { type, challenge, origin, crossOrigin = false } = parsed as Record<string, unknown>
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string')
    throw new RefusedResponse('client data lacks a field')
  return { type, challenge, origin, crossOrigin: crossOrigin !== false }
}

/** The member must have been verified by the authenticator (PIN or biometrics), so that a passkey is two factors. */
function readAuthenticatorData({ id }: RelyingParty, data: Buffer) {
  if (data.length < headerLength) throw new RefusedResponse('truncated authenticator data')
  if (!timingSafeEqual(data.subarray(0, flagsAt), sha256(Buffer.from(id))))
    throw new RefusedResponse('wrong relying party')
  const flags = data.readUInt8(flagsAt)
  if ((flags & flag.userPresent) === 0) throw new RefusedResponse('user not present')
  if ((flags & flag.userVerified) === 0) throw new RefusedResponse('user not verified')
  return { flags, signCount: data.readUInt32BE(countAt) }
}

/** Imports a key of an algorithm that the registration offers: ES256, EdDSA or RS256. */
function importPublicKey(spki: Buffer): KeyObject {
  if (spki.length > maxKeyLength) throw new RefusedResponse('public key is too long')
  let key: KeyObject
  try {
    key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  } catch {
    throw new RefusedResponse('public key cannot be read')
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  const isAccepted =
    (type === 'ec' && details?.namedCurve === 'prime256v1') ||
    type === 'ed25519' ||
    (type === 'rsa' && (details?.modulusLength ?? 0) >= minRsaBits)
  if (!isAccepted) throw new RefusedResponse('public key of an algorithm that is not offered')
  return key
}

function isSignedBy(key: KeyObject, signed: Buffer, signature: Buffer) {
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
