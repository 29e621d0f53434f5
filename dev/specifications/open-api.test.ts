import { expect, test } from 'vitest'
import { openSpecification, type ProviderTraffic } from './open-api.ts'

const { check } = openSpecification(
  {
    openapi: '3.0.1',
    paths: {
      '/users/me': { get: { responses: { 200: { description: 'the caller' } } } },
      '/users/{id}': {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
        get: {
          parameters: [
            { in: 'query', name: 'view', required: true, schema: { type: 'string', enum: ['all', 'new'] } },
            { in: 'header', name: 'X-Tenant', required: true, schema: { type: 'string' } },
          ],
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
          },
        },
      },
      '/users': {
        post: {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
          },
          responses: { 201: { description: 'created' } },
        },
      },
    },
    components: {
      schemas: {
        User: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, born: { type: 'string', format: 'date', nullable: true } },
        },
      },
    },
  },
  '/v2',
)

const exchange = (changes: Partial<ProviderTraffic>): ProviderTraffic => ({
  method: 'GET',
  path: '/v2/users/7?view=all',
  headers: { accept: 'application/json', 'x-tenant': 'one' },
  body: '',
  status: 200,
  replyType: 'application/json; charset=utf-8',
  replyBody: '{"name":"Ada","born":null}',
  ...changes,
})

test('a described exchange has no faults', () => {
  expect(check(exchange({}))).toEqual({ operation: 'GET /users/{id}', request: [], reply: [] })
  expect(check(exchange({ path: '/v2/users/me', replyBody: '' })).operation).toBe('GET /users/me')
})

test.each<[string, Partial<ProviderTraffic>, string]>([
  [
    'a wrong value',
    { path: '/v2/users/7?view=old' },
    'query view must be equal to one of the allowed values',
  ],
  ['a missing parameter', { path: '/v2/users/7' }, 'query view is missing'],
  ['an unknown parameter', { path: '/v2/users/7?view=all&page=1' }, 'query page is not described'],
  ['a wrong path parameter', { path: '/v2/users/x?view=all' }, 'path id must be integer'],
  ['a missing header', { headers: {} }, 'header X-Tenant is missing'],
  ['an unknown header', { headers: { 'x-tenant': 'one', 'x-new': '1' } }, 'header x-new is not described'],
])('names %s of a request', (_title, changes, fault) => {
  const { request, reply } = check(exchange(changes))
  expect(request.join('; ')).toContain(fault)
  expect(reply).toEqual([])
})

test.each<[string, Partial<ProviderTraffic>, string]>([
  ['a wrong type', { replyBody: '{"name":1}' }, 'body/name must be string'],
  ['a missing field', { replyBody: '{}' }, "body must have required property 'name'"],
  ['an unknown field', { replyBody: '{"name":"Ada","age":3}' }, '(age)'],
  ['a wrong format', { replyBody: '{"name":"Ada","born":"1 May"}' }, 'body/born must match format "date"'],
  ['another status', { status: 404 }, 'status 404 is not described'],
  ['another media type', { replyType: 'text/html' }, 'media type text/html is not described'],
])('names %s of a reply', (_title, changes, fault) => {
  const { request, reply } = check(exchange(changes))
  expect(request).toEqual([])
  expect(reply.join('; ')).toContain(fault)
})

test('checks the body of a request, and leaves requests to other addresses alone', () => {
  const create = { method: 'POST', path: '/v2/users', status: 201, replyBody: '', headers: {} }
  expect(check(exchange(create)).request).toContain('the body is missing')
  const typed = { ...create, headers: { 'content-type': 'application/json' } }
  expect(check(exchange({ ...typed, body: '{"born":"2000-01-01"}' })).request.join()).toContain("'name'")
  expect(check(exchange({ path: '/oauth/token' })).operation).toBeUndefined()
})
