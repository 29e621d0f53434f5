import { sql } from 'kysely'
import type { Revocations } from '../../features/access/service.ts'
import { tenantForOperator } from '../../features/clients/service.ts'
import { eraseFilesOf } from '../../features/documents/erase.ts'
import { deleteDocument } from '../../features/documents/service.ts'
import { deleteUser } from '../../features/users/service.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Erasure, ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import { Problem } from '../../platform/problem.ts'
import type { Foundation } from '../../process/dependencies.ts'

type Parts = Pick<Foundation, 'database' | 'keyring'> & { ledger: ErasureLedger; revocations: Revocations }

// Clocks of API processes and of the database differ, and a note is older than what it tells of.
const marginMs = 3_600_000
const atOnce = 1_000

/**
 * Erases what the ledger says was erased and this database still has: it is an older copy, or an erasure was noted and then
 * failed. Run before a process serves anybody, so that no restored copy is ever served with somebody in it who is gone.
 */
export async function applyErasures(parts: Parts, since?: Date) {
  const from = since ?? (await lastWriteAt(parts.database))
  const erased = { users: 0, documents: 0 }
  if (!from) return erased
  for await (const batch of inBatches(parts.ledger.since(new Date(from.getTime() - marginMs)))) {
    for (const found of await listPresent(parts.database, batch)) {
      const tenant = await tenantForOperator(parts, found.client_id, 'erasures')
      // Noted twice, or another process that starts at the same time was faster.
      if (found.document_id) {
        if (await isDone(deleteDocument(tenant, found.document_id))) erased.documents++
      } else {
        const erasing = { revocations: parts.revocations, beforeErasing: eraseFilesOf }
        if (await isDone(deleteUser(tenant, erasing, found.user_id))) erased.users++
      }
    }
  }
  return erased
}

/** Which of these the database still has. */
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

/** The last moment that a copy knows of; undefined where there is no client yet. */
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
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** False if somebody else has done it. */
async function isDone(work: Promise<unknown>) {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false
    throw error
  }
}
