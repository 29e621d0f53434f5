import { readFileSync } from 'node:fs'
import type { Shape } from '../tenants/entries/entry.ts'
import { entries } from '../tenants/entries.ts'
import { aCode, createTenantFixture, type Ids, type TenantFixture } from '../tenants/fixture.ts'
import type { Expectation } from './row.ts'
import { type ContractCall, type ContractReply, type ContractWorld, unknownId } from './world.ts'

// The operations of openapi.json, for rows that apply to every operation.

type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: { minimum?: number; maximum?: number; default?: unknown; format?: string }
}

type Described = {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, unknown>
}

type JsonSchema = { $ref?: string; required?: string[]; properties?: Record<string, object> }

export type ContractOperation = {
  id: string
  method: string
  path: string
  /** Method and path, as rows name them. */
  endpoint: string
  caller: 'client' | 'user' | 'either' | 'public'
  /** The lowest role that may call it; members only. */
  minRole: string
  /** The scope that an API key needs; undefined if no API key may call it. */
  keyScope: string | undefined
  /** Specialist roles that may call it too. */
  alsoRoles: string[]
  query: Parameter[]
  hasBody: boolean
  /** Required fields of the body. */
  required: string[]
  /** The first success status that it declares. */
  success: number
}

const file = new URL('../../openapi.json', import.meta.url)
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, JsonSchema> }
}

export const operations: ContractOperation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described)),
)

function operationOf(method: string, path: string, described: Described): ContractOperation {
  const { operationId, parameters = [], requestBody, responses } = described
  const [, minRole = 'none', keyScope, ...alsoRoles] = entries[operationId]?.policy.split(' ') ?? []
  const statuses = Object.keys(responses).map(Number)
  const schema = requestBody?.content['application/json']?.schema
  return {
    id: operationId,
    method,
    path,
    endpoint: `${method} ${path}`,
    caller: callerOf(described),
    minRole,
    keyScope: keyScope === 'no-key' ? undefined : keyScope,
    alsoRoles: alsoRoles.map((role) => role.slice(1)),
    query: parameters.filter((parameter) => parameter.in === 'query'),
    hasBody: requestBody !== undefined,
    required: (schema && resolved(schema).required) ?? [],
    success: statuses.find((status) => status < 300) ?? 200,
  }
}

function callerOf({ security }: Described): ContractOperation['caller'] {
  const schemes = new Set(security.flatMap((scheme) => Object.keys(scheme)))
  if (schemes.size === 0) return 'public'
  if (!schemes.has('userToken')) return 'client'
  return schemes.has('apiKey') ? 'either' : 'user'
}

function resolved(schema: JsonSchema): JsonSchema {
  return schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

/**
 * Operations whose valid request returns this error, because the state they need would call a provider. A valid request
 * to any other operation succeeds.
 */
const endings: Record<string, { status: number; code: string }> = {
  answerMfa: { status: 400, code: 'mfa-not-expected' },
  decideAccountConsent: { status: 400, code: 'invalid-request' },
  createDirectConnection: { status: 403, code: 'connections-off' },
  queryPayrollConnection: { status: 400, code: 'account-pending' },
  queryTaxauthConnection: { status: 400, code: 'account-pending' },
  presignBankStatements: { status: 400, code: 'invalid-request' },
  presignPayslips: { status: 400, code: 'invalid-request' },
  submitBankStatements: { status: 400, code: 'invalid-request' },
  submitPayslips: { status: 400, code: 'invalid-request' },
  answerNote: { status: 404, code: 'not-found' },
  readUnsentFiles: { status: 400, code: 'invalid-request' },
  renewJourneySession: { status: 403, code: 'journey-missing' },
  countJourneyEvents: { status: 403, code: 'journey-missing' },
  confirmJourneyPerson: { status: 403, code: 'journey-missing' },
  countEmployerMiss: { status: 403, code: 'journey-missing' },
  changePassword: { status: 400, code: 'invalid-request' },
  startTotpSetup: { status: 403, code: 'password-wrong' },
  confirmTotpSetup: { status: 404, code: 'not-found' },
  removeTotp: { status: 404, code: 'not-found' },
  registerPasskey: { status: 403, code: 'passkey-refused' },
  deletePasskey: { status: 404, code: 'not-found' },
  authenticateAgainWithPasskey: { status: 403, code: 'passkey-refused' },
  setSingleSignOn: { status: 400, code: 'invalid-request' },
  authenticateAgain: { status: 403, code: 'password-wrong' },
  validateAuthentication: { status: 403, code: 'mfa-rejected' },
  endSession: { status: 404, code: 'not-found' },
  deleteJourneyData: { status: 400, code: 'invalid-request' },
}

/** The reply to a valid request of `sendValid` from a caller who may send it. */
export function admittedReply({ id, success }: ContractOperation): Expectation {
  const ending = endings[id]
  if (!ending) return { status: success }
  return { status: ending.status, headers: { 'x-svc-error-code': ending.code } }
}

export const succeeds = ({ id }: ContractOperation) => !(id in endings)

const fixtures = new WeakMap<ContractWorld, Promise<TenantFixture>>()

/** Two clients with one object of every kind, for valid requests to every operation; created once for each world. */
export function fixtureOf(world: ContractWorld): Promise<TenantFixture> {
  const fixture = fixtures.get(world) ?? createTenantFixture(world.api)
  fixtures.set(world, fixture)
  return fixture
}

/** The first shape of an operation that is not public. */
export function shapeOf({ id }: ContractOperation): Shape {
  const entry = entries[id]
  if (!entry || !('shapes' in entry) || !entry.shapes[0]) throw new Error(`${id} has no shape in entries.ts`)
  return entry.shapes[0]
}

export const namesIds = (operation: ContractOperation) => (shapeOf(operation).names ?? []).length > 0

/** Sends a valid request for acme's data, with new objects for those that the request consumes. */
export async function sendValid(
  world: ContractWorld,
  operation: ContractOperation,
  call: ContractCall,
  changes: Partial<Ids> = {},
): Promise<ContractReply> {
  const { path, body } = await validRequest(world, operation, changes)
  return call(operation.method, path, body)
}

export async function validRequest(
  world: ContractWorld,
  operation: ContractOperation,
  changes: Partial<Ids> = {},
) {
  const fixture = await fixtureOf(world)
  const entry = entries[operation.id]
  if (entry && 'calls' in entry) return entry.calls.validCall(fixture)
  const shape = shapeOf(operation)
  await shape.before?.(fixture)
  const fresh = await shape.fresh?.(fixture)
  return shape.request({ ...fixture.acme.ids, ...fresh, ...changes })
}

/** A path with unknown ids, for requests that are refused before any lookup. */
export function emptyPath({ path }: ContractOperation) {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'code') return aCode()
    if (name === 'provider_id') return 'sandbox-cloud'
    return name.endsWith('id') ? unknownId : 'unknown'
  })
}

/** A caller who may send the request: the Owner if only members may, the subject if only users may, else acme's key. */
export const callerFor = async (
  world: ContractWorld,
  { caller, keyScope }: ContractOperation,
): Promise<ContractCall> => {
  if (caller === 'client' && !keyScope) return world.owner
  if (caller === 'public') return world.anonymous
  return caller === 'user' ? userOf(world, 'subject') : world.acme
}

type Subject = 'subject' | 'other user' | 'rival'
const users = new WeakMap<ContractWorld, Map<Subject, Promise<ContractCall>>>()

/** A user of the fixture: the subject of its data, another user of the client, or a user of another client. */
export function userOf(world: ContractWorld, subject: Subject): Promise<ContractCall> {
  const known = users.get(world) ?? new Map<Subject, Promise<ContractCall>>()
  users.set(world, known)
  const user = known.get(subject) ?? openUser(world, subject)
  known.set(subject, user)
  return user
}

async function openUser(world: ContractWorld, subject: Subject): Promise<ContractCall> {
  const { acme, otherIds, rival } = await fixtureOf(world)
  const { user_id } = { subject: acme.ids, 'other user': otherIds, rival: rival.ids }[subject]
  const client = subject === 'rival' ? world.rival : world.acme
  return world.withToken((await client('POST', '/user-tokens', { user_id })).body.token)
}
