import { type KeyObject, randomUUID } from 'node:crypto'
import { audit, clientIdOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { effectiveSettings, openUser } from '../users/service.ts'
import type { FileProblem } from './file-problems.ts'
import { maxDocuments, presignedUrlSeconds, submitWithinMs } from './limits.ts'
import {
  countFiles,
  type DocumentType,
  insertUploads,
  listUploads,
  lockUploads,
  lockUserFiles,
  markDone,
  markTaken,
  type UploadRow,
} from './queries.ts'
import { quarantineKey, quarantinePrefix } from './storage-keys.ts'

/** A file that was presigned, uploaded or submitted. Its id becomes the id of the document. */
export type Upload = {
  id: string
  client_id: string
  user_id: string
  type: DocumentType
  /** Key in the object store. The caller sends it back to submit the uploaded file. */
  path: string
  /** The sealed reading that was made before the file was sent, if any. */
  sealedReading: Buffer | null
  file_name: string
  external_id: string | null
}

type UploadNames = { file_name: string; external_id: string | null }
export type NewFile = {
  file_name: string
  external_id?: string | undefined
  /** Length in bytes. It is signed, so that the store accepts only a file of this length. */
  bytes?: number | undefined
}
type PresignContext = {
  tenant: Tenant
  userId: string
  authorisationId: string | undefined
  type: DocumentType
}

/** Creates presigned URLs for the files, in request order. */
export async function presignUploads(
  { tenant, userId, authorisationId, type }: PresignContext,
  objects: ObjectStore,
  files: readonly NewFile[],
) {
  const uploads = await tenant.transaction(async (tx) => {
    if (!(await lockUserFiles(tx, userId))) throw notFound('User', userId)
    await requireUploadsEnabled(tx, userId, type)
    await requireAuthorisation(tx, userId, authorisationId === undefined ? {} : { id: authorisationId })
    await requireWithinLimit(tx, userId, files.length)
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
    uploads.map(async ({ file_name, path, external_id }, n) => {
      const bytes = files[n]?.bytes
      const { url, headers } = await objects.presignPut(path, {
        contentType: 'application/pdf',
        seconds: presignedUrlSeconds,
        ...(bytes !== undefined && { bytes }),
      })
      return { file_name, presigned_url: url, headers, path, external_id }
    }),
  )
}

/**
 * Throws if uploads of this type are disabled. Payslips can be disabled for a user or a client; bank statements
 * cannot.
 */
export async function requireUploadsEnabled(tx: Tx, userId: string, type: DocumentType) {
  if (type !== 'payslip' || (await effectiveSettings(tx, userId)).payslip_upload_enabled) return
  throw forbidden('payslip-upload-off', `Payslip upload is switched off for user [${userId}]`)
}

async function requireWithinLimit(tx: Tx, userId: string, newFiles: number) {
  const { documents, uploads } = await countFiles(tx, userId)
  if (documents + uploads + newFiles <= maxDocuments) return
  throw new Problem(400, 'too-many-documents', [
    `User [${userId}] may have ${maxDocuments} documents: there are ${documents} and ${uploads} open or rejected uploads`,
  ])
}

const newUpload = (
  tx: Tx,
  { user_id, type }: { user_id: string; type: DocumentType },
  { file_name, external_id }: NewFile,
): Upload => {
  const owner = { client_id: clientIdOf(tx), user_id }
  const id = randomUUID()
  return {
    ...owner,
    id,
    type,
    path: quarantineKey(owner, id),
    sealedReading: null,
    file_name,
    external_id: external_id ?? null,
  }
}

export type SubmittedFile = { path: string; external_document_id?: string | undefined }
export type TakenUpload = { upload: Upload } | { file_name: string; problem: FileProblem }

/**
 * Claims submitted uploads in request order, each only once. If a path belongs to another user or type, has expired
 * or was already claimed, only that file fails. `external_document_id` replaces the id given when presigning.
 */
export async function takeUploads(
  tx: Tx,
  { user_id, type }: { user_id: string; type: DocumentType },
  files: readonly SubmittedFile[],
): Promise<TakenUpload[]> {
  const prefix = quarantinePrefix({ client_id: clientIdOf(tx), user_id })
  const ids = files.map(({ path }) => parseUploadId(path, prefix))
  const rows = new Map(
    (
      await lockUploads(
        tx,
        user_id,
        ids.filter((id) => id !== undefined),
      )
    ).map((row) => [row.id, row]),
  )
  const { key } = await openUser(tx, user_id)
  const taken: TakenUpload[] = []
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

/** Loads uploads by id. Deleted uploads are left out. */
export async function openUploads(tx: Tx, userId: string, ids: readonly string[]): Promise<Upload[]> {
  const rows = new Map((await listUploads(tx, userId, ids)).map((row) => [row.id, row]))
  const { key } = await openUser(tx, userId)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [openUpload(key, row)] : []
  })
}

/** Lists the uploads of a user with these paths that can still be sent. */
export async function listOpenUploads(tx: Tx, userId: string, paths: readonly string[]): Promise<Upload[]> {
  const prefix = quarantinePrefix({ client_id: clientIdOf(tx), user_id: userId })
  const ids = paths.map((path) => parseUploadId(path, prefix)).filter((id) => id !== undefined)
  const rows = (await listUploads(tx, userId, ids)).filter((row) => problemOf(row) === undefined)
  const { key } = await openUser(tx, userId)
  return rows.map((row) => openUpload(key, row))
}

/** Marks an upload as rejected. It counts towards the limit for a day. */
export async function refuseUpload(tx: Tx, { id }: Upload) {
  await markDone(tx, id)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function parseUploadId(path: string, prefix: string) {
  const id = path.startsWith(prefix) ? path.slice(prefix.length) : ''
  return uuid.test(id) ? id : undefined
}

const namesSealContext = (id: string): SealContext => ({
  table: 'uploads',
  column: 'sealed',
  row: id,
  version: 1,
})

const sealNames = (key: KeyObject, { id, file_name, external_id }: Upload) =>
  seal(key, namesSealContext(id), JSON.stringify({ file_name, external_id } satisfies UploadNames))

function openUpload(
  key: KeyObject,
  { id, client_id, user_id, type, sealed, sealed_reading }: UploadRow,
): Upload {
  const names: UploadNames = JSON.parse(unseal(key, namesSealContext(id), sealed).toString())
  const path = quarantineKey({ client_id, user_id }, id)
  return { id, client_id, user_id, type: type as DocumentType, path, sealedReading: sealed_reading, ...names }
}
