import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

export type InclusionRow = {
  document_id: string
  created_at: Date
  actor_kind: 'api_key' | 'member'
  actor_id: string
  sealed: Buffer
  /** From the document. */
  is_unread: boolean
}

/**
 * Lists the included documents of a user, newest first. Needs no pagination because a user has at most 250 documents.
 */
export async function listInclusionRows(tx: Tx, userId: string) {
  const { rows } = await sql<InclusionRow>`
    select i.document_id, i.created_at, i.actor_kind, i.actor_id, i.sealed, d.is_unread
      from income_inclusions i join documents d on d.client_id = i.client_id and d.id = i.document_id
      where i.user_id = ${userId} order by i.created_at desc, i.document_id`.execute(tx)
  return rows
}

/** Locks a document of the user against deletion. Returns undefined if there is no such document. */
export async function lockUserDocument(tx: Tx, userId: string, documentId: string) {
  const { rows } = await sql<{ trust_score: string | null; is_unread: boolean }>`
    select trust_score, is_unread from documents where id = ${documentId} and user_id = ${userId} for key share`.execute(
    tx,
  )
  return rows[0]
}

export async function upsertInclusion(tx: Tx, userId: string, row: Omit<InclusionRow, 'is_unread'>) {
  const { document_id, created_at, actor_kind, actor_id, sealed } = row
  await sql`
    insert into income_inclusions (user_id, document_id, created_at, actor_kind, actor_id, sealed)
      values (${userId}, ${document_id}, ${created_at}, ${actor_kind}, ${actor_id}, ${sealed})
      on conflict (client_id, document_id) do update set created_at = excluded.created_at,
        actor_kind = excluded.actor_kind, actor_id = excluded.actor_id, sealed = excluded.sealed`.execute(tx)
}

/** Deletes an inclusion and returns whether its document is unread, or undefined if there is no such inclusion. */
export async function deleteInclusionRow(tx: Tx, userId: string, documentId: string) {
  const { rows } = await sql<{ is_unread: boolean }>`
    delete from income_inclusions i using documents d
      where i.user_id = ${userId} and i.document_id = ${documentId} and d.client_id = i.client_id and d.id = i.document_id
      returning d.is_unread`.execute(tx)
  return rows[0]
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
