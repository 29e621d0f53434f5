import { expect, test } from 'vitest'
import {
  addressOf,
  firstRoute,
  isSameRoute,
  type JourneyRoute,
  parseProviderReturn,
  parseRoute,
  views,
} from './routes.ts'

const id = '3f0c1d1e-0000-4000-8000-000000000001'
const account = '3f0c1d1e-0000-4000-8000-000000000002'

const routes: JourneyRoute[] = [
  ...views
    .filter((view) => !['provider', 'login', 'second_factor', 'away', 'keep_sharing'].includes(view))
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
  { view: 'keep_sharing', account },
]

test.each(routes)('a reload at $view returns to it', (route) => {
  expect(parseRoute(addressOf(id, route))).toEqual(route)
})

test.each([
  ['/', 'no journey'],
  ['/j/x', 'no screen'],
  ['/j/x/nowhere', 'unknown screen'],
  ['/j/x/login', 'a login without a provider'],
  ['/j/x/second-factor/-', 'a second step of no account'],
  ['/r/abc', 'a link'],
])('%s leads to the beginning: %s', (path) => {
  expect(parseRoute(path)).toEqual(firstRoute)
})

test('values that are not ids are not accepted from an address', () => {
  expect(parseRoute('/j/x/error/<script>/a%20b')).toEqual({ view: 'error' })
  expect(parseRoute(`/j/x/progress/${'a'.repeat(81)}`)).toEqual({ view: 'progress' })
})

test('a return from a provider carries an account id or an error code', () => {
  expect(parseProviderReturn(`/j/${id}/back`, `?account_id=${account}`)).toEqual({ account })
  expect(parseProviderReturn(`/j/${id}/back`, `?account_id=${account}&error=consent-refused`)).toEqual({
    account,
    error: 'consent-refused',
  })
  expect(parseProviderReturn(`/j/${id}/back`, '?error=%3Cb%3E')).toEqual({})
  expect(parseProviderReturn(`/j/${id}/source`, `?account_id=${account}`)).toBeUndefined()
})

test('places are the same when their addresses are', () => {
  expect(isSameRoute({ view: 'login', provider: 'a' }, { view: 'login', provider: 'a' })).toBe(true)
  expect(isSameRoute({ view: 'login', provider: 'a' }, { view: 'login', provider: 'b' })).toBe(false)
})
