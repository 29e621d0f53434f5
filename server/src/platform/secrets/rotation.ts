import { randomBytes } from 'node:crypto'
import type { Tenancy, Tx } from '../database/tenancy.ts'
import {
  clientKeyContext,
  dataKeySealContext,
  lockClientKeys,
  newestClientKeyVersion,
  userKeySealContext,
} from './keyring.ts'
import type { RootKey } from './root-key.ts'
import { seal, unseal } from './seal.ts'

const batchSize = 500
const maxTries = 10
/** PostgreSQL error codes foreign_key_violation and lock_not_available. */
const stillInUseCodes = ['23503', '55P03']

/**
 * Creates a new root key version and rewraps all client keys and the cell key with it. Sealed data is not changed.
 */
export async function rotateRootKey(root: RootKey, database: Tenancy) {
  await root.rotate()
  const done = new Set<string>()
  // The key of a client that is created during the rotation may have been wrapped with the old version, so this is
  // repeated until a pass finds no new client.
  for (let before = -1; before < done.size; ) {
    before = done.size
    const clientKeys = await database.system((tx) => tx.selectFrom('client_keys').selectAll().execute())
    for (const { client_id, version, wrapped } of clientKeys) {
      const context = clientKeyContext(client_id, version)
      if (done.has(context)) continue
      await rewrapClientKey(root, database, { client_id, version, wrapped })
      done.add(context)
    }
  }
  const cellKeys = await database.system((tx) => tx.selectFrom('cell_keys').selectAll().execute())
  for (const { name, wrapped } of cellKeys) {
    const rewrapped = await root.wrap(await root.unwrap(wrapped, name), name)
    await database.system((tx) =>
      tx.updateTable('cell_keys').set({ wrapped: rewrapped }).where('name', '=', name).execute(),
    )
  }
  return { wrapped: done.size + cellKeys.length }
}

async function rewrapClientKey(
  root: RootKey,
  database: Tenancy,
  { client_id, version, wrapped }: { client_id: string; version: number; wrapped: Buffer },
) {
  const context = clientKeyContext(client_id, version)
  const rewrapped = await root.wrap(await root.unwrap(wrapped, context), context)
  await database.system((tx) =>
    tx
      .updateTable('client_keys')
      .set({ wrapped: rewrapped })
      .where('client_id', '=', client_id)
      .where('version', '=', version)
      .execute(),
  )
}

/**
 * Creates a new client key, rewraps all user keys with it in batches while the service runs, and destroys the old
 * key. Both versions work until the old key is destroyed. An interrupted rotation is completed by the next one.
 */
export async function rotateClientKey(root: RootKey, database: Tenancy, clientId: string) {
  const version = (await database.system((tx) => newestClientKeyVersion(tx, clientId))) + 1
  const key = randomBytes(32)
  const wrapped = await root.wrap(key, clientKeyContext(clientId, version))
  await database.system((tx) =>
    tx.insertInto('client_keys').values({ client_id: clientId, version, wrapped }).execute(),
  )
  const oldKey = await openOldKeys(root, database, clientId, version)
  await database.system((tx) => rewrapDataKey(tx, clientId, oldKey, { version, key }))

  let users = 0
  for (let tries = 0; ; tries++) {
    for (;;) {
      const rewrapped = await database.system((tx) => rewrapUserKeys(tx, clientId, oldKey, { version, key }))
      users += rewrapped
      if (rewrapped === 0) break
    }
    // A user created during the rotation may still reference the old version, so that user key is rewrapped too
    // before the next try.
    if (await destroyOldKeys(database, clientId, version)) return { version, users }
    if (tries === maxTries) throw new Error('The old key is still in use; run the rotation again')
  }
}

type NewKey = { version: number; key: Buffer }

async function openOldKeys(root: RootKey, database: Tenancy, clientId: string, version: number) {
  const rows = await database.system((tx) =>
    tx
      .selectFrom('client_keys')
      .select(['version', 'wrapped'])
      .where('client_id', '=', clientId)
      .where('version', '<', version)
      .execute(),
  )
  const keys = new Map<number, Buffer>()
  for (const row of rows)
    keys.set(row.version, await root.unwrap(row.wrapped, clientKeyContext(clientId, row.version)))
  return (oldVersion: number) => {
    const key = keys.get(oldVersion)
    if (!key) throw new Error(`Version ${oldVersion} of the key of client ${clientId} is missing`)
    return key
  }
}

async function rewrapDataKey(
  tx: Tx,
  clientId: string,
  oldKey: (version: number) => Buffer,
  { version, key }: NewKey,
) {
  const row = await tx
    .selectFrom('client_data_keys')
    .selectAll()
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const opened = unseal(
    oldKey(row.client_key_version),
    dataKeySealContext(clientId, row.client_key_version),
    row.wrapped,
  )
  await tx
    .updateTable('client_data_keys')
    .set({ wrapped: seal(key, dataKeySealContext(clientId, version), opened), client_key_version: version })
    .where('client_id', '=', clientId)
    .execute()
}

async function rewrapUserKeys(
  tx: Tx,
  clientId: string,
  oldKey: (version: number) => Buffer,
  { version, key }: NewKey,
) {
  const rows = await tx
    .selectFrom('user_keys')
    .select(['user_id', 'wrapped', 'client_key_version'])
    .where('client_id', '=', clientId)
    .where('client_key_version', '<', version)
    .limit(batchSize)
    .forUpdate()
    .execute()
  await Promise.all(
    rows.map((row) => {
      const opened = unseal(
        oldKey(row.client_key_version),
        userKeySealContext(row.user_id, row.client_key_version),
        row.wrapped,
      )
      return tx
        .updateTable('user_keys')
        .set({
          wrapped: seal(key, userKeySealContext(row.user_id, version), opened),
          client_key_version: version,
        })
        .where('client_id', '=', clientId)
        .where('user_id', '=', row.user_id)
        .execute()
    }),
  )
  return rows.length
}

async function destroyOldKeys(database: Tenancy, clientId: string, version: number) {
  try {
    await database.system(async (tx) => {
      await lockClientKeys(tx, clientId, 'exclusive')
      await tx
        .deleteFrom('client_keys')
        .where('client_id', '=', clientId)
        .where('version', '<', version)
        .execute()
    })
    return true
  } catch (error) {
    // A user key still references the old version, or the lock could not be acquired in time.
    if (stillInUseCodes.includes(String((error as { code?: string }).code))) return false
    throw error
  }
}
