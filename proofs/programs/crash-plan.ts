import { randomFrom } from './random.ts'

export type Plan = {
  workMs: number
  /** So many attempts fail before one succeeds. */
  failures: number
  /** Looks for the row that was written with it, as a task that works on something does. */
  reads: boolean
  /** Its result is rows of its own, and not merely the note that it was done. */
  writes: boolean
  /** Its result includes another task. */
  followUp: boolean
  key: string | undefined
  delayMs: number
}

/** What the task of this number does; the same in every process. */
export function planOf(number: number): Plan {
  const random = randomFrom(number * 7_919)
  const writes = random.happens(0.75)
  return {
    writes,
    followUp: writes && random.happens(0.25),
    workMs: workMs(random.next(), random.next()),
    failures: random.happens(0.1) ? random.whole(1, 2) : 0,
    reads: random.happens(0.3),
    key: random.happens(0.3) ? `key ${number % 150}` : undefined,
    delayMs: random.happens(0.15) ? random.whole(500, 4_000) : 0,
  }
}

// A few are long, so that no worker ever dies with empty hands.
function workMs(sort: number, size: number) {
  if (sort < 0.03) return 3_000 + size * 3_000
  if (sort < 0.25) return 50 + size * 250
  return 1 + size * 30
}
