import { open } from './open.ts'
import type { EmbedOptions, Journey } from './types.ts'

export type {
  EmbedOptions,
  EventName,
  EventOf,
  Journey,
  JourneyEvent,
  JourneyHandlers,
  Language,
  MfaKind,
  OpenOptions,
  PayproofEmbed,
  Source,
  View,
} from './types.ts'

/** Opens the journey in a dialog over the page. */
export function openJourney(options: EmbedOptions): Journey {
  return open({ ...options, mode: 'dialog' })
}

/** Shows the journey inside an element of the page, as tall as its content. */
export function mountJourney(container: HTMLElement, options: EmbedOptions): Journey {
  return open({ ...options, mode: 'inline', container })
}
