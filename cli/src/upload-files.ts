import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { CliError } from './fault.ts'

type UploadDocument = { name: string; bytes: Uint8Array<ArrayBuffer> }

// The API's limits, checked before any file is read or sent.
const max = { files: 12, bytes: 10 * 1024 * 1024 }

export async function readDocuments(paths: readonly string[]): Promise<UploadDocument[]> {
  if (paths.length > max.files) throw new CliError('usage', `Upload at most ${max.files} files at once`)
  return Promise.all(
    paths.map(async (path) => {
      const { size } = await found(path, stat(path))
      if (size > max.bytes) throw new CliError('refused', `${path} is larger than 10 MB`)
      return { name: basename(path), bytes: new Uint8Array(await found(path, readFile(path))) }
    }),
  )
}

const found = <T>(path: string, reading: Promise<T>) =>
  reading.catch((error: NodeJS.ErrnoException) => {
    throw new CliError('usage', `${path} cannot be read (${error.code})`)
  })

const pieceBytes = 64 * 1024

/** Creates a blob that reports how much of it was read, because fetch does not report upload progress. */
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
