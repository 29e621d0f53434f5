import type { Tenancy, Tx } from '../database/tenancy.ts'
import type { Keyring } from './keyring.ts'
import { pepperId } from './passwords.ts'
import { open, type Place, seal } from './seal.ts'

// Peppers of other cells, for the passwords of members whose client came from there. A pepper must not lie open in the
// database, so it is sealed under a key of our own cell.

/** Not remembered: few sign in, and each costs far more than this. */
export async function findCarriedPepper(database: Tenancy, keyring: Keyring, id: string) {
  const row = await database.system((tx) =>
    tx.selectFrom('carried_peppers').select('sealed').where('id', '=', id).executeTakeFirst(),
  )
  return row && open(sealingKey(keyring), placeOf(id), row.sealed)
}

/** All that a cell knows: its own, and those it was told of. */
export async function listPeppers(database: Tenancy, keyring: Keyring) {
  const rows = await database.system((tx) => tx.selectFrom('carried_peppers').selectAll().execute())
  return [
    keyring.cellKey('password pepper'),
    ...rows.map(({ id, sealed }) => open(sealingKey(keyring), placeOf(id), sealed)),
  ]
}

export async function keepPeppers(tx: Tx, keyring: Keyring, peppers: Buffer[]) {
  const own = keyring.cellKey('password pepper')
  for (const pepper of peppers.filter((one) => !one.equals(own))) {
    const id = pepperId(pepper)
    const sealed = seal(sealingKey(keyring), placeOf(id), pepper)
    await tx
      .insertInto('carried_peppers')
      .values({ id, sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const sealingKey = (keyring: Keyring) => keyring.cellKey('carried peppers')

const placeOf = (id: string): Place => ({ table: 'carried_peppers', column: 'sealed', row: id, version: 1 })
