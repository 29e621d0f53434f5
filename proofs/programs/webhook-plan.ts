import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

// What publishers, receiver and proof have in common. Their journals are the evidence: each line is written before the
// next step is taken, so kill -9 takes none of them, and nothing of it passes through what is being proved.

export type HookPlan = { index: number; secret?: string; encryptionKey?: string; includesPayload: boolean }

export type Span = [lowMs: number, highMs: number]

/** For the receiver: its subscriptions, and how long each behaves and misbehaves in turn. */
export type ReceiverPlan = { journals: string; hooks: HookPlan[]; calmMs: Span; spellMs: Span; seed: number }

export type PublisherPlan = {
  clientId: string
  /** A file with the ids of users. */
  users: string
  journal: string
  /** Its events are numbered from here on. */
  first: number
  /** Acknowledged events after which it is done. */
  quota: number
  perSecond: number
  seed: number
}

/** One transaction. Without an acknowledgement it may have happened or not, unless it was doomed: then never. */
export type Batch = {
  events: { number: number; user: string }[]
  isDoomed: boolean
  acknowledgedAt: number | undefined
}

const idStart = '7e57ab1e-0000-4000-8000-'

/** An event is known in all journals by its number, which travels as its entry_id. */
export const entryIdOf = (number: number) => `${idStart}${number.toString(16).padStart(12, '0')}`

export const numberOf = (entryId: string) =>
  entryId.startsWith(idStart) ? Number.parseInt(entryId.slice(idStart.length), 16) : Number.NaN

export function openLines(file: string) {
  const opened = openSync(file, 'a')
  return {
    write: (line: string) => void writeSync(opened, `${line}\n`),
    close: () => closeSync(opened),
  }
}

/** The whole lines of a journal; the last one may have been cut. */
export function readLines(file: string): string[][] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.map((line) => line.split(' '))
}

export function openBatches(file: string) {
  const { write } = openLines(file)
  return {
    begun: ({ events, isDoomed }: Batch) =>
      write(
        `${isDoomed ? 'doomed' : 'begun'} ${events.map(({ number, user }) => `${number}:${user}`).join(',')}`,
      ),
    acknowledged: ({ events }: Batch) => write(`acknowledged ${events[0]?.number} ${Date.now()}`),
  }
}

export function readBatches(file: string): Batch[] {
  const batches = new Map<number, Batch>()
  for (const [word, text = '', at] of readLines(file)) {
    if (word === 'acknowledged') {
      const batch = batches.get(Number(text))
      if (batch) batch.acknowledgedAt = Number(at)
      continue
    }
    const events = text.split(',').map((event) => {
      const [number, user = ''] = event.split(':')
      return { number: Number(number), user }
    })
    batches.set(events[0]?.number ?? 0, { events, isDoomed: word === 'doomed', acknowledgedAt: undefined })
  }
  return [...batches.values()]
}

/** A request that came to a subscription. */
export type Arrival = {
  at: number
  /** What the receiver did with it, or refused: the receiver's kit would not have it. */
  answer: string
  /** webhook-timestamp. */
  seconds: number
  attempt: number
  sequence: number
  /** The number of its event. */
  event: number
  user: string
  /** webhook-id. */
  id: string
  /** Why it was refused. */
  reason: string | undefined
}

/** Answers that a sender has to take for a success. */
export const isAccepted = ({ answer }: Pick<Arrival, 'answer'>) => answer === 'ok' || answer === 'trickle'

export const journalOfHook = (folder: string, index: number) => join(folder, `hook-${index}.journal`)
/** Requests for anything but a subscription: nobody may ever follow the redirects that lead here. */
export const journalOfElsewhere = (folder: string) => join(folder, 'elsewhere.journal')

export const lineOfArrival = ({ at, answer, seconds, attempt, sequence, event, user, id, reason }: Arrival) =>
  `${at} ${answer} ${seconds} ${attempt} ${sequence} ${event} ${user} ${id} ${reason ?? ''}`.trimEnd()

export const readArrivals = (file: string): Arrival[] =>
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
