import { type Dirent, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Canaries, Writing } from './canaries.ts'

/** Where a canary was found, how it was written, and what it had been used for if that can be read. */
export type Hit = { where: string; writing: string; kind: string | undefined }

export type Scanner = ReturnType<typeof openScanner>

const chunkBytes = 8 * 1024 ** 2
// A hit at the end of one chunk is read again at the beginning of the next.
const overlapBytes = 512
const mostHits = 20

/** Looks for canaries in files and texts, and counts what it has read. */
export function openScanner(canaries: Canaries) {
  let bytesRead = 0

  function inBytes(where: string, bytes: Buffer): Hit[] {
    return canaries.writings.flatMap((writing) => hitsOf(where, bytes, writing))
  }

  function hitsOf(where: string, bytes: Buffer, { name, bytes: sought }: Writing): Hit[] {
    const hits: Hit[] = []
    for (
      let at = bytes.indexOf(sought);
      at >= 0 && hits.length < mostHits;
      at = bytes.indexOf(sought, at + 1)
    ) {
      const around = bytes.subarray(at, at + 2 * sought.length).toString('latin1')
      hits.push({ where, writing: name, kind: canaries.kindAt(around) })
    }
    return hits
  }

  async function inFile(path: string, where = path): Promise<Hit[]> {
    const file = await open(path)
    const chunk = Buffer.alloc(chunkBytes + overlapBytes)
    const hits: Hit[] = []
    try {
      for (let position = 0; ; position += chunkBytes) {
        const { bytesRead: size } = await file.read(chunk, 0, chunk.length, position)
        hits.push(...inBytes(where, chunk.subarray(0, size)))
        bytesRead += Math.min(size, chunkBytes)
        if (size < chunk.length || hits.length >= mostHits) return hits
      }
    } finally {
      await file.close()
    }
  }

  return {
    bytesRead: () => bytesRead,
    inFile,
    inText(where: string, text: string) {
      bytesRead += text.length
      return inBytes(where, Buffer.from(text))
    },
    /** With everything below it. Files come and go while services run. */
    async inFolder(folder: string, where: string, isMeant = (_path: string) => true): Promise<Hit[]> {
      const hits: Hit[] = []
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).filter(isFile)) {
        const path = join(entry.parentPath, entry.name)
        if (!isMeant(path)) continue
        hits.push(...(await inFile(path, `${where}${path.slice(folder.length)}`).catch(unlessGone)))
      }
      return hits
    },
  }
}

const isFile = (entry: Dirent) => entry.isFile()

function unlessGone(error: NodeJS.ErrnoException): Hit[] {
  if (error.code === 'ENOENT') return []
  throw error
}
