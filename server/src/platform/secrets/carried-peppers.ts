import type { Tenancy, Tx } from '../database/tenancy.ts'
import type { Keyring } from './keyring.ts'
import { pepperId } from './passwords.ts'
import { type SealContext, seal, unsealWithAny } from './seal.ts'

// Password peppers of other cells, needed for members of clients that were moved from those cells. They are sealed
// with a key of this cell, because a pepper must not be readable in the database.

/** The pepper is not cached: sign-ins are rare, and the password hash costs far more than this query. */
export async function findCarriedPepper(database: Tenancy, keyring: Keyring, id: string) {
  const row = await database.system((tx) =>
    tx.selectFrom('carried_peppers').select('sealed').where('id', '=', id).executeTakeFirst(),
  )
  return row && unsealWithAny(sealingKeys(keyring), pepperSealContext(id), row.sealed)
}

/** Lists the peppers of this cell and the carried peppers of other cells. */
export async function listPeppers(database: Tenancy, keyring: Keyring) {
  const rows = await database.system((tx) => tx.selectFrom('carried_peppers').selectAll().execute())
  return [
    ...keyring.cellKeys('password pepper')(),
    ...rows.map(({ id, sealed }) => unsealWithAny(sealingKeys(keyring), pepperSealContext(id), sealed)),
  ]
}

export async function storePeppers(tx: Tx, keyring: Keyring, peppers: Buffer[]) {
  const current = keyring.cellKey('password pepper')
  for (const pepper of peppers.filter((one) => !one.equals(current))) {
    const id = pepperId(pepper)
    const sealed = seal(sealingKeys(keyring)[0], pepperSealContext(id), pepper)
    await tx
      .insertInto('carried_peppers')
      .values({ id, sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const sealingKeys = (keyring: Keyring) => keyring.cellKeys('carried peppers')()

export const pepperSealContext = (id: string): SealContext => ({
  table: 'carried_peppers',
  column: 'sealed',
  row: id,
  version: 1,
})
