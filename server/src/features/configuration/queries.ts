import type { Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'

export type ConfigurationRow = Selectable<DB['configurations']>

export function findConfiguration(tx: Tx) {
  return tx.selectFrom('configurations').selectAll().executeTakeFirst()
}

export function updateConfiguration(tx: Tx, values: Updateable<DB['configurations']>) {
  return tx.updateTable('configurations').set(values).returningAll().executeTakeFirst()
}

export function lockConfiguration(tx: Tx) {
  return tx.selectFrom('configurations').select('client_id').forUpdate().execute()
}
