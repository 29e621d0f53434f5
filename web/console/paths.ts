export const base = '/console'

/** Returns the current path below the base, including filters. */
export const currentPath = () => location.pathname.slice(base.length) + location.search

/** Returns the redirect target if it is one of our own pages, or else the first page (open-redirect protection). */
export const safeRedirect = (next: string | undefined) =>
  base + (next && /^\/(?![/\\])/.test(next) ? next : '/')
