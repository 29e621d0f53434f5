import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { DocumentReading, Rejection, TrustFinding } from '../document.ts'
import { createRejectedReading } from '../rejections.ts'
import { parseAnswer } from './answer-schema.ts'
import { listConfinements } from './confine.ts'
import { maxFileBytes, maxReadingMs } from './limits.ts'
import type { ChildOutcome, ReaderChild } from './reader-child.ts'
import { createReaderPool, ReaderUnavailable } from './reader-pool.ts'

export type ReaderOptions = {
  /**
   * With `required`, files are never read outside the sandbox of confine.ts. With `preferred`, they are read without
   * a sandbox if none works.
   */
  sandbox?: 'required' | 'preferred'
  /** Maximum number of files that are read concurrently. */
  maxConcurrent?: number
  /** Number of idle children that are kept ready after the first file. */
  spare?: number
  /** Maximum number of queued files. Further files are refused. */
  maxQueued?: number
  /** nice(1) value of the children. */
  niceness?: number
  /** Whether children may write errors to stderr. The errors may contain text of the file. */
  showErrors?: boolean
  /** Time limit for a file that needs OCR. For other files it is `maxReadingMs`. */
  scanMs?: number
  onReading?: (metrics: ReadingMetrics) => void
  onWarning?: (message: string) => void
}

/**
 * Metrics of one file. The outcomes `slow`, `memory`, `died` and `garbled` mean that the child was killed and the
 * file was rejected.
 */
export type ReadingMetrics = {
  outcome: 'read' | 'rejected' | 'slow' | 'memory' | 'died' | 'garbled'
  seconds: number
  peakBytes: number
}

export type ReadOptions = {
  /** Client that owns the file. A child process never reads files of different owners. */
  owner?: string
  signal?: AbortSignal
}

export type Reader = ReturnType<typeof openReader>

const mebibyte = 1_048_576
const limits = { ms: maxReadingMs, memoryBytes: 920 * mebibyte }

// A child is reused if its last file stayed below these limits and was not suspicious. Otherwise it is replaced.
const reuseLimits = { ms: 4_000, peakBytes: 450 * mebibyte, readings: 500 }

/**
 * Opens a reader for untrusted files, which uses sandboxed child processes. A hostile file can at worst kill its own
 * child.
 */
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

  /**
   * Reads a file. If a reused child fails, the file is read again in another child, because an earlier file may have
   * damaged the first one.
   */
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
    /** Reads a file. Never throws because of the file: if it is unreadable, the result is a rejected reading. */
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

/** Categories of findings that mean that the file was edited. Wrong amounts may be an honest mistake. */
const tamperCategories: TrustFinding['category'][] = ['file', 'page']
