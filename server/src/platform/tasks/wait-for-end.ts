import type { Bus } from '../bus/bus.ts'
import type { Tenant } from '../database/tenancy.ts'
import { findTaskEnd, type TaskOutcome } from './queries.ts'

export const endedSubject = (id: string) => `tasks.ended.${id}`

export type TaskEnd =
  | { state: 'done'; outcome: TaskOutcome | null }
  | { state: 'dead'; reason: string }
  | { state: 'cancelled' }
  /** The user or client of the task was deleted. */
  | { state: 'gone' }

const defaultPollMs = 1_000

export type TaskWaiter = ReturnType<typeof createTaskWaiter>

/**
 * Lets a request wait for a task and respond with its result. The result is read from the database; NATS only signals
 * when to check.
 */
export function createTaskWaiter({ bus, pollMs = defaultPollMs }: { bus: Bus; pollMs?: number }) {
  return {
    /** Returns how the task ended, or undefined on timeout. The task continues after a timeout. */
    async waitForEnd(tenant: Tenant, id: string, timeoutMs = 25_000): Promise<TaskEnd | undefined> {
      const deadline = performance.now() + timeoutMs
      let wake = () => {}
      let isNotified = false
      const unsubscribe = bus.subscribe(endedSubject(id), () => {
        isNotified = true
        wake()
      })
      try {
        for (;;) {
          isNotified = false
          const end = await readEnd(tenant, id)
          if (end) return end
          const remainingMs = deadline - performance.now()
          if (remainingMs <= 0) return undefined
          await new Promise<void>((resolve) => {
            // If the notification arrived during the read, the read may have returned an older state, so check again
            // immediately.
            const timer = setTimeout(resolve, isNotified ? 0 : Math.min(pollMs, remainingMs))
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      } finally {
        unsubscribe()
      }
    },
  }
}

async function readEnd(tenant: Tenant, id: string): Promise<TaskEnd | undefined> {
  const end = await tenant.transaction((tx) => findTaskEnd(tx, id))
  if (!end) return { state: 'gone' }
  if (end.state === 'live') return undefined
  if (end.state === 'done') return { state: 'done', outcome: end.outcome }
  if (end.state === 'dead') return { state: 'dead', reason: end.reason ?? '' }
  return { state: 'cancelled' }
}
