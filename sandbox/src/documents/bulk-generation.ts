import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { IsoDate } from '../calendar.ts'
import type { TamperKind } from './types.ts'

export const bulkKinds = ['payslip', 'statement', 'other'] as const
/** Kind of document. `other` is neither a payslip nor a bank statement and always has a random layout. */
export type BulkKind = (typeof bulkKinds)[number]

export type BulkOptions = {
  count: number
  /**
   * Output folder. Each document is written as e.g. `000001-payslip-2026-10-30.pdf`, with its ground truth as
   * `.json`.
   */
  out: string
  seed: string
  /** Last day for which documents are generated. */
  until: IsoDate
  kinds: BulkKind[]
  /** With `random`, each document has its own randomly generated layout. */
  layouts?: 'fixed' | 'random'
  producer: 'library' | 'chromium'
  isScanned: boolean
  /** With `some`, one in five documents is tampered with, cycling through all kinds of tampering. */
  tamper: TamperKind | 'some' | null
  /** Defaults to the number of CPU cores, at most four. */
  workers?: number
}

export type BulkShare = BulkOptions & { share: number; shares: number }

const maxWorkers = 4

/** Generates many documents in parallel. The output does not depend on the number of workers. */
export async function generateDocuments(options: BulkOptions): Promise<{ count: number; seconds: number }> {
  const startedAt = performance.now()
  await mkdir(options.out, { recursive: true })
  const shares = options.workers ?? Math.min(availableParallelism(), maxWorkers)
  const counts = await Promise.all(
    Array.from({ length: shares }, (_, share) => runWorker({ ...options, share, shares })),
  )
  const count = counts.reduce((total, one) => total + one, 0)
  return { count, seconds: (performance.now() - startedAt) / 1000 }
}

function runWorker(share: BulkShare): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bulk-worker.ts', import.meta.url), { workerData: share })
    worker.once('message', (count: number) => resolve(count))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('A worker exited before generating its documents')))
  })
}
