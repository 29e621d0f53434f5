import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type KeyType = 'ES256' | 'EdDSA' | 'RS256'

/** Values that a dishonest or broken device or page sends instead of the right ones. */
export type Deviation = {
  type?: string
  origin?: string
  crossOrigin?: boolean
  relyingPartyId?: string
  flags?: number
  count?: number
}

const userVerified = 0x05
const hasCredential = 0x40

/** A software authenticator together with the browser that calls it, for pages of one origin. */
export function createPasskeyDevice(relyingPartyId: string, origin: string, keyType: KeyType = 'ES256') {
  const { publicKey, privateKey } = makeKeys(keyType)
  const credentialId = randomBytes(16)
  let count = 0

  const clientData = (kind: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? kind,
        challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: deviation.crossOrigin ?? false,
      }),
    )

  function header(flags: number, deviation: Deviation) {
    const bytes = Buffer.alloc(37)
    sha256(Buffer.from(deviation.relyingPartyId ?? relyingPartyId)).copy(bytes)
    bytes.writeUInt8(deviation.flags ?? flags, 32)
    bytes.writeUInt32BE(deviation.count ?? count, 33)
    return bytes
  }

  return {
    credentialId: credentialId.toString('base64url'),
    /** Creates the passkey. */
    register(challenge: string, deviation: Deviation = {}) {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(credentialId.length)
      const authenticatorData = Buffer.concat([
        header(userVerified | hasCredential, deviation),
        Buffer.alloc(16),
        idLength,
        credentialId,
      ])
      return {
        client_data: clientData('webauthn.create', challenge, deviation).toString('base64url'),
        authenticator_data: authenticatorData.toString('base64url'),
        public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
      }
    },
    /** Answers a challenge with the passkey. */
    answer(challenge: string, deviation: Deviation = {}) {
      count++
      const client = clientData('webauthn.get', challenge, deviation)
      const authenticator = header(userVerified, deviation)
      return {
        credential_id: credentialId.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: authenticator.toString('base64url'),
        signature: signWith(privateKey, Buffer.concat([authenticator, sha256(client)])).toString('base64url'),
      }
    },
  }
}

export function makeKeys(keyType: KeyType) {
  if (keyType === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return keyType === 'EdDSA'
    ? generateKeyPairSync('ed25519')
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

const signWith = (key: KeyObject, bytes: Buffer) =>
  sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
