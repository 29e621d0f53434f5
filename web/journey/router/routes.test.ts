import { expect, test } from 'vitest'
import { addressOf, firstPlace, type JourneyRoute, placeOf, returnOf, samePlace, views } from './routes.ts'

const id = '3f0c1d1e-0000-4000-8000-000000000001'
const account = '3f0c1d1e-0000-4000-8000-000000000002'

const places: JourneyRoute[] = [
  ...views
    .filter((view) => !['provider', 'login', 'second_factor', 'away'].includes(view))
    .map((view) => ({ view })),
  { view: 'employer', employer: 'brindlewick' },
  { view: 'provider', provider: 'direct' },
  { view: 'provider', provider: 'sandbox-payroll', employer: 'brindlewick' },
  { view: 'login', provider: 'sandbox-payroll' },
  { view: 'login', provider: 'taxauth', account },
  { view: 'second_factor', account },
  { view: 'away', account },
  { view: 'progress', account },
  { view: 'documents', kind: 'bank_statements' },
  { view: 'error', code: 'login-locked', provider: 'sandbox-payroll', account },
  { view: 'error', code: 'consent-refused', account },
  { view: 'nothing_found', provider: 'direct' },
]

test.each(places)('a reload at $view returns to it', (place) => {
  expect(placeOf(addressOf(id, place))).toEqual(place)
})

test.each([
  ['/', 'not ours'],
  ['/j/x', 'no screen'],
  ['/j/x/nowhere', 'unknown screen'],
  ['/j/x/login', 'a login at nobody'],
  ['/j/x/second-factor/-', 'a second step of no account'],
  ['/r/abc', 'a link'],
])('%s leads to the beginning: %s', (path) => {
  expect(placeOf(path)).toEqual(firstPlace)
})

test('values that are not ids are not accepted from an address', () => {
  expect(placeOf('/j/x/error/<script>/a%20b')).toEqual({ view: 'error' })
  expect(placeOf(`/j/x/progress/${'a'.repeat(81)}`)).toEqual({ view: 'progress' })
})

test('a return from a provider carries an account id or an error code', () => {
  expect(returnOf(`/j/${id}/back`, `?account_id=${account}`)).toEqual({ account })
  expect(returnOf(`/j/${id}/back`, `?account_id=${account}&error=consent-refused`)).toEqual({
    account,
    error: 'consent-refused',
  })
  expect(returnOf(`/j/${id}/back`, '?error=%3Cb%3E')).toEqual({})
  expect(returnOf(`/j/${id}/source`, `?account_id=${account}`)).toBeUndefined()
})

test('places are the same when their addresses are', () => {
  expect(samePlace({ view: 'login', provider: 'a' }, { view: 'login', provider: 'a' })).toBe(true)
  expect(samePlace({ view: 'login', provider: 'a' }, { view: 'login', provider: 'b' })).toBe(false)
})
