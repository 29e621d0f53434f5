import type { Delivery } from './delivery.ts'

/**
 * Stores the ids of processed deliveries. If there are several processes, they need a shared store: a table with the
 * id as primary key, or Redis. `begin` must be atomic, so that only one of two concurrent callers gets `new`.
 */
export type DeliveryMemory = {
  /**
   * Claims an id for a limited time. Returns `running` if another caller has claimed it, and `done` if it was already
   * processed.
   */
  begin(id: string, leaseMs: number): Answer | Promise<Answer>
  /** Marks the delivery as processed and remembers it for the given time. */
  finish(id: string, keepMs: number): void | Promise<void>
  /** Releases the claim, so that the next attempt is processed. */
  drop(id: string): void | Promise<void>
}

type Answer = 'new' | 'running' | 'done'

// Longer than the API waits for a response, so that a later attempt takes over if a process has died.
const leaseMs = 60_000
// Period during which a delivery can be retried or replayed.
const keepMs = 30 * 24 * 3_600_000

/**
 * Processes each delivery once. This is necessary because deliveries are at-least-once, and an attacker can replay a
 * recorded delivery while its signature is fresh.
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

/** Bounded in-memory store for a single process; evicts the oldest ids first. */
export function inMemory({ max = 100_000, now = Date.now } = {}): DeliveryMemory {
  const known = new Map<string, { answer: 'running' | 'done'; until: number }>()
  const set = (id: string, answer: 'running' | 'done', ms: number) => {
    // Re-insert the id to keep the map in order of insertion time.
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
