import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { DocumentReading, Rejection, TrustFinding } from '../document.ts'
import type { Opinion } from '../model/answer.ts'
import type { PdfWords } from '../read.ts'
import { createRejectedReading } from '../rejections.ts'
import {
  type OpinionReading,
  parseAnswer,
  parseOpinionReading,
  parseQuestion,
  parseWords,
  type QuestionedReading,
} from './answer-schema.ts'
import { listConfinements } from './confine.ts'
import type { ReadingTask } from './frames.ts'
import { maxFileBytes, maxOpinionBytes, maxReadingMs } from './limits.ts'
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
  /** Called with the time that a child process spent on the file, also if it was killed. */
  onUsed?: (ms: number) => void
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

  async function readWith<Result extends ReadingResult>(
    child: ReaderChild,
    bytes: Uint8Array,
    { task, opinion, parse, isSuspicious }: ReadingKind<Result>,
    signal: AbortSignal | undefined,
  ) {
    const isFirst = child.readCount() === 0
    const outcome = await child.read(bytes, { ...limits, task, opinion, scanMs, signal })
    const reading = 'answer' in outcome ? parse(outcome.answer) : undefined
    const mayReuse =
      reading && reading.rejection === null && isWithinReuseLimits(outcome) && !isSuspicious(reading)
    if (mayReuse && child.readCount() < reuseLimits.readings) pool.release(child)
    else pool.discard(child)
    const fault = 'fault' in outcome ? outcome.fault : ('garbled' as const)
    return { outcome, reading, fault, isFirst } as const
  }

  /**
   * Reads a file. If a reused child fails, the file is read again in another child, because an earlier file may have
   * damaged the first one.
   */
  async function readNow<Result extends ReadingResult>(
    bytes: Uint8Array,
    kind: ReadingKind<Result>,
    { owner = '', signal, onUsed }: ReadOptions,
  ): Promise<Result> {
    for (;;) {
      const pendingResult = readWith(await pool.acquire(owner), bytes, kind, signal)
      pool.refillSpares()
      const { outcome, reading, fault, isFirst } = await pendingResult
      onUsed?.(outcome.ms)
      signal?.throwIfAborted()
      if (fault === 'starved') throw new ReaderUnavailable('machine is overloaded')
      const mayBeDamagedChild = !reading && !isFirst && fault !== 'slow'
      if (mayBeDamagedChild) continue
      onReading?.({
        outcome: reading ? (reading.rejection ? 'rejected' : 'read') : fault,
        seconds: outcome.ms / 1_000,
        peakBytes: outcome.peakBytes,
      })
      return reading ?? kind.reject(rejectionFor[fault])
    }
  }

  async function readInSlot<Result extends ReadingResult>(
    bytes: Uint8Array,
    kind: ReadingKind<Result>,
    options: ReadOptions,
  ): Promise<Result> {
    if (bytes.length > maxFileBytes) return kind.reject('too-large')
    if (!(await readSlots.acquire(options.signal))) throw new ReaderUnavailable('reader queue is full')
    try {
      return await readNow(bytes, kind, options)
    } finally {
      readSlots.release()
    }
  }

  return {
    /** Reads a file. Never throws because of the file: if it is unreadable, the result is a rejected reading. */
    read: (bytes: Uint8Array, options: ReadOptions = {}): Promise<DocumentReading> =>
      readInSlot(bytes, documentKind, options),
    /** Reads a file, and returns the question for a model if its figures are not certain. */
    readWithQuestion: (bytes: Uint8Array, options: ReadOptions = {}): Promise<QuestionedReading> =>
      readInSlot(bytes, questionKind, options),
    /** Reads a file again with the opinion of a model, which is checked in the sandbox. */
    readWithOpinion: (
      bytes: Uint8Array,
      opinion: Opinion,
      options: ReadOptions = {},
    ): Promise<OpinionReading> => readInSlot(bytes, createOpinionKind(opinion), options),
    /** Reads the printed words of a file in the same sandbox. Never throws because of the file. */
    readWords: (bytes: Uint8Array, options: ReadOptions = {}): Promise<PdfWords> =>
      readInSlot(bytes, wordsKind, options),
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

type ReadingResult = { rejection: Rejection | null }

/** A task of the child: how its answer is checked, and whether it may read further files afterwards. */
type ReadingKind<Result extends ReadingResult> = {
  task: ReadingTask
  opinion?: Buffer
  parse(answer: Buffer): Result | undefined
  reject(rejection: Rejection): Result
  isSuspicious(result: Result): boolean
}

const documentKind: ReadingKind<DocumentReading> = {
  task: 'document',
  parse: parseAnswer,
  reject: (rejection) => createRejectedReading(rejection),
  isSuspicious: ({ structure, findings }) =>
    Boolean(structure?.hasJavaScript || structure?.embeddedFiles) ||
    findings.some(({ category, severity }) => severity === 'high' && tamperCategories.includes(category)),
}

const questionKind: ReadingKind<QuestionedReading & ReadingResult> = {
  task: 'question',
  parse: (answer) => withRejection(parseQuestion(answer)),
  reject: (rejection) => ({ reading: createRejectedReading(rejection), question: null, rejection }),
  isSuspicious: ({ reading }) => documentKind.isSuspicious(reading),
}

function createOpinionKind(opinion: Opinion): ReadingKind<OpinionReading & ReadingResult> {
  const json = Buffer.from(JSON.stringify(opinion))
  if (json.length > maxOpinionBytes) throw new RangeError('the opinion is too large')
  return {
    task: 'opinion',
    opinion: json,
    parse: (answer) => withRejection(parseOpinionReading(answer)),
    reject: (rejection) => ({ reading: createRejectedReading(rejection), outcome: null, rejection }),
    isSuspicious: ({ reading }) => documentKind.isSuspicious(reading),
  }
}

const withRejection = <T extends { reading: DocumentReading }>(result: T | undefined) =>
  result && { ...result, rejection: result.reading.rejection }

const wordsKind: ReadingKind<PdfWords> = {
  task: 'words',
  parse: parseWords,
  reject: (rejection) => ({ words: null, rejection }),
  isSuspicious: () => false,
}

const isWithinReuseLimits = ({ ms, peakBytes }: ChildOutcome) =>
  ms < reuseLimits.ms && peakBytes < reuseLimits.peakBytes

/** Categories of findings that mean that the file was edited. Wrong amounts may be an honest mistake. */
const tamperCategories: TrustFinding['category'][] = ['file', 'page']
