import { aUser } from '../people.ts'

export type PickBelow = (count: number) => number

/** A client of the interleaving test. Its `kept` users stay; its `made` users are created and deleted. */
export type InterleavedTenant = {
  index: number
  /** Returns random numbers from 0 to below `count`, for this client's choices. */
  pick: PickBelow
  canary: string
  clientId: string
  apiKey: string
  extId: string
  kept: string[]
  made: string[]
}

/** One request and its allowed responses. With `isTold`, a success must contain the caller's canary. */
export type Act = {
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
  expect: number[]
  isTold?: boolean
  isMaking?: boolean
  hangUpAfterMs?: number
}

type Script = (own: InterleavedTenant, foreign: InterleavedTenant) => Act

const get = (path: string, expect = 200): Act => ({ method: 'GET', path, expect: [expect] })
const told = (act: Act): Act => ({ ...act, isTold: true })
const post = (path: string, body: object, ...expect: number[]): Act => ({
  method: 'POST',
  path,
  body,
  expect,
})
const patch = (path: string, body: object, expect: number): Act => ({
  method: 'PATCH',
  path,
  body,
  expect: [expect],
})

const kept = ({ kept: users, pick }: InterleavedTenant) => users[pick(users.length)] as string
// The connection stays pending, so that no provider is called. For a user without consent, it is rejected.
const aConnection = (user_id: string) => ({ user_id, payroll_provider: 'sandbox-cloud' })
const accepted = (user_id: string) => ({ user_id, user_agent: 'interleaving' })

// Valid reads and writes are first, then unknown, foreign and malformed requests.
const scripts: Script[] = [
  (own) => told(get(`/users/${kept(own)}`)),
  (own) => told(get(`/users?ext_id=${own.extId}`)),
  () => told(get('/configuration')),
  () => told(get('/authorisations/terms')),
  ({ pick }) => get(`/users?limit=20&offset=${1 + pick(4)}`),
  () => get('/users/recurring?recurring_enabled=false&limit=20'),
  () => get('/audit-log?limit=50'),
  (own) => told(patch(`/users/${kept(own)}`, { surname: own.canary }, 200)),
  (own) => told(patch('/configuration', { client_logo: own.canary }, 200)),
  (own) => ({ ...told(post('/users', aUser({ forename: own.canary }), 201)), isMaking: true }),
  // All clients use the same few idempotency keys with the same body; none may receive another client's reply.
  ({ pick }) => ({
    ...post('/users', aUser(), 201, 409),
    headers: { 'idempotency-key': `shared-${pick(20)}` },
  }),
  (own) => told(post('/authorisations', accepted(kept(own)), 201)),
  (own) => get(`/authorisations?user_id=${kept(own)}`),
  (own) => get(`/accounts?user_id=${kept(own)}`),
  (own) => post('/accounts', aConnection(kept(own)), 201, 403),
  (own) => get(`/payroll/entries?user_id=${kept(own)}`),
  (own) => get(`/payroll/${kept(own)}`),
  (own) => get(`/documents?user_id=${kept(own)}`),
  (own) => get(`/taxauth/entries?user_id=${kept(own)}`),
  (own) => get(`/taxauth/${kept(own)}`),
  // There are no payslips, so the API returns the corresponding error.
  (own) => get(`/expenditure/${kept(own)}/ons`, 404),
  (own) => post('/user-tokens', { user_id: kept(own) }, 201),
  (own) => {
    const user = own.made.pop()
    return user ? { method: 'DELETE', path: `/users/${user}`, expect: [200, 404] } : get('/providers')
  },
  (_own, foreign) => get(`/users/${kept(foreign)}`, 404),
  (_own, foreign) => get(`/users?ext_id=${foreign.extId}`),
  (_own, foreign) => patch(`/users/${kept(foreign)}`, { forename: 'Taken' }, 404),
  (_own, foreign) => ({ method: 'DELETE', path: `/users/${kept(foreign)}`, expect: [404] }),
  (_own, foreign) => post('/authorisations', accepted(kept(foreign)), 404),
  (_own, foreign) => get(`/authorisations?user_id=${kept(foreign)}`, 404),
  (_own, foreign) => get(`/expenditure/${kept(foreign)}/ons/working`, 404),
  (_own, foreign) => get(`/accounts?user_id=${kept(foreign)}`, 404),
  (_own, foreign) => post('/accounts', aConnection(kept(foreign)), 404),
  (_own, foreign) => get(`/payroll/entries?user_id=${kept(foreign)}`, 404),
  (_own, foreign) => get(`/payroll/${kept(foreign)}`, 404),
  (_own, foreign) => get(`/documents?user_id=${kept(foreign)}`, 404),
  (_own, foreign) => get(`/taxauth/entries?user_id=${kept(foreign)}`, 404),
  (_own, foreign) => get(`/taxauth/${kept(foreign)}`, 404),
  () => post('/users', { forename: 7 }, 400),
  () => get('/users?limit=1001', 400),
  () => get('/users/nobody', 404),
]

/** Returns the client's next request. One in twelve callers disconnects before the response. */
export function nextAct(own: InterleavedTenant, foreign: InterleavedTenant): Act {
  const script = scripts[own.pick(scripts.length)] as Script
  const act = script(own, foreign)
  return own.pick(12) === 0 ? { ...act, hangUpAfterMs: own.pick(40) } : act
}
