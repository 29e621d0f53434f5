import type { View } from '../../embed/events.ts'

// Maps screens to addresses. Addresses contain no secrets and nothing the person typed.

export const views: readonly View[] = [
  'welcome',
  'consent',
  'source',
  'employer',
  'provider',
  'login',
  'second_factor',
  'away',
  'progress',
  'review',
  'more',
  'documents',
  'done',
  'mine',
  'error',
  'expired',
  'nothing_found',
]

type Part = 'provider' | 'employer' | 'account' | 'code' | 'kind'

/** `provider` is a catalogue id or `direct`; `code` an error code; `kind` the document kind. */
export type JourneyRoute = { view: View } & { [part in Part]?: string }

// Path parameters of each screen, in order; trailing ones are optional.
const parts: Partial<Record<View, Part[]>> = {
  employer: ['employer'],
  provider: ['provider', 'employer'],
  login: ['provider', 'account'],
  second_factor: ['account'],
  away: ['account'],
  progress: ['account'],
  documents: ['kind'],
  error: ['code', 'provider', 'account'],
  nothing_found: ['provider'],
}

// Screens whose first parameter is required.
const needed = new Set<View>(['provider', 'login', 'second_factor', 'away'])
const word = /^[\w.-]{1,80}$/

export const firstPlace: JourneyRoute = { view: 'welcome' }

export function addressOf(journeyId: string, place: JourneyRoute) {
  const words = (parts[place.view] ?? []).map((part) => place[part])
  const filled = words.slice(0, words.findLastIndex((value) => value !== undefined) + 1)
  // An omitted parameter before another is written as a dash, which no id is.
  return ['/j', journeyId, place.view.replaceAll('_', '-'), ...filled.map((value) => value ?? '-')].join('/')
}

/** Parses an address; falls back to the first screen. */
export function placeOf(path: string): JourneyRoute {
  const [, root, , name = '', ...rest] = path.split('/')
  const view = views.find((known) => known.replaceAll('_', '-') === name)
  if (root !== 'j' || !view) return firstPlace
  const place: JourneyRoute = { view }
  for (const [at, part] of (parts[view] ?? []).entries()) {
    const value = rest[at]
    if (value && value !== '-' && word.test(value)) place[part] = value
  }
  const first = parts[view]?.[0]
  return needed.has(view) && first && place[first] === undefined ? firstPlace : place
}

/** The route for a return from a provider's own page; undefined for any other address. */
export function returnOf(path: string, search: string): { account?: string; error?: string } | undefined {
  if (!/^\/j\/[^/]+\/back$/.test(path)) return undefined
  const query = new URLSearchParams(search)
  const told = (name: string) => {
    const value = query.get(name)
    return value && word.test(value) ? value : undefined
  }
  const account = told('account_id')
  const error = told('error')
  return { ...(account && { account }), ...(error && { error }) }
}

export const samePlace = (a: JourneyRoute, b: JourneyRoute) => addressOf('', a) === addressOf('', b)
