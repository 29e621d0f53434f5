import type { Journey } from '../types.ts'

/**
 * Data that the server writes into the page before a session exists, as the attribute `data-boot` of the root
 * element.
 */
export type Boot = {
  link: 'open' | 'expired'
  journey_id: string | null
  environment: 'sandbox' | 'production'
  /** Whether one-time codes can be sent by text message. */
  sends_texts: boolean
  /** Time by the service's clock; null in the preview. */
  at: string | null
  client: { name: string; logo: string | null; brand_colour: string | null } | null
  frame_origins: string[]
  /** The journey of an open link, for the first screen. Null on the other pages. */
  journey: Journey | null
}

const unknown: Boot = {
  link: 'expired',
  journey_id: null,
  environment: 'production',
  sends_texts: false,
  at: null,
  client: null,
  frame_origins: [],
  journey: null,
}

function readBoot(): Boot {
  try {
    return { ...unknown, ...JSON.parse(document.documentElement.dataset.boot ?? '') }
  } catch {
    return unknown
  }
}

export const boot = readBoot()

export const inFrame = window.parent !== window
