import { invalid, noApiKey, noBearer, notFoundMessage, roleTooLow } from './messages.ts'
import type { PendingMark, Row } from './row.ts'
import { type ContractCall, type ContractWorld, unknownId } from './world.ts'

// Rows that many endpoints share. Each function returns the rows of one endpoint.

/** Calls an endpoint with the same id for every path parameter. */
export function callEndpoint(call: ContractCall, endpoint: string, id: string, body?: unknown) {
  const [method = '', path = ''] = endpoint.split(' ')
  return call(method, path.replaceAll(/\{\w+\}/g, id), body)
}

export const requiresApiKey = (endpoint: string, mark: PendingMark = {}): Row[] => [
  {
    endpoint,
    ...mark,
    title: 'a request without the X-API-KEY header is refused',
    call: ({ anonymous }) => callEndpoint(anonymous, endpoint, unknownId),
    expects: { status: 401, errors: [noApiKey] },
  },
  {
    endpoint,
    ...mark,
    title: 'a wrong X-API-KEY is refused',
    call: ({ wrongKey }) => callEndpoint(wrongKey, endpoint, unknownId),
    expects: { status: 401, errors: [noApiKey] },
  },
]

export const requiresUserToken = (endpoint: string, mark: PendingMark = {}): Row[] => [
  {
    endpoint,
    ...mark,
    title: 'a request without a bearer token is refused',
    call: ({ anonymous }) => callEndpoint(anonymous, endpoint, unknownId),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint,
    ...mark,
    title: 'a wrong bearer token is refused',
    call: ({ wrongToken }) => callEndpoint(wrongToken, endpoint, unknownId),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint,
    ...mark,
    title: 'an API key is refused in place of a user token',
    call: ({ acme }) => callEndpoint(acme, endpoint, unknownId),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint,
    ...mark,
    title: 'a member token is refused in place of a user token',
    call: ({ owner }) => callEndpoint(owner, endpoint, unknownId),
    expects: { status: 401, errors: [noBearer] },
  },
]

/** Endpoints that no API key may call. */
const membersOnly = /^\w+ \/api-keys|^(PATCH|DELETE) \/members\/|^GET \/members\/passkeys|\/reviews\/views$/

/** The client's API key, or its Owner for endpoints that no key may call. */
const clientFor = (world: ContractWorld, endpoint: string) =>
  membersOnly.test(endpoint) ? world.owner : world.acme

/** An unknown id and a malformed id return the same 404. */
export const rejectsUnknownIds = (
  endpoint: string,
  kind: string,
  { body, ...mark }: PendingMark & { body?: unknown } = {},
): Row[] => [
  {
    endpoint,
    ...mark,
    title: `an unknown ${kind} id is not found`,
    call: (world) => callEndpoint(clientFor(world, endpoint), endpoint, unknownId, body),
    expects: { status: 404, errors: [notFoundMessage(kind, unknownId)] },
  },
  {
    endpoint,
    ...mark,
    title: 'a malformed id in the path is not found',
    call: (world) => callEndpoint(clientFor(world, endpoint), endpoint, 'not-an-id', body),
    expects: { status: 404, errors: [notFoundMessage(kind, 'not-an-id')] },
  },
]

export const rejectsRole = (
  endpoint: string,
  role: 'FullMember' | 'Support',
  minRole: 'Admin' | 'FullMember',
): Row => ({
  endpoint,
  title: `the role ${role} is refused`,
  call: ({ fullMember, supportMember }) =>
    callEndpoint(role === 'Support' ? supportMember : fullMember, endpoint, unknownId),
  expects: {
    status: 403,
    errors: [roleTooLow(role, minRole)],
    headers: { 'x-svc-error-code': 'role-too-low' },
  },
})

type PageLimits = {
  firstOffset: 0 | 1
  maxLimit: number
  defaultLimit: number
  /** Returns the path to call if the list needs parameters. */
  path?(world: ContractWorld): Promise<string>
}

export function pagingRows(
  endpoint: string,
  { firstOffset, maxLimit, defaultLimit, path }: PageLimits,
  mark: PendingMark = {},
): Row[] {
  const listPath = endpoint.split(' ')[1] ?? ''
  const row = (title: string, query: string, expects: Row['expects']): Row => ({
    endpoint,
    ...mark,
    title,
    expects,
    async call(world) {
      const at = path ? await path(world) : listPath
      return clientFor(world, endpoint)('GET', query ? `${at}${at.includes('?') ? '&' : '?'}${query}` : at)
    },
  })
  const paged = (limit: number) => ({ status: 200, matches: { pagination: { offset: firstOffset, limit } } })
  return [
    row(
      `without a query the page has offset ${firstOffset} and limit ${defaultLimit}`,
      '',
      paged(defaultLimit),
    ),
    row(`limit=${maxLimit} is accepted`, `limit=${maxLimit}`, paged(maxLimit)),
    row(`limit=${maxLimit + 1} is refused`, `limit=${maxLimit + 1}`, {
      status: 400,
      errors: [invalid('limit')],
    }),
    row('limit=0 is refused', 'limit=0', { status: 400, errors: [invalid('limit')] }),
    row(`offset=${firstOffset - 1} is refused`, `offset=${firstOffset - 1}`, {
      status: 400,
      errors: [invalid('offset')],
    }),
  ]
}
