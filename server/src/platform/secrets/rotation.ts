import { randomBytes } from 'node:crypto'
import type { Tenancy, Tx } from '../database/tenancy.ts'
import { clientKeyContext, dataKeyPlace, holdClientKeys, newestVersion, userKeyPlace } from './keyring.ts'
import type { RootKey } from './root-key.ts'
import { open, seal } from './seal.ts'

const batch = 500

/** Makes a new root key and wraps every client key and the cell key under it. Nothing sealed changes. */
export async function rotateRootKey(root: RootKey, database: Tenancy) {
  await root.rotate()
  const done = new Set<string>()
  // A client made while we were at it may have been wrapped just before the rotation: look until nothing is new.
  for (let found = -1; found < done.size; ) {
    found = done.size
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
    const again = await root.wrap(await root.unwrap(wrapped, name), name)
    await database.system((tx) =>
      tx.updateTable('cell_keys').set({ wrapped: again }).where('name', '=', name).execute(),
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
  const again = await root.wrap(await root.unwrap(wrapped, context), context)
  await database.system((tx) =>
    tx
      .updateTable('client_keys')
      .set({ wrapped: again })
      .where('client_id', '=', client_id)
      .where('version', '=', version)
      .execute(),
  )
}

/**
 * Gives a client a new key, wraps all its users' keys under it in batches while the service runs, and destroys
 * the old key. Both versions open until then; a run that was cut short is finished by the next one.
 */
export async function rotateClientKey(root: RootKey, database: Tenancy, clientId: string) {
  const version = (await database.system((tx) => newestVersion(tx, clientId))) + 1
  const key = randomBytes(32)
  const wrapped = await root.wrap(key, clientKeyContext(clientId, version))
  await database.system((tx) =>
    tx.insertInto('client_keys').values({ client_id: clientId, version, wrapped }).execute(),
  )
  const old = await openOldKeys(root, database, clientId, version)
  await database.system((tx) => rewrapDataKey(tx, clientId, old, { version, key }))

  let users = 0
  for (let tries = 0; ; tries++) {
    for (;;) {
      const moved = await database.system((tx) => rewrapUserKeys(tx, clientId, old, { version, key }))
      users += moved
      if (moved === 0) break
    }
    // A user made meanwhile under the old version still holds on to it: wrap that one too, then try again.
    if (await destroyOldKeys(database, clientId, version)) return { version, users }
    if (tries === 10) throw new Error('The old key is still in use; run the rotation again')
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
  return (of: number) => {
    const key = keys.get(of)
    if (!key) throw new Error(`Version ${of} of the key of client ${clientId} is missing`)
    return key
  }
}

async function rewrapDataKey(
  tx: Tx,
  clientId: string,
  old: (version: number) => Buffer,
  { version, key }: NewKey,
) {
  const row = await tx
    .selectFrom('client_data_keys')
    .selectAll()
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const opened = open(
    old(row.client_key_version),
    dataKeyPlace(clientId, row.client_key_version),
    row.wrapped,
  )
  await tx
    .updateTable('client_data_keys')
    .set({ wrapped: seal(key, dataKeyPlace(clientId, version), opened), client_key_version: version })
    .where('client_id', '=', clientId)
    .execute()
}

async function rewrapUserKeys(
  tx: Tx,
  clientId: string,
  old: (version: number) => Buffer,
  { version, key }: NewKey,
) {
  const rows = await tx
    .selectFrom('user_keys')
    .select(['user_id', 'wrapped', 'client_key_version'])
    .where('client_id', '=', clientId)
    .where('client_key_version', '<', version)
    .limit(batch)
    .forUpdate()
    .execute()
  await Promise.all(
    rows.map((row) => {
      const opened = open(
        old(row.client_key_version),
        userKeyPlace(row.user_id, row.client_key_version),
        row.wrapped,
      )
      return tx
        .updateTable('user_keys')
        .set({ wrapped: seal(key, userKeyPlace(row.user_id, version), opened), client_key_version: version })
        .where('client_id', '=', clientId)
        .where('user_id', '=', row.user_id)
        .execute()
    }),
  )
  return rows.length
}

async function destroyOldKeys(database: Tenancy, clientId: string, version: number) {
  const stillNeeded = ['23503', '55P03']
  try {
    await database.system(async (tx) => {
      await holdClientKeys(tx, clientId, 'alone')
      await tx
        .deleteFrom('client_keys')
        .where('client_id', '=', clientId)
        .where('version', '<', version)
        .execute()
    })
    return true
  } catch (error) {
    // A user's key refers to it, or somebody held on to it for longer than we wait.
    if (stillNeeded.includes(String((error as { code?: string }).code))) return false
    throw error
  }
}
