import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { EncodedMark, SecretCanaries } from './canaries.ts'

/** A canary that was found: location, encoding, surrounding text, and its kind if it can be decoded. */
export type SecretHit = { where: string; encoding: string; context: string; kind: string | undefined }

export type SecretScanner = ReturnType<typeof openScanner>

const chunkBytes = 8 * 1024 ** 2
// Chunks overlap, so that a canary across a boundary is found.
const overlapBytes = 512
const defaultMaxHits = 20
const contextBytes = 60

/** Searches files and texts for canaries, and counts the bytes read. */
export function openScanner(canaries: SecretCanaries) {
  let bytesRead = 0
  // A single buffer is reused for thousands of files.
  const chunk = Buffer.alloc(chunkBytes + overlapBytes)

  function inBytes(where: string, bytes: Buffer, maxHits: number): SecretHit[] {
    return canaries.encodings.flatMap((encoding) => findHits(where, bytes, encoding, maxHits))
  }

  function findHits(
    where: string,
    bytes: Buffer,
    { name, bytes: pattern }: EncodedMark,
    maxHits: number,
  ): SecretHit[] {
    const hits: SecretHit[] = []
    for (
      let at = bytes.indexOf(pattern);
      at >= 0 && hits.length < maxHits;
      at = bytes.indexOf(pattern, at + 1)
    ) {
      const kind = canaries.kindAt(bytes.subarray(at, at + 2 * pattern.length).toString('latin1'))
      const context = bytes.subarray(Math.max(0, at - contextBytes), at + pattern.length + contextBytes)
      hits.push({ where, encoding: name, kind, context: context.toString('latin1').replace(/[^ -~]/g, '.') })
    }
    return hits
  }

  function inFile(path: string, where = path, maxHits = defaultMaxHits): SecretHit[] {
    const file = openSync(path, 'r')
    const hits: SecretHit[] = []
    try {
      for (let position = 0; ; position += chunkBytes) {
        const size = readSync(file, chunk, 0, chunk.length, position)
        hits.push(...inBytes(where, chunk.subarray(0, size), maxHits))
        bytesRead += Math.min(size, chunkBytes)
        if (size < chunk.length || hits.length >= maxHits) return hits
      }
    } finally {
      closeSync(file)
    }
  }

  return {
    bytesRead: () => bytesRead,
    inFile,
    inText(where: string, text: string) {
      bytesRead += text.length
      return inBytes(where, Buffer.from(text), defaultMaxHits)
    },
    /** Searches a folder recursively; skips files that running services delete meanwhile. */
    inFolder(folder: string, where: string, isIncluded = (_path: string) => true): SecretHit[] {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter(isIncluded)
        .flatMap((path) => unlessDeleted(() => inFile(path, `${where}${path.slice(folder.length)}`)))
    },
  }
}

function unlessDeleted(scan: () => SecretHit[]): SecretHit[] {
  try {
    return scan()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
