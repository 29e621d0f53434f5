import type { Bus } from '../bus/bus.ts'
import type { Tenant } from '../database/tenancy.ts'
import { findEnd, type Outcome } from './queries.ts'

export const endedSubject = (id: string) => `tasks.ended.${id}`

export type TaskEnd =
  | { state: 'done'; outcome: Outcome | null }
  | { state: 'dead'; reason: string }
  | { state: 'cancelled' }
  /** Its user or client was deleted meanwhile. */
  | { state: 'gone' }

const defaultPollMs = 1_000

export type Waiting = ReturnType<typeof openWaiting>

/** For requests that answer with the result of a task. The database knows the end; NATS only says when to look. */
export function openWaiting({ bus, pollMs = defaultPollMs }: { bus: Bus; pollMs?: number }) {
  return {
    /** Undefined when the task has not ended in time; it goes on. */
    async forEnd(tenant: Tenant, id: string, timeoutMs = 25_000): Promise<TaskEnd | undefined> {
      const deadline = Date.now() + timeoutMs
      let look = () => {}
      let isTold = false
      const stopHearing = bus.hear(endedSubject(id), () => {
        isTold = true
        look()
      })
      try {
        for (;;) {
          isTold = false
          const end = await readEnd(tenant, id)
          if (end) return end
          const restMs = deadline - Date.now()
          if (restMs <= 0) return undefined
          await new Promise<void>((resolve) => {
            // Told while we were reading: what we read may be older.
            const timer = setTimeout(resolve, isTold ? 0 : Math.min(pollMs, restMs))
            look = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      } finally {
        stopHearing()
      }
    },
  }
}

async function readEnd(tenant: Tenant, id: string): Promise<TaskEnd | undefined> {
  const found = await tenant.transaction((tx) => findEnd(tx, id))
  if (!found) return { state: 'gone' }
  if (found.state === 'live') return undefined
  if (found.state === 'done') return { state: 'done', outcome: found.outcome }
  if (found.state === 'dead') return { state: 'dead', reason: found.reason ?? '' }
  return { state: 'cancelled' }
}
