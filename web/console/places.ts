export const base = '/console'

/** Where one is, below the base and with all filters. */
export const addressNow = () => location.pathname.slice(base.length) + location.search

/** Only a page of ours: an address that somebody else wrote into a link leads nowhere. */
export const placeIn = (next: string | undefined) => base + (next && /^\/(?![/\\])/.test(next) ? next : '/')
