import { sql } from 'kysely'
import type { Revocations } from '../../features/access/service.ts'
import { tenantForOperator } from '../../features/clients/service.ts'
import { eraseUserFiles } from '../../features/documents/erase.ts'
import { deleteDocument } from '../../features/documents/service.ts'
import { eraseData } from '../../features/journeys/person/erase-data.ts'
import { deleteUser } from '../../features/users/service.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Erasure, ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import { Problem } from '../../platform/problem.ts'
import type { CoreDependencies } from '../../process/dependencies.ts'

type ErasureDeps = Pick<CoreDependencies, 'database' | 'keyring'> & {
  ledger: ErasureLedger
  revocations: Revocations
}

/** The provider's session was ended when the person deleted the data. */
const noHandoff = { hasSpareCapacity: () => false, deposit() {} }

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
  const erased = { users: 0, documents: 0, people_with_data: 0 }
  if (!from) return erased
  const start = new Date(Math.max(0, from.getTime() - clockMarginMs))
  const forged: string[] = []
  for await (const batch of inBatches(deps.ledger.since(start))) {
    for (const present of await listPresent(deps.database, batch)) {
      if (!(await deps.ledger.isGenuine(present))) forged.push(present.key)
      // The erasure may already be done if it was recorded twice or if another process is starting at the same time.
      else if (await succeeds(repeatErasure(deps, present))) erased[countedAs(present)]++
    }
  }
  requireNone(forged)
  return erased
}

async function repeatErasure(deps: ErasureDeps, { client_id, user_id, ...erasure }: Erasure) {
  const tenant = await tenantForOperator(deps, client_id, 'erasures')
  if (erasure.document_id) return deleteDocument(tenant, erasure.document_id)
  if (erasure.is_data_only) {
    const own = { userId: user_id, inJourney: true, before: erasure.at }
    return eraseData(tenant, { credentialHandoff: noHandoff }, own)
  }
  return deleteUser(tenant, { revocations: deps.revocations, beforeErasing: eraseUserFiles }, user_id)
}

function countedAs({ document_id, is_data_only }: Erasure) {
  if (document_id) return 'documents'
  return is_data_only ? 'people_with_data' : 'users'
}

/**
 * Neither erases by an entry that the service did not write, nor serves data that may have been erased: the operator
 * decides.
 */
function requireNone(forged: string[]) {
  if (forged.length === 0) return
  throw new Error(
    `${forged.length} erasures in the ledger have no valid signature, the first is [${forged[0]}]. ` +
      'Find out who wrote these objects, and delete those that are forged (docs/operations/backup.md)',
  )
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
    sql<{ key: string }>`
      select e.key
        from jsonb_to_recordset(${JSON.stringify(erasures)})
          e (key text, at timestamptz, client_id uuid, user_id uuid, document_id uuid, is_data_only boolean)
        where case
          when e.document_id is not null
            then exists (select from documents d where d.client_id = e.client_id and d.id = e.document_id)
          when e.is_data_only
            then exists (${sharedBefore('accounts')}) or exists (${sharedBefore('payroll_entries')})
              or exists (${sharedBefore('documents')}) or exists (${sharedBefore('journey_notes')})
          else exists (select from users u where u.client_id = e.client_id and u.id = e.user_id)
            or exists (select from user_keys k where k.client_id = e.client_id and k.user_id = e.user_id) end`.execute(
      tx,
    ),
  )
  const present = new Set(rows.map(({ key }) => key))
  return erasures.filter(({ key }) => present.has(key))
}

const sharedBefore = (table: string) => {
  const rows = sql.table(table)
  return sql`select from ${rows} t where t.client_id = e.client_id and t.user_id = e.user_id and t.created_at <= e.at`
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
