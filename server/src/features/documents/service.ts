import type { KeyObject } from 'node:crypto'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { notFound } from '../../platform/problem.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import { openUser } from '../users/service.ts'
import { eraseDocumentFile } from './erase.ts'
import { maxDocuments } from './limits.ts'
import { openFile } from './quarantine.ts'
import {
  type DocumentRow,
  type DocumentType,
  deleteDocumentRow,
  findDocument,
  listDocuments,
  listDoubtfulRows,
  lockUserFiles,
  setIdentityAccepted,
} from './queries.ts'
import { openContents } from './sealed-contents.ts'
import { presentDocument } from './wire.ts'

type Paging = { offset: number; limit: number }

export function listDocumentPage(
  tenant: Tenant,
  caller: Caller,
  { offset, limit, ...filter }: Paging & { user_id: string; type?: DocumentType | undefined },
) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, filter.user_id)
    const { total, documents } = await listDocuments(tx, filter, { skip: offset, limit })
    if (canSeePersonalData(caller)) audit(tx, 'document.listed', filter.user_id)
    return {
      pagination: paginationOf({ offset, limit }, documents, total),
      documents: documents.map((row) => presentFor(caller, key, row)),
    }
  })
}

/** Lists all documents of a user, newest first. The limit per user bounds their number. */
export async function listAllDocuments(tx: Tx, userId: string) {
  const { key } = await openUser(tx, userId)
  const page = { skip: 0, limit: maxDocuments }
  const { documents } = await listDocuments(tx, { user_id: userId }, page)
  return documents.map((row) => {
    const { id, type, created_at, pages, bytes, trust_score } = presentDocument(row)
    const { file_name, external_id } = openContents(key, row)
    return { id, type, file_name, external_id, created_at, pages, bytes, trust_score }
  })
}

/** Lists all documents of a user with the hash of the file, newest first. */
export async function listDocumentOrigins(tx: Tx, userId: string) {
  const { key } = await openUser(tx, userId)
  const page = { skip: 0, limit: maxDocuments }
  const { documents } = await listDocuments(tx, { user_id: userId }, page)
  return documents.map((row) => {
    const { id, type, created_at, pages, trust_score } = presentDocument(row)
    const { file_name, sha256 } = openContents(key, row)
    return { document_id: id, type, file_name, created_at, pages, trust_score, sha256 }
  })
}

/**
 * The documents of a user that the team should look at: those with a Low trust score, with their findings of high severity,
 * and those that could not be read and wait for manual review.
 */
export async function listDoubtfulDocuments(tx: Tx, userId: string) {
  const { key } = await openUser(tx, userId)
  const opened = (await listDoubtfulRows(tx, userId)).map((row) => {
    const { findings, unread } = openContents(key, row)
    return {
      id: row.id,
      type: row.type as DocumentType,
      is_low_trust: row.trust_score === 'Low',
      is_unread: row.is_unread,
      findings: findings.filter(({ severity }) => severity === 'high'),
      missing: unread?.missing ?? [],
    }
  })
  return {
    lowTrust: opened.filter(({ is_low_trust }) => is_low_trust),
    unread: opened.filter(({ is_unread }) => is_unread),
  }
}

/** Waits until there is memory for this many bytes, which stay reserved until the response has been sent. */
type ReserveMemory = (bytes: number) => Promise<void>

// Copies of a file in memory: sealed, opened, in Base64, in JSON, and as bytes of the response; or only the first two.
const copiesInJson = 6
const copiesOfFile = 2

/** The Support role gets metadata only; callers that may see personal data also get the file. */
export async function readDocument(
  tenant: Tenant,
  caller: Caller,
  { objects, reserve }: { objects: ObjectStore; reserve: ReserveMemory },
  id: string,
) {
  if (canSeePersonalData(caller)) {
    const { row, key, bytes } = await fetchDocument(tenant, objects, id, (size) =>
      reserve(size * copiesInJson),
    )
    return { ...presentFor(caller, key, row), file_contents: bytes.toString('base64') }
  }
  return tenant.transaction(async (tx) => {
    const row = await findDocument(tx, id)
    if (!row) throw notFound('Document', id)
    return presentDocument(row)
  })
}

export async function readFile(tenant: Tenant, objects: ObjectStore, id: string, reserve: ReserveMemory) {
  const { row, key, bytes } = await fetchDocument(tenant, objects, id, (size) => reserve(size * copiesOfFile))
  return { bytes, file_name: openContents(key, row).file_name }
}

/** Fetches a document and its file. The object store may be slow, so it is read outside the transaction. */
async function fetchDocument(tenant: Tenant, objects: ObjectStore, id: string, reserve: ReserveMemory) {
  const { row, key } = await tenant.transaction(async (tx) => {
    const document = await findDocument(tx, id)
    if (!document) throw notFound('Document', id)
    audit(tx, 'document.read', id)
    return { row: document, key: (await openUser(tx, document.user_id)).key }
  })
  await reserve(row.bytes)
  const bytes = await openFile(objects, key, { client_id: tenant.clientId, user_id: row.user_id, id })
  // The file was deleted after the transaction.
  if (!bytes) throw notFound('Document', id)
  return { row, key, bytes }
}

/** Deletes the document, its submissions (by cascade) and its file. */
export function deleteDocument(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const row = await findDocument(tx, id)
    if (!row) throw notFound('Document', id)
    await lockUserFiles(tx, row.user_id)
    if (!(await deleteDocumentRow(tx, id))) throw notFound('Document', id)
    await eraseDocumentFile(tx, row.user_id, id)
    audit(tx, 'document.deleted', id)
    await markIncomeChanged(tx, row.user_id)
  })
}

/** Deletes documents whose submissions are deleted by the caller. lockUserFiles must have been called before. */
export async function deleteDocumentsOfEntry(tx: Tx, userId: string, ids: readonly string[]) {
  for (const id of ids) {
    await deleteDocumentRow(tx, id)
    await eraseDocumentFile(tx, userId, id)
  }
}

/** Locks the files of the document's user until the commit. */
export async function lockDocument(tx: Tx, id: string) {
  const row = await findDocument(tx, id)
  if (!row) return undefined
  await lockUserFiles(tx, row.user_id)
  return findDocument(tx, id)
}

/** The team accepts that the document shows another person. It must be locked. The caller writes the audit line. */
export async function acceptIdentityOf(tx: Tx, { id, identity_accepted_at }: DocumentRow) {
  if (identity_accepted_at) return identity_accepted_at
  const now = new Date()
  await setIdentityAccepted(tx, id, now)
  return now
}

const presentFor = (caller: Caller, key: KeyObject, row: DocumentRow) =>
  presentDocument(row, canSeePersonalData(caller) ? openContents(key, row) : undefined)
