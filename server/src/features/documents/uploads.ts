import { type KeyObject, randomUUID } from 'node:crypto'
import { audit, clientIdOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { effectiveSettings, openUser } from '../users/service.ts'
import type { FileProblem } from './file-problems.ts'
import { addressSeconds, mostDocuments, submitWithinMs } from './limits.ts'
import {
  countFiles,
  type DocumentType,
  holdUploads,
  holdUserFiles,
  insertUploads,
  listUploads,
  markDone,
  markTaken,
  type UploadRow,
} from './queries.ts'
import { quarantineKey, quarantinePrefix } from './storage-keys.ts'

/** A file that somebody may put, has put, or has submitted. Its id becomes that of the document. */
export type Upload = {
  id: string
  client_id: string
  user_id: string
  type: DocumentType
  /** Its key in the object store, which is also what the caller knows it by. */
  path: string
  file_name: string
  external_id: string | null
}

type Named = { file_name: string; external_id: string | null }
export type NewFile = { file_name: string; external_id?: string | undefined }
type Asking = { tenant: Tenant; userId: string; authorisationId: string | undefined; type: DocumentType }

/** Addresses to which these files can be put, in their order. */
export async function presignUploads(
  { tenant, userId, authorisationId, type }: Asking,
  objects: Objects,
  files: readonly NewFile[],
) {
  const uploads = await tenant.transaction(async (tx) => {
    if (!(await holdUserFiles(tx, userId))) throw notFound('User', userId)
    await requireUploadsOn(tx, userId, type)
    await requireAuthorisation(tx, userId, authorisationId === undefined ? {} : { id: authorisationId })
    await requireRoom(tx, userId, files.length)
    const { key } = await openUser(tx, userId)
    const added = files.map((file) => newUpload(tx, { user_id: userId, type }, file))
    const expires_at = new Date(Date.now() + submitWithinMs)
    await insertUploads(
      tx,
      added.map((upload) => ({
        id: upload.id,
        user_id: userId,
        type,
        expires_at,
        sealed: sealNames(key, upload),
      })),
    )
    audit(tx, 'upload.offered', userId)
    return added
  })
  return Promise.all(
    uploads.map(async ({ file_name, path, external_id }) => ({
      file_name,
      presigned_url: await objects.presignPut(path, {
        contentType: 'application/pdf',
        seconds: addressSeconds,
      }),
      path,
      external_id,
    })),
  )
}

/** Payslips can be switched off for a user or a client; bank statements cannot. */
export async function requireUploadsOn(tx: Tx, userId: string, type: DocumentType) {
  if (type !== 'payslip' || (await effectiveSettings(tx, userId)).payslip_upload_enabled) return
  throw forbidden('payslip-upload-off', `Payslip upload is switched off for user [${userId}]`)
}

async function requireRoom(tx: Tx, userId: string, more: number) {
  const { documents, uploads } = await countFiles(tx, userId)
  if (documents + uploads + more <= mostDocuments) return
  throw new Problem(400, 'too-many-documents', [
    `User [${userId}] may have ${mostDocuments} documents: there are ${documents} and ${uploads} open uploads`,
  ])
}

const newUpload = (
  tx: Tx,
  { user_id, type }: { user_id: string; type: DocumentType },
  { file_name, external_id }: NewFile,
): Upload => {
  const owner = { client_id: clientIdOf(tx), user_id }
  const id = randomUUID()
  return { ...owner, id, type, path: quarantineKey(owner, id), file_name, external_id: external_id ?? null }
}

export type Submitted = { path: string; external_document_id?: string | undefined }
export type Taken = { upload: Upload } | { file_name: string; problem: FileProblem }

/**
 * Takes files that are submitted, each once, in their order. A path that is not one of this user's and this type's, too
 * old or taken already is a problem of that file alone. `external_document_id` replaces what was said with the address.
 */
export async function takeUploads(
  tx: Tx,
  { user_id, type }: { user_id: string; type: DocumentType },
  files: readonly Submitted[],
): Promise<Taken[]> {
  const prefix = quarantinePrefix({ client_id: clientIdOf(tx), user_id })
  const ids = files.map(({ path }) => idIn(path, prefix))
  const rows = new Map(
    (
      await holdUploads(
        tx,
        user_id,
        ids.filter((id) => id !== undefined),
      )
    ).map((row) => [row.id, row]),
  )
  const { key } = await openUser(tx, user_id)
  const taken: Taken[] = []
  for (const [n, { path, external_document_id }] of files.entries()) {
    const row = rows.get(ids[n] ?? '')
    if (!row || row.type !== type) {
      taken.push({ file_name: path, problem: 'not-uploaded' })
      continue
    }
    const upload = openUpload(key, row)
    const problem = problemOf(row)
    if (problem) {
      taken.push({ file_name: upload.file_name, problem })
      continue
    }
    if (external_document_id !== undefined) upload.external_id = external_document_id
    row.taken_at = new Date()
    await markTaken(tx, row.id, sealNames(key, upload))
    taken.push({ upload })
  }
  return taken
}

function problemOf({ taken_at, expires_at }: UploadRow): FileProblem | undefined {
  if (taken_at !== null) return 'taken'
  return expires_at.getTime() < Date.now() ? 'expired' : undefined
}

/** Uploads that were taken, for a task that knows only their ids; those that are gone are left out. */
export async function openUploads(tx: Tx, userId: string, ids: readonly string[]): Promise<Upload[]> {
  const rows = new Map((await listUploads(tx, userId, ids)).map((row) => [row.id, row]))
  const { key } = await openUser(tx, userId)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [openUpload(key, row)] : []
  })
}

/** The file was refused: it no longer counts as one that may become a document. */
export async function refuseUpload(tx: Tx, { id }: Upload) {
  await markDone(tx, id)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function idIn(path: string, prefix: string) {
  const id = path.startsWith(prefix) ? path.slice(prefix.length) : ''
  return uuid.test(id) ? id : undefined
}

const namesPlace = (id: string): Place => ({ table: 'uploads', column: 'sealed', row: id, version: 1 })

const sealNames = (key: KeyObject, { id, file_name, external_id }: Upload) =>
  seal(key, namesPlace(id), JSON.stringify({ file_name, external_id } satisfies Named))

function openUpload(key: KeyObject, { id, client_id, user_id, type, sealed }: UploadRow): Upload {
  const names: Named = JSON.parse(open(key, namesPlace(id), sealed).toString())
  const path = quarantineKey({ client_id, user_id }, id)
  return { id, client_id, user_id, type: type as DocumentType, path, ...names }
}
