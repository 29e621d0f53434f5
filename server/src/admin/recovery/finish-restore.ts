import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { documentKey } from '../../features/documents/storage-keys.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { withCell } from '../with-cell.ts'
import { applyErasures, lastWriteAt } from './erasures.ts'
import { checkInvariants } from './invariants.ts'
import { nobodyToTell } from './restore-drill.ts'

type DocumentRow = { client_id: string; user_id: string; id: string }

const atOnce = 1_000

/**
 * After a restore, before any process is started: erases everybody whom the ledger names, brings back files that were
 * lost by accident and that the store has kept, and says whether the cell is whole.
 */
export function finishRestore(config: Config) {
  return withCell(config, async (cell) => {
    const { ledger } = cell
    const last = await lastWriteAt(cell.database)
    const erased =
      ledger && (await applyErasures({ ...cell, ledger, revocations: nobodyToTell }, new Date(0)))
    const files = await bringFilesBack(cell)
    const invariants = await checkInvariants(cell)
    const passed = invariants.every(({ holds }) => holds)
    return { passed, last_write_at: last?.toISOString(), erased, files, invariants }
  })
}

async function bringFilesBack({ database, objects }: { database: Tenancy; objects: Objects }) {
  const files = { looked_at: 0, brought_back: 0, lost: 0 }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await database.system((tx) =>
      sql<DocumentRow>`
        select client_id, user_id, id from documents where id > ${after} order by id limit ${atOnce}`.execute(
        tx,
      ),
    )
    for (const row of rows) {
      files.looked_at++
      const key = documentKey(row, row.id)
      if (await objects.head(key)) continue
      if (await objects.bringBack(key)) files.brought_back++
      else files.lost++
    }
    const last = rows.at(-1)
    if (!last) return files
    after = last.id
  }
}
