import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { CompactSign } from 'jose'
import type { Tenancy, Tx } from '../database/tenancy.ts'
import { open, type Place, seal } from './seal.ts'

export type Attestations = ReturnType<typeof openAttestations>

/** `typ` of what is signed here: never taken for a token, nor a token for it. */
export const attestationType = 'payproof-submission+jws'

const algorithm = 'EdDSA'
const reloadMs = 60_000
const lookAgainMs = 1_000

/**
 * Signs copies of stored facts for people whom we do not know, who may check them years later. Hence keys of their own:
 * public halves stay published for ever, which those of tokens need not.
 */
export function openAttestations(options: { database: Tenancy; sealingKey: Buffer; issuer: string }) {
  const { database, sealingKey, issuer } = options
  let signing: { kid: string; privateKey: KeyObject; readAt: number } | undefined
  let published: object[] = []
  let publishedAt = 0

  async function signingKey() {
    if (signing && Date.now() - signing.readAt < reloadMs) return signing
    const readAt = Date.now()
    const [row] = await database.system((tx) =>
      tx
        .selectFrom('attestation_keys')
        .select(['kid', 'sealed_private'])
        .where('retired_at', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(1)
        .execute(),
    )
    if (!row?.sealed_private)
      throw new Error('There is no key for signed copies; run `admin prepare-cell` once')
    const key = open(sealingKey, privatePlace(row.kid), row.sealed_private)
    signing = { kid: row.kid, privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }), readAt }
    return signing
  }

  async function readPublished() {
    const rows = await database.system((tx) =>
      tx.selectFrom('attestation_keys').select(['kid', 'public_jwk']).orderBy('created_at', 'desc').execute(),
    )
    publishedAt = Date.now()
    published = rows.map(({ kid, public_jwk }) => ({
      ...(public_jwk as object),
      kid,
      alg: algorithm,
      use: 'sig',
    }))
  }

  return {
    /** A compact JWS over the claims, who says so, and when. Not to be called inside a transaction. */
    async sign(claims: object, at: Date) {
      const { kid, privateKey } = await signingKey()
      const payload = { iss: issuer, iat: Math.floor(at.getTime() / 1000), ...claims }
      return new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: algorithm, kid, typ: attestationType })
        .sign(privateKey)
    },

    /** Every key that ever signed. While the database is away, those of the last time are better than none. */
    async publicKeys() {
      if (Date.now() - publishedAt > lookAgainMs) await readPublished().catch(() => {})
      return published
    },
  }
}

/** A new key signs from now on; of those before it only the public half is left. */
export function rotateAttestationKey(database: Tenancy, sealingKey: Buffer) {
  return database.system(async (tx) => {
    await tx
      .updateTable('attestation_keys')
      .set({ retired_at: new Date(), sealed_private: null })
      .where('retired_at', 'is', null)
      .execute()
    return insertKey(tx, sealingKey)
  })
}

/** Makes the first key where there is none. */
export async function prepareAttestationKey(database: Tenancy, sealingKey: Buffer) {
  await database.system(async (tx) => {
    const known = await tx
      .selectFrom('attestation_keys')
      .select('kid')
      .where('retired_at', 'is', null)
      .execute()
    if (known.length === 0) await insertKey(tx, sealingKey)
  })
}

async function insertKey(tx: Tx, sealingKey: Buffer) {
  const kid = randomBytes(9).toString('base64url')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  await tx
    .insertInto('attestation_keys')
    .values({
      kid,
      public_jwk: JSON.stringify(publicKey.export({ format: 'jwk' })),
      sealed_private: seal(
        sealingKey,
        privatePlace(kid),
        privateKey.export({ format: 'der', type: 'pkcs8' }),
      ),
    })
    .execute()
  return kid
}

const privatePlace = (kid: string): Place => ({
  table: 'attestation_keys',
  column: 'sealed_private',
  row: kid,
  version: 1,
})
