import { sql } from 'kysely'
import { runAsOwner } from '../run-as-owner.ts'
import type { AdminCell } from '../with-cell.ts'
import { copyFiles, removeFiles } from './files.ts'
import { skipTriggers } from './rows.ts'
import { readState } from './states.ts'
import { movedTables } from './tables.ts'

/** Longer than the 15 minutes for which presigned upload URLs that were issued before the move stay valid. */
const uploadMinutes = 20

// These tables are deleted first, because all other data is unreadable without their keys.
const keyTables = ['user_keys', 'client_data_keys', 'client_keys']

/** Deletes what is left of a moved client in its old cell: keys, rows, files and name. */
export async function forgetMovedClient(
  { source, target }: { source: AdminCell; target: AdminCell },
  clientId: string,
) {
  const state = await readState(source.database, clientId)
  if (state?.state !== 'moved') throw new Error('The client has not moved away from this cell')
  if (state.cell !== target.config.CELL) throw new Error(`The client has moved to ${state.cell}`)
  await requireOpenAtTarget(target, clientId)
  await requireUploadsExpired(source, clientId)
  await copyFiles({ source, target }, clientId)
  let rows = 0
  for (const name of [...keyTables, ...movedTables.map((table) => table.name).reverse()])
    rows += await removeRows(source, name, clientId)
  await runAsOwner(source.config, 'select forget_moved_lines($1)', [clientId])
  await source.database.system((tx) => tx.deleteFrom('clients').where('id', '=', clientId).execute())
  return { client_id: clientId, rows, files: await removeFiles({ source, target }, clientId) }
}

async function requireOpenAtTarget({ database }: AdminCell, clientId: string) {
  const client = await database.system((tx) =>
    tx.selectFrom('clients').select('id').where('id', '=', clientId).executeTakeFirst(),
  )
  if (!client || (await readState(database, clientId)))
    throw new Error('The client is not open at the target yet; run move-client again')
}

async function requireUploadsExpired({ database }: AdminCell, clientId: string) {
  const { rows } = await database.system((tx) =>
    sql`select from client_moves where client_id = ${clientId}
      and changed_at > now() - ${uploadMinutes} * interval '1 minute'`.execute(tx),
  )
  if (rows.length > 0)
    throw new Error(`Uploads may still arrive here; run this ${uploadMinutes} minutes after the move`)
}

function removeRows({ database }: AdminCell, name: string, clientId: string) {
  return database.system(async (tx) => {
    await skipTriggers(tx)
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(name)} where client_id = ${clientId}`.execute(tx)
    return Number(numAffectedRows)
  })
}
