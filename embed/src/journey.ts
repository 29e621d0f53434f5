import { open } from './open.ts'
import type { PayproofEmbed } from './types.ts'

// The script journey.js, for pages without a bundler.

declare global {
  interface Window {
    Payproof: PayproofEmbed
  }
}

// If the script is loaded twice, the first instance is kept, because it holds the open journey.
window.Payproof ??= { open }
