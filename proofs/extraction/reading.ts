import type { Reading } from '../../server/src/extraction/document.ts'
import { openReader } from '../../server/src/extraction/reader.ts'
import { ReaderUnavailable } from '../../server/src/extraction/reader-pool.ts'
import type { Paper } from './papers.ts'

export type Read = { paper: Paper; reading: Reading; ms: number }

const atOnce = 2
const mostTries = 5

/** Reads papers as the service does, in children on both cores; they come back in the order in which they were given. */
export function openReading() {
  const reader = openReader({ atOnce, spare: 1 })

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
