import type { LoggedRequest } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { addressOf, bodySkeleton, canReplay, curlOf } from './curl.ts'

const request = (changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  request_id: 'req_1',
  at: '2026-11-18T12:00:00.000Z',
  method: 'GET',
  route: '/users',
  path: '/users',
  operation_id: 'listUsers',
  status: 200,
  duration_ms: 4,
  actor_kind: 'api_key',
  actor_id: '0192f0c4-7b1e-7c3a-8f55-2f6f0e8f9a10',
  error_code: null,
  query: [],
  body_fields: [],
  error_fields: [],
  ...changes,
})

test('values that the log leaves out are not in the address', () => {
  const query = [
    { name: 'limit', value: '20' },
    { name: 'search', value: null },
  ]
  expect(addressOf(request({ query }))).toBe('/users?limit=20')
})

test('a GET is a curl command with a placeholder for the key', () => {
  expect(curlOf(request(), 'https://api.example')).toBe(
    `curl 'https://api.example/users' \\\n  -H "X-API-KEY: $PAYPROOF_API_KEY"`,
  )
})

test('a body has the logged fields and placeholders', () => {
  const posted = request({ method: 'POST', body_fields: ['forename', 'address', 'address.city'] })
  expect(bodySkeleton(posted.body_fields)).toEqual({ forename: '…', address: { city: '…' } })
  expect(curlOf(posted, "https://it's.example")).toBe(
    [
      `curl -X POST 'https://it'\\''s.example/users'`,
      `-H "X-API-KEY: $PAYPROOF_API_KEY"`,
      `-H 'Content-Type: application/json'`,
      `-d '{"forename":"…","address":{"city":"…"}}'`,
    ].join(' \\\n  '),
  )
})

test('only complete GETs are sent again', () => {
  expect(canReplay(request())).toBe(true)
  expect(canReplay(request({ path: '/users/{user_id}' }))).toBe(false)
  expect(canReplay(request({ method: 'POST' }))).toBe(false)
})
