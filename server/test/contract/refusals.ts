import { invalid, noApiKey, noBearer, noSuch, roleTooLow } from './messages.ts'
import type { Mark, Promised } from './row.ts'
import { type Ask, type ContractWorld, nobodysId } from './world.ts'

// Rules shared by many endpoints, as rows for one endpoint each.

/** Calls an endpoint with the same id for every path parameter. */
export function askAt(ask: Ask, endpoint: string, id: string, body?: unknown) {
  const [method = '', path = ''] = endpoint.split(' ')
  return ask(method, path.replaceAll(/\{\w+\}/g, id), body)
}

export const needsApiKey = (endpoint: string, mark: Mark = {}): Promised[] => [
  {
    endpoint,
    ...mark,
    says: 'no X-API-KEY header provided',
    call: ({ anonymous }) => askAt(anonymous, endpoint, nobodysId),
    expects: { status: 401, errors: [noApiKey] },
  },
  {
    endpoint,
    ...mark,
    says: 'the X-API-KEY header has a wrong value',
    call: ({ wrongKey }) => askAt(wrongKey, endpoint, nobodysId),
    expects: { status: 401, errors: [noApiKey] },
  },
]

export const needsUserToken = (endpoint: string, mark: Mark = {}): Promised[] => [
  {
    endpoint,
    ...mark,
    says: 'no bearer authorisation provided',
    call: ({ anonymous }) => askAt(anonymous, endpoint, nobodysId),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint,
    ...mark,
    says: 'the bearer authorisation has a wrong value',
    call: ({ wrongToken }) => askAt(wrongToken, endpoint, nobodysId),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint,
    ...mark,
    says: 'an API key does not stand in for the user',
    call: ({ acme }) => askAt(acme, endpoint, nobodysId),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint,
    ...mark,
    says: 'the token of a member does not stand in for the user',
    call: ({ owner }) => askAt(owner, endpoint, nobodysId),
    expects: { status: 401, errors: [noBearer] },
  },
]

/** Endpoints that no API key may call. */
const membersOnly = /^\w+ \/api-keys|^(PATCH|DELETE) \/members\/|^GET \/members\/passkeys|\/reviews\/views$/

/** The client's API key, or its Owner for endpoints that no key may call. */
const clientFor = (world: ContractWorld, endpoint: string) =>
  membersOnly.test(endpoint) ? world.owner : world.acme

/** Rows that check that an unknown id and a malformed id get the same 404. */
export const knowsWhoExists = (
  endpoint: string,
  kind: string,
  { body, ...mark }: Mark & { body?: unknown } = {},
): Promised[] => [
  {
    endpoint,
    ...mark,
    says: `the ${kind} with the given id does not exist`,
    call: (world) => askAt(clientFor(world, endpoint), endpoint, nobodysId, body),
    expects: { status: 404, errors: [noSuch(kind, nobodysId)] },
  },
  {
    endpoint,
    ...mark,
    says: 'a malformed id in the path names nothing',
    call: (world) => askAt(clientFor(world, endpoint), endpoint, 'not-an-id', body),
    expects: { status: 404, errors: [noSuch(kind, 'not-an-id')] },
  },
]

export const refusesRole = (
  endpoint: string,
  role: 'FullMember' | 'Support',
  least: 'Admin' | 'FullMember',
): Promised => ({
  endpoint,
  says: `the role ${role} is too low`,
  call: ({ fullMember, supportMember }) =>
    askAt(role === 'Support' ? supportMember : fullMember, endpoint, nobodysId),
  expects: {
    status: 403,
    errors: [roleTooLow(role, least)],
    headers: { 'x-svc-error-code': 'role-too-low' },
  },
})

type Paging = {
  first: 0 | 1
  max: number
  usual: number
  /** Returns the path to call if the list needs parameters. */
  path?(world: ContractWorld): Promise<string>
}

export function pages(endpoint: string, { first, max, usual, path }: Paging, mark: Mark = {}): Promised[] {
  const bare = endpoint.split(' ')[1] ?? ''
  const row = (says: string, query: string, expects: Promised['expects']): Promised => ({
    endpoint,
    ...mark,
    says,
    expects,
    async call(world) {
      const at = path ? await path(world) : bare
      return clientFor(world, endpoint)('GET', query ? `${at}${at.includes('?') ? '&' : '?'}${query}` : at)
    },
  })
  const paged = (limit: number) => ({ status: 200, holds: { pagination: { offset: first, limit } } })
  return [
    row(`without a query the page starts at ${first} and holds ${usual}`, '', paged(usual)),
    row(`a page may hold ${max}`, `limit=${max}`, paged(max)),
    row(`but not ${max + 1}`, `limit=${max + 1}`, { status: 400, errors: [invalid('limit')] }),
    row('nor 0', 'limit=0', { status: 400, errors: [invalid('limit')] }),
    row(`offset ${first - 1} is before the first item`, `offset=${first - 1}`, {
      status: 400,
      errors: [invalid('offset')],
    }),
  ]
}
