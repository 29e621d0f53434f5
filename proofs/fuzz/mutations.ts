import { chooseWeighted, type ProofRandom } from '../programs/random.ts'
import type { FuzzRequest } from './fuzz-request.ts'

type Mutation = { name: string; weight: number; apply(random: ProofRandom, request: FuzzRequest): boolean }

const pick = <T>(random: ProofRandom, list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T

const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '\u202e\u0645\u0631',
  'e\u0301'.repeat(40),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u0130\u0131\u017f\u212a',
  '\uffff\ufffe',
  'line\r\nbreak',
  "'; drop table users; --",
  '%s%n{{7*7}}',
  '../../etc/passwd',
  'null',
  '-0',
  '1e400',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(2_049),
  'x'.repeat(20_000),
]

const oddNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  Number.MIN_VALUE,
]

const nest = (depth: number): unknown => {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value }
  return value
}

function oddValue(random: ProofRandom): unknown {
  return pick<() => unknown>(random, [
    () => pick(random, oddTexts),
    () => pick(random, oddNumbers),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => [[[[]]], null, { a: [] }],
    () => nest(random.integer(2, 300)),
    () => Array.from({ length: 1_001 }, () => 'x'),
    () => ({ toString: 1, valueOf: null, length: -1 }),
  ])()
}

type Slot = { holder: Record<string, unknown>; key: string }

/** Lists every field and list item of a body. */
function slotsOf(value: unknown, found: Slot[] = []): Slot[] {
  if (typeof value !== 'object' || value === null) return found
  for (const key of Object.keys(value)) {
    found.push({ holder: value as Record<string, unknown>, key })
    slotsOf((value as Record<string, unknown>)[key], found)
  }
  return found
}

function atSlot(random: ProofRandom, { body }: FuzzRequest, change: (slot: Slot) => boolean) {
  const slots = slotsOf(body)
  return slots.length > 0 && change(pick(random, slots))
}

/** Gives a request without a body one, so that operations that take none are tried with one. */
function rawBody(request: FuzzRequest, bytes: Buffer | string) {
  request.bytes = Buffer.from(bytes as string)
  return true
}

const rawJson: readonly string[] = [
  '',
  '{',
  '}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1e999}',
  '{"a":1}{"b":2}',
  '{"user_id":1,"user_id":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '\ufeff{}',
  'null',
  '[]',
  '"text"',
  '0',
  'true',
  '{"a":"\\ud800"}',
  `${'['.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
]

const contentTypes: readonly string[] = [
  '',
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/json, text/plain',
  'x',
]

const oddHeaders: readonly (readonly [string, string])[] = [
  ['accept', 'application/xml'],
  ['accept', ''],
  ['accept-encoding', 'gzip'],
  ['accept-encoding', 'br;q=0, *'],
  ['accept-language', 'xx'],
  ['range', 'bytes=0-0'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '203.0.113.9, ::1, garbage'],
  ['x-forwarded-proto', 'gopher'],
  ['origin', 'null'],
  ['origin', 'https://elsewhere.example'],
  ['cookie', '__Host-session=x; session=%ff; a'],
  ['traceparent', '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff'],
  ['idempotency-key', ''],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', 'two words'],
  ['x-svc-authorisation-id', 'not-an-id'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic eDp4'],
  ['x-api-key', ''],
  ['te', 'trailers'],
  ['expect', '200-ok'],
  ['host', 'elsewhere.example:99999'],
  ['x-long', 'x'.repeat(8_000)],
]

const oddSegments: readonly string[] = [
  'null',
  'undefined',
  '%00',
  '%2e%2e%2f',
  '..',
  '.',
  '%ff',
  '%ZZ',
  '*',
  '0',
  '-1',
  '%7Buser_id%7D',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '%20',
  'x'.repeat(199),
  'x'.repeat(201),
  '%F0%9F%91%BB',
  "'%20or%201=1",
]

const oddQueryValues: readonly string[] = [
  '',
  '%00',
  '%ff',
  '%ZZ',
  '-1',
  '0',
  '1.5',
  '1e3',
  '99999999999999999999',
  '1000000000',
  'true',
  'null',
  '%5B%5D',
  'a'.repeat(3_000),
  '9999-12-31',
  '0001-01-01T00:00:00%2B14:00',
]

const mutations: readonly Mutation[] = [
  {
    name: 'wrong type or odd value',
    weight: 8,
    apply: (random, request) =>
      atSlot(random, request, ({ holder, key }) => {
        holder[key] = oddValue(random)
        return true
      }),
  },
  {
    name: 'missing field',
    weight: 3,
    apply: (random, request) => atSlot(random, request, ({ holder, key }) => delete holder[key]),
  },
  {
    name: 'extra field',
    weight: 2,
    apply: (random, request) =>
      atSlot(random, request, ({ holder }) => {
        if (Array.isArray(holder)) return false
        holder[pick(random, ['extra', 'client_id', 'constructor', 'id', '', 'toString'])] = oddValue(random)
        return true
      }),
  },
  {
    name: 'broken or unusual JSON',
    weight: 3,
    apply: (random, request) => rawBody(request, pick(random, rawJson)),
  },
  {
    name: 'truncated body',
    weight: 1,
    apply(random, request) {
      const text = JSON.stringify(request.body ?? {})
      return rawBody(request, text.slice(0, random.integer(0, text.length)))
    },
  },
  {
    name: 'bytes that are not UTF-8',
    weight: 1,
    apply: (_random, request) => rawBody(request, Buffer.from('{"forename":"\xff\xfe"}', 'latin1')),
  },
  {
    name: 'large body',
    weight: 0.1,
    apply: (random, request) =>
      rawBody(request, `{"a":"${'x'.repeat(random.integer(1_048_560, 1_048_580))}"}`),
  },
  {
    name: 'odd content type',
    weight: 2,
    apply: (random, request) => request.headers.push(['content-type', pick(random, contentTypes)]) > 0,
  },
  {
    name: 'odd header',
    weight: 3,
    apply(random, { headers }) {
      const [name, value] = pick(random, oddHeaders)
      // Node's client refuses to send a second one.
      if (name === 'host' && headers.some(([known]) => known === name)) return false
      return headers.push([name, value]) > 0
    },
  },
  {
    name: 'repeated query parameter',
    weight: 2,
    apply(random, { query }) {
      if (query.length === 0) return false
      const [name, value] = pick(random, query)
      return query.push([name, random.chance(0.5) ? value : pick(random, oddQueryValues)]) > 0
    },
  },
  {
    name: 'odd query parameter',
    weight: 4,
    apply(random, { query, operation }) {
      const declared = operation.parameters.filter(({ in: place }) => place === 'query')
      const names = declared.map(({ name }) => encodeURIComponent(name))
      const name = pick(random, [...names, ...names, 'extra', '__proto__', 'limit%5B%5D', ''])
      return query.push([name, pick(random, oddQueryValues)]) > 0
    },
  },
  {
    name: 'odd path segment',
    weight: 2,
    apply(random, { pathValues }) {
      const names = Object.keys(pathValues)
      if (names.length === 0) return false
      pathValues[pick(random, names)] = pick(random, oddSegments)
      return true
    },
  },
  {
    name: 'HEAD',
    weight: 1,
    apply(_random, request) {
      if (request.method !== 'GET') return false
      request.method = 'HEAD'
      return true
    },
  },
]

/** Changes the request in one place. */
export function mutate(random: ProofRandom, request: FuzzRequest) {
  const mutation = chooseWeighted(random, mutations)
  if (mutation?.apply(random, request)) request.mutations.push(mutation.name)
}
