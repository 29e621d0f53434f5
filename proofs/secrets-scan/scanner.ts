import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Canaries, Writing } from './canaries.ts'

/** Where a canary was found, how it was written, what stands around it, and what it had been used for if that can be read. */
export type Hit = { where: string; writing: string; around: string; kind: string | undefined }

export type Scanner = ReturnType<typeof openScanner>

const chunkBytes = 8 * 1024 ** 2
// A hit at the end of one chunk is read again at the beginning of the next.
const overlapBytes = 512
const defaultMaxHits = 20
const aroundBytes = 60

/** Looks for canaries in files and texts, and counts what it has read. */
export function openScanner(canaries: Canaries) {
  let bytesRead = 0
  // One for all files: there are thousands.
  const chunk = Buffer.alloc(chunkBytes + overlapBytes)

  function inBytes(where: string, bytes: Buffer, maxHits: number): Hit[] {
    return canaries.writings.flatMap((writing) => hitsOf(where, bytes, writing, maxHits))
  }

  function hitsOf(where: string, bytes: Buffer, { name, bytes: sought }: Writing, maxHits: number): Hit[] {
    const hits: Hit[] = []
    for (
      let at = bytes.indexOf(sought);
      at >= 0 && hits.length < maxHits;
      at = bytes.indexOf(sought, at + 1)
    ) {
      const kind = canaries.kindAt(bytes.subarray(at, at + 2 * sought.length).toString('latin1'))
      const around = bytes.subarray(Math.max(0, at - aroundBytes), at + sought.length + aroundBytes)
      hits.push({ where, writing: name, kind, around: around.toString('latin1').replace(/[^ -~]/g, '.') })
    }
    return hits
  }

  function inFile(path: string, where = path, maxHits = defaultMaxHits): Hit[] {
    const file = openSync(path, 'r')
    const hits: Hit[] = []
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
    /** With everything below it. Files come and go while services run. */
    inFolder(folder: string, where: string, isMeant = (_path: string) => true): Hit[] {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter(isMeant)
        .flatMap((path) => unlessGone(() => inFile(path, `${where}${path.slice(folder.length)}`)))
    },
  }
}

function unlessGone(scan: () => Hit[]): Hit[] {
  try {
    return scan()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
