import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { uploadRetentionMs } from './limits.ts'

export type DocumentType = 'payslip' | 'bank_statement'
export type UploadRow = Selectable<DB['uploads']>

const documentColumns = [
  'id',
  'user_id',
  'authorisation_id',
  'type',
  'created_at',
  'bytes',
  'pages',
  'trust_score',
  'identity_match',
  'identity_accepted_at',
  'is_unread',
  'sealed',
] as const
export type DocumentRow = Pick<Selectable<DB['documents']>, (typeof documentColumns)[number]>

/**
 * Serialises changes to a user's files until the commit, without blocking readers. Returns false if the user does not
 * exist.
 */
export async function lockUserFiles(tx: Tx, userId: string) {
  const { rows } = await sql`select from users where id = ${userId} for no key update`.execute(tx)
  return rows.length > 0
}

/** Locks the user against all other transactions that lock the user. Used for erasure. */
export async function lockUserExclusively(tx: Tx, userId: string) {
  await sql`select from users where id = ${userId} for update`.execute(tx)
}

/**
 * Counts what is limited for each user: documents, pending uploads that may still become documents, and rejected
 * uploads of the last day. Reading a rejected file costs as much as reading a good one.
 */
export async function countFiles(tx: Tx, userId: string) {
  const { rows } = await sql<{ documents: number; uploads: number }>`
    select (select count(*)::int from documents where user_id = ${userId}) as documents,
      (select count(*)::int from uploads u where u.user_id = ${userId}
        and case when u.done_at is null then u.expires_at > now()
          else u.created_at > now() - ${uploadRetentionMs} * interval '1 ms'
            and not exists (select from documents d where d.id = u.id) end) as uploads`.execute(tx)
  return rows[0] ?? { documents: 0, uploads: 0 }
}

export function insertUploads(tx: Tx, values: Insertable<DB['uploads']>[]) {
  return tx.insertInto('uploads').values(values).execute()
}

export function lockUploads(tx: Tx, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return selectUploads(tx, userId, ids).orderBy('id').forUpdate().execute()
}

export function listUploads(tx: Tx, userId: string, ids: readonly string[]) {
  return ids.length === 0 ? Promise.resolve([]) : selectUploads(tx, userId, ids).execute()
}

const selectUploads = (tx: Tx, userId: string, ids: readonly string[]) =>
  tx.selectFrom('uploads').selectAll().where('user_id', '=', userId).where('id', 'in', ids)

export function markTaken(tx: Tx, id: string, sealed: Buffer) {
  return tx.updateTable('uploads').set({ taken_at: new Date(), sealed }).where('id', '=', id).execute()
}

/** Stores what was read from a file before it was sent. */
export function putReading(tx: Tx, id: string, sealed_reading: Buffer) {
  return tx.updateTable('uploads').set({ sealed_reading }).where('id', '=', id).execute()
}

/** Marks an upload as done: it has become a document or was rejected. */
export function markDone(tx: Tx, id: string) {
  return tx
    .updateTable('uploads')
    .set({ done_at: new Date(), sealed_reading: null })
    .where('id', '=', id)
    .execute()
}

type Hashes = { file_hash: Buffer; content_hash: Buffer | null }

/** Lists the users who have an identical document, by file or by text. */
export async function listUsersWithSameDocument(tx: Tx, { file_hash, content_hash }: Hashes) {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from documents where file_hash = ${file_hash}
    union
    select user_id from documents where content_hash = ${content_hash}::bytea`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

export function insertDocument(tx: Tx, values: Insertable<DB['documents']>) {
  return tx.insertInto('documents').values(values).returning(documentColumns).executeTakeFirstOrThrow()
}

export function findDocument(tx: Tx, id: string) {
  return tx.selectFrom('documents').select(documentColumns).where('id', '=', id).executeTakeFirst()
}

export function setIdentityAccepted(tx: Tx, id: string, identity_accepted_at: Date) {
  return tx.updateTable('documents').set({ identity_accepted_at }).where('id', '=', id).execute()
}

/** Stores a new match and withdraws the acceptance of the previous one. */
export function setIdentityMatch(tx: Tx, id: string, identity_match: string) {
  return tx
    .updateTable('documents')
    .set({ identity_match, identity_accepted_at: null })
    .where('id', '=', id)
    .execute()
}

export function deleteDocumentRow(tx: Tx, id: string) {
  return tx.deleteFrom('documents').where('id', '=', id).returning('id').executeTakeFirst()
}

type PageRange = { skip: number; limit: number }

export async function listDocuments(
  tx: Tx,
  { user_id, type }: { user_id: string; type?: DocumentType | undefined },
  { skip, limit }: PageRange,
) {
  const where = type ? sql`user_id = ${user_id} and type = ${type}` : sql`user_id = ${user_id}`
  const [counted, { rows }] = await Promise.all([
    sql<{ total: string }>`select count(*) as total from documents where ${where}`.execute(tx),
    sql<DocumentRow>`
      select ${sql.join(documentColumns.map((column) => sql.ref(column)))} from documents where ${where}
        order by created_at desc, id desc offset ${skip} limit ${limit}`.execute(tx),
  ])
  return { total: Number(counted.rows[0]?.total ?? 0), documents: rows }
}

/** Lists the documents of a user with a Low trust score, and those that could not be read, newest first. */
export function listDoubtfulRows(tx: Tx, userId: string) {
  return tx
    .selectFrom('documents')
    .select(documentColumns)
    .where('user_id', '=', userId)
    .where((where) => where.or([where('trust_score', '=', 'Low'), where('is_unread', '=', true)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether a user has, or may still get, objects in the object store. */
export async function hasFiles(tx: Tx, userId: string) {
  const { rows } = await sql`
    select from uploads where user_id = ${userId}
    union all select from documents where user_id = ${userId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes a batch of uploads that did not become documents. */
export async function deleteUploads(
  tx: Tx,
  userId: string,
  { before, limit }: { before: Date | undefined; limit: number },
) {
  const { rows } = await sql<{ id: string }>`
    delete from uploads where id in (
      select u.id from uploads u where u.user_id = ${userId} and u.created_at <= ${before ?? sql`'infinity'`}
        and not exists (select from documents d where d.id = u.id) limit ${limit})
      returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
