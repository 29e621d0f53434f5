import { mkdir } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { noProgress, type ProgressReporter } from '../../platform/telemetry/progress.ts'
import { withCell, withLongTimeouts } from '../with-cell.ts'
import { applyErasures, lastWriteAt } from './erasures.ts'
import { checkInvariants } from './invariants.ts'
import { archiveAgeSeconds, type BackupRepository, restoreCopy } from './private-copy.ts'

export type DrillOptions = {
  repository: BackupRepository
  folder: string
  to?: string | undefined
  progress?: ProgressReporter
}

export type DrillReport = Awaited<ReturnType<typeof restoreDrill>>

/** A private copy serves no requests, so no process has to be notified of revoked credentials. */
export const noRevocations = { announce() {} }

/**
 * Restores the newest backup or a point in time into a private copy, runs the steps of a real restore, checks the
 * invariants and deletes the copy. The cell itself is not modified.
 */
export async function restoreDrill(
  config: Config,
  { repository, folder, to, progress = noProgress }: DrillOptions,
) {
  progress.step('restoring the backup into a private copy')
  await mkdir(folder, { recursive: true })
  const startedAt = performance.now()
  const walAge = await archiveAgeSeconds(repository)
  const copy = await restoreCopy({ repository, folder, databaseUrl: config.DATABASE_URL, to })
  const restoredAt = performance.now()
  try {
    const copyConfig = withLongTimeouts({ ...config, DATABASE_URL: copy.databaseUrl })
    const report = await withCell(copyConfig, async (cell) => {
      progress.step('repeating erasures')
      const last = await lastWriteAt(cell.database)
      const erased =
        cell.ledger &&
        (await applyErasures({ ...cell, ledger: cell.ledger, revocations: noRevocations }, new Date(0)))
      return { last_write_at: last?.toISOString(), erased, invariants: await checkInvariants(cell, progress) }
    })
    return {
      passed: report.invariants.every(({ holds }) => holds),
      restored_to: to ?? 'the end of the archive',
      ...report,
      newest_wal_age_seconds: walAge,
      seconds: {
        restore: seconds(restoredAt - startedAt),
        checks: seconds(performance.now() - restoredAt),
      },
    }
  } finally {
    progress.step('deleting the copy')
    await copy.remove()
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10
