import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

export type InclusionRow = {
  document_id: string
  created_at: Date
  actor_kind: 'api_key' | 'member'
  actor_id: string
  sealed: Buffer
}

/**
 * Lists the included documents of a user, newest first. Needs no pagination because a user has at most 250 documents.
 */
export async function listInclusionRows(tx: Tx, userId: string) {
  const { rows } = await sql<InclusionRow>`
    select document_id, created_at, actor_kind, actor_id, sealed from income_inclusions
      where user_id = ${userId} order by created_at desc, document_id`.execute(tx)
  return rows
}

/**
 * Locks a document of the user against deletion and returns its trust score, or undefined if there is no such
 * document.
 */
export async function lockUserDocument(tx: Tx, userId: string, documentId: string) {
  const { rows } = await sql<{ trust_score: string | null }>`
    select trust_score from documents where id = ${documentId} and user_id = ${userId} for key share`.execute(
    tx,
  )
  return rows[0]
}

export async function upsertInclusion(tx: Tx, userId: string, row: InclusionRow) {
  const { document_id, created_at, actor_kind, actor_id, sealed } = row
  await sql`
    insert into income_inclusions (user_id, document_id, created_at, actor_kind, actor_id, sealed)
      values (${userId}, ${document_id}, ${created_at}, ${actor_kind}, ${actor_id}, ${sealed})
      on conflict (client_id, document_id) do update set created_at = excluded.created_at,
        actor_kind = excluded.actor_kind, actor_id = excluded.actor_id, sealed = excluded.sealed`.execute(tx)
}

export async function deleteInclusionRow(tx: Tx, userId: string, documentId: string) {
  const { rows } = await sql`
    delete from income_inclusions where user_id = ${userId} and document_id = ${documentId}
      returning document_id`.execute(tx)
  return rows.length > 0
}

/** Stores the hash of a summary. Returns false if the same hash is already stored. */
export async function storeSummaryHash(
  tx: Tx,
  { user_id, model_id, content_hash }: { user_id: string; model_id: string; content_hash: Buffer },
) {
  const { rows } = await sql`
    insert into income_summaries (user_id, model_id, content_hash) values (${user_id}, ${model_id}, ${content_hash})
      on conflict (client_id, user_id) do update
        set model_id = excluded.model_id, content_hash = excluded.content_hash, updated_at = now()
        where income_summaries.content_hash <> excluded.content_hash
      returning user_id`.execute(tx)
  return rows.length > 0
}

/** Whether an event about a summary of the user was ever published. */
export async function hasSummary(tx: Tx, userId: string) {
  const { rows } = await sql`select from income_summaries where user_id = ${userId}`.execute(tx)
  return rows.length > 0
}
