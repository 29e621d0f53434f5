import type { KeyObject } from 'node:crypto'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { notFound } from '../../platform/problem.ts'
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
  lockUserFiles,
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

/** All documents of a user, newest first; bounded by the limit per user. */
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

/** The Support role gets metadata only; callers that may see personal data also get the file. */
export async function readDocument(tenant: Tenant, caller: Caller, objects: ObjectStore, id: string) {
  if (canSeePersonalData(caller)) {
    const { row, key, bytes } = await fetchDocument(tenant, objects, id)
    return { ...presentFor(caller, key, row), file_contents: bytes.toString('base64') }
  }
  return tenant.transaction(async (tx) => {
    const row = await findDocument(tx, id)
    if (!row) throw notFound('Document', id)
    return presentDocument(row)
  })
}

export async function readFile(tenant: Tenant, objects: ObjectStore, id: string) {
  const { row, key, bytes } = await fetchDocument(tenant, objects, id)
  return { bytes, file_name: openContents(key, row).file_name }
}

/** Reads the object store outside the transaction, since it may be slow. */
async function fetchDocument(tenant: Tenant, objects: ObjectStore, id: string) {
  const { row, key } = await tenant.transaction(async (tx) => {
    const document = await findDocument(tx, id)
    if (!document) throw notFound('Document', id)
    audit(tx, 'document.read', id)
    return { row: document, key: (await openUser(tx, document.user_id)).key }
  })
  const bytes = await openFile(objects, key, { client_id: tenant.clientId, user_id: row.user_id, id })
  // Deleted since the transaction.
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
  })
}

/** Deletes documents whose submissions the caller deletes; lockUserFiles must have been called. */
export async function deleteDocumentsOfEntry(tx: Tx, userId: string, ids: readonly string[]) {
  for (const id of ids) {
    await deleteDocumentRow(tx, id)
    await eraseDocumentFile(tx, userId, id)
  }
}

const presentFor = (caller: Caller, key: KeyObject, row: DocumentRow) =>
  presentDocument(row, canSeePersonalData(caller) ? openContents(key, row) : undefined)
