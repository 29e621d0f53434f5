import type { KeyObject } from 'node:crypto'
import type { Finding, Reading, Structure } from '../../extraction/document.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import type { DocumentRow } from './queries.ts'

/** What is personal of a document, or may be. */
export type Contents = {
  file_name: string
  external_id: string | null
  sha256: string
  findings: Finding[]
  structure: Structure | null
  /** As they are shown; documents that were stored before places were drawn have none. */
  page_sizes?: PageSize[]
}

export type PageSize = Pick<Reading['pages'][number], 'width' | 'height' | 'source'>

export const sealContents = (key: KeyObject, id: string, contents: Contents) =>
  seal(key, contentsPlace(id), JSON.stringify(contents))

export const openContents = (key: KeyObject, { id, sealed }: Pick<DocumentRow, 'id' | 'sealed'>): Contents =>
  JSON.parse(open(key, contentsPlace(id), sealed).toString())

const contentsPlace = (id: string): Place => ({ table: 'documents', column: 'sealed', row: id, version: 1 })
