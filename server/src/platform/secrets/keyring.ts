import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
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
  userKey(userId: string, row: WrappedKey): Promise<Buffer>
  /** A fresh key for a new user, and the row to store. */
  makeUserKey(tx: Tx, userId: string): Promise<{ key: Buffer; row: WrappedKey & { user_id: string } }>
}

/** A user's key as it is stored, wrapped by a version of its client's key. */
export type WrappedKey = { wrapped: Buffer; client_key_version: number }

type SystemAccess = { system<T>(work: Work<T>): Promise<T> }

type Opened = { versions: Map<number, Buffer>; dataKey: Buffer }

const keyBytes = 32
const cacheMs = 5 * 60_000

/**
 * Root key → client key → user key. A client's keys are opened before its transaction begins (the root key's
 * keeper may be across a network) and stay in memory for five minutes, so the keeper may be away that long.
 */
export async function openKeyring(root: RootKey, database: SystemAccess) {
  const userKeys = new LRUCache<string, Buffer>({ max: 50_000, ttl: cacheMs })
  const clients = new LRUCache<string, Opened>({ max: 1_000, ttl: cacheMs, fetchMethod: openClient })
  const cell = await openCellKey(root, database)

  async function openClient(clientId: string): Promise<Opened> {
    const { wrappedKeys, data } = await database.system(async (tx) => ({
      wrappedKeys: await tx.selectFrom('client_keys').selectAll().where('client_id', '=', clientId).execute(),
      data: await tx
        .selectFrom('client_data_keys')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow(),
    }))
    const versions = new Map<number, Buffer>()
    for (const { version, wrapped } of wrappedKeys) {
      versions.set(version, await root.unwrap(wrapped, clientKeyContext(clientId, version)))
    }
    const wrapper = versions.get(data.client_key_version)
    if (!wrapper) throw new Error(`The key of client ${clientId} is missing`)
    return { versions, dataKey: open(wrapper, dataKeyPlace(clientId, data.client_key_version), data.wrapped) }
  }

  async function clientKey(clientId: string, version: number) {
    const known = clients.get(clientId)?.versions.get(version)
    if (known) return known
    // The client's key was rotated since it was cached.
    clients.delete(clientId)
    const key = (await clients.fetch(clientId))?.versions.get(version)
    if (!key) throw new Error(`Version ${version} of the key of client ${clientId} is missing`)
    return key
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
          // The IV is part of the name, so a key that was wrapped anew or restored is never mistaken.
          const name = userId + wrapped.toString('latin1', 1, 13)
          const known = userKeys.get(name)
          if (known) return known
          const wrapper = await clientKey(clientId, client_key_version)
          const key = open(wrapper, userKeyPlace(userId, client_key_version), wrapped)
          userKeys.set(name, key)
          return key
        },
        async makeUserKey(tx, userId) {
          const version = await newestVersion(tx, clientId)
          const wrapper = await clientKey(clientId, version)
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
