import type { JourneyEvent } from '../../../embed/src/events.ts'
import { ApiError, call } from '../api.ts'
import { readSession } from '../session/session.ts'

// Events for the client's funnel and the embedding page. All values are from fixed lists; nothing that a person types
// is included.

type WithoutStamp<Event> = Event extends unknown ? Omit<Event, 'payproof' | 'id' | 'at'> : never
export type UnstampedEvent = WithoutStamp<JourneyEvent>

type Counted = UnstampedEvent & { id: string }

const maxBatch = 50
const maxQueued = 200
const batchDelayMs = 400
const retryDelayMs = 10_000

const listeners = new Set<(event: JourneyEvent) => void>()
let waiting: Counted[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Adds a listener, such as the bridge to the embedding page, that is notified of every event immediately. */
export function onEvent(listener: (event: JourneyEvent) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function emitEvent(unstamped: UnstampedEvent) {
  const id = crypto.randomUUID()
  const event = { payproof: 1, id, at: new Date().toISOString(), ...unstamped } as JourneyEvent
  for (const listener of listeners) listener(event)
  waiting = [...waiting, { id, ...unstamped }].slice(-maxQueued)
  timer ??= setTimeout(send, batchDelayMs)
}

/** Sends pending events to the service. Best effort: a failure is never shown. */
async function send() {
  timer = undefined
  if (waiting.length === 0 || readSession().kind !== 'open') return
  const events = waiting.slice(0, maxBatch)
  waiting = waiting.slice(maxBatch)
  try {
    await call('POST', '/journeys/current/events', { body: { events }, keepalive: true })
  } catch (error) {
    // A rejected batch is dropped, because the service would reject it again and later events would be blocked.
    if (isPassing(error)) waiting = [...events, ...waiting].slice(-maxQueued)
    timer ??= setTimeout(send, retryDelayMs)
    return
  }
  if (waiting.length > 0) timer ??= setTimeout(send, batchDelayMs)
}

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Sends pending events when the person leaves. */
export const sendEvents = () => {
  clearTimeout(timer)
  return send()
}

addEventListener('pagehide', sendEvents)
