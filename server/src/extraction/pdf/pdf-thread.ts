import { parentPort } from 'node:worker_threads'
import type { Answered, Asked } from './pdf-text.ts'
import { PagesUnreadable, readPages } from './read-pages.ts'

parentPort?.on('message', async ({ bytes, limits }: Asked) => {
  parentPort?.postMessage(await readPages(bytes, limits).then(found, problem))
})

const found = (pages: Awaited<ReturnType<typeof readPages>>): Answered => ({ pages })

const problem = (error: unknown): Answered => ({
  problem: error instanceof PagesUnreadable ? error.message : 'it is no PDF that can be read',
})
