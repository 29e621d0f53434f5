import { createHash, randomUUID } from 'node:crypto'
import type { PdfStructure } from '../../src/extraction/document.ts'
import { promote } from '../../src/features/documents/quarantine.ts'
import type { DocumentType } from '../../src/features/documents/queries.ts'
import { quarantineKey } from '../../src/features/documents/storage-keys.ts'
import { type NewDocument, storeDocument } from '../../src/features/documents/store.ts'
import { openUser } from '../../src/features/users/service.ts'
import { clientIdOf, type Tx } from '../../src/platform/database/tenancy.ts'
import type { ObjectStore } from '../../src/platform/objects/objects.ts'

let pdfCount = 0

/** Creates a unique file that passes as a PDF. */
export const aPdf = (words = '', bytes = 0) => {
  const start = `%PDF-1.7\n% paper ${++pdfCount} ${words}\n`
  return Buffer.from(`${start}${'.'.repeat(Math.max(0, bytes - start.length - 6))}%%EOF\n`)
}

type DocumentToStore = {
  user_id: string
  authorisation_id: string
  type?: DocumentType
  file_name?: string
  external_id?: string
  bytes?: Buffer
}

/** Stores a document as if a file had been uploaded and read. Returns its id. */
export async function storeSampleDocument(tx: Tx, objects: ObjectStore, document: DocumentToStore) {
  const { user_id, authorisation_id, type = 'bank_statement', bytes = aPdf() } = document
  const { file_name = 'march.pdf', external_id = null } = document
  const id = randomUUID()
  const owner = { client_id: clientIdOf(tx), user_id }
  const upload = {
    ...owner,
    id,
    type,
    path: quarantineKey(owner, id),
    sealedReading: null,
    file_name,
    external_id,
  }
  const { key } = await openUser(tx, user_id)
  await promote(objects, key, upload, bytes)
  const file = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  await storeDocument(tx, { upload, authorisation_id, file, reading: aReading(file.sha256) })
  return id
}

const aPage = { width: 595, height: 842, source: 'text' as const }

/** Returns the reader's result for a file without findings. */
export const aReading = (sha256: string, changes: Partial<NewDocument['reading']> = {}) => ({
  content_hash: null,
  findings: [],
  trust_score: 'Medium' as const,
  reader_version: 'test',
  structure: aStructure(sha256),
  pages: [aPage, aPage],
  ...changes,
})

const aStructure = (sha256: string): PdfStructure => ({
  sha256,
  bytes: 100,
  version: '1.7',
  pages: 2,
  objects: 10,
  producer: 'Quillworks',
  creator: null,
  title: 'March',
  createdAt: null,
  modifiedAt: null,
  xmp: null,
  revisionEnds: [100],
  isLinearized: false,
  isEncrypted: false,
  hasJavaScript: false,
  hasLaunch: false,
  embeddedFiles: 0,
  hasForm: false,
  signatures: [],
  fonts: ['Helvetica'],
})
