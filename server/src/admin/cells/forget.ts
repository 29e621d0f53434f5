import { sql } from 'kysely'
import type { Cell } from '../with-cell.ts'
import { copyFiles, removeFiles } from './files.ts'
import { announce } from './rows.ts'
import { readState } from './states.ts'
import { moved } from './tables.ts'

/** An upload that was promised before the move may still arrive at the old place for a quarter of an hour. */
const uploadMinutes = 20

// Without them nothing else can be read, so they go before everything that takes its time.
const keys = ['user_keys', 'client_data_keys', 'client_keys']

/** Removes what a client that has moved away left behind: its keys, its rows, its files, its name. */
export async function forgetMovedClient(
  { source, target }: { source: Cell; target: Cell },
  clientId: string,
) {
  const state = await readState(source.database, clientId)
  if (state?.state !== 'moved')
    throw new Error('Only what a client left behind that has moved can be forgotten')
  if (state.cell !== target.config.CELL) throw new Error(`It has moved to ${state.cell}`)
  await requireOpen(target, clientId)
  await requireAge(source, clientId)
  await copyFiles({ source, target }, clientId)
  let rows = 0
  for (const name of [...keys, ...moved.map((table) => table.name).reverse()])
    rows += await removeRows(source, name, clientId)
  await source.database.system(async (tx) => {
    await sql`select forget_moved_lines(${clientId}::uuid)`.execute(tx)
    await tx.deleteFrom('clients').where('id', '=', clientId).execute()
  })
  return { client_id: clientId, rows, files: await removeFiles({ source, target }, clientId) }
}

async function requireOpen({ database }: Cell, clientId: string) {
  const client = await database.system((tx) =>
    tx.selectFrom('clients').select('id').where('id', '=', clientId).executeTakeFirst(),
  )
  if (!client || (await readState(database, clientId)))
    throw new Error('The client is not open at the target yet; run move-client again')
}

async function requireAge({ database }: Cell, clientId: string) {
  const { rows } = await database.system((tx) =>
    sql`select from client_moves where client_id = ${clientId}
      and changed_at > now() - ${uploadMinutes} * interval '1 minute'`.execute(tx),
  )
  if (rows.length > 0)
    throw new Error(`Uploads may still arrive here; forget it ${uploadMinutes} minutes after the move`)
}

function removeRows({ database }: Cell, name: string, clientId: string) {
  return database.system(async (tx) => {
    await announce(tx)
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(name)} where client_id = ${clientId}`.execute(tx)
    return Number(numAffectedRows)
  })
}
