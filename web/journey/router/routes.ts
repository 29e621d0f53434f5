import type { View } from '../../../embed/src/events.ts'

// Maps screens to URLs. URLs contain no secrets and nothing that the person typed.

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
  'keep_sharing',
]

type RouteParameter = 'provider' | 'employer' | 'account' | 'code' | 'kind'

/**
 * A screen and its parameters. `provider` is a catalogue id or `direct`, `code` an error code, and `kind` the
 * document kind.
 */
export type JourneyRoute = { view: View } & { [part in RouteParameter]?: string }

// Path parameters of each screen, in order; those at the end are optional.
const parametersByView: Partial<Record<View, RouteParameter[]>> = {
  employer: ['employer'],
  provider: ['provider', 'employer'],
  login: ['provider', 'account'],
  second_factor: ['account'],
  away: ['account'],
  progress: ['account'],
  documents: ['kind'],
  error: ['code', 'provider', 'account'],
  nothing_found: ['provider'],
  keep_sharing: ['account'],
}

// Screens whose first parameter is required.
const withRequiredParameter = new Set<View>(['provider', 'login', 'second_factor', 'away', 'keep_sharing'])
const parameterPattern = /^[\w.-]{1,80}$/

export const firstRoute: JourneyRoute = { view: 'welcome' }

export function addressOf(journeyId: string, route: JourneyRoute) {
  const values = (parametersByView[route.view] ?? []).map((part) => route[part])
  const filled = values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)
  // An omitted parameter before another one is written as a dash, which is never an id.
  return ['/j', journeyId, route.view.replaceAll('_', '-'), ...filled.map((value) => value ?? '-')].join('/')
}

/** Parses a path; falls back to the first screen. */
export function parseRoute(path: string): JourneyRoute {
  const [, root, , name = '', ...rest] = path.split('/')
  const view = views.find((known) => known.replaceAll('_', '-') === name)
  if (root !== 'j' || !view) return firstRoute
  const route: JourneyRoute = { view }
  for (const [at, part] of (parametersByView[view] ?? []).entries()) {
    const value = rest[at]
    if (value && value !== '-' && parameterPattern.test(value)) route[part] = value
  }
  const first = parametersByView[view]?.[0]
  return withRequiredParameter.has(view) && first && route[first] === undefined ? firstRoute : route
}

/** Parses the URL to which a provider's own page returned; undefined for any other URL. */
export function parseProviderReturn(
  path: string,
  search: string,
): { account?: string; error?: string } | undefined {
  if (!/^\/j\/[^/]+\/back$/.test(path)) return undefined
  const query = new URLSearchParams(search)
  const readParameter = (name: string) => {
    const value = query.get(name)
    return value && parameterPattern.test(value) ? value : undefined
  }
  const account = readParameter('account_id')
  const error = readParameter('error')
  return { ...(account && { account }), ...(error && { error }) }
}

export const isSameRoute = (a: JourneyRoute, b: JourneyRoute) => addressOf('', a) === addressOf('', b)
