type Fetch = typeof fetch
type Seen = { method: string; path: string; headers: Headers }

/** Wraps fetch and records every request. */
export function watchedWire(wire: Fetch = fetch) {
  const seen: Seen[] = []
  const watched: Fetch = (input, init) => {
    const { pathname, search } = new URL(String(input))
    seen.push({
      method: init?.method ?? 'GET',
      path: pathname + search,
      headers: new Headers(init?.headers),
    })
    return wire(input, init)
  }
  return { seen, fetch: watched }
}

/**
 * Wraps fetch so that the first responses to this method on this host are lost, although the requests arrive and are
 * answered.
 */
export function losingWire(method: string, { count = 1, host = '' } = {}): Fetch {
  let lost = 0
  return async (input, init) => {
    const response = await fetch(input, init)
    if (init?.method !== method || lost === count || !new URL(String(input)).host.includes(host))
      return response
    lost++
    await response.body?.cancel()
    throw new TypeError('fetch failed')
  }
}
