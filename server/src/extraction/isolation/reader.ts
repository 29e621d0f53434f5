import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { DocumentReading, Rejection, TrustFinding } from '../document.ts'
import { createRejectedReading } from '../rejections.ts'
import { parseAnswer } from './answer-schema.ts'
import { listConfinements } from './confine.ts'
import { maxFileBytes, maxReadingMs } from './limits.ts'
import type { ChildOutcome, ReaderChild } from './reader-child.ts'
import { createReaderPool, ReaderUnavailable } from './reader-pool.ts'

export type ReaderOptions = {
  /** required: never read a file outside the sandbox of confine.ts; preferred: fall back to no sandbox. */
  sandbox?: 'required' | 'preferred'
  /** Number of files read concurrently. */
  maxConcurrent?: number
  /** Number of idle children kept ready after the first file. */
  spare?: number
  /** Length of the queue; further files are refused. */
  maxQueued?: number
  /** nice(1) value of the children. */
  niceness?: number
  /** Let children write errors to stderr, which may contain text of the file. */
  showErrors?: boolean
  /** Time limit for a file that needs OCR; other files have maxReadingMs. */
  scanMs?: number
  onReading?: (metrics: ReadingMetrics) => void
  onWarning?: (message: string) => void
}

/** slow, memory, died, garbled: the child was killed and the file rejected. */
export type ReadingMetrics = {
  outcome: 'read' | 'rejected' | 'slow' | 'memory' | 'died' | 'garbled'
  seconds: number
  peakBytes: number
}

export type ReadOptions = {
  /** Client the file belongs to: a child is never shared between owners. */
  owner?: string
  signal?: AbortSignal
}

export type Reader = ReturnType<typeof openReader>

const mebibyte = 1_048_576
const limits = { ms: maxReadingMs, memoryBytes: 920 * mebibyte }

// A child is reused only after unremarkable files and for a limited number of readings; otherwise it is replaced.
const reuseLimits = { ms: 4_000, peakBytes: 450 * mebibyte, readings: 500 }

/** Reads untrusted files in sandboxed child processes. The worst a file can do is kill its own child. */
export function openReader(options: ReaderOptions = {}) {
  const {
    sandbox = 'preferred',
    maxConcurrent = 2,
    spare = 1,
    maxQueued = 64,
    onReading,
    onWarning,
  } = options
  const { niceness, scanMs = maxReadingMs } = options
  const pool = createReaderPool({
    confinements: listConfinements(sandbox, { niceness, scanMs }),
    spare,
    onWarning,
    showErrors: options.showErrors ?? false,
  })
  const readSlots = createSemaphore({ maxConcurrent: maxConcurrent, maxQueued: maxQueued })

  async function readWith(child: ReaderChild, bytes: Uint8Array, signal: AbortSignal | undefined) {
    const isFirst = child.readCount() === 0
    const outcome = await child.read(bytes, { ...limits, scanMs, signal })
    const reading = 'answer' in outcome ? parseAnswer(outcome.answer) : undefined
    if (reading && isUnremarkable(outcome, reading) && child.readCount() < reuseLimits.readings)
      pool.release(child)
    else pool.discard(child)
    const fault = 'fault' in outcome ? outcome.fault : ('garbled' as const)
    return { outcome, reading, fault, isFirst } as const
  }

  /** Retries in a new child if an earlier file may have damaged the reused one. */
  async function readNow(bytes: Uint8Array, { owner = '', signal }: ReadOptions): Promise<DocumentReading> {
    for (;;) {
      const pendingResult = readWith(await pool.acquire(owner), bytes, signal)
      pool.refillSpares()
      const { outcome, reading, fault, isFirst } = await pendingResult
      signal?.throwIfAborted()
      if (fault === 'starved') throw new ReaderUnavailable('machine is overloaded')
      const mayBeDamagedChild = !reading && !isFirst && fault !== 'slow'
      if (mayBeDamagedChild) continue
      onReading?.({
        outcome: reading ? (reading.rejection ? 'rejected' : 'read') : fault,
        seconds: outcome.ms / 1_000,
        peakBytes: outcome.peakBytes,
      })
      return reading ?? createRejectedReading(rejectionFor[fault])
    }
  }

  return {
    /** Never throws because of the file: an unreadable one yields a rejected reading. */
    async read(bytes: Uint8Array, options: ReadOptions = {}): Promise<DocumentReading> {
      if (bytes.length > maxFileBytes) return createRejectedReading('too-large')
      if (!(await readSlots.acquire(options.signal))) throw new ReaderUnavailable('reader queue is full')
      try {
        return await readNow(bytes, options)
      } finally {
        readSlots.release()
      }
    },
    /** Starts a child before the first file arrives. */
    warm: pool.warm,
    confinement: pool.confinement,
    queued: readSlots.queuedCount,
    close: pool.close,
  }
}

const rejectionFor = {
  slow: 'too-complex',
  memory: 'too-complex',
  died: 'broken',
  garbled: 'broken',
} as const satisfies Record<string, Rejection>

const isUnremarkable = (
  { ms, peakBytes }: ChildOutcome,
  { rejection, structure, findings }: DocumentReading,
) =>
  rejection === null &&
  ms < reuseLimits.ms &&
  peakBytes < reuseLimits.peakBytes &&
  !structure?.hasJavaScript &&
  !structure?.embeddedFiles &&
  !findings.some(({ category, severity }) => severity === 'high' && tamperCategories.includes(category))

/** Wrong amounts may be an honest mistake; anomalies in the file or on the page mean that it was edited. */
const tamperCategories: TrustFinding['category'][] = ['file', 'page']
