import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { CompactSign } from 'jose'
import type { Tenancy, Tx } from '../database/tenancy.ts'
import type { auditHeadsType } from '../objects/audit-heads.ts'
import { type KeyVersions, versionsOf } from './key-versions.ts'
import { type SealContext, seal, unsealWithAny } from './seal.ts'

export type Attestations = ReturnType<typeof openAttestations>

/**
 * JWS `typ` header. It differs from the header of tokens, so that an attestation is not accepted as a token, nor a
 * token as an attestation.
 */
export const attestationType = 'payproof-submission+jws'
/** A whole income report. */
export const reportType = 'payproof-report+jws'
/** The digest of a report's PDF. */
export const reportPdfType = 'payproof-report-pdf+jws'

type SignatureType = typeof attestationType | typeof reportType | typeof reportPdfType | typeof auditHeadsType

const algorithm = 'EdDSA'
const signingKeyCacheMs = 60_000
const minReloadIntervalMs = 1_000

/**
 * Signs copies of submissions and income reports for third parties, who may verify them years later. The keys are separate from token
 * keys, because the public keys stay published forever.
 */
export function openAttestations(options: {
  database: Tenancy
  sealingKey: Buffer | KeyVersions
  issuer: string
}) {
  const { database, issuer } = options
  const sealingKeys = versionsOf(options.sealingKey)
  let signing: { kid: string; privateKey: KeyObject; readAt: number } | undefined
  let published: object[] = []
  let publishedAt = 0

  async function signingKey() {
    if (signing && Date.now() - signing.readAt < signingKeyCacheMs) return signing
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
    if (!row?.sealed_private) throw new Error('There is no attestation key; run `admin prepare-cell` once')
    const key = unsealWithAny(sealingKeys(), attestationKeySealContext(row.kid), row.sealed_private)
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
    /**
     * Returns a compact JWS over the claims, issuer and time. Do not call it inside a transaction: it may need a
     * database connection.
     */
    async sign(claims: object, at: Date, typ: SignatureType = attestationType) {
      const { kid, privateKey } = await signingKey()
      const payload = { iss: issuer, iat: Math.floor(at.getTime() / 1000), ...claims }
      return new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: algorithm, kid, typ })
        .sign(privateKey)
    },

    /**
     * Returns the public keys of all signing keys, current and former. If the database is unreachable, the cached
     * keys are returned.
     */
    async publicKeys() {
      if (Date.now() - publishedAt > minReloadIntervalMs) await readPublished().catch(() => {})
      return published
    },
  }
}

/** Adds a new signing key and destroys the private keys of the old ones. */
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

/** Creates the first signing key if there is none. */
export async function prepareAttestationKey(database: Tenancy, sealingKey: Buffer) {
  await database.system(async (tx) => {
    const activeKeys = await tx
      .selectFrom('attestation_keys')
      .select('kid')
      .where('retired_at', 'is', null)
      .execute()
    if (activeKeys.length === 0) await insertKey(tx, sealingKey)
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
        attestationKeySealContext(kid),
        privateKey.export({ format: 'der', type: 'pkcs8' }),
      ),
    })
    .execute()
  return kid
}

export const attestationKeySealContext = (kid: string): SealContext => ({
  table: 'attestation_keys',
  column: 'sealed_private',
  row: kid,
  version: 1,
})
