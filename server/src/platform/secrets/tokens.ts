import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Tenancy, Tx } from '../database/tenancy.ts'
import { type KeyVersions, versionsOf } from './key-versions.ts'
import { type SealContext, seal, unsealWithAny } from './seal.ts'

export type TokenUse = 'member' | 'user'

/**
 * `ver` must equal the holder's token_version; incrementing token_version revokes all tokens of the holder. `jid` is
 * the journey that the token was issued for, `did` the device that opened it. `jti` is the member's session; user tokens have a random one.
 */
export type TokenClaims = {
  sub: string
  client_id: string
  token_use: TokenUse
  ver: number
  jid?: string
  did?: string
  jti?: string
}

export type VerifiedClaims = TokenClaims & { exp: number; jti: string }

export type Tokens = Awaited<ReturnType<typeof openTokens>>

type PublicKey = { kid: string; publicKey: KeyObject; publicJwk: object }
type SigningKey = PublicKey & { privateKey: KeyObject }
/** Key of another cell that a client was moved from. It is valid only for tokens of this client. */
type CarriedKey = PublicKey & { clientId: string; until: Date }

const algorithm = 'EdDSA'
// A retired key stays published until the last token it signed has expired (7 days), plus one day of margin.
const publishedAfterRetirementMs = 8 * 24 * 3_600_000
const maxKeyAgeMs = 60_000
const minReloadIntervalMs = 1_000

/** Issues and verifies Ed25519 JWTs. The keys are in the database, so that all processes use the same keys. */
export async function openTokens(options: {
  database: Tenancy
  sealingKey: Buffer | KeyVersions
  issuer: string
  environment: string
  /** Name of the cell, included in every token so that the router can find the cell. */
  cell: string
}) {
  const { database, issuer, environment, cell } = options
  const sealingKeys = versionsOf(options.sealingKey)
  const verifiedTokens = new LRUCache<string, VerifiedClaims>({ max: 20_000 })
  let keys: SigningKey[] = []
  let carried: CarriedKey[] = []
  let loadedAt = 0
  let loading: Promise<void> | undefined

  async function load() {
    const startedAt = Date.now()
    const [rows, carriedRows] = await database.system((tx) =>
      Promise.all([listPublishedKeys(tx), tx.selectFrom('carried_token_keys').selectAll().execute()]),
    )
    carried = carriedRows.map(({ kid, public_jwk, client_id, until }) => ({
      ...parsePublicKey(kid, public_jwk),
      clientId: client_id,
      until,
    }))
    keys = rows.map(({ kid, public_jwk, sealed_private }) => ({
      ...parsePublicKey(kid, public_jwk),
      privateKey: createPrivateKey({
        key: unsealWithAny(sealingKeys(), signingKeySealContext(kid), sealed_private),
        format: 'der',
        type: 'pkcs8',
      }),
    }))
    loadedAt = startedAt
  }

  /** Reloads the keys if they are older than this. Concurrent callers share one load. */
  async function reloadIfOlder(maxAgeMs: number) {
    if (Date.now() - loadedAt <= maxAgeMs) return
    loading ??= load().finally(() => {
      loading = undefined
    })
    await loading
  }

  /**
   * Finds the key of a `kid`. Another process may have rotated the keys, so an unknown `kid` triggers a reload, at
   * most once a second.
   */
  async function findKey(kid: string, token: string) {
    const loaded = lookUp(kid, token)
    if (loaded) return loaded
    await reloadIfOlder(minReloadIntervalMs)
    return lookUp(kid, token)
  }

  function lookUp(kid: string, token: string): PublicKey | undefined {
    const ours = keys.find((key) => key.kid === kid)
    if (ours || !carried.some((key) => key.kid === kid)) return ours
    const clientId = clientOf(token)
    return carried.find((key) => key.kid === kid && key.clientId === clientId && key.until > new Date())
  }

  await load()
  return {
    async sign(claims: TokenClaims, { at, lifetimeSeconds }: { at: Date; lifetimeSeconds: number }) {
      // The reload is not awaited: the caller may have an open transaction, which must not wait for a second
      // connection.
      reloadIfOlder(maxKeyAgeMs).catch(() => {})
      const [newest] = keys
      if (!newest) throw new Error('There is no signing key; run `admin prepare-cell` once')
      const issuedAt = Math.floor(at.getTime() / 1000)
      const { sub, jti = randomBytes(12).toString('base64url'), ...others } = claims
      return new SignJWT({ ...others, cell })
        .setProtectedHeader({ alg: algorithm, kid: newest.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(environment)
        .setSubject(sub)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(jti)
        .sign(newest.privateKey)
    },

    /** Returns the claims of a valid token of this issuer and environment, or undefined if the token is not valid. */
    async verify(token: string): Promise<VerifiedClaims | undefined> {
      const cached = verifiedTokens.get(token)
      if (cached) return cached.exp * 1000 > Date.now() ? cached : undefined
      const kid = kidOf(token)
      const key = kid === undefined ? undefined : await findKey(kid, token)
      if (!key) return undefined
      try {
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: [algorithm],
          issuer,
          audience: environment,
          typ: 'JWT',
          requiredClaims: ['sub', 'exp', 'jti', 'client_id', 'token_use', 'ver'],
        })
        const claims: VerifiedClaims = {
          sub: String(payload.sub),
          client_id: String(payload.client_id),
          token_use: payload.token_use === 'member' ? 'member' : 'user',
          ver: Number(payload.ver),
          exp: Number(payload.exp),
          jti: String(payload.jti),
          ...(payload.jid !== undefined && { jid: String(payload.jid) }),
          ...(payload.did !== undefined && { did: String(payload.did) }),
        }
        verifiedTokens.set(token, claims)
        return claims
      } catch {
        return undefined
      }
    },

    /**
     * Returns the published keys, at most a second old: verifiers fetch them when they see the `kid` of a new key.
     */
    async jwks() {
      // If the database is unreachable, serve the cached keys.
      await reloadIfOlder(minReloadIntervalMs).catch(() => {})
      return { keys: keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm, use: 'sig' })) }
    },
  }
}

/** Lists the active key and the retired keys whose tokens may still be valid. */
export function listPublishedKeys(tx: Tx) {
  return tx
    .selectFrom('signing_keys')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('retired_at', 'is', null),
        eb('retired_at', '>', new Date(Date.now() - publishedAfterRetirementMs)),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute()
}

/** Returns the latest possible expiry of tokens signed with a key that is retired now. */
export const latestTokenExpiry = () => new Date(Date.now() + publishedAfterRetirementMs)

/** Creates a new signing key. The old keys are only used for verification, until their last tokens have expired. */
export async function rotateSigningKey(database: Tenancy, sealingKey: Buffer) {
  return database.system(async (tx) => {
    await tx
      .updateTable('signing_keys')
      .set({ retired_at: new Date() })
      .where('retired_at', 'is', null)
      .execute()
    await tx
      .deleteFrom('signing_keys')
      .where('retired_at', '<', new Date(Date.now() - publishedAfterRetirementMs))
      .execute()
    return insertSigningKey(tx, sealingKey)
  })
}

/** Creates the first signing key if there is none. */
export async function prepareSigningKey(database: Tenancy, sealingKey: Buffer) {
  await database.system(async (tx) => {
    const { count } = await tx
      .selectFrom('signing_keys')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) === 0) await insertSigningKey(tx, sealingKey)
  })
}

async function insertSigningKey(tx: Tx, sealingKey: Buffer) {
  const kid = randomBytes(9).toString('base64url')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  await tx
    .insertInto('signing_keys')
    .values({
      kid,
      public_jwk: JSON.stringify(publicKey.export({ format: 'jwk' })),
      sealed_private: seal(sealingKey, signingKeySealContext(kid), der),
    })
    .execute()
  return kid
}

const parsePublicKey = (kid: string, jwk: unknown): PublicKey => ({
  kid,
  publicJwk: jwk as object,
  publicKey: createPublicKey({ key: jwk as never, format: 'jwk' }),
})

// The token is not verified here. Its client id is only used to choose the key for the verification.
function clientOf(token: string) {
  try {
    return decodeJwt(token).client_id
  } catch {
    return undefined
  }
}

function kidOf(token: string) {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

export const signingKeySealContext = (kid: string): SealContext => ({
  table: 'signing_keys',
  column: 'sealed_private',
  row: kid,
  version: 1,
})
