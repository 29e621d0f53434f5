import type { Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'

export type ConfigurationRow = Selectable<DB['configurations']>

export function readConfiguration(tx: Tx) {
  return tx.selectFrom('configurations').selectAll().executeTakeFirstOrThrow()
}

export function updateConfiguration(tx: Tx, values: Updateable<DB['configurations']>) {
  return tx.updateTable('configurations').set(values).returningAll().executeTakeFirstOrThrow()
}
