import type { DocumentReading, PdfStructure, TrustFinding, TrustScore } from '../../extraction/document.ts'
import { audit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { notFound } from '../../platform/problem.ts'
import type { IdentityMatch } from '../identity/compare.ts'
import { openUser } from '../users/service.ts'
import { publishOptIn } from '../webhooks/service.ts'
import type { FileProblem } from './file-problems.ts'
import { maxDocuments } from './limits.ts'
import { countFiles, insertDocument, listUsersWithSameDocument, lockUserFiles, markDone } from './queries.ts'
import {
  type KeptCardStatement,
  type PageSize,
  sealContents,
  type UnreadDocument,
} from './sealed-contents.ts'
import type { Upload } from './uploads.ts'

type Identity = { sha256: string; content_hash: string | null }

/**
 * Checks whether a file may become a document of its user, and locks the user's files until the commit.
 * `isSentByAnotherUser` means that another user of the client has sent the same file or a file with the same text.
 */
export async function admitDocument(
  tx: Tx,
  userId: string,
  identity: Identity,
): Promise<{ problem: FileProblem } | { isSentByAnotherUser: boolean }> {
  if (!(await lockUserFiles(tx, userId))) throw notFound('User', userId)
  const usersWithSame = await listUsersWithSameDocument(tx, hashesOf(tx, identity))
  if (usersWithSame.includes(userId)) return { problem: 'duplicate' }
  const { documents } = await countFiles(tx, userId)
  return documents >= maxDocuments
    ? { problem: 'too-many-documents' }
    : { isSentByAnotherUser: usersWithSame.length > 0 }
}

export type NewDocument = {
  upload: Upload
  authorisation_id: string
  file: { bytes: Buffer; sha256: string }
  identity_match?: IdentityMatch
  /** Result of the extraction, plus findings from comparing it with other documents. */
  reading: Pick<DocumentReading, 'content_hash' | 'reader_version'> & {
    findings: TrustFinding[]
    trust_score: TrustScore | null
    structure: PdfStructure | null
    pages: PageSize[]
  }
  /** Stored with the document, because it has no submission. */
  card_statement?: KeptCardStatement | undefined
  /** Set if the document waits for manual review. */
  unread?: UnreadDocument | undefined
}

/** Inserts the row of a file that was promoted and admitted. The document has the id of its upload. */
export async function storeDocument(tx: Tx, newDocument: NewDocument) {
  const {
    upload,
    authorisation_id,
    file,
    reading,
    identity_match = 'unknown',
    card_statement,
    unread,
  } = newDocument
  const { id, user_id, type, file_name, external_id } = upload
  const { key } = await openUser(tx, user_id)
  const { content_hash, findings, structure, reader_version } = reading
  // High would say that the amounts confirm each other. Those of an unread document were not compared.
  const trust_score = unread && reading.trust_score === 'High' ? null : reading.trust_score
  const { sha256 } = file
  await insertDocument(tx, {
    id,
    user_id,
    type,
    authorisation_id,
    trust_score,
    identity_match,
    reader_version,
    is_unread: unread !== undefined,
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
      ...(card_statement && { card_statement }),
      ...(unread && { unread }),
    }),
  })
  await markDone(tx, id)
  audit(tx, 'document.stored', id)
  if (trust_score === 'Low') await publishFlagged(tx, upload, findings)
}

/**
 * Publishes that a document was flagged. The worst finding determines the score, so a document with a Low score has
 * at least one finding of high severity.
 */
function publishFlagged(tx: Tx, { id, user_id, type }: Upload, findings: readonly TrustFinding[]) {
  const codes = findings.filter(({ severity }) => severity === 'high').map(({ code }) => code)
  const fields = { document_id: id, type, trust_score: 'Low' as const, finding_codes: [...new Set(codes)] }
  return publishOptIn(tx, { event: 'document-flagged', user_id, fields })
}

const hashesOf = (tx: Tx, { sha256, content_hash }: Identity) => ({
  file_hash: keysOf(tx).lookupHash('documents.file', sha256),
  content_hash: content_hash === null ? null : keysOf(tx).lookupHash('documents.content', content_hash),
})
