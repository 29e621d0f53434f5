import type { DocumentReading } from '../../server/src/extraction/document.ts'
import { openReader } from '../../server/src/extraction/isolation/reader.ts'
import { ReaderUnavailable } from '../../server/src/extraction/isolation/reader-pool.ts'
import type { SampleDocument } from './documents.ts'

export type ReadResult = { document: SampleDocument; reading: DocumentReading; ms: number }

const maxAttempts = 5

/**
 * Reader options. The service has a child per core and 15 s per scan; the command line reads one file at a time with
 * 75 s per scan.
 */
const modes = {
  service: { maxConcurrent: 2, spare: 1 },
  commandLine: { maxConcurrent: 1, spare: 1, scanMs: 75_000 },
}

/** Reads documents concurrently; results are in the order of the input. */
export function openReading(mode: keyof typeof modes) {
  const { maxConcurrent } = modes[mode]
  const reader = openReader(modes[mode])

  /** Reads a document. Retries if the reader is overloaded, as the service does. */
  async function read(bytes: Uint8Array, attempt = 1): Promise<DocumentReading> {
    try {
      return await reader.read(bytes)
    } catch (error) {
      if (!(error instanceof ReaderUnavailable) || attempt === maxAttempts) throw error
      return read(bytes, attempt + 1)
    }
  }

  async function readAll(documents: SampleDocument[]): Promise<ReadResult[]> {
    const results: ReadResult[] = []
    let next = 0
    async function readRemaining() {
      for (let n = next++; n < documents.length; n = next++) {
        const document = documents[n] as SampleDocument
        const startedAt = performance.now()
        const reading = await read(document.bytes)
        results[n] = { document, reading, ms: performance.now() - startedAt }
      }
    }
    await Promise.all(Array.from({ length: maxConcurrent }, readRemaining))
    return results
  }

  return { readAll, close: () => reader.close() }
}
