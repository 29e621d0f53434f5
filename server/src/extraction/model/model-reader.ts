import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { DocumentReading } from '../document.ts'
import type { Reader, ReadOptions } from '../isolation/reader.ts'
import { ReaderUnavailable } from '../isolation/reader-pool.ts'
import { type Opinion, parseOpinion } from './answer.ts'
import type { OpinionOutcome } from './apply-opinion.ts'
import { type Question, toPrompt } from './question.ts'

export type ModelPrompt = ReturnType<typeof toPrompt>

export type ModelSettings = {
  /** Name of the model, recorded with every reading that uses its opinion. */
  name: string
  timeoutMs: number
  /** Sends a prompt to the model and returns the text of its reply. */
  complete(prompt: ModelPrompt, signal: AbortSignal): Promise<string>
  onConsulted?(metrics: { outcome: ConsultationOutcome; seconds: number }): void
}

/**
 * Outcome of one question. `failed`: no reply in time, or an error. `malformed`: the reply does not match the
 * schema. `skipped`: not sent, because the model failed repeatedly, or was busy with other questions.
 */
export type ConsultationOutcome = OpinionOutcome | 'failed' | 'malformed' | 'skipped'

/** Questions of one worker that the model answers at once, and that wait. */
const limits = { maxConcurrent: 4, maxQueued: 64 }
/** After this many failures in a row, the model is not asked for a while, so that documents do not wait for it. */
const maxFailures = 3
const pauseMs = 30_000

/**
 * A reader that asks a model about documents of which it is not certain. The model only says which words mean what; the
 * reader's own parsers and checks decide. Without a usable opinion the result is the reader's own.
 */
export function openModelReader(
  reader: Pick<Reader, 'readWithQuestion' | 'readWithOpinion'>,
  { name, timeoutMs, complete, onConsulted }: ModelSettings,
) {
  const slots = createSemaphore(limits)
  let failures = 0
  let pausedUntil = 0

  /**
   * Waiting for a slot counts as time of the model, so that a document waits for `timeoutMs` at most. If that passes
   * before there is a slot, the model was not asked, so it is no failure of the model.
   */
  async function ask(question: Question, signal: AbortSignal): Promise<string> {
    const hasSlot = await slots.acquire(signal).catch(() => false)
    if (!hasSlot) throw new ModelSkipped()
    try {
      return await complete(toPrompt(question), signal)
    } finally {
      slots.release()
    }
  }

  async function consult(
    question: Question,
    { signal }: ReadOptions,
  ): Promise<Opinion | 'failed' | 'malformed' | 'skipped'> {
    if (performance.now() < pausedUntil) return 'skipped'
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const reply = await ask(question, signal ? AbortSignal.any([signal, timeout]) : timeout)
      failures = 0
      return parseOpinion(question.kind, name, reply) ?? 'malformed'
    } catch (error) {
      // The task was stopped, which is not a failure of the model.
      signal?.throwIfAborted()
      if (error instanceof ModelSkipped) return 'skipped'
      failures++
      if (failures >= maxFailures) [failures, pausedUntil] = [0, performance.now() + pauseMs]
      return 'failed'
    }
  }

  return {
    /** Reads a file. Never throws because of the file or the model. */
    async read(bytes: Uint8Array, options: ReadOptions = {}): Promise<DocumentReading> {
      const { reading, question } = await reader.readWithQuestion(bytes, options)
      if (!question) return reading
      const startedAt = performance.now()
      const opinion = await consult(question, options)
      const seconds = (performance.now() - startedAt) / 1_000
      if (typeof opinion === 'string') {
        onConsulted?.({ outcome: opinion, seconds })
        return reading
      }
      const applied = await reader.readWithOpinion(bytes, opinion, options).catch((error: unknown) => {
        // The machine is overloaded. The reader's own reading is complete.
        if (error instanceof ReaderUnavailable) return undefined
        throw error
      })
      const outcome = applied ? (applied.outcome ?? 'refuted') : 'skipped'
      onConsulted?.({ outcome, seconds })
      return applied && outcome === 'used' ? applied.reading : reading
    },
  }
}

class ModelSkipped extends Error {}
