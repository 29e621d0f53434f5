import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeApi, describeType } from './describe.ts'
import type { TypeDescription } from './description.ts'
import type { OpenApiSchema } from './openapi.ts'

const document = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'))
const description = describeApi(document)
const operations = description.groups.flatMap((group) => group.operations)

test.each<[string, OpenApiSchema, TypeDescription]>([
  ['text', { type: 'string', format: 'uuid' }, { kind: 'text' }],
  ['money', { type: 'string', pattern: '^-?\\d+\\.\\d\\d$' }, { kind: 'decimal', isGrouped: false }],
  [
    'money with separators',
    { type: 'string', pattern: '^-?\\d{1,3}(,\\d{3})*\\.\\d\\d$' },
    { kind: 'decimal', isGrouped: true },
  ],
  ['a day', { type: 'string', format: 'date' }, { kind: 'date' }],
  ['a time', { type: 'string', format: 'date-time' }, { kind: 'time' }],
  ['a file', { type: 'string', format: 'binary' }, { kind: 'file' }],
  ['nullable', { type: ['integer', 'null'] }, { kind: 'nullable', of: { kind: 'integer' } }],
  [
    'a nullable enumeration',
    { type: ['string', 'null'], enum: ['Low', null] },
    { kind: 'nullable', of: { kind: 'literal', values: ['Low'] } },
  ],
  [
    'a nullable choice',
    {
      anyOf: [
        { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
        { type: 'null' },
      ],
    },
    {
      kind: 'nullable',
      of: {
        kind: 'union',
        members: [
          { kind: 'named', name: 'A' },
          { kind: 'named', name: 'B' },
        ],
      },
    },
  ],
  ['the same twice', { anyOf: [{ type: 'string' }, { type: 'string' }] }, { kind: 'text' }],
  [
    'a map',
    { type: 'object', additionalProperties: { type: 'string' } },
    { kind: 'map', values: { kind: 'text' } },
  ],
])('describes %s', (_, schema, expected) => expect(describeType(schema)).toEqual(expected))

test('refuses a schema that it does not know, and an object without a name', () => {
  expect(() => describeType({ type: 'set' })).toThrow('No description for {"type":"set"}')
  expect(() => describeType({ type: 'object', properties: {} })).toThrow('An object needs a name')
})

test('describes every operation once', () => {
  const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(operations.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('describes an operation with its body, key and reply', () => {
  expect(operations.find(({ id }) => id === 'createAuthorisation')).toMatchObject({
    name: 'create',
    method: 'POST',
    path: '/authorisations',
    callers: ['apiKey', 'memberToken', 'userToken'],
    headers: [],
    body: { type: { kind: 'named', name: 'NewAuthorisation' }, isOptional: false },
    takesKey: true,
    reply: { kind: 'named', name: 'Authorisation' },
    paging: undefined,
  })
})

test('describes how lists are paged', () => {
  const pagingOf = (name: string) => operations.find(({ id }) => id === name)?.paging
  expect(pagingOf('listUsers')).toMatchObject({ field: 'users', by: { kind: 'offset', firstOffset: 1 } })
  expect(pagingOf('listAuditLog')).toMatchObject({ field: 'audit_lines', by: { kind: 'cursor' } })
  expect(pagingOf('getUser')).toBeUndefined()
})

test('a field with a default is optional in requests and present in replies', () => {
  const schemas = {
    Both: { type: 'object', required: ['limit'], properties: { limit: { type: 'integer', default: 5 } } },
  }
  const [model] = describeApi({ ...document, paths: {}, webhooks: {}, components: { schemas } }).models
  expect(model).toMatchObject({
    isInRequests: false,
    isInReplies: false,
    fields: [{ isRequiredInRequests: false, isRequiredInReplies: true }],
  })
})

test('knows where models are used', () => {
  const usageOf = (name: string) => {
    const model = description.models.find((one) => one.name === name)
    return model && [model.isInRequests, model.isInReplies]
  }
  expect(usageOf('NewUser')).toEqual([true, false])
  expect(usageOf('User')).toEqual([false, true])
  expect(usageOf('PayrollPayload')).toEqual([false, true])
  expect(usageOf('AuthorisationTermTranslation')).toEqual([true, true])
})

test('lists events and error codes', () => {
  expect(description.events.map(({ name }) => name)).toEqual(Object.keys(document.webhooks))
  expect(description.errorCodes).toContain('rate-limited')
})

test('contains no OpenAPI, so that it can be written as JSON', () => {
  expect(JSON.stringify(description)).not.toContain('#/components')
})
