import type { presentClient } from './branding.ts'

/**
 * Renders the frame of the first screen: who asks, and placeholders for the rest. It has the structure of
 * web/journey/page.tsx, so that nothing moves when the app replaces it. It has no words of its own, because the
 * language is chosen in the browser.
 */
export function renderSkeleton(client: ReturnType<typeof presentClient> | null) {
  const name = escapeHtml(client?.name || 'Payproof')
  const logo = client?.logo ? `<img src="${escapeHtml(client.logo)}" alt="">` : ''
  const who = client?.name ? `<span class="logo" aria-hidden="true">${logo}</span>${join}` : ''
  return (
    '<div id="journey"><div class="page">' +
    `<header class="page-head"><div class="who">${who}${ownMark}<span class="who-name">${name}</span></div></header>` +
    '<main class="screen" data-view="loading" aria-busy="true">' +
    `<div class="skeleton">${line.repeat(skeletonLines)}</div></main></div></div>`
  )
}

const skeletonLines = 5
const line = '<span class="skeleton-line" aria-hidden="true"></span>'
const join = '<span class="who-join" aria-hidden="true"></span>'
const ownMark =
  '<svg class="logo own-mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">' +
  '<path d="M12 8h16v24l-4-2.6-4 2.6-4-2.6-4 2.600z"/><path class="own-mark-tick" d="M15.5 18.500l3.5 3.5 6-7"/></svg>'

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
