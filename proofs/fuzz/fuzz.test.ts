import { describe, expect, test } from 'vitest'
import { randomFrom } from '../programs/random.ts'
import { type FuzzedOperation, readDocument } from './api-document.ts'
import type { FuzzCredential } from './credentials.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { type FuzzReply, openJudge } from './judge.ts'
import { kindOfId, openKnownIds } from './known-ids.ts'
import { headersOf, makeRequest, pathOf, toCurl } from './requests.ts'
import { openValidators } from './validators.ts'
import { makeBody, marks, samplesByPattern, type ValueContext } from './values.ts'

const document = readDocument()
const ids = openKnownIds()

const acme: FuzzCredential = { name: 'key of acme', headers: { 'x-api-key': 'k' }, client: 'acme', weight: 1 }

const contextFor = (operation: FuzzedOperation, seed: number): ValueContext => ({
  random: randomFrom(seed),
  document,
  ids,
  client: 'acme',
  path: operation.path,
  username: 'member@team.example',
})

function findOperation(operationId: string) {
  const operation = document.operations.find((candidate) => candidate.operationId === operationId)
  if (!operation) throw new Error(`no operation ${operationId}`)
  return operation
}

describe('generated requests', () => {
  test('every pattern of the document has a sample that matches it', () => {
    const wrong = Object.entries(samplesByPattern).filter(
      ([pattern, text]) => !new RegExp(pattern).test(text),
    )
    expect(wrong).toEqual([])
  })

  test('bodies without mutations match the schema of their operation', () => {
    // A date alone is accepted where the document says date-time.
    const validators = openValidators(document, ['date-time'])
    const faults = document.operations.flatMap((operation) => {
      if (!operation.body) return []
      const { path, method } = operation
      const content = ['requestBody', 'content', 'application/json', 'schema']
      const validate = validators('paths', path, method.toLowerCase(), ...content)
      return Array.from({ length: 20 }, (_, seed) => {
        const body = makeBody(contextFor(operation, seed), operation.body ?? {}, operation.example)
        return validate(body) ? [] : `${operation.operationId} ${JSON.stringify(validate.errors?.[0])}`
      }).flat()
    })
    expect(faults).toEqual([])
  })

  test('the same seed makes the same request, another seed another one', () => {
    const operation = findOperation('createUser')
    const make = (seed: number) => {
      const { query, headers, body } = makeRequest(contextFor(operation, seed), operation, acme)
      return JSON.stringify([query, headers, body])
    }
    expect(make(7)).toBe(make(7))
    expect(make(7)).not.toBe(make(8))
  })

  test('names the resource of a plain id by its path', () => {
    expect(kindOfId('/members/{id}', 'id')).toBe('member id')
    expect(kindOfId('/members/sessions/{id}', 'id')).toBe('session id')
    expect(kindOfId('/authorisations/terms', 'id')).toBe('term_id')
    expect(kindOfId('/accounts', 'x-svc-authorisation-id')).toBe('authorisation_id')
  })

  test('a curl command has method, headers, body and path of the request', () => {
    const request = requestFor('createUser')
    request.body = { forename: "O'Oak" }
    request.query.push(['a', '1'])
    expect(toCurl('http://127.0.0.1:1', request)).toBe(
      `curl -i --path-as-is -X POST -H 'x-api-key: k' -H 'content-type: application/json' ` +
        `--data-binary $'{"forename":"O\\x27Oak"}' 'http://127.0.0.1:1/users?a=1'`,
    )
    expect(pathOf(request)).toBe('/users?a=1')
    expect(headersOf(request)['x-api-key']).toEqual(['k'])
  })
})

function requestFor(operationId: string, credential = acme): FuzzRequest {
  return {
    operation: findOperation(operationId),
    credential,
    method: findOperation(operationId).method,
    pathValues: {},
    query: [],
    headers: Object.entries(credential.headers),
    body: undefined,
    bytes: undefined,
    mutations: [],
  }
}

function replyWith(status: number, body: unknown, headers: Record<string, string> = {}): FuzzReply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(status >= 400 && { 'x-svc-error-code': 'invalid-request' }),
      ...headers,
    },
    bytes: Buffer.from(JSON.stringify(body)),
  }
}

describe('the judge', () => {
  const known = openKnownIds()
  const [ownId, foreignId, otherUserId] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
    '33333333-3333-4333-8333-333333333333',
  ]
  known.add('acme', 'user_id', ownId)
  known.add('acme', 'user_id', otherUserId)
  known.claim('acme', ownId)
  known.claim('acme', otherUserId)
  known.claim('rival', foreignId)
  const judge = openJudge(document, known)
  const kindsFor = (request: FuzzRequest, reply: FuzzReply) => judge(request, reply).map(({ kind }) => kind)
  const errors = { errors: ['x'] }

  test('accepts a declared error with a matching body', () => {
    expect(kindsFor(requestFor('createUser'), replyWith(400, errors))).toEqual([])
  })

  test('reports unexpected errors', () => {
    expect(kindsFor(requestFor('createUser'), replyWith(500, errors))).toEqual(['unexpected errors (500)'])
  })

  test('reports overload, and a 503 without Retry-After', () => {
    const overloaded = replyWith(503, errors, { 'x-svc-error-code': 'unavailable' })
    expect(kindsFor(requestFor('createUser'), overloaded)).toEqual([
      '503 without Retry-After',
      '503 below capacity',
    ])
    const slow = replyWith(503, errors, { 'x-svc-error-code': 'still-retrieving', 'retry-after': '5' })
    expect(kindsFor(requestFor('createUser'), slow)).toEqual([])
  })

  test.each([
    ['an undeclared status', replyWith(418, errors)],
    ['an error without a code', replyWith(400, errors, { 'x-svc-error-code': '' })],
    ['a body that does not match', replyWith(400, { error: 'x' })],
    ['another media type', replyWith(400, errors, { 'content-type': 'text/html' })],
    ['a missing field', replyWith(201, { user_id: ownId })],
  ])('reports %s as a difference from the schema', (_, reply) => {
    expect(kindsFor(requestFor('createUser'), reply)).toEqual(['replies that differ from the schema'])
  })

  test('reports ids, texts and encoded texts of the other client', () => {
    const leaks = [foreignId, `a ${marks.rival} b`, Buffer.from(`xx${marks.rival}yy`).toString('base64')]
    for (const leak of leaks)
      expect(kindsFor(requestFor('createUser'), replyWith(400, { errors: [leak] }))).toEqual([
        'rows of another client',
      ])
    expect(kindsFor(requestFor('createUser'), replyWith(400, { errors: [ownId, marks.acme] }))).toEqual([])
  })

  test('does not report what the request itself contained', () => {
    const request = requestFor('createUser')
    request.query.push(['user_id', foreignId])
    expect(kindsFor(request, replyWith(400, { errors: [`User [${foreignId}] does not exist`] }))).toEqual([])
  })

  test('reports another user of the same client to a user token', () => {
    const person = { ...acme, name: 'user token', userId: ownId }
    const reply = replyWith(400, { errors: [otherUserId] })
    expect(kindsFor(requestFor('createUser', person), reply)).toEqual(['rows of another client'])
    expect(kindsFor(requestFor('createUser', person), replyWith(400, { errors: [ownId] }))).toEqual([])
  })
})
