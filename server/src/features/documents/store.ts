import type { Finding, Reading, Structure, Trust } from '../../extraction/document.ts'
import { audit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { notFound } from '../../platform/problem.ts'
import { openUser } from '../users/service.ts'
import type { FileProblem } from './file-problems.ts'
import { mostDocuments } from './limits.ts'
import { countFiles, holdUserFiles, insertDocument, listSame, markDone } from './queries.ts'
import { type PageSize, sealContents } from './sealed-contents.ts'
import type { Upload } from './uploads.ts'

type Identity = { sha256: string; content_hash: string | null }

/**
 * Whether a file may become a document of its user, who is held until the commit. `isAnothers`: another user of the client
 * has sent the same file, or the same words.
 */
export async function admitDocument(
  tx: Tx,
  userId: string,
  identity: Identity,
): Promise<{ problem: FileProblem } | { isAnothers: boolean }> {
  if (!(await holdUserFiles(tx, userId))) throw notFound('User', userId)
  const same = await listSame(tx, hashesOf(tx, identity))
  if (same.includes(userId)) return { problem: 'duplicate' }
  const { documents } = await countFiles(tx, userId)
  return documents >= mostDocuments ? { problem: 'too-many-documents' } : { isAnothers: same.length > 0 }
}

export type NewDocument = {
  upload: Upload
  authorisation_id: string
  file: { bytes: Buffer; sha256: string }
  /** As the reader gave it, with what was found by comparing it with other documents. */
  reading: Pick<Reading, 'content_hash' | 'reader_version'> & {
    findings: Finding[]
    trust_score: Trust | null
    structure: Structure | null
    pages: PageSize[]
  }
}

/** Makes a file that was promoted and admitted a document of its user. Its id is that of the upload. */
export async function storeDocument(tx: Tx, { upload, authorisation_id, file, reading }: NewDocument) {
  const { id, user_id, type, file_name, external_id } = upload
  const { key } = await openUser(tx, user_id)
  const { content_hash, findings, structure, trust_score, reader_version } = reading
  const { sha256 } = file
  await insertDocument(tx, {
    id,
    user_id,
    type,
    authorisation_id,
    trust_score,
    reader_version,
    ...hashesOf(tx, { sha256, content_hash }),
    bytes: file.bytes.length,
    pages: reading.pages.length,
    sealed: sealContents(key, id, {
      file_name,
      external_id,
      sha256,
      findings,
      structure,
      page_sizes: reading.pages,
    }),
  })
  await markDone(tx, id)
  audit(tx, 'document.stored', id)
}

const hashesOf = (tx: Tx, { sha256, content_hash }: Identity) => ({
  file_hash: keysOf(tx).lookupHash('documents.file', sha256),
  content_hash: content_hash === null ? null : keysOf(tx).lookupHash('documents.content', content_hash),
})
