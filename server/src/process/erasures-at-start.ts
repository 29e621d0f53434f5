import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { applyErasures } from '../admin/recovery/erasures.ts'
import { openRevocations } from '../features/access/service.ts'
import type { Tenancy } from '../platform/database/tenancy.ts'
import { Problem } from '../platform/problem.ts'
import type { ProcessDependencies } from './dependencies.ts'

type ErasureDependencies = Pick<ProcessDependencies, 'database' | 'keyring' | 'bus' | 'ledger' | 'log'>

export type StartErasures = { stop(): void }

/** Time for which a process waits for the ledger if the database is certainly not a restored copy. */
const ledgerTimeoutMs = 5_000
const retryDelayMs = 30_000

/**
 * Repeats erasures before the process serves requests: the database may be a restored backup that still contains
 * erased data. If the object store does not respond, the process starts only if the ledger was applied to this very
 * database before, and applies it later.
 */
export async function repeatErasures(deps: ErasureDependencies): Promise<StartErasures | undefined> {
  if (!deps.ledger) return undefined
  const stopping = new AbortController()
  const applying = apply(deps)
  // Handled below, or not at all if the process does not start.
  applying.catch(() => undefined)
  if (!(await isLedgerApplied(deps.database))) {
    await applying
    return undefined
  }
  const isApplied = await Promise.race([
    applying.then(() => true, isStoreOutage),
    sleep(ledgerTimeoutMs, false),
  ])
  if (isApplied) return undefined
  deps.log.error('erasure ledger not reachable; started because it was applied to this database before')
  retryLater(deps, applying, stopping.signal)
  return { stop: () => stopping.abort() }
}

/** Returns false for an outage of the object store. Throws any other error, such as a forged entry. */
function isStoreOutage(error: unknown): false {
  if (error instanceof Problem && error.status === 503) return false
  throw error
}

async function retryLater(deps: ErasureDependencies, first: Promise<void>, signal: AbortSignal) {
  let applying = first
  while (!signal.aborted) {
    try {
      await applying
      deps.log.info('applied erasure ledger after the start')
      return
    } catch (error) {
      if (!signal.aborted) deps.log.warn({ err: error }, 'could not apply erasure ledger, will retry')
    }
    await sleep(retryDelayMs, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) applying = apply(deps)
  }
}

async function apply(deps: ErasureDependencies) {
  const { ledger, log, database } = deps
  if (!ledger) return
  const erased = await applyErasures({ ...deps, ledger, revocations: openRevocations(deps.bus) })
  await database.system((tx) => sql`select note_ledger_check()`.execute(tx))
  if (erased.users + erased.documents > 0)
    log.warn(erased, 'repeated erasures from the ledger on a restored database')
}

async function isLedgerApplied(database: Tenancy) {
  const { rows } = await database.system((tx) =>
    sql<{ applied: boolean }>`select is_ledger_applied() as applied`.execute(tx),
  )
  return rows[0]?.applied ?? false
}
