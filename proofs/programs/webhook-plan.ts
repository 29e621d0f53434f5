import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

// Types shared by publishers, receiver and proof. Their journals are the evidence: lines are written synchronously,
// so SIGKILL loses none of them, and they do not pass through the system under test.

export type HookPlan = { index: number; secret?: string; encryptionKey?: string; includesPayload: boolean }

export type DurationRange = [lowMs: number, highMs: number]

/** Plan for the receiver: its webhooks, and the durations of their healthy periods and outages. */
export type ReceiverPlan = {
  journals: string
  hooks: HookPlan[]
  healthyMs: DurationRange
  outageMs: DurationRange
  seed: number
}

export type PublisherPlan = {
  clientId: string
  /** File with the ids of users. */
  users: string
  journal: string
  /** Number of the publisher's first event. */
  first: number
  /** Number of acknowledged events after which the publisher stops. */
  quota: number
  perSecond: number
  seed: number
}

/**
 * Events published in one transaction. Without an acknowledgement, the transaction may or may not have committed; a
 * doomed one is always rolled back.
 */
export type EventBatch = {
  events: { number: number; user: string }[]
  isDoomed: boolean
  acknowledgedAt: number | undefined
}

const idStart = '7e57ab1e-0000-4000-8000-'

/** Encodes the number of an event, which identifies it in all journals, as its entry_id. */
export const entryIdOf = (number: number) => `${idStart}${number.toString(16).padStart(12, '0')}`

export const numberOf = (entryId: string) =>
  entryId.startsWith(idStart) ? Number.parseInt(entryId.slice(idStart.length), 16) : Number.NaN

export function openJournalFile(file: string) {
  const opened = openSync(file, 'a')
  return {
    write: (line: string) => void writeSync(opened, `${line}\n`),
    close: () => closeSync(opened),
  }
}

/** Returns the complete lines of a journal; the last line may be incomplete and is dropped. */
export function readLines(file: string): string[][] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.map((line) => line.split(' '))
}

export function openBatches(file: string) {
  const { write } = openJournalFile(file)
  return {
    begun: ({ events, isDoomed }: EventBatch) =>
      write(
        `${isDoomed ? 'doomed' : 'begun'} ${events.map(({ number, user }) => `${number}:${user}`).join(',')}`,
      ),
    acknowledged: ({ events }: EventBatch) => write(`acknowledged ${events[0]?.number} ${Date.now()}`),
  }
}

export function readBatches(file: string): EventBatch[] {
  const batches = new Map<number, EventBatch>()
  for (const [step, text = '', at] of readLines(file)) {
    if (step === 'acknowledged') {
      const batch = batches.get(Number(text))
      if (batch) batch.acknowledgedAt = Number(at)
      continue
    }
    const events = text.split(',').map((event) => {
      const [number, user = ''] = event.split(':')
      return { number: Number(number), user }
    })
    batches.set(events[0]?.number ?? 0, { events, isDoomed: step === 'doomed', acknowledgedAt: undefined })
  }
  return [...batches.values()]
}

/** A request received by a webhook. */
export type ReceivedDelivery = {
  at: number
  /** Response of the receiver; `refused` if the SDK rejected the request. */
  answer: string
  /** Value of the header webhook-timestamp. */
  seconds: number
  attempt: number
  sequence: number
  /** Number of the event. */
  event: number
  user: string
  /** Value of the header webhook-id. */
  id: string
  /** Reason for the rejection. */
  reason: string | undefined
}

/** Whether the sender must treat the response as success. */
export const isAccepted = ({ answer }: Pick<ReceivedDelivery, 'answer'>) =>
  answer === 'ok' || answer === 'trickle'

export const journalOfHook = (folder: string, index: number) => join(folder, `hook-${index}.journal`)
/** Journal of requests to other paths, to which redirects point. The sender must never follow redirects. */
export const journalOfElsewhere = (folder: string) => join(folder, 'elsewhere.journal')

export const lineOfArrival = ({
  at,
  answer,
  seconds,
  attempt,
  sequence,
  event,
  user,
  id,
  reason,
}: ReceivedDelivery) =>
  `${at} ${answer} ${seconds} ${attempt} ${sequence} ${event} ${user} ${id} ${reason ?? ''}`.trimEnd()

export const readArrivals = (file: string): ReceivedDelivery[] =>
  readLines(file).map(
    ([at, answer = '', seconds, attempt, sequence, event, user = '', id = '', ...reason]) => ({
      at: Number(at),
      answer,
      seconds: Number(seconds),
      attempt: Number(attempt),
      sequence: Number(sequence),
      event: Number(event),
      user,
      id,
      reason: reason.join(' ') || undefined,
    }),
  )
