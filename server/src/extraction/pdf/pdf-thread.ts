import { parentPort } from 'node:worker_threads'
import type { PdfReadAnswer, PdfReadRequest } from './pdf-text.ts'
import { PagesUnreadable, readPages } from './read-pages.ts'

parentPort?.on('message', async ({ bytes, limits }: PdfReadRequest) => {
  parentPort?.postMessage(await readPages(bytes, limits).then(toAnswer, toProblem))
})

const toAnswer = (pages: Awaited<ReturnType<typeof readPages>>): PdfReadAnswer => ({ pages })

const toProblem = (error: unknown): PdfReadAnswer => ({
  problem: error instanceof PagesUnreadable ? error.message : 'not a readable PDF',
})
