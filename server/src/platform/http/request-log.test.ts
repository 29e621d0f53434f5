import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '../telemetry/log.ts'
import { openMetrics } from '../telemetry/metrics.ts'
import {
  createRequestLog,
  describePath,
  describeQuery,
  fieldsNamedIn,
  type LoggedRequest,
  listBodyFields,
} from './request-log.ts'

const id = '0192f0c4-7b1e-7c3a-8f55-2f6f0e8f9a10'

test('paths contain ids only if asked for, and never codes or names', () => {
  const url = '/users/:user_id/links/:code'
  expect(describePath(url, { user_id: id, code: 'secret' }, { withIds: true })).toBe(
    `/users/${id}/links/{code}`,
  )
  expect(describePath(url, { user_id: id, code: 'secret' }, { withIds: false })).toBe(
    '/users/{user_id}/links/{code}',
  )
})

test('query values are kept for known names only, and undeclared names are dropped', () => {
  const names = new Set(['limit', 'search', 'status'])
  const query = { limit: 20, search: 'oakapple', status: 'ready,stalled', Wilhelmina: '1' }
  const described = (of: unknown, withValues = true) => describeQuery(of, names, { withValues })
  expect(described(query)).toEqual({ limit: '20', search: null, status: 'ready,stalled' })
  expect(described({ status: 'Wilhelmina Oakapple' })).toEqual({ status: null })
  expect(described({ status: 'wilhelmina.oakapple' }, false)).toEqual({ status: null })
  expect(described(undefined)).toEqual({})
})

test('bodies leave declared field names, without values', () => {
  const names = new Set(['forename', 'addresses', 'city'])
  const body = {
    forename: 'Wilhelmina',
    addresses: [{ city: 'Leeds', Oakapple: 1 }, { city: 'York' }],
    'Wilhelmina Oakapple': true,
  }
  expect(listBodyFields(body, names)).toEqual(['forename', 'addresses', 'addresses.city'])
  expect(listBodyFields('Wilhelmina', names)).toEqual([])
  const deep = { forename: { forename: { forename: { forename: { forename: 1 } } } } }
  expect(listBodyFields(deep, names)).toHaveLength(4)
})

test('errors leave the fields that they name, without their text', () => {
  expect(
    fieldsNamedIn([
      'Field [email] is invalid: must be an email address',
      'Request is missing the required field [address.city]',
      'A webhook named [Wilhelmina] already exists',
      'Field [email] is invalid: again',
    ]),
  ).toEqual(['email', 'address.city'])
})

const request = (changes: object = {}) =>
  ({
    id: 'req_1',
    method: 'PATCH',
    params: { user_id: id },
    url: `/users/${id}?Wilhelmina=1`,
    sentBody: { forename: 'Wilhelmina' },
    errorFields: ['forename', 'Wilhelmina'],
    caller: { kind: 'api_key', id, clientId: id },
    routeOptions: {
      url: '/users/:user_id',
      schema: { operationId: 'updateUser', body: z.strictObject({ forename: z.string() }) },
    },
    ...changes,
  }) as unknown as FastifyRequest
const reply = {
  statusCode: 400,
  elapsedTime: 12.4,
  getHeader: () => 'invalid-request',
} as unknown as FastifyReply

function open(store: (batch: readonly LoggedRequest[]) => Promise<void>, isBusy = () => false) {
  const metrics = openMetrics()
  const log = openLog('silent')
  const dropped = async () => (await metrics.requestLogDropped.get()).values[0]?.value ?? 0
  return { dropped, requests: createRequestLog({ environment: 'production', metrics, log, store, isBusy }) }
}

test('a request is stored without ids in production, and without values', async () => {
  const stored: LoggedRequest[] = []
  const { requests, dropped } = open(async (batch) => void stored.push(...batch))
  requests.add(request(), reply)
  await requests.close()
  expect(stored).toEqual([
    {
      client_id: id,
      at: expect.any(Date),
      method: 'PATCH',
      route: '/users/{user_id}',
      path: '/users/{user_id}',
      operation_id: 'updateUser',
      status: 400,
      duration_ms: 12,
      actor_kind: 'api_key',
      actor_id: id,
      request_id: 'req_1',
      error_code: 'invalid-request',
      query: {},
      body_fields: ['forename'],
      error_fields: ['forename'],
    },
  ])
  expect(await dropped()).toBe(0)
})

test('requests of people, of no one, of pages and of the log itself are not stored', async () => {
  const stored: LoggedRequest[] = []
  const { requests } = open(async (batch) => void stored.push(...batch))
  requests.add(request({ caller: { kind: 'user', id, clientId: id } }), reply)
  requests.add(request({ caller: null }), reply)
  requests.add(request({ routeOptions: { url: '/console', schema: { hide: true } } }), reply)
  requests.add(
    request({ routeOptions: { url: '/request-log', schema: { operationId: 'listRequests' } } }),
    reply,
  )
  await requests.close()
  expect(stored).toEqual([])
})

test('overflow and failed batches are dropped and counted, and nothing throws', async () => {
  const { requests, dropped } = open(() => Promise.reject(new Error('unreachable')))
  for (let n = 0; n < 5_003; n++) requests.add(request(), reply)
  expect(await dropped()).toBe(3)
  await requests.close()
  expect(await dropped()).toBe(5_003)
  requests.add(request({ routeOptions: undefined }), reply)
  expect(await dropped()).toBe(5_004)
})

test('batches are bounded', async () => {
  const sizes: number[] = []
  const { requests } = open(async (batch) => void sizes.push(batch.length))
  for (let n = 0; n < 1_100; n++) requests.add(request(), reply)
  await requests.close()
  expect(sizes).toEqual([500, 500, 100])
})
