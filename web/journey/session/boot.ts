/**
 * Data that the server writes into the page before a session exists, as the attribute `data-boot` of the root
 * element.
 */
export type Boot = {
  link: 'open' | 'expired'
  journey_id: string | null
  environment: 'sandbox' | 'production'
  client: { name: string; logo: string | null; brand_colour: string | null } | null
  frame_origins: string[]
}

const unknown: Boot = {
  link: 'expired',
  journey_id: null,
  environment: 'production',
  client: null,
  frame_origins: [],
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
