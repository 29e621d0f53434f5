import { sql } from 'kysely'
import type { Revocations } from '../../features/access/service.ts'
import { tenantForOperator } from '../../features/clients/service.ts'
import { eraseUserFiles } from '../../features/documents/erase.ts'
import { deleteDocument } from '../../features/documents/service.ts'
import { deleteUser } from '../../features/users/service.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Erasure, ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import { Problem } from '../../platform/problem.ts'
import type { CoreDependencies } from '../../process/dependencies.ts'

type ErasureDeps = Pick<CoreDependencies, 'database' | 'keyring'> & {
  ledger: ErasureLedger
  revocations: Revocations
}

// Margin because the clocks of API processes and the database differ, and a ledger entry is written before the
// erasure.
const clockMarginMs = 3_600_000
const batchSize = 1_000

/**
 * Repeats the recorded erasures that this database does not reflect, because it is a restored backup or because an
 * erasure failed after it was recorded. Runs before a process serves requests, so that erased data is never served.
 */
export async function applyErasures(deps: ErasureDeps, since?: Date) {
  const from = since ?? (await ledgerStart(deps.database))
  const erased = { users: 0, documents: 0 }
  if (!from) return erased
  const start = new Date(Math.max(0, from.getTime() - clockMarginMs))
  for await (const batch of inBatches(deps.ledger.since(start))) {
    for (const present of await listPresent(deps.database, batch)) {
      const tenant = await tenantForOperator(deps, present.client_id, 'erasures')
      // The erasure may already be done if it was recorded twice or if another process is starting at the same time.
      if (present.document_id) {
        if (await succeeds(deleteDocument(tenant, present.document_id))) erased.documents++
      } else {
        const erasing = { revocations: deps.revocations, beforeErasing: eraseUserFiles }
        if (await succeeds(deleteUser(tenant, erasing, present.user_id))) erased.users++
      }
    }
  }
  return erased
}

/**
 * Returns the time from which the ledger must be read. If the clock was ahead when this database was last written,
 * the time of the last write is worthless, so the whole ledger is read.
 */
async function ledgerStart(database: Tenancy) {
  const last = await lastWriteAt(database)
  return last && last.getTime() > Date.now() + clockMarginMs ? new Date(0) : last
}

/** Lists the erasures whose data is still in the database. */
export async function listPresent(database: Tenancy, erasures: Erasure[]) {
  const { rows } = await database.system((tx) =>
    sql<Omit<Erasure, 'at'>>`
      select e.client_id, e.user_id, e.document_id
        from jsonb_to_recordset(${JSON.stringify(erasures)}) e (client_id uuid, user_id uuid, document_id uuid)
        where case when e.document_id is null
          then exists (select from users u where u.client_id = e.client_id and u.id = e.user_id)
            or exists (select from user_keys k where k.client_id = e.client_id and k.user_id = e.user_id)
          else exists (select from documents d where d.client_id = e.client_id and d.id = e.document_id) end`.execute(
      tx,
    ),
  )
  return rows
}

/** Returns the time of the last audited write, or undefined if there is no client yet. */
export async function lastWriteAt(database: Tenancy) {
  const { rows } = await database.system((tx) =>
    sql<{ at: Date | null }>`select max(at) as at from audit_heads`.execute(tx),
  )
  return rows[0]?.at ?? undefined
}

export async function* inBatches(erasures: AsyncIterable<Erasure>) {
  let batch: Erasure[] = []
  for await (const erasure of erasures) {
    batch.push(erasure)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Returns false if the user or document no longer exists. */
async function succeeds(work: Promise<unknown>) {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false
    throw error
  }
}
