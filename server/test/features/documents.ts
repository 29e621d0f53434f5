import { expect } from 'vitest'
import type { TrustFinding } from '../../src/extraction/document.ts'
import { fetchQuarantined, leaveQuarantine, promote } from '../../src/features/documents/quarantine.ts'
import type { UnreadDocument } from '../../src/features/documents/sealed-contents.ts'
import { admitDocument, storeDocument } from '../../src/features/documents/store.ts'
import { takeUploads, type Upload } from '../../src/features/documents/uploads.ts'
import { openUser } from '../../src/features/users/service.ts'
import { audit, type Tx } from '../../src/platform/database/tenancy.ts'
import { openLog } from '../../src/platform/telemetry/log.ts'
import { openDependencies } from '../../src/process/dependencies.ts'
import { type Call, startApi } from '../api.ts'
import { atEnd } from '../at-end.ts'
import { startObjects } from '../objects.ts'
import { createUser } from '../people.ts'
import { aPdf, aReading } from './sample-documents.ts'

/** Headers of the PUT request, both of which are signed. */
export const putHeaders = { 'content-type': 'application/pdf', 'if-none-match': '*' }

const presignPaths = {
  bank_statement: ['PUT', '/documents/bank-statements/presign'],
  payslip: ['POST', '/payroll/entries/payslips/presign'],
} as const

export type Presigned = {
  file_name: string
  presigned_url: string
  headers: Record<string, string>
  path: string
  external_id: string | null
}
type Kind = keyof typeof presignPaths

/** Starts the service with a real object store, and returns helpers for document tests. */
export async function startDocuments() {
  const { settings, objects } = await startObjects()
  const api = await startApi(settings)
  const dependencies = await openDependencies(api.config, openLog('error'))
  atEnd(() => dependencies.close())
  const clientId = api.world.clients.acme.clientId
  const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
  const inTransaction = async <T>(work: (tx: Tx) => Promise<T>, client = clientId) =>
    dependencies.database.tenant(client, actor, await dependencies.keyring.of(client)).transaction((tx) => {
      audit(tx, 'test.acted')
      return work(tx)
    })

  /** Creates a user who has accepted a term. */
  async function aPerson(call: Call = api.acme, changes: object = {}) {
    const { user_id } = await createUser(call, changes)
    const accepted = await call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    const asUser = api.withToken((await call('POST', '/user-tokens', { user_id })).body.token)
    const send = (kind: Kind, files: object[], headers = {}) => {
      const [method, path] = presignPaths[kind]
      return asUser(method, path, { files }, headers)
    }
    const presign = async (kind: Kind = 'bank_statement', count = 1, name = ''): Promise<Presigned[]> => {
      const files = Array.from({ length: count }, (_, n) => ({
        file_name: name || `${n}.pdf`,
        external_id: `e${n}`,
      }))
      const reply = await send(kind, files)
      expect(reply.status, reply.text).toBe(200)
      return reply.body.presigned_urls
    }
    return { user_id, authorisation_id: accepted.body.id as string, asUser, send, presign }
  }
  type Person = Awaited<ReturnType<typeof aPerson>>

  /** Uploads and submits a file that is about to be read. */
  async function submitted(
    person: Person,
    bytes: Buffer<ArrayBuffer>,
    { kind = 'bank_statement', file_name }: UploadOptions = {},
  ): Promise<Upload> {
    const [presigned] = await person.presign(kind, 1, file_name)
    expect(await put(presigned?.presigned_url ?? '', bytes)).toBe(200)
    const files = [{ path: presigned?.path ?? '' }]
    const [accepted] = await inTransaction((tx) =>
      takeUploads(tx, { user_id: person.user_id, type: kind }, files),
    )
    if (!accepted || 'problem' in accepted) throw new Error('the upload was not accepted')
    return accepted.upload
  }

  /** Performs the complete upload of a readable file. */
  async function addDocument(person: Person, bytes = aPdf(), options: UploadOptions = {}) {
    const upload = await submitted(person, bytes, options)
    const file = await fetchQuarantined(dependencies, upload)
    if ('problem' in file) throw new Error(file.problem)
    const { content_hash = null, findings = [] } = options
    const { key } = await inTransaction((tx) => openUser(tx, person.user_id))
    await promote(objects, key, upload, file.bytes)
    const admitted = await inTransaction(async (tx) => {
      const allowed = await admitDocument(tx, person.user_id, { sha256: file.sha256, content_hash })
      if ('problem' in allowed) return allowed
      const { authorisation_id } = person
      const reading = aReading(file.sha256, { content_hash, findings })
      await storeDocument(tx, { upload, authorisation_id, file, reading, unread: options.unread })
      return allowed
    })
    await leaveQuarantine(objects, upload)
    return { id: upload.id, upload, bytes, ...admitted }
  }

  const keysOf = async ({ user_id }: { user_id: string }, client = clientId) => [
    ...(await objects.list(`quarantine/${client}/${user_id}/`)),
    ...(await objects.list(`documents/${client}/${user_id}/`)),
  ]
  return { ...api, objects, dependencies, inTransaction, aPerson, submitted, addDocument, keysOf }
}

type UploadOptions = {
  kind?: Kind
  file_name?: string
  content_hash?: string
  findings?: TrustFinding[]
  unread?: UnreadDocument
}

type Body = Buffer<ArrayBuffer> | ReadableStream

export const put = async (url: string, body: Body, init: RequestInit = {}) =>
  (await fetch(url, { method: 'PUT', headers: putHeaders, body, ...init })).status
