import type { Delivery } from './delivery.ts'

/**
 * Where the ids of deliveries are remembered. Two processes need one place for both: a table with the id as its key, or
 * Redis. `begin` must be one step, so that of two that come together one is told `new`.
 */
export type DeliveryMemory = {
  /** Takes an id for so long. `running`: somebody has it; `done`: it was finished. */
  begin(id: string, leaseMs: number): Answer | Promise<Answer>
  /** It was dealt with: remember it for so long. */
  finish(id: string, keepMs: number): void | Promise<void>
  /** It was not: forget it, so that the next attempt is taken. */
  drop(id: string): void | Promise<void>
}

type Answer = 'new' | 'running' | 'done'

// Longer than we wait for an answer, so that work which died with its process is taken up by a later attempt.
const leaseMs = 60_000
// As long as a delivery can be sent again.
const keepMs = 30 * 24 * 3_600_000

/**
 * Does the work for a delivery that was not dealt with before. A delivery comes at least once, and whoever recorded one
 * can send it again for as long as its signature is fresh: neither makes the work happen twice.
 */
export async function once(
  memory: DeliveryMemory,
  delivery: Delivery,
  work: (delivery: Delivery) => unknown,
): Promise<Answer> {
  const answer = await memory.begin(delivery.id, leaseMs)
  if (answer !== 'new') return answer
  try {
    await work(delivery)
  } catch (error) {
    await memory.drop(delivery.id)
    throw error
  }
  await memory.finish(delivery.id, keepMs)
  return 'new'
}

/** For one process, until it ends. At most so many ids; the oldest are forgotten first. */
export function inMemory({ max = 100_000, now = Date.now } = {}): DeliveryMemory {
  const known = new Map<string, { answer: 'running' | 'done'; until: number }>()
  const set = (id: string, answer: 'running' | 'done', ms: number) => {
    // Deleted first, so that the order of the map is the order of time.
    known.delete(id)
    known.set(id, { answer, until: now() + ms })
    for (const oldest of known.keys()) {
      if (known.size <= max) break
      known.delete(oldest)
    }
  }
  return {
    begin(id, lease) {
      const held = known.get(id)
      if (held && held.until > now()) return held.answer
      set(id, 'running', lease)
      return 'new'
    },
    finish: (id, keep) => set(id, 'done', keep),
    drop(id) {
      known.delete(id)
    },
  }
}
