import { expect } from 'vitest'
import { type ContractOperation, callerFor, emptyPath, operations } from './operations.ts'
import { type Expectation, inArea, type Row } from './row.ts'
import type { ContractWorld } from './world.ts'

// Sends every form of body to every operation that reads one.

const json = 'application/json'
const unknownField = 'no_such_field'

type Variant = { title: string; type?: string; body: string | Buffer; expects: Expectation }

const invalid = { 'x-svc-error-code': 'invalid-request' }

/** The body was parsed: the validator reports its unknown field and the missing required fields. */
const isRead: Expectation = {
  status: 400,
  matches: { errors: expect.arrayContaining([`Field [${unknownField}] is unknown`]) },
  headers: invalid,
}
const isNotJson: Expectation = {
  status: 400,
  errors: ['The request body is not valid JSON'],
  headers: invalid,
}
const isNotObject: Expectation = {
  status: 400,
  matches: { errors: expect.arrayContaining(['Request body must be a JSON object']) },
  headers: invalid,
}
const isWrongType: Expectation = {
  status: 415,
  errors: ['The request body must be sent as Content-Type: application/json'],
  headers: { 'x-svc-error-code': 'not-json' },
}
const isTooLarge: Expectation = {
  status: 413,
  errors: ['The request body is larger than 1 MiB'],
  headers: { 'x-svc-error-code': 'body-too-large' },
}

const readable = `{"${unknownField}":1}`
const bodyLimit = 1024 * 1024
/** Deep enough to exhaust the stack of a recursive parser. */
const depth = 100_000

const ofLength = (bytes: number) => {
  const frame = `{"${unknownField}":""}`.length
  return `{"${unknownField}":"${'x'.repeat(bytes - frame)}"}`
}

const variants: Variant[] = [
  { title: 'without a content type', body: readable, expects: isWrongType },
  { title: 'as text/plain', type: 'text/plain', body: readable, expects: isWrongType },
  {
    title: 'as a form',
    type: 'application/x-www-form-urlencoded',
    body: `${unknownField}=1`,
    expects: isWrongType,
  },
  {
    title: 'as a multipart form',
    type: 'multipart/form-data; boundary=x',
    body: `--x\r\ncontent-disposition: form-data; name="${unknownField}"\r\n\r\n1\r\n--x--\r\n`,
    expects: isWrongType,
  },
  { title: 'as problem+json', type: 'application/problem+json', body: readable, expects: isWrongType },
  {
    title: 'as merge-patch+json',
    type: 'application/merge-patch+json',
    body: readable,
    expects: isWrongType,
  },
  { title: 'as several lines of JSON', type: 'application/jsonl', body: readable, expects: isWrongType },
  { title: 'with a malformed content type', type: 'json', body: readable, expects: isWrongType },
  { title: 'as JSON', type: json, body: readable, expects: isRead },
  { title: 'as JSON with a charset', type: `${json}; charset=utf-8`, body: readable, expects: isRead },
  {
    title: 'as JSON with a charset in quotes',
    type: `${json};charset="UTF-8"`,
    body: readable,
    expects: isRead,
  },
  { title: 'as JSON in capitals', type: 'Application/JSON', body: readable, expects: isRead },
  { title: 'with surrounding white space', type: json, body: ` \n${readable}\r\n\t`, expects: isRead },
  { title: 'with a byte order mark', type: json, body: `\uFEFF${readable}`, expects: isRead },
  {
    title: 'with a duplicate field',
    type: json,
    body: `{"${unknownField}":1,"${unknownField}":2}`,
    expects: isRead,
  },
  {
    title: 'nested deeply inside a field',
    type: json,
    body: `{"${unknownField}":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    expects: isRead,
  },
  { title: 'of exactly 1 MiB', type: json, body: ofLength(bodyLimit), expects: isRead },
  { title: 'of one byte more than 1 MiB', type: json, body: ofLength(bodyLimit + 1), expects: isTooLarge },
  { title: 'truncated within a string', type: json, body: '{"no_such_', expects: isNotJson },
  { title: 'with a trailing comma', type: json, body: '{"no_such_field":1,}', expects: isNotJson },
  { title: 'of white space only', type: json, body: ' \n', expects: isNotJson },
  { title: 'of two concatenated objects', type: json, body: '{}{}', expects: isNotJson },
  { title: 'with NaN', type: json, body: '{"no_such_field":NaN}', expects: isNotJson },
  {
    title: 'of invalid UTF-8',
    type: json,
    body: Buffer.from(`{"${unknownField}":"caf\xe9"}`, 'latin1'),
    expects: { status: 400, errors: ['The request body is not valid UTF-8'], headers: invalid },
  },
  { title: 'in UTF-16', type: json, body: Buffer.from(readable, 'utf16le'), expects: isNotJson },
  {
    title: 'that sets __proto__',
    type: json,
    body: '{"__proto__":{"is_admin":true}}',
    expects: isNotJson,
  },
  {
    title: 'that sets constructor.prototype',
    type: json,
    body: '{"constructor":{"prototype":{"is_admin":true}}}',
    expects: isNotJson,
  },
  { title: 'of null', type: json, body: 'null', expects: isNotObject },
  { title: 'of a list', type: json, body: '[]', expects: isNotObject },
  { title: 'of a list of objects', type: json, body: `[${readable}]`, expects: isNotObject },
  {
    title: 'of a deeply nested list',
    type: json,
    body: `${'['.repeat(depth)}${']'.repeat(depth)}`,
    expects: isNotObject,
  },
  { title: 'of text', type: json, body: '"text"', expects: isNotObject },
  { title: 'of a number', type: json, body: '1', expects: isNotObject },
  { title: 'of true', type: json, body: 'true', expects: isNotObject },
]

const rowOf = (operation: ContractOperation, { title, type, body, expects }: Variant): Row => ({
  endpoint: operation.endpoint,
  title: `a body ${title}`,
  async call(world) {
    const call = await callerFor(world, operation)
    return call(
      operation.method,
      emptyPath(operation),
      body,
      type === undefined ? {} : { 'content-type': type },
    )
  },
  expects,
})

/** An empty body is read as `{}`: each missing required field is reported. */
const emptyBody = (operation: ContractOperation): Row[] =>
  operation.required.length === 0
    ? []
    : ['', '{}'].map((body) => ({
        endpoint: operation.endpoint,
        title: `a body ${body || 'of 0 bytes'} lacks ${operation.required.join(', ')}`,
        async call(world: ContractWorld) {
          const call = await callerFor(world, operation)
          return call(operation.method, emptyPath(operation), body, { 'content-type': json })
        },
        expects: {
          status: 400,
          errors: operation.required.map((field) => `Request is missing the required field [${field}]`),
          headers: invalid,
        },
      }))

export const bodyRows = inArea(
  'every endpoint',
  operations
    .filter(({ hasBody }) => hasBody)
    .flatMap((operation) => [
      ...variants.map((variant) => rowOf(operation, variant)),
      ...emptyBody(operation),
    ]),
)
