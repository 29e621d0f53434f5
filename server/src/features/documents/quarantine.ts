import { createHash, type KeyObject } from 'node:crypto'
import type { Scanner } from '../../platform/malware-scan/clamd.ts'
import { type Objects, ObjectTooLarge } from '../../platform/objects/objects.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import type { FileProblem } from './file-problems.ts'
import { mostFileBytes } from './limits.ts'
import { documentKey } from './storage-keys.ts'
import type { Upload } from './uploads.ts'

export type Fetched = { bytes: Buffer; sha256: string }

/**
 * A file out of quarantine, if it is what it should be: cheapest checks first, and nothing is read before they pass.
 * Throws ScannerAway where a scanner is configured and gives no verdict, and a Problem of 503 where the store is away:
 * the file stays where it is, and can be fetched again.
 */
export async function fetchQuarantined(
  { objects, scanner }: { objects: Objects; scanner: Scanner },
  upload: Upload,
): Promise<Fetched | { problem: FileProblem }> {
  const found = await objects.head(upload.path)
  if (!found) return { problem: 'not-uploaded' }
  if (found.bytes > mostFileBytes) return { problem: 'too-large' }
  const bytes = await objects.get(upload.path, mostFileBytes).catch((error) => {
    if (error instanceof ObjectTooLarge) return 'too-large' as const
    throw error
  })
  if (bytes === undefined) return { problem: 'not-uploaded' }
  if (bytes === 'too-large') return { problem: bytes }
  if (!isPdf(bytes)) return { problem: 'not-a-pdf' }
  const name = await scanner.scan(bytes)
  if (name !== null) return { problem: /encrypted/i.test(name) ? 'password' : 'unsafe' }
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** What other programs would take the same bytes for: archives, programs and pages. */
const otherStarts = ['PK', 'MZ', '\x7fELF', '<html', '<!doctype', '<script', '<svg', '<?xml']
const edgeBytes = 1024

function isPdf(bytes: Buffer) {
  const start = bytes.subarray(0, edgeBytes).toString('latin1')
  const end = bytes.subarray(-edgeBytes).toString('latin1')
  const text = start.trimStart().toLowerCase()
  const isOther = otherStarts.some((other) => text.startsWith(other.toLowerCase()))
  return start.includes('%PDF-') && end.includes('%%EOF') && !isOther
}

/** Keeps a file, sealed with its user's key. It is an orphan until storeDocument has made its row. */
export async function promote(objects: Objects, key: KeyObject, upload: Upload, bytes: Buffer) {
  await objects.put(documentKey(upload, upload.id), seal(key, filePlace(upload.id), bytes))
}

/** The way out of quarantine for every file, whether it was kept or refused. */
export async function leaveQuarantine(objects: Objects, { path }: Upload) {
  await objects.deletePrefix(path)
}

const sealingBytes = 64

/** A file that was kept; undefined if it is gone. */
export async function openFile(
  objects: Objects,
  key: KeyObject,
  document: { client_id: string; user_id: string; id: string },
) {
  const sealed = await objects.get(documentKey(document, document.id), mostFileBytes + sealingBytes)
  return sealed && open(key, filePlace(document.id), sealed)
}

const filePlace = (id: string): Place => ({ table: 'documents', column: 'file', row: id, version: 1 })
