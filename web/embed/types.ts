import type { EventOf, JourneyEvent } from './events.ts'

export type * from './events.ts'

// Types of the journey.js API.

export type DisplayMode = 'dialog' | 'inline'
export type Language = 'en' | 'cy'

type Shared = {
  /** The `webapp_link` from `POST /user-tokens`, unchanged. */
  link: string
  /** Language of the journey; defaults to the device's language. */
  language?: Language
  onEvent?: (event: JourneyEvent) => void
  /** Called once, as the last callback, after the frame is removed for any reason. */
  onExit?: (exit: EventOf<'exit'>) => void
}

export type OpenOptions = Shared & ({ mode: 'dialog' } | { mode: 'inline'; container: HTMLElement })

export type Journey = { close(): void }

export type PayproofEmbed = { open(options: OpenOptions): Journey }

declare global {
  interface Window {
    Payproof: PayproofEmbed
  }
}
