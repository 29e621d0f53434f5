import type { View } from '../../embed/events.ts'

// Which screen is where in the address. Nothing in an address is secret, and nothing in it was typed.

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

/** `provider` is an id of the catalogue, or `direct`; `code` an error word; `kind` what is uploaded. */
export type Place = { view: View } & { [part in Part]?: string }

// What follows the screen's name in the address, in this order; those at the end may be missing.
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

// Without the first of these there is no such screen.
const needed = new Set<View>(['provider', 'login', 'second_factor', 'away'])
const word = /^[\w.-]{1,80}$/

export const firstPlace: Place = { view: 'welcome' }

export function addressOf(journeyId: string, place: Place) {
  const words = (parts[place.view] ?? []).map((part) => place[part])
  const filled = words.slice(0, words.findLastIndex((value) => value !== undefined) + 1)
  // A gap before a later word is a dash, which no id is.
  return ['/j', journeyId, place.view.replaceAll('_', '-'), ...filled.map((value) => value ?? '-')].join('/')
}

/** The place of an address, or the first one if there is none like it. */
export function placeOf(path: string): Place {
  const [, root, , name = '', ...rest] = path.split('/')
  const view = views.find((known) => known.replaceAll('_', '-') === name)
  if (root !== 'j' || !view) return firstPlace
  const place: Place = { view }
  for (const [at, part] of (parts[view] ?? []).entries()) {
    const value = rest[at]
    if (value && value !== '-' && word.test(value)) place[part] = value
  }
  const first = parts[view]?.[0]
  return needed.has(view) && first && place[first] === undefined ? firstPlace : place
}

/** Where somebody stands who comes back from a provider's own page; undefined for every other address. */
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

export const samePlace = (a: Place, b: Place) => addressOf('', a) === addressOf('', b)
