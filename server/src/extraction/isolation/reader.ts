import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Finding, Reading, Rejection } from '../document.ts'
import { rejected } from '../rejections.ts'
import { readingOf } from './answer-schema.ts'
import { listConfinements } from './confine.ts'
import { mostFileBytes, readingMs } from './limits.ts'
import type { Child, Outcome } from './reader-child.ts'
import { openPool, ReaderUnavailable } from './reader-pool.ts'

export type ReaderOptions = {
  /** required: a file is read in the sandbox of confine.ts or not at all. */
  sandbox?: 'required' | 'preferred'
  /** How many files are read at once. */
  atOnce?: number
  /** How many children stand ready beyond those that read, once there was something to read. */
  spare?: number
  /** How many files may wait; one more is refused. */
  mostWaiting?: number
  /** How far children yield to whatever else runs on the machine, as of nice(1). */
  niceness?: number
  /** Lets children print what went wrong, which may hold words of the file. */
  showErrors?: boolean
  /** How long a file may take whose pages have to be recognised. Others have the usual time. */
  scanMs?: number
  onReading?: (figures: ReadingFigures) => void
  onWarning?: (message: string) => void
}

/** slow, memory, died, garbled: the child was ended, and the file is told to be too much. */
export type ReadingFigures = {
  outcome: 'read' | 'rejected' | 'slow' | 'memory' | 'died' | 'garbled'
  seconds: number
  peakBytes: number
}

export type ReadOptions = {
  /** Whose file it is: children read for one owner only. */
  owner?: string
  signal?: AbortSignal
}

export type Reader = ReturnType<typeof openReader>

const mebibyte = 1_048_576
const limits = { ms: readingMs, memoryBytes: 920 * mebibyte }

// A child reads on only for the same owner, while all was ordinary, and never for long. Anything else, and the next file
// gets a new one.
const ordinary = { ms: 4_000, peakBytes: 450 * mebibyte, readings: 500 }

/** Files are read in killable children, some of them started ahead. A file can end its child and nothing else. */
export function openReader(options: ReaderOptions = {}) {
  const { sandbox = 'preferred', atOnce = 2, spare = 1, mostWaiting = 64, onReading, onWarning } = options
  const { niceness, scanMs = readingMs } = options
  const pool = openPool({
    confinements: listConfinements(sandbox, { niceness, scanMs }),
    spare,
    onWarning,
    showErrors: options.showErrors ?? false,
  })
  const turns = createSemaphore({ atOnce, mostWaiting })

  async function readWith(child: Child, bytes: Uint8Array, signal: AbortSignal | undefined) {
    const isFirst = child.readings() === 0
    const outcome = await child.ask(bytes, { ...limits, scanMs, signal })
    const reading = 'answer' in outcome ? readingOf(outcome.answer) : undefined
    if (reading && isOrdinary(outcome, reading) && child.readings() < ordinary.readings) pool.giveBack(child)
    else pool.end(child)
    const fault = 'fault' in outcome ? outcome.fault : ('garbled' as const)
    return { outcome, reading, fault, isFirst } as const
  }

  /** Once more with a new child where an earlier file may be to blame. */
  async function readNow(bytes: Uint8Array, { owner = '', signal }: ReadOptions): Promise<Reading> {
    for (;;) {
      const asked = readWith(await pool.take(owner), bytes, signal)
      pool.standReady()
      const { outcome, reading, fault, isFirst } = await asked
      signal?.throwIfAborted()
      if (fault === 'starved') throw new ReaderUnavailable('The machine is too busy to read files')
      const isBlameless = !reading && !isFirst && fault !== 'slow'
      if (isBlameless) continue
      onReading?.({
        outcome: reading ? (reading.rejection ? 'rejected' : 'read') : fault,
        seconds: outcome.ms / 1_000,
        peakBytes: outcome.peakBytes,
      })
      return reading ?? rejected(rejectionFor[fault])
    }
  }

  return {
    /** Never fails because of the file: what cannot be read is a reading that says why. */
    async read(bytes: Uint8Array, options: ReadOptions = {}): Promise<Reading> {
      if (bytes.length > mostFileBytes) return rejected('too-large')
      if (!(await turns.take(options.signal))) throw new ReaderUnavailable('Too many files wait to be read')
      try {
        return await readNow(bytes, options)
      } finally {
        turns.pass()
      }
    },
    /** Has a child started before the first file is there. */
    warm: pool.warm,
    confinement: pool.confinement,
    waiting: turns.waiting,
    close: pool.close,
  }
}

const rejectionFor = {
  slow: 'too-complex',
  memory: 'too-complex',
  died: 'broken',
  garbled: 'broken',
} as const satisfies Record<string, Rejection>

const isOrdinary = ({ ms, peakBytes }: Outcome, { rejection, structure, findings }: Reading) =>
  rejection === null &&
  ms < ordinary.ms &&
  peakBytes < ordinary.peakBytes &&
  !structure?.hasJavaScript &&
  !structure?.embeddedFiles &&
  !findings.some(({ category, severity }) => severity === 'high' && madeBySomebody.includes(category))

/** What is wrong with figures may be an honest mistake; what is wrong with the file was done to it. */
const madeBySomebody: Finding['category'][] = ['file', 'page']
