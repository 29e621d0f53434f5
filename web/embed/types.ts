import type { EventOf, JourneyEvent } from './events.ts'

export type * from './events.ts'

// What a page asks of journey.js, as types.

export type Mode = 'dialog' | 'inline'
export type Language = 'en' | 'cy'

type Shared = {
  /** `webapp_link` of `POST /user-tokens`, as it came. */
  link: string
  /** Of the device, if left out. */
  language?: Language
  onEvent?: (event: JourneyEvent) => void
  /** Once, last, when the frame is gone, however that came. */
  onExit?: (exit: EventOf<'exit'>) => void
}

export type OpenOptions = Shared & ({ mode: 'dialog' } | { mode: 'inline'; container: HTMLElement })

export type Journey = { close(): void }

export type Payproof = { open(options: OpenOptions): Journey }

declare global {
  interface Window {
    Payproof: Payproof
  }
}
