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
import { open, type Place, seal } from './seal.ts'

export type TokenUse = 'member' | 'user'

/**
 * Who a token speaks for. `ver` must equal the holder's token_version: raising that ends every token at once. `jid`: the
 * journey whose link the token was given for.
 */
export type Claims = { sub: string; client_id: string; token_use: TokenUse; ver: number; jid?: string }

/** With the second at which it ends. */
export type Verified = Claims & { exp: number }

export type Tokens = Awaited<ReturnType<typeof openTokens>>

type PublicKey = { kid: string; publicKey: KeyObject; publicJwk: object }
type SigningKey = PublicKey & { privateKey: KeyObject }
/** Of another cell, where the client lived before: good for this client only. */
type CarriedKey = PublicKey & { clientId: string; until: Date }

const algorithm = 'EdDSA'
// A retired key stays published until the longest-lived token it signed has ended (7 days), and a day more.
const publishedMs = 8 * 24 * 3_600_000
const reloadMs = 60_000
const lookAgainMs = 1_000

/** Ed25519 tokens with `kid`. Keys live in the database, so every process signs and verifies with the same ones. */
export async function openTokens(options: {
  database: Tenancy
  sealingKey: Buffer
  issuer: string
  environment: string
  /** Said in every token, so that a router knows where it belongs. */
  cell: string
}) {
  const { database, sealingKey, issuer, environment, cell } = options
  const verified = new LRUCache<string, Verified>({ max: 20_000 })
  let keys: SigningKey[] = []
  let carried: CarriedKey[] = []
  let loadedAt = 0
  let loading: Promise<void> | undefined

  async function load() {
    const askedAt = Date.now()
    const [rows, others] = await database.system((tx) =>
      Promise.all([listPublished(tx), tx.selectFrom('carried_token_keys').selectAll().execute()]),
    )
    carried = others.map(({ kid, public_jwk, client_id, until }) => ({
      ...readPublic(kid, public_jwk),
      clientId: client_id,
      until,
    }))
    keys = rows.map(({ kid, public_jwk, sealed_private }) => ({
      ...readPublic(kid, public_jwk),
      privateKey: createPrivateKey({
        key: open(sealingKey, privatePlace(kid), sealed_private),
        format: 'der',
        type: 'pkcs8',
      }),
    }))
    loadedAt = askedAt
  }

  /** Whoever comes while the keys are being read waits for the same answer. */
  async function requireFresh(maxAgeMs: number) {
    if (Date.now() - loadedAt <= maxAgeMs) return
    loading ??= load().finally(() => {
      loading = undefined
    })
    await loading
  }

  /** Another process may have rotated: an unknown `kid` is looked up again, at most once a second. */
  async function findKey(kid: string, token: string) {
    const known = lookUp(kid, token)
    if (known) return known
    await requireFresh(lookAgainMs)
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
    async sign(claims: Claims, { at, lifetimeSeconds }: { at: Date; lifetimeSeconds: number }) {
      // Not awaited: the caller may be inside a transaction, which must not wait for a second connection.
      requireFresh(reloadMs).catch(() => {})
      const [newest] = keys
      if (!newest) throw new Error('There is no signing key; run `admin prepare-cell` once')
      const issuedAt = Math.floor(at.getTime() / 1000)
      const { sub, ...others } = claims
      return new SignJWT({ ...others, cell })
        .setProtectedHeader({ alg: algorithm, kid: newest.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(environment)
        .setSubject(sub)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(randomBytes(12).toString('base64url'))
        .sign(newest.privateKey)
    },

    /** The claims of a token that is ours, of this environment and not expired; else nothing. */
    async verify(token: string): Promise<Verified | undefined> {
      const known = verified.get(token)
      if (known) return known.exp * 1000 > Date.now() ? known : undefined
      const kid = kidOf(token)
      const key = kid === undefined ? undefined : await findKey(kid, token)
      if (!key) return undefined
      try {
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: [algorithm],
          issuer,
          audience: environment,
          typ: 'JWT',
          requiredClaims: ['sub', 'exp', 'client_id', 'token_use', 'ver'],
        })
        const claims: Verified = {
          sub: String(payload.sub),
          client_id: String(payload.client_id),
          token_use: payload.token_use === 'member' ? 'member' : 'user',
          ver: Number(payload.ver),
          exp: Number(payload.exp),
          ...(payload.jid !== undefined && { jid: String(payload.jid) }),
        }
        verified.set(token, claims)
        return claims
      } catch {
        return undefined
      }
    },

    /** Almost never stale: whoever verifies looks here when it meets the `kid` of a key made moments ago. */
    async jwks() {
      // While the database is away, the keys of the last time are better than none.
      await requireFresh(lookAgainMs).catch(() => {})
      return { keys: keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm, use: 'sig' })) }
    },
  }
}

/** Those that sign, and those whose tokens may still live. */
export function listPublished(tx: Tx) {
  return tx
    .selectFrom('signing_keys')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('retired_at', 'is', null), eb('retired_at', '>', new Date(Date.now() - publishedMs))]),
    )
    .orderBy('created_at', 'desc')
    .execute()
}

/** Until when tokens may live that are signed with a key that does not sign from now on. */
export const lastTokenAt = () => new Date(Date.now() + publishedMs)

/** A new signing key; the ones before it only verify from now on, until their tokens have ended. */
export async function rotateSigningKey(database: Tenancy, sealingKey: Buffer) {
  return database.system(async (tx) => {
    await tx
      .updateTable('signing_keys')
      .set({ retired_at: new Date() })
      .where('retired_at', 'is', null)
      .execute()
    await tx
      .deleteFrom('signing_keys')
      .where('retired_at', '<', new Date(Date.now() - publishedMs))
      .execute()
    return insertSigningKey(tx, sealingKey)
  })
}

/** Makes the first signing key where there is none. */
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
      sealed_private: seal(sealingKey, privatePlace(kid), der),
    })
    .execute()
  return kid
}

const readPublic = (kid: string, jwk: unknown): PublicKey => ({
  kid,
  publicJwk: jwk as object,
  publicKey: createPublicKey({ key: jwk as never, format: 'jwk' }),
})

// Not believed before the signature was looked at: it only chooses the key to look with.
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

const privatePlace = (kid: string): Place => ({
  table: 'signing_keys',
  column: 'sealed_private',
  row: kid,
  version: 1,
})
