import { mkdir } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { withCell } from '../with-cell.ts'
import { applyErasures, lastWriteAt } from './erasures.ts'
import { checkInvariants } from './invariants.ts'
import { archiveAgeSeconds, type Repository, restoreCopy } from './private-copy.ts'

export type DrillOptions = { repository: Repository; folder: string; to?: string | undefined }

export type DrillReport = Awaited<ReturnType<typeof restoreDrill>>

/** A copy answers to nobody, so there is nobody to be told that a user is gone. */
export const nobodyToTell = { tell() {} }

/**
 * Restores the newest backup (or a moment) into a private copy, does there what a real restore would do before the copy
 * may serve, holds it against the invariants and removes it. Nothing that the cell uses is written to.
 */
export async function restoreDrill(config: Config, { repository, folder, to }: DrillOptions) {
  await mkdir(folder, { recursive: true })
  const startedAt = performance.now()
  const walAge = await archiveAgeSeconds(repository)
  const copy = await restoreCopy({ repository, folder, databaseUrl: config.DATABASE_URL, to })
  const restoredAt = performance.now()
  try {
    const report = await withCell({ ...config, DATABASE_URL: copy.databaseUrl }, async (cell) => {
      const last = await lastWriteAt(cell.database)
      const erased =
        cell.ledger &&
        (await applyErasures({ ...cell, ledger: cell.ledger, revocations: nobodyToTell }, new Date(0)))
      return { last_write_at: last?.toISOString(), erased, invariants: await checkInvariants(cell) }
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
    await copy.remove()
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10
