import type { Reading } from '../../server/src/extraction/document.ts'
import { openReader } from '../../server/src/extraction/isolation/reader.ts'
import { ReaderUnavailable } from '../../server/src/extraction/isolation/reader-pool.ts'
import type { Paper } from './documents.ts'

export type Read = { paper: Paper; reading: Reading; ms: number }

const mostTries = 5

/** As the service reads: a child on each core, 15 s for a scan. As the command line does: one at a time, with patience. */
export const ways = {
  service: { atOnce: 2, spare: 1 },
  commandLine: { atOnce: 1, spare: 1, scanMs: 75_000 },
}

/** Reads papers; they come back in the order in which they were given. */
export function openReading(way: keyof typeof ways) {
  const { atOnce } = ways[way]
  const reader = openReader(ways[way])

  /** As the service does, a paper is given again where the machine was too busy for it. */
  async function read(bytes: Uint8Array, tries = 1): Promise<Reading> {
    try {
      return await reader.read(bytes)
    } catch (error) {
      if (!(error instanceof ReaderUnavailable) || tries === mostTries) throw error
      return read(bytes, tries + 1)
    }
  }

  async function readAll(papers: Paper[]): Promise<Read[]> {
    const all: Read[] = []
    let next = 0
    async function readOn() {
      for (let n = next++; n < papers.length; n = next++) {
        const paper = papers[n] as Paper
        const startedAt = performance.now()
        const reading = await read(paper.bytes)
        all[n] = { paper, reading, ms: performance.now() - startedAt }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, readOn))
    return all
  }

  return { readAll, close: () => reader.close() }
}
