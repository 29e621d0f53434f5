import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Day } from '../calendar.ts'
import type { TamperKind } from './types.ts'

export const bulkKinds = ['payslip', 'statement', 'other'] as const
/** `other`: a paper that is neither; its layout is always drawn by lot. */
export type BulkKind = (typeof bulkKinds)[number]

export type BulkOptions = {
  count: number
  /** The folder that they are written to, `000001-payslip-2026-10-30.pdf` with its `.json` beside it. */
  out: string
  seed: string
  /** Nothing later than this day is told of. */
  until: Day
  kinds: BulkKind[]
  /** `random`: each paper in a layout of its own, drawn by lot. */
  layouts?: 'fixed' | 'random'
  producer: 'library' | 'chromium'
  isScanned: boolean
  /** `some`: one in five, in all the ways in turn. */
  tamper: TamperKind | 'some' | null
  /** As many as there are cores, unless it is said. */
  workers?: number
}

export type BulkShare = BulkOptions & { share: number; shares: number }

const mostWorkers = 4

/** Makes many documents on all cores. What is made does not depend on how many they are. */
export async function makeMany(options: BulkOptions): Promise<{ count: number; seconds: number }> {
  const startedAt = performance.now()
  await mkdir(options.out, { recursive: true })
  const shares = options.workers ?? Math.min(availableParallelism(), mostWorkers)
  const counts = await Promise.all(
    Array.from({ length: shares }, (_, share) => makeShare({ ...options, share, shares })),
  )
  const count = counts.reduce((total, one) => total + one, 0)
  return { count, seconds: (performance.now() - startedAt) / 1000 }
}

function makeShare(share: BulkShare): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bulk-worker.ts', import.meta.url), { workerData: share })
    worker.once('message', (count: number) => resolve(count))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('A worker ended without having made its documents')))
  })
}
