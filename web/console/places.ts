export const base = '/console'

/** The current path below the base, including filters. */
export const addressNow = () => location.pathname.slice(base.length) + location.search

/** Accept only our own pages as a redirect target (open-redirect protection). */
export const placeIn = (next: string | undefined) => base + (next && /^\/(?![/\\])/.test(next) ? next : '/')
