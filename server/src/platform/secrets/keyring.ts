import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tx, Work } from '../database/scoped-connection.ts'
import type { RootKey } from './root-key.ts'
import { open, type Place, seal } from './seal.ts'

export type Keyring = Awaited<ReturnType<typeof openKeyring>>

/** What a client's rows are sealed with. Holding it is holding the client's data: it goes only with its Tenant. */
export type ClientKeys = {
  /** Seals fields of the client itself: members, idempotent replies, mail. */
  dataKey: Buffer
  /** A keyed hash for exact look-ups of a sealed field. */
  lookupHash(purpose: string, value: string): Buffer
  userKey(userId: string, row: WrappedKey): Promise<KeyObject>
  /** A fresh key for a new user, and the row to store. */
  makeUserKey(tx: Tx, userId: string): Promise<{ key: Buffer; row: WrappedKey & { user_id: string } }>
}

/** A user's key as it is stored, wrapped by a version of its client's key. */
export type WrappedKey = { wrapped: Buffer; client_key_version: number }

type SystemAccess = { system<T>(work: Work<T>): Promise<T> }

type Opened = { stored: Map<number, Buffer>; versions: Map<number, Buffer>; dataKey: Buffer }

const keyBytes = 32
const cacheMs = 5 * 60_000
const userKeysLimit = 50_000

/**
 * Root key → client key → user key. A client's keys are opened before its transaction begins (the root key's
 * keeper may be across a network) and stay in memory for five minutes, so the keeper may be away that long.
 */
export async function openKeyring(root: RootKey, database: SystemAccess) {
  // A plain map that is emptied, by age and by size: it is asked a hundred times for one page of users.
  const userKeys = new Map<string, { wrapped: Buffer; key: KeyObject }>()
  setInterval(() => userKeys.clear(), cacheMs).unref()
  const clients = new LRUCache<string, Opened>({ max: 1_000, ttl: cacheMs, fetchMethod: openClient })
  const cell = await openCellKey(root, database)

  async function openClient(clientId: string, before: Opened | undefined): Promise<Opened> {
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
    // What was there the last time is kept: a row read just before a rotation ended must still open.
    const versions = new Map([...(before?.stored ?? []), ...stored])
    const dataKey = open(wrapper, dataKeyPlace(clientId, data.client_key_version), data.wrapped)
    return { stored, versions, dataKey }
  }

  /** A version that is not known yet was made by a rotation since. The second look may have joined one begun before it. */
  async function clientKey(clientId: string, version: number) {
    for (let looks = 0; looks < 3; looks++) {
      const opened = await clients.fetch(clientId, { forceRefresh: looks > 0 })
      const key = opened?.versions.get(version)
      if (key) return key
    }
    throw new Error(`Version ${version} of the key of client ${clientId} is missing`)
  }

  return {
    /** Opens a client's keys; called before a transaction, never inside one. */
    async of(clientId: string): Promise<ClientKeys> {
      const opened = clients.get(clientId) ?? (await clients.fetch(clientId))
      if (!opened) throw new Error(`Client ${clientId} has no keys`)
      return {
        dataKey: opened.dataKey,
        lookupHash: (purpose, value) =>
          createHmac('sha256', deriveKey(opened.dataKey, `lookup ${purpose}`))
            .update(value)
            .digest(),
        async userKey(userId, { wrapped, client_key_version }) {
          const known = userKeys.get(userId)
          if (known?.wrapped.equals(wrapped)) return known.key
          const wrapper =
            opened.versions.get(client_key_version) ?? (await clientKey(clientId, client_key_version))
          const key = createSecretKey(open(wrapper, userKeyPlace(userId, client_key_version), wrapped))
          if (userKeys.size >= userKeysLimit) userKeys.clear()
          userKeys.set(userId, { wrapped, key })
          return key
        },
        async makeUserKey(tx, userId) {
          const [, version] = await Promise.all([
            holdClientKeys(tx, clientId, 'shared'),
            newestVersion(tx, clientId),
          ])
          const wrapper = opened.versions.get(version) ?? (await clientKey(clientId, version))
          const key = randomBytes(keyBytes)
          const wrapped = seal(wrapper, userKeyPlace(userId, version), key)
          return { key, row: { user_id: userId, wrapped, client_key_version: version } }
        },
      }
    },

    /** A key of the whole cell for one purpose: e-mail look-ups, password pepper, signing keys. */
    cellKey: (purpose: string) => deriveKey(cell, purpose),
  }
}

/** The first keys of a new client, in the transaction that makes it. */
export async function storeClientKeys(tx: Tx, clientId: string, key: Buffer, wrapped: Buffer) {
  await tx.insertInto('client_keys').values({ client_id: clientId, version: 1, wrapped }).execute()
  const dataKey = seal(key, dataKeyPlace(clientId, 1), randomBytes(keyBytes))
  await tx
    .insertInto('client_data_keys')
    .values({ client_id: clientId, wrapped: dataKey, client_key_version: 1 })
    .execute()
}

/** Makes the key of the cell where there is none. */
export async function prepareCellKey(root: RootKey, database: SystemAccess) {
  const wrapped = await root.wrap(randomBytes(keyBytes), 'cell')
  await database.system((tx) =>
    tx
      .insertInto('cell_keys')
      .values({ name: 'cell', wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

async function openCellKey(root: RootKey, database: SystemAccess) {
  const row = await database.system((tx) =>
    tx.selectFrom('cell_keys').select('wrapped').where('name', '=', 'cell').executeTakeFirst(),
  )
  if (!row) throw new Error('This database has no cell key yet; run `admin prepare-cell` once')
  return root.unwrap(row.wrapped, 'cell')
}

export async function newestVersion(tx: Tx, clientId: string) {
  const { version } = await tx
    .selectFrom('client_keys')
    .select('version')
    .where('client_id', '=', clientId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return version
}

/** Until the commit: whoever wraps a user's key shares the hold, whoever destroys an old client key is alone. */
export async function holdClientKeys(tx: Tx, clientId: string, how: 'shared' | 'alone') {
  const lock = sql`hashtextextended(${`client keys ${clientId}`}, 0)`
  const take =
    how === 'shared' ? sql`pg_advisory_xact_lock_shared(${lock})` : sql`pg_advisory_xact_lock(${lock})`
  await sql`select ${take}`.execute(tx)
}

const deriveKey = (key: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes))

export const clientKeyContext = (clientId: string, version: number) => `client_keys/${clientId}/${version}`

export const userKeyPlace = (userId: string, version: number): Place => ({
  table: 'user_keys',
  column: 'wrapped',
  row: userId,
  version,
})

export const dataKeyPlace = (clientId: string, version: number): Place => ({
  table: 'client_data_keys',
  column: 'wrapped',
  row: clientId,
  version,
})
