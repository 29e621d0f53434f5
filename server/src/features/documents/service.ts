import type { KeyObject } from 'node:crypto'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, seesPersonalData } from '../../platform/http/caller.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { notFound } from '../../platform/problem.ts'
import { openUser } from '../users/service.ts'
import { eraseFileOf } from './erase.ts'
import { mostDocuments } from './limits.ts'
import { openFile } from './quarantine.ts'
import {
  type DocumentRow,
  type DocumentType,
  deleteDocumentRow,
  findDocument,
  holdUserFiles,
  listDocuments,
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
    if (seesPersonalData(caller)) audit(tx, 'document.listed', filter.user_id)
    return {
      pagination: { offset, limit, count: documents.length, total_count: total },
      documents: documents.map((row) => presentFor(caller, key, row)),
    }
  })
}

/** What a person has sent, newest first: no more than there can be. */
export async function listSent(tx: Tx, userId: string) {
  const { key } = await openUser(tx, userId)
  const page = { skip: 0, limit: mostDocuments }
  const { documents } = await listDocuments(tx, { user_id: userId }, page)
  return documents.map((row) => {
    const { id, type, created_at, pages, bytes, trust_score } = presentDocument(row)
    const { file_name, external_id } = openContents(key, row)
    return { id, type, file_name, external_id, created_at, pages, bytes, trust_score }
  })
}

/** Support sees that it is there; whoever sees personal data gets the file with it. */
export async function readDocument(tenant: Tenant, caller: Caller, objects: Objects, id: string) {
  if (seesPersonalData(caller)) {
    const { row, key, bytes } = await fetchDocument(tenant, objects, id)
    return { ...presentFor(caller, key, row), file_contents: bytes.toString('base64') }
  }
  return tenant.transaction(async (tx) => {
    const row = await findDocument(tx, id)
    if (!row) throw notFound('Document', id)
    return presentDocument(row)
  })
}

export async function readFile(tenant: Tenant, objects: Objects, id: string) {
  const { row, key, bytes } = await fetchDocument(tenant, objects, id)
  return { bytes, file_name: openContents(key, row).file_name }
}

/** The store is asked outside of the transaction: it may take its time. */
async function fetchDocument(tenant: Tenant, objects: Objects, id: string) {
  const { row, key } = await tenant.transaction(async (tx) => {
    const found = await findDocument(tx, id)
    if (!found) throw notFound('Document', id)
    audit(tx, 'document.read', id)
    return { row: found, key: (await openUser(tx, found.user_id)).key }
  })
  const bytes = await openFile(objects, key, { client_id: tenant.clientId, user_id: row.user_id, id })
  // Deleted between the two looks.
  if (!bytes) throw notFound('Document', id)
  return { row, key, bytes }
}

/** With what was read from it, and with its file. */
export function deleteDocument(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const row = await findDocument(tx, id)
    if (!row) throw notFound('Document', id)
    await holdUserFiles(tx, row.user_id)
    if (!(await deleteDocumentRow(tx, id))) throw notFound('Document', id)
    await eraseFileOf(tx, row.user_id, id)
    audit(tx, 'document.deleted', id)
  })
}

/** For whoever deletes what was read from them; the user must be held. */
export async function removeDocuments(tx: Tx, userId: string, ids: readonly string[]) {
  for (const id of ids) {
    await deleteDocumentRow(tx, id)
    await eraseFileOf(tx, userId, id)
  }
}

const presentFor = (caller: Caller, key: KeyObject, row: DocumentRow) =>
  presentDocument(row, seesPersonalData(caller) ? openContents(key, row) : undefined)
