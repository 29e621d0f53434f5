import { createHash, type KeyObject } from 'node:crypto'
import type { MalwareScanner } from '../../platform/malware-scan/clamd.ts'
import { type ObjectStore, ObjectTooLarge } from '../../platform/objects/objects.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import type { FileProblem } from './file-problems.ts'
import { maxFileBytes } from './limits.ts'
import { documentKey } from './storage-keys.ts'
import type { Upload } from './uploads.ts'

export type QuarantinedFile = { bytes: Buffer; sha256: string }

/**
 * Checks a file in quarantine, cheapest checks first, and returns it. Throws ScannerUnavailable if the configured
 * malware scanner returns no verdict, and Problem 503 if the object store is unreachable; in both cases the file
 * stays in quarantine.
 */
export async function fetchQuarantined(
  { objects, scanner }: { objects: ObjectStore; scanner: MalwareScanner },
  upload: Upload,
): Promise<QuarantinedFile | { problem: FileProblem }> {
  const object = await objects.head(upload.path)
  if (!object) return { problem: 'not-uploaded' }
  if (object.bytes > maxFileBytes) return { problem: 'too-large' }
  const bytes = await objects.get(upload.path, maxFileBytes).catch((error) => {
    if (error instanceof ObjectTooLarge) return 'too-large' as const
    throw error
  })
  if (bytes === undefined) return { problem: 'not-uploaded' }
  if (bytes === 'too-large') return { problem: bytes }
  if (!isPdf(bytes)) return { problem: 'not-a-pdf' }
  const threat = await scanner.scan(bytes)
  if (threat !== null) return { problem: /encrypted/i.test(threat) ? 'password' : 'unsafe' }
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Signatures of polyglot files: other programs would open them as an archive, executable or web page. */
const otherSignatures = ['PK', 'MZ', '\x7fELF', '<html', '<!doctype', '<script', '<svg', '<?xml']
const signatureWindowBytes = 1024

function isPdf(bytes: Buffer) {
  const start = bytes.subarray(0, signatureWindowBytes).toString('latin1')
  const end = bytes.subarray(-signatureWindowBytes).toString('latin1')
  const text = start.trimStart().toLowerCase()
  const isPolyglot = otherSignatures.some((other) => text.startsWith(other.toLowerCase()))
  return start.includes('%PDF-') && end.includes('%%EOF') && !isPolyglot
}

/** Stores a file, encrypted with its user's key. The object is an orphan until storeDocument inserts its row. */
export async function promote(objects: ObjectStore, key: KeyObject, upload: Upload, bytes: Buffer) {
  await objects.put(documentKey(upload, upload.id), seal(key, fileSealContext(upload.id), bytes))
}

/** Deletes a file from quarantine, whether it was stored or rejected. */
export async function leaveQuarantine(objects: ObjectStore, { path }: Upload) {
  await objects.deletePrefix(path)
}

const sealOverheadBytes = 64

/** Returns the decrypted file, or undefined if it was deleted. */
export async function openFile(
  objects: ObjectStore,
  key: KeyObject,
  document: { client_id: string; user_id: string; id: string },
) {
  const sealed = await objects.get(documentKey(document, document.id), maxFileBytes + sealOverheadBytes)
  return sealed && unseal(key, fileSealContext(document.id), sealed)
}

const fileSealContext = (id: string): SealContext => ({
  table: 'documents',
  column: 'file',
  row: id,
  version: 1,
})
