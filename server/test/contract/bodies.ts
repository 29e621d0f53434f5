import { expect } from 'vitest'
import { type ContractOperation, callerFor, emptyPath, operations } from './operations.ts'
import { type Expectation, inArea, type Promised } from './row.ts'
import type { ContractWorld } from './world.ts'

// Every operation that reads a body, with every form in which a body can arrive.

const json = 'application/json'
const unknownField = 'no_such_field'

type Variant = { says: string; type?: string; body: string | Buffer; expects: Expectation }

const invalid = { 'x-svc-error-code': 'invalid-request' }

/** The body was read: the validator complains about its one field, and about required fields that are not there. */
const isRead: Expectation = {
  status: 400,
  holds: { errors: expect.arrayContaining([`Field [${unknownField}] is unknown`]) },
  headers: invalid,
}
const isNotJson: Expectation = {
  status: 400,
  errors: ['The request body is not valid JSON'],
  headers: invalid,
}
const isNoObject: Expectation = {
  status: 400,
  holds: { errors: expect.arrayContaining(['Request body must be a JSON object']) },
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
  { says: 'without a content type', body: readable, expects: isWrongType },
  { says: 'as text/plain', type: 'text/plain', body: readable, expects: isWrongType },
  {
    says: 'as a form',
    type: 'application/x-www-form-urlencoded',
    body: `${unknownField}=1`,
    expects: isWrongType,
  },
  {
    says: 'as a multipart form',
    type: 'multipart/form-data; boundary=x',
    body: `--x\r\ncontent-disposition: form-data; name="${unknownField}"\r\n\r\n1\r\n--x--\r\n`,
    expects: isWrongType,
  },
  { says: 'as problem+json', type: 'application/problem+json', body: readable, expects: isWrongType },
  { says: 'as merge-patch+json', type: 'application/merge-patch+json', body: readable, expects: isWrongType },
  { says: 'as several lines of JSON', type: 'application/jsonl', body: readable, expects: isWrongType },
  { says: 'with a malformed content type', type: 'json', body: readable, expects: isWrongType },
  { says: 'as JSON', type: json, body: readable, expects: isRead },
  { says: 'as JSON with a charset', type: `${json}; charset=utf-8`, body: readable, expects: isRead },
  {
    says: 'as JSON with a charset in quotes',
    type: `${json};charset="UTF-8"`,
    body: readable,
    expects: isRead,
  },
  { says: 'as JSON in capitals', type: 'Application/JSON', body: readable, expects: isRead },
  { says: 'with white space around it', type: json, body: ` \n${readable}\r\n\t`, expects: isRead },
  { says: 'with a byte order mark', type: json, body: `\uFEFF${readable}`, expects: isRead },
  {
    says: 'with a field twice',
    type: json,
    body: `{"${unknownField}":1,"${unknownField}":2}`,
    expects: isRead,
  },
  {
    says: 'nested deeply inside a field',
    type: json,
    body: `{"${unknownField}":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    expects: isRead,
  },
  { says: 'of exactly 1 MiB', type: json, body: ofLength(bodyLimit), expects: isRead },
  { says: 'one byte over 1 MiB', type: json, body: ofLength(bodyLimit + 1), expects: isTooLarge },
  { says: 'cut off', type: json, body: '{"no_such_', expects: isNotJson },
  { says: 'with a comma too many', type: json, body: '{"no_such_field":1,}', expects: isNotJson },
  { says: 'of white space only', type: json, body: ' \n', expects: isNotJson },
  { says: 'of two objects', type: json, body: '{}{}', expects: isNotJson },
  { says: 'with NaN', type: json, body: '{"no_such_field":NaN}', expects: isNotJson },
  {
    says: 'that is not UTF-8',
    type: json,
    body: Buffer.from(`{"${unknownField}":"caf\xe9"}`, 'latin1'),
    expects: { status: 400, errors: ['The request body is not valid UTF-8'], headers: invalid },
  },
  { says: 'in UTF-16', type: json, body: Buffer.from(readable, 'utf16le'), expects: isNotJson },
  {
    says: 'that changes the prototype',
    type: json,
    body: '{"__proto__":{"is_admin":true}}',
    expects: isNotJson,
  },
  {
    says: 'that changes the constructor’s prototype',
    type: json,
    body: '{"constructor":{"prototype":{"is_admin":true}}}',
    expects: isNotJson,
  },
  { says: 'of null', type: json, body: 'null', expects: isNoObject },
  { says: 'of a list', type: json, body: '[]', expects: isNoObject },
  { says: 'of a list of objects', type: json, body: `[${readable}]`, expects: isNoObject },
  {
    says: 'of a deeply nested list',
    type: json,
    body: `${'['.repeat(depth)}${']'.repeat(depth)}`,
    expects: isNoObject,
  },
  { says: 'of text', type: json, body: '"text"', expects: isNoObject },
  { says: 'of a number', type: json, body: '1', expects: isNoObject },
  { says: 'of true', type: json, body: 'true', expects: isNoObject },
]

const rowOf = (operation: ContractOperation, { says, type, body, expects }: Variant): Promised => ({
  endpoint: operation.endpoint,
  says: `a body ${says}`,
  async call(world) {
    const ask = await callerFor(world, operation)
    return ask(
      operation.method,
      emptyPath(operation),
      body,
      type === undefined ? {} : { 'content-type': type },
    )
  },
  expects,
})

/** An empty body is an empty object: what is missing is named, as for `{}`. */
const emptyBody = (operation: ContractOperation): Promised[] =>
  operation.required.length === 0
    ? []
    : ['', '{}'].map((body) => ({
        endpoint: operation.endpoint,
        says: `a body ${body || 'of no bytes'} lacks ${operation.required.join(', ')}`,
        async call(world: ContractWorld) {
          const ask = await callerFor(world, operation)
          return ask(operation.method, emptyPath(operation), body, { 'content-type': json })
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
