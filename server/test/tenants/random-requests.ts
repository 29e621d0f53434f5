import { aUser } from '../people.ts'

export type PickBelow = (count: number) => number

/** A client of the interleaving test. Its `keptUsers` stay; its `createdUsers` are created and deleted. */
export type InterleavedTenant = {
  index: number
  /** Returns random numbers from 0 to below `count`, for this client's choices. */
  pick: PickBelow
  canary: string
  clientId: string
  apiKey: string
  extId: string
  keptUsers: string[]
  createdUsers: string[]
}

/** One request and its allowed responses. With `showsCanary`, a success must contain the caller's canary. */
export type ClientRequest = {
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
  expect: number[]
  showsCanary?: boolean
  createsUser?: boolean
  disconnectAfterMs?: number
}

type RequestTemplate = (own: InterleavedTenant, foreign: InterleavedTenant) => ClientRequest

const get = (path: string, expect = 200): ClientRequest => ({ method: 'GET', path, expect: [expect] })
const withCanary = (request: ClientRequest): ClientRequest => ({ ...request, showsCanary: true })
const post = (path: string, body: object, ...expect: number[]): ClientRequest => ({
  method: 'POST',
  path,
  body,
  expect,
})
const patch = (path: string, body: object, expect: number): ClientRequest => ({
  method: 'PATCH',
  path,
  body,
  expect: [expect],
})

const keptUser = ({ keptUsers: users, pick }: InterleavedTenant) => users[pick(users.length)] as string
// The connection stays pending, so that no provider is called. For a user without consent, it is rejected.
const pendingConnection = (user_id: string) => ({ user_id, payroll_provider: 'sandbox-cloud' })
const acceptance = (user_id: string) => ({ user_id, user_agent: 'interleaving' })

// Valid reads and writes are first, then unknown, foreign and malformed requests.
const requestTemplates: RequestTemplate[] = [
  (own) => withCanary(get(`/users/${keptUser(own)}`)),
  (own) => withCanary(get(`/users?ext_id=${own.extId}`)),
  () => withCanary(get('/configuration')),
  () => withCanary(get('/authorisations/terms')),
  ({ pick }) => get(`/users?limit=20&offset=${1 + pick(4)}`),
  () => get('/users/recurring?recurring_enabled=false&limit=20'),
  () => get('/audit-log?limit=50'),
  (own) => withCanary(patch(`/users/${keptUser(own)}`, { surname: own.canary }, 200)),
  (own) => withCanary(patch('/configuration', { client_logo: own.canary }, 200)),
  (own) => ({ ...withCanary(post('/users', aUser({ forename: own.canary }), 201)), createsUser: true }),
  // All clients use the same few idempotency keys with the same body; none may receive another client's reply.
  ({ pick }) => ({
    ...post('/users', aUser(), 201, 409),
    headers: { 'idempotency-key': `shared-${pick(20)}` },
  }),
  (own) => withCanary(post('/authorisations', acceptance(keptUser(own)), 201)),
  (own) => get(`/authorisations?user_id=${keptUser(own)}`),
  (own) => get(`/accounts?user_id=${keptUser(own)}`),
  (own) => post('/accounts', pendingConnection(keptUser(own)), 201, 403),
  (own) => get(`/payroll/entries?user_id=${keptUser(own)}`),
  (own) => get(`/payroll/${keptUser(own)}`),
  (own) => get(`/documents?user_id=${keptUser(own)}`),
  (own) => get(`/taxauth/entries?user_id=${keptUser(own)}`),
  (own) => get(`/taxauth/${keptUser(own)}`),
  // There are no payslips, so the API returns the corresponding error.
  (own) => get(`/expenditure/${keptUser(own)}/ons`, 404),
  (own) => post('/user-tokens', { user_id: keptUser(own) }, 201),
  (own) => {
    const user = own.createdUsers.pop()
    return user ? { method: 'DELETE', path: `/users/${user}`, expect: [200, 404] } : get('/providers')
  },
  (_own, foreign) => get(`/users/${keptUser(foreign)}`, 404),
  (_own, foreign) => get(`/users?ext_id=${foreign.extId}`),
  (_own, foreign) => patch(`/users/${keptUser(foreign)}`, { forename: 'Taken' }, 404),
  (_own, foreign) => ({ method: 'DELETE', path: `/users/${keptUser(foreign)}`, expect: [404] }),
  (_own, foreign) => post('/authorisations', acceptance(keptUser(foreign)), 404),
  (_own, foreign) => get(`/authorisations?user_id=${keptUser(foreign)}`, 404),
  (_own, foreign) => get(`/expenditure/${keptUser(foreign)}/ons/working`, 404),
  (_own, foreign) => get(`/accounts?user_id=${keptUser(foreign)}`, 404),
  (_own, foreign) => post('/accounts', pendingConnection(keptUser(foreign)), 404),
  (_own, foreign) => get(`/payroll/entries?user_id=${keptUser(foreign)}`, 404),
  (_own, foreign) => get(`/payroll/${keptUser(foreign)}`, 404),
  (_own, foreign) => get(`/documents?user_id=${keptUser(foreign)}`, 404),
  (_own, foreign) => get(`/taxauth/entries?user_id=${keptUser(foreign)}`, 404),
  (_own, foreign) => get(`/taxauth/${keptUser(foreign)}`, 404),
  () => post('/users', { forename: 7 }, 400),
  () => get('/users?limit=1001', 400),
  () => get('/users/nobody', 404),
]

/** Returns the client's next request. One in twelve callers disconnects before the response. */
export function nextRequest(own: InterleavedTenant, foreign: InterleavedTenant): ClientRequest {
  const template = requestTemplates[own.pick(requestTemplates.length)] as RequestTemplate
  const request = template(own, foreign)
  return own.pick(12) === 0 ? { ...request, disconnectAfterMs: own.pick(40) } : request
}
