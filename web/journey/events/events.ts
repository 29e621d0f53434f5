import type { JourneyEvent } from '../../embed/events.ts'
import { ApiError, call } from '../api.ts'
import { readSession } from '../session/session.ts'

// What happens on the way, for the client's funnel and for the page that embeds the journey. Every word is from a
// list; nothing that a person types is ever in it.

type WithoutStamp<Event> = Event extends unknown ? Omit<Event, 'payproof' | 'id' | 'at'> : never
export type Happening = WithoutStamp<JourneyEvent>

type Counted = Happening & { id: string }

const mostAtOnce = 50
const mostWaiting = 200
const gatheringMs = 400
const againMs = 10_000

const listeners = new Set<(event: JourneyEvent) => void>()
let waiting: Counted[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Told of every event at once; the bridge to the embedding page is one. */
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
  waiting = [...waiting, { id, ...happening }].slice(-mostWaiting)
  timer ??= setTimeout(send, gatheringMs)
}

/** Counts are worth a try, never a failure that anybody sees. */
async function send() {
  timer = undefined
  if (waiting.length === 0 || readSession().kind !== 'open') return
  const events = waiting.slice(0, mostAtOnce)
  waiting = waiting.slice(mostAtOnce)
  try {
    await call('POST', '/journeys/current/events', { body: { events }, keepalive: true })
  } catch (error) {
    // What the service refused it would refuse again, and with it everything behind.
    if (isPassing(error)) waiting = [...events, ...waiting].slice(-mostWaiting)
    timer ??= setTimeout(send, againMs)
    return
  }
  if (waiting.length > 0) timer ??= setTimeout(send, gatheringMs)
}

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** What is still waiting when somebody leaves. */
export const sendEvents = () => {
  clearTimeout(timer)
  return send()
}

addEventListener('pagehide', sendEvents)
