import type { EventName, JourneyEvent } from './events.ts'
import type { DisplayMode } from './types.ts'

// Messages between a client's page and the frame, in addition to events. Page and frame may have different versions,
// so unknown messages are ignored.
export const version = 1

export type HostMessage = { payproof: 1; name: 'hello'; mode: DisplayMode } | { payproof: 1; name: 'leave' }
export type FrameMessage =
  | { payproof: 1; name: 'hello' }
  /** Response to `leave`: `asks` tells whether the person is now being asked to confirm. */
  | { payproof: 1; name: 'leaving'; asks: boolean }
  | { payproof: 1; name: 'height'; height: number }
  /** The area to scroll into view, in pixels from the top of the frame. */
  | { payproof: 1; name: 'show'; top: number; bottom: number }
  | JourneyEvent

const eventNames: Record<EventName, true> = {
  open: true,
  view: true,
  source_selected: true,
  provider_selected: true,
  consent_accepted: true,
  login_submitted: true,
  mfa_required: true,
  connected: true,
  documents_submitted: true,
  data_ready: true,
  error: true,
  exit: true,
}

/** Whether a message is one of ours. Other scripts also post messages, of any shape. */
export function isOurs(message: unknown): message is { name: string; [detail: string]: unknown } {
  if (typeof message !== 'object' || message === null) return false
  const { payproof, name } = message as Record<string, unknown>
  return payproof === version && typeof name === 'string'
}

export function isEvent(message: { name: string }): message is JourneyEvent {
  const { id, at } = message as Partial<JourneyEvent>
  return Object.hasOwn(eventNames, message.name) && typeof id === 'string' && typeof at === 'string'
}

export const heights = { least: 320, first: 480, most: 5_000 }

/** Returns the requested height within limits, or undefined if it is not a number. */
export function boundedHeight(requested: unknown): number | undefined {
  if (typeof requested !== 'number' || !Number.isFinite(requested)) return undefined
  return Math.min(Math.max(Math.ceil(requested), heights.least), heights.most)
}

/** Returns the URL of the frame. Messages are exchanged with its origin only. */
export function frameAddress(link: string, language?: string): URL {
  if (!/^https?:\/\/./i.test(link)) throw new TypeError('Payproof: link must be the webapp_link of a person')
  const address = new URL(link)
  if (language) address.searchParams.set('language', language)
  return address
}
