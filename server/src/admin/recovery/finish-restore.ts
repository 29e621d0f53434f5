import type { Config } from '../../config.ts'
import { listClients } from '../../features/clients/service.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { noProgress, type ProgressReporter } from '../../platform/telemetry/progress.ts'
import { withCell, withLongTimeouts } from '../with-cell.ts'
import { applyErasures, lastWriteAt } from './erasures.ts'
import { checkInvariants } from './invariants.ts'
import { findMissingFiles } from './missing-files.ts'
import { noRevocations } from './restore-drill.ts'

/**
 * Must run after a restore, before any process starts. Repeats every erasure recorded in the ledger, recovers
 * accidentally deleted files from the object store's versions, and checks the invariants of the cell.
 */
export function finishRestore(config: Config, progress: ProgressReporter = noProgress) {
  return withCell(withLongTimeouts(config), async (cell) => {
    const { ledger } = cell
    progress.step('repeating erasures')
    const last = await lastWriteAt(cell.database)
    const erased =
      ledger && (await applyErasures({ ...cell, ledger, revocations: noRevocations }, new Date(0)))
    progress.step('recovering files')
    const files = await recoverFiles(cell)
    const invariants = await checkInvariants(cell, progress)
    const passed = invariants.every(({ holds }) => holds)
    return { passed, last_write_at: last?.toISOString(), erased, files, invariants }
  })
}

async function recoverFiles({ database, objects }: { database: Tenancy; objects: ObjectStore }) {
  const files = { looked_at: 0, brought_back: 0, lost: 0 }
  for (const { id } of await listClients(database))
    files.looked_at += await findMissingFiles({ database, objects }, id, async (key) => {
      if (await objects.restoreDeleted(key)) files.brought_back++
      else files.lost++
    })
  return files
}
