import { parentPort } from 'node:worker_threads'
import type { PdfReadAnswer, PdfReadRequest } from './pdf-text.ts'
import { PagesUnreadable, readPages } from './read-pages.ts'

parentPort?.on('message', async ({ id, bytes, limits }: PdfReadRequest) => {
  const outcome = await readPages(bytes, limits).then((pages) => ({ pages }), toProblem)
  parentPort?.postMessage({ id, ...outcome } satisfies PdfReadAnswer)
})

const toProblem = (error: unknown) => ({
  problem: error instanceof PagesUnreadable ? error.message : 'not a readable PDF',
})
