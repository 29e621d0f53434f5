import type { ProofRandom } from '../programs/random.ts'
import type { ApiDocument, JsonSchema } from './api-document.ts'
import { type FuzzClient, type IdFamily, journeyCode, type KnownIds, kindOfId } from './known-ids.ts'

/** Texts that only requests of one client contain, so that a reply to the other client must not contain them. */
export const marks: Record<FuzzClient, string> = { acme: 'Zqa7Xk2', rival: 'Zqr7Xk2' }

export type ValueContext = {
  random: ProofRandom
  document: ApiDocument
  ids: KnownIds
  /** Client of the credential; undefined for requests without a valid one. */
  client: FuzzClient | undefined
  /** Path template of the operation. */
  path: string
  /** Username of a member that can sign in. */
  username: string
  /** Ids of one person that the request names together; undefined for a request with ids of different people. */
  family?: IdFamily | undefined
}

/** Share of ids that belong to the other client, and of ids that do not exist. */
const foreignShare = 0.06
const unknownShare = 0.06
const optionalShare = 0.4
const nullShare = 0.15
const boundaryShare = 0.1

/** Switches that would close the service to the members of the run. */
const lockingFields = ['is_required', 'require_second_factor']

const oneOf = <T>(random: ProofRandom, list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T

/** Returns a value that the schema allows. */
export function makeValue(context: ValueContext, schema: JsonSchema, field: string): unknown {
  const { random, document } = context
  const resolved = document.resolve(schema)
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum) return oneOf(random, resolved.enum)
  const alternatives = resolved.anyOf ?? resolved.oneOf
  if (alternatives) {
    const values = alternatives.filter(({ type }) => type !== 'null')
    const isNull = values.length < alternatives.length && random.chance(nullShare)
    return isNull ? null : makeValue(context, oneOf(random, values), field)
  }
  switch (Array.isArray(resolved.type) ? oneOf(random, resolved.type) : resolved.type) {
    case 'string':
      return makeText(context, resolved, field)
    case 'integer':
      return makeInteger(random, resolved)
    case 'number':
      return field === 'slow_seconds' ? 0 : random.next() * (resolved.maximum ?? 1_000)
    case 'boolean':
      return !lockingFields.includes(field) && random.chance(0.5)
    case 'array':
      return makeList(context, resolved, field)
    case 'object':
      return makeObject(context, resolved)
    case 'null':
      return null
    default:
      return makeText(context, { type: 'string', maxLength: 20 }, field)
  }
}

/** Share of bodies that are the documented example, which most often succeeds. */
const exampleShare = 0.4
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/** Returns the documented example with known ids, or a body made from the schema with some fields of the example. */
export function makeBody(context: ValueContext, schema: JsonSchema, example: Record<string, unknown> = {}) {
  const { random, document } = context
  const fields = Object.entries(example).map(
    ([name, value]) => [name, withKnownIds(context, name, value)] as const,
  )
  if (fields.length > 0 && random.chance(exampleShare)) return Object.fromEntries(fields)
  const resolved = document.resolve(schema)
  const variant = resolved.oneOf ?? resolved.anyOf
  const body = makeObject(context, variant ? document.resolve(oneOf(random, variant)) : resolved)
  for (const [name, value] of fields) if (name in body && random.chance(0.5)) body[name] = value
  return body
}

function withKnownIds(context: ValueContext, name: string, value: unknown): unknown {
  if (typeof value === 'string' && idPattern.test(value)) return makeId(context, name)
  if (name === 'code' && context.path === journeySessions) return makeText(context, { type: 'string' }, name)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withKnownIds(context, name, item))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withKnownIds(context, key, item)]),
  )
}

function makeObject(
  context: ValueContext,
  { properties = {}, required = [], additionalProperties }: JsonSchema,
): Record<string, unknown> {
  const { random } = context
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties))
    if (required.includes(name) || random.chance(optionalShare)) made[name] = makeValue(context, schema, name)
  if (typeof additionalProperties === 'object' && random.chance(optionalShare))
    made[oneOf(random, ['ni_number', 'postcode', 'pin', 'x'])] = makeValue(
      context,
      additionalProperties,
      'extra',
    )
  return made
}

function makeList(
  context: ValueContext,
  { items = {}, minItems = 0, maxItems = 3 }: JsonSchema,
  field: string,
) {
  const { random } = context
  const count = random.integer(minItems, Math.min(maxItems, minItems + 2))
  const list = Array.from({ length: count }, () => makeValue(context, items, field))
  return context.document.resolve(items).enum ? [...new Set(list)] : list
}

function makeInteger(random: ProofRandom, { minimum = 0, maximum = 1_000 }: JsonSchema) {
  if (random.chance(boundaryShare)) return oneOf(random, [minimum, maximum])
  return random.integer(minimum, Math.min(maximum, minimum + 50))
}

/** Values that mean something to the service, for fields that would otherwise almost never match. */
const meaningful: Record<string, readonly string[]> = {
  // Not the website provider: every login would start a browser.
  payroll_provider: ['sandbox-cloud', 'sandbox-payroll', 'sandbox-bureau', 'taxauth', 'unknown'],
  provider: ['sandbox-cloud', 'sandbox-payroll', 'unknown'],
  provider_id: ['sandbox-cloud', 'sandbox-payroll', 'unknown'],
  user_name: ['wilhelmina.oakapple', 'person.1', 'person.2', 'nobody.here'],
  behaviour: ['mfa:code', 'error:maintenance', 'error:locked', 'drop:list'],
  search: ['oakapple', 'wil', 'person', 'a'],
  query: ['fenelgate', 'a', 'the'],
  mfa: ['123456', '246810'],
  password: ['correct horse battery staple', 'sandbox', 'mfa:code', 'error:locked'],
  advance: ['PT1S', 'P1D', 'P1W'],
  url: ['https://receiver.invalid/hook', 'http://127.0.0.1:1/hook'],
  client_callback_url: ['https://lender.invalid/done'],
  privacy_notice_url: ['https://lender.invalid/privacy'],
  encryption_key: [Buffer.alloc(32, 7).toString('base64'), 'short'],
  encryption_keys: [Buffer.alloc(32, 7).toString('base64')],
  client_logo: ['https://lender.invalid/logo.svg', 'http://127.0.0.1:1/logo.svg'],
  addresses: ['203.0.113.0/24', '2001:db8::/32', '127.0.0.1'],
  ip_address: ['203.0.113.7', '2001:db8::7'],
  language: ['en', 'cy'],
  cursor: ['0', 'AAAA', 'eyJhIjoxfQ'],
}

const journeySessions = '/journeys/sessions'

/** A text for every pattern of the document. A new pattern needs an entry here. */
export const samplesByPattern: Record<string, string> = {
  '^[A-Za-z0-9_-]+$': 'q0zN4bXn2mFfE7aJc1pVxg',
  '^[\\x20-\\x7e]{1,500}$': 'Mozilla/5.0 (fuzz)',
  '^([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])$': '44321',
  '^(width=\\d{1,5}&height=\\d{1,5}&scaling-factor=\\d{1,2}(\\.\\d{1,6})?&colour-depth=\\d{1,3}(,(?=w)|$)){1,8}$':
    'width=1920&height=1080&scaling-factor=1&colour-depth=24',
  '^width=\\d{1,5}&height=\\d{1,5}$': 'width=1200&height=800',
  '^UTC[+-](0\\d|1[0-4]):[0-5]\\d$': 'UTC+01:00',
  '^type=(TOTP|AUTH_CODE|OTHER)&timestamp=[\\w%.:-]{1,40}&unique-reference=[\\w%.~-]{1,200}$':
    'type=TOTP&timestamp=2026-06-15T09%3A00Z&unique-reference=fc4b5fd6',
  '^([\\w%.~-]{1,100}=[\\w%.~-]{1,200}(&(?=.)|$)){1,5}$': 'os=fuzz',
  '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$': 'fuzz-team',
  '^\\d{6}$': '271828',
  '^(\\+[1-9]( ?[0-9]){7,14}|07( ?[0-9]){9})$': '07700 900123',
  '^\\d{4}-\\d{2}-\\d{2}$': '1988-04-17',
  '^#[0-9a-f]{6}$': '#00aa11',
  '^https?:\\/\\/[a-z0-9.-]+(:\\d{1,5})?$': 'https://lender.invalid',
  '^\\+?[0-9][0-9 ]{5,19}$': '+44 1632 960000',
  '^[0-9]{6,7}$': '123456',
  '^Z[A-Z0-9]{7}$': 'ZA123456',
  '^[a-z][a-z0-9-]{0,49}$': 'login-failed',
  '^[A-Za-z0-9_-]{43}$': 'A'.repeat(43),
  '^P(?=.)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+S)?)?$': 'PT1S',
  '^[a-z0-9][a-z0-9._-]{0,119}$': 'person.1',
  '^[a-z][a-z-]{0,49}$': 'sandbox-cloud',
  '^[A-Za-z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-Da-d]$': 'QQ123456C',
  '^-?\\d{1,12}\\.\\d\\d$': '250.00',
  '^\\d{1,8}(\\.\\d{1,2})?$': '12',
  '^\\d{4}-(0[1-9]|1[0-2])$': '2026-03',
  '^[\\x21-\\x7e]*$': 'status=ready',
}

function makeText(context: ValueContext, schema: JsonSchema, field: string): string {
  const { random } = context
  const known = meaningful[field]
  if (field === 'username') return random.chance(0.5) ? context.username : 'stranger@team.example'
  if (schema.format === 'uuid' || field === 'user_ids') return makeId(context, field)
  if (field === 'code' && context.path === journeySessions)
    return pickId(context, journeyCode) ?? 'A'.repeat(43)
  if (field.endsWith('cursor')) return pickId(context, field) ?? oneOf(random, meaningful.cursor ?? [])
  if (known && random.chance(0.8)) return oneOf(random, known)
  if (schema.pattern !== undefined) return samplesByPattern[schema.pattern] ?? ''
  return makeFormatted(context, schema.format) ?? makePlainText(context, schema)
}

function makeFormatted({ random, client }: ValueContext, format: string | undefined) {
  const day = `20${random.integer(15, 30)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`
  switch (format) {
    case 'date':
      return day
    case 'date-time':
      return oneOf(random, [`${day}T09:00:00Z`, `${day}T09:00:00.123+02:00`, day])
    case 'email':
      return `${client ? marks[client] : 'fuzz'}${random.integer(0, 1e9)}@team.example`
    case 'uri':
      return 'https://lender.invalid/page'
    case 'ipv4':
      return '203.0.113.7'
    case 'ipv6':
      return '2001:db8::7'
    default:
      return undefined
  }
}

function makePlainText({ random, client }: ValueContext, { minLength = 0, maxLength = 200 }: JsonSchema) {
  const mark = client ? marks[client] : 'fuzz'
  const text = `${mark}${random.integer(0, 1e9).toString(36)}`
  const length = random.chance(boundaryShare)
    ? maxLength
    : Math.max(minLength, Math.min(maxLength, text.length))
  return text.padEnd(length, 'x').slice(0, length)
}

function makeId(context: ValueContext, field: string) {
  const { random, family = [], path } = context
  const related = family.filter(([kind]) => kind === kindOfId(path, field))
  if (related.length > 0) return oneOf(random, related)[1]
  return random.chance(unknownShare) ? randomId(random) : (pickId(context, field) ?? randomId(random))
}

/** Fields that name an id of another kind, under a name of their own. */
const otherNames: Record<string, readonly string[]> = {
  user_ids: ['user_id'],
  subject_id: ['user_id', 'account_id', 'document_id'],
  actor_id: ['member id', 'API key id'],
}

function pickId({ random, ids, client, path }: ValueContext, field: string) {
  const isForeign = random.chance(foreignShare)
  const owner = client ?? 'acme'
  const from = isForeign ? (owner === 'acme' ? 'rival' : 'acme') : owner
  const kinds = otherNames[field] ?? [kindOfId(path, field)]
  return ids.pick(from, oneOf(random, kinds), random)
}

export function randomId(random: ProofRandom) {
  const hex = Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
