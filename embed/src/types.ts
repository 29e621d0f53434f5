import type { EventOf, JourneyEvent } from './events.ts'

export type * from './events.ts'

// Types of the embedding API.

export type DisplayMode = 'dialog' | 'inline'
export type Language = 'en' | 'cy'

/** Functions of the page that the journey calls. */
export type JourneyHandlers = {
  onEvent?: ((event: JourneyEvent) => void) | undefined
  /** Called once, as the last callback, after the frame is removed for any reason. */
  onExit?: ((exit: EventOf<'exit'>) => void) | undefined
}

export type EmbedOptions = JourneyHandlers & {
  /** The `webapp_link` from `POST /user-tokens`, unchanged. */
  link: string
  /** Language of the journey; defaults to the device's language. */
  language?: Language | undefined
}

export type OpenOptions = EmbedOptions & ({ mode: 'dialog' } | { mode: 'inline'; container: HTMLElement })

export type Journey = {
  /** Removes the journey at once, without a confirmation. */
  close(): void
}

/** The global `Payproof` of the script journey.js. */
export type PayproofEmbed = { open(options: OpenOptions): Journey }
