import type { KeyObject } from 'node:crypto'
import type { DocumentReading, PdfStructure, TrustFinding } from '../../extraction/document.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import type { CardStatement } from '../../vocabulary/card-statement.ts'
import type { UnreadProblem } from './file-problems.ts'
import type { DocumentRow } from './queries.ts'

/** The encrypted part of a document row: everything that is or may be personal data. */
export type Contents = {
  file_name: string
  external_id: string | null
  sha256: string
  findings: TrustFinding[]
  structure: PdfStructure | null
  /** Values of a credit card statement, which has no submission. */
  card_statement?: KeptCardStatement
  /** Why the document has no submission, if it waits for manual review. */
  unread?: UnreadDocument
  /** Page sizes as displayed. Missing in documents that were stored before page sizes were recorded. */
  page_sizes?: PageSize[]
}

/** The statement of a credit card, and whether its figures are certified. */
export type KeptCardStatement = CardStatement & { verified: boolean }

/** Why a document of the right kind could not be read, and the names of the required values that were not found. */
export type UnreadDocument = { problem: UnreadProblem; missing: string[] }

export type PageSize = Pick<DocumentReading['pages'][number], 'width' | 'height' | 'source'>

export const sealContents = (key: KeyObject, id: string, contents: Contents) =>
  seal(key, contentsSealContext(id), JSON.stringify(contents))

export const openContents = (key: KeyObject, { id, sealed }: Pick<DocumentRow, 'id' | 'sealed'>): Contents =>
  JSON.parse(unseal(key, contentsSealContext(id), sealed).toString())

const contentsSealContext = (id: string): SealContext => ({
  table: 'documents',
  column: 'sealed',
  row: id,
  version: 1,
})
