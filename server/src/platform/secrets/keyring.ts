import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TransactionWork, Tx } from '../database/scoped-connection.ts'
import { openCellKeys } from './cell-keys.ts'
import type { RootKey } from './root-key.ts'
import { type SealContext, seal, unseal } from './seal.ts'

export type Keyring = Awaited<ReturnType<typeof openKeyring>>

/** Decrypted keys of one client. They give access to all of the client's data, so only its Tenant has them. */
export type ClientKeySet = {
  /** Seals the client's own data, such as members, idempotent replies and e-mails. */
  dataKey: Buffer
  /** Returns a keyed hash for exact-match look-ups of a sealed field. */
  lookupHash(purpose: string, value: string): Buffer
  userKey(userId: string, row: WrappedKey): Promise<KeyObject>
  /** Creates the key of a new user and the user_keys row to insert. */
  makeUserKey(tx: Tx, userId: string): Promise<{ key: Buffer; row: WrappedKey & { user_id: string } }>
}

/** A user key as stored: wrapped with a version of the client key. */
export type WrappedKey = { wrapped: Buffer; client_key_version: number }

type SystemAccess = { system<T>(work: TransactionWork<T>): Promise<T> }

type OpenedClientKeys = { stored: Map<number, Buffer>; versions: Map<number, Buffer>; dataKey: Buffer }

const keyBytes = 32
const cacheMs = 5 * 60_000
const maxCachedUserKeys = 50_000

/**
 * Key hierarchy: root key → client key → user key. A client's keys are unwrapped before its transaction begins,
 * because the root key may be in a remote KMS. They are cached for five minutes, which also bridges short KMS
 * outages.
 */
export async function openKeyring(root: RootKey, database: SystemAccess) {
  // A plain map that is cleared by age and by size. It is faster than an LRU cache, and a page of users needs a
  // hundred look-ups.
  const userKeys = new Map<string, { wrapped: Buffer; key: KeyObject }>()
  const clearing = setInterval(() => userKeys.clear(), cacheMs).unref()
  const clients = new LRUCache<string, OpenedClientKeys>({
    max: 1_000,
    ttl: cacheMs,
    fetchMethod: openClient,
  })
  const cell = await openCellKeys(root, database)

  async function openClient(
    clientId: string,
    previous: OpenedClientKeys | undefined,
  ): Promise<OpenedClientKeys> {
    const { wrappedKeys, data } = await database.system(async (tx) => ({
      wrappedKeys: await tx.selectFrom('client_keys').selectAll().where('client_id', '=', clientId).execute(),
      data: await tx
        .selectFrom('client_data_keys')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow(),
    }))
    const stored = new Map<number, Buffer>()
    for (const { version, wrapped } of wrappedKeys) {
      stored.set(version, await root.unwrap(wrapped, clientKeyContext(clientId, version)))
    }
    const wrapper = stored.get(data.client_key_version)
    if (!wrapper) throw new Error(`The key of client ${clientId} is missing`)
    // Previous versions are kept, because a row that was read just before the end of a rotation must still be
    // unsealed.
    const versions = new Map([...(previous?.stored ?? []), ...stored])
    const dataKey = unseal(wrapper, dataKeySealContext(clientId, data.client_key_version), data.wrapped)
    return { stored, versions, dataKey }
  }

  /**
   * Returns a version of the client key. An unknown version is due to a recent rotation, so the keys are refreshed,
   * twice if necessary: the first refresh may join one that started before the rotation.
   */
  async function clientKey(clientId: string, version: number) {
    for (let tries = 0; tries < 3; tries++) {
      const opened = await clients.fetch(clientId, { forceRefresh: tries > 0 })
      const key = opened?.versions.get(version)
      if (key) return key
    }
    throw new Error(`Version ${version} of the key of client ${clientId} is missing`)
  }

  return {
    close() {
      clearInterval(clearing)
      cell.close()
    },
    /** Loads a client's keys. Call it before a transaction, never inside one: it may need a database connection. */
    async of(clientId: string): Promise<ClientKeySet> {
      const opened = clients.get(clientId) ?? (await clients.fetch(clientId))
      if (!opened) throw new Error(`Client ${clientId} has no keys`)
      return {
        dataKey: opened.dataKey,
        lookupHash: (purpose, value) =>
          createHmac('sha256', deriveKey(opened.dataKey, `lookup ${purpose}`))
            .update(value)
            .digest(),
        async userKey(userId, { wrapped, client_key_version }) {
          const cached = userKeys.get(userId)
          if (cached?.wrapped.equals(wrapped)) return cached.key
          const wrapper =
            opened.versions.get(client_key_version) ?? (await clientKey(clientId, client_key_version))
          const key = createSecretKey(
            unseal(wrapper, userKeySealContext(userId, client_key_version), wrapped),
          )
          if (userKeys.size >= maxCachedUserKeys) userKeys.clear()
          userKeys.set(userId, { wrapped, key })
          return key
        },
        async makeUserKey(tx, userId) {
          const [, version] = await Promise.all([
            lockClientKeys(tx, clientId, 'shared'),
            newestClientKeyVersion(tx, clientId),
          ])
          const wrapper = opened.versions.get(version) ?? (await clientKey(clientId, version))
          const key = randomBytes(keyBytes)
          const wrapped = seal(wrapper, userKeySealContext(userId, version), key)
          return { key, row: { user_id: userId, wrapped, client_key_version: version } }
        },
      }
    },

    /** Derives a cell-wide key for one purpose, such as e-mail look-ups, the password pepper or signing keys. */
    cellKey: cell.current,
    /** All versions of such a key. Rotating the cell key changes them while the process runs. */
    cellKeys: cell.keysFor,
    cell,
  }
}

/** Stores the first keys of a new client, in the transaction that creates it. */
export async function storeClientKeys(tx: Tx, clientId: string, key: Buffer, wrapped: Buffer) {
  await tx.insertInto('client_keys').values({ client_id: clientId, version: 1, wrapped }).execute()
  const dataKey = seal(key, dataKeySealContext(clientId, 1), randomBytes(keyBytes))
  await tx
    .insertInto('client_data_keys')
    .values({ client_id: clientId, wrapped: dataKey, client_key_version: 1 })
    .execute()
}

export async function newestClientKeyVersion(tx: Tx, clientId: string) {
  const { version } = await tx
    .selectFrom('client_keys')
    .select('version')
    .where('client_id', '=', clientId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return version
}

/** Takes a lock for the transaction: shared for wrapping user keys, exclusive for destroying old client keys. */
export async function lockClientKeys(tx: Tx, clientId: string, mode: 'shared' | 'exclusive') {
  const lock = sql`hashtextextended(${`client keys ${clientId}`}, 0)`
  const acquire =
    mode === 'shared' ? sql`pg_advisory_xact_lock_shared(${lock})` : sql`pg_advisory_xact_lock(${lock})`
  await sql`select ${acquire}`.execute(tx)
}

const deriveKey = (key: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes))

export const clientKeyContext = (clientId: string, version: number) => `client_keys/${clientId}/${version}`

export const userKeySealContext = (userId: string, version: number): SealContext => ({
  table: 'user_keys',
  column: 'wrapped',
  row: userId,
  version,
})

export const dataKeySealContext = (clientId: string, version: number): SealContext => ({
  table: 'client_data_keys',
  column: 'wrapped',
  row: clientId,
  version,
})
