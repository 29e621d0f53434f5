import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { CliError } from './fault.ts'

type Paper = { name: string; bytes: Uint8Array<ArrayBuffer> }

// The API's limits, checked before anything is read or sent.
const most = { files: 12, bytes: 10 * 1024 * 1024 }

export async function readPapers(paths: readonly string[]): Promise<Paper[]> {
  if (paths.length > most.files) throw new CliError('usage', `At most ${most.files} files at once`)
  return Promise.all(
    paths.map(async (path) => {
      const { size } = await found(path, stat(path))
      if (size > most.bytes) throw new CliError('refused', `${path} is larger than 10 MB`)
      return { name: basename(path), bytes: new Uint8Array(await found(path, readFile(path))) }
    }),
  )
}

const found = <T>(path: string, asked: Promise<T>) =>
  asked.catch((error: NodeJS.ErrnoException) => {
    throw new CliError('usage', `${path} cannot be read (${error.code})`)
  })

const pieceBytes = 64 * 1024

/** A blob that reports how much of it was read: fetch has no other upload progress. */
export function counted(bytes: Uint8Array<ArrayBuffer>, taken: (bytes: number) => void): Blob {
  const stream = () => {
    let at = 0
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (at === bytes.length) return controller.close()
        const piece = bytes.subarray(at, at + pieceBytes)
        at += piece.length
        taken(at)
        controller.enqueue(piece)
      },
    })
  }
  return Object.assign(new Blob([bytes]), { stream })
}
