import type { JourneyEvent } from '../../embed/events.ts'
import { ApiError, call } from '../api.ts'
import { readSession } from '../session/session.ts'

// Events for the client's funnel and the embedding page. All values come from fixed lists; nothing a person
// types is included.

type WithoutStamp<Event> = Event extends unknown ? Omit<Event, 'payproof' | 'id' | 'at'> : never
export type Happening = WithoutStamp<JourneyEvent>

type Counted = Happening & { id: string }

const maxBatch = 50
const maxQueued = 200
const gatheringMs = 400
const againMs = 10_000

const listeners = new Set<(event: JourneyEvent) => void>()
let waiting: Counted[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Listeners, such as the bridge to the embedding page, are notified of every event immediately. */
export function onEvent(listener: (event: JourneyEvent) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function happened(happening: Happening) {
  const id = crypto.randomUUID()
  const event = { payproof: 1, id, at: new Date().toISOString(), ...happening } as JourneyEvent
  for (const listener of listeners) listener(event)
  waiting = [...waiting, { id, ...happening }].slice(-maxQueued)
  timer ??= setTimeout(send, gatheringMs)
}

/** Best effort: a failed count is never shown. */
async function send() {
  timer = undefined
  if (waiting.length === 0 || readSession().kind !== 'open') return
  const events = waiting.slice(0, maxBatch)
  waiting = waiting.slice(maxBatch)
  try {
    await call('POST', '/journeys/current/events', { body: { events }, keepalive: true })
  } catch (error) {
    // Drop a refused batch: the service would refuse it again and block later events.
    if (isPassing(error)) waiting = [...events, ...waiting].slice(-maxQueued)
    timer ??= setTimeout(send, againMs)
    return
  }
  if (waiting.length > 0) timer ??= setTimeout(send, gatheringMs)
}

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Sends pending events when the person leaves. */
export const sendEvents = () => {
  clearTimeout(timer)
  return send()
}

addEventListener('pagehide', sendEvents)
