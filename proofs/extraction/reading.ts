import type { Reading } from '../../server/src/extraction/document.ts'
import { openReader } from '../../server/src/extraction/reader.ts'
import type { Paper } from './papers.ts'

export type Read = { paper: Paper; reading: Reading; ms: number }

const atOnce = 2

/** Reads papers as the service does, in children on both cores; they come back in the order in which they were given. */
export function openReading() {
  const reader = openReader({ atOnce, spare: 1 })

  async function readAll(papers: Paper[]): Promise<Read[]> {
    const all: Read[] = []
    let next = 0
    async function readOn() {
      for (let n = next++; n < papers.length; n = next++) {
        const paper = papers[n] as Paper
        const startedAt = performance.now()
        const reading = await reader.read(paper.bytes)
        all[n] = { paper, reading, ms: performance.now() - startedAt }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, readOn))
    return all
  }

  return { readAll, close: () => reader.close() }
}
