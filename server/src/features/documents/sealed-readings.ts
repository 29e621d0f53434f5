import type { KeyObject } from 'node:crypto'
import type { DocumentReading } from '../../extraction/document.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import type { Upload } from './uploads.ts'

/** A reading and the hash of its file: a file that was replaced since is read again. */
export type AheadReading = { sha256: string; reading: DocumentReading }

/** Returns the reading of a file with this content that was made before it was sent, or undefined. */
export function findReadAhead(key: KeyObject, upload: Upload, sha256: string) {
  if (!upload.sealedReading) return undefined
  const ahead = openReading(key, upload, upload.sealedReading)
  return ahead.sha256 === sha256 ? ahead.reading : undefined
}

const sealContext = (row: string): SealContext => ({
  table: 'uploads',
  column: 'sealed_reading',
  row,
  version: 1,
})

export const sealReading = (key: KeyObject, { id }: Upload, ahead: AheadReading) =>
  seal(key, sealContext(id), JSON.stringify(ahead))

export const openReading = (key: KeyObject, { id }: Upload, sealed: Buffer): AheadReading =>
  JSON.parse(unseal(key, sealContext(id), sealed).toString())
