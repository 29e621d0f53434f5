import { rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startBalancer } from '../dev/services/balancer.ts'
import { makeTestFolder } from '../dev/services/test-folder.ts'

const folder = makeTestFolder()
const pending: ServerResponse[] = []
const stub = { isHolding: false, requestCount: 0 }
const api = createServer((request, response) => {
  if (request.url === '/readyz') return response.end()
  stub.requestCount++
  if (request.headers['x-api-key']?.toString().startsWith('made-up')) response.statusCode = 401
  if (stub.isHolding && request.url === '/slow') pending.push(response)
  else response.end('answer')
})
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
const balancer = await startBalancer({
  folder: join(folder, 'haproxy'),
  apis: [`127.0.0.1:${(api.address() as AddressInfo).port}`],
})
afterAll(async () => {
  await balancer.stop()
  api.close().closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

const send = (key: string, path = '/users', method = 'GET') =>
  fetch(balancer.url + path, { method, headers: { 'x-api-key': key } })

test('at capacity, a caller with many requests in flight gets 503 with Retry-After; other callers are served', async () => {
  for (const key of ['greedy', 'quiet']) {
    await expect.poll(async () => (await send(key)).status).toBe(200)
  }
  stub.isHolding = true
  const holding = Array.from({ length: 64 }, () => send('greedy', '/slow'))
  await expect.poll(() => pending.length).toBe(64)

  const before = stub.requestCount
  const refused = await send('greedy')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('x-svc-error-code')).toBe('unavailable')
  expect(await refused.json()).toEqual({ errors: ['The service is busy. Please try again.'] })
  expect(stub.requestCount).toBe(before)

  expect((await send('quiet')).status).toBe(200)
  // POST /accounts waits idly for a task, so it is exempt from the limit and not counted.
  expect((await send('greedy', '/accounts', 'POST')).status).toBe(200)

  // Requests with unknown API keys are counted by IP address, so a caller with a new key per request is still one
  // caller.
  const withUnknownKeys = Array.from({ length: 8 }, (_, n) => send(`made-up ${n}`, '/slow'))
  await expect.poll(() => pending.length).toBe(72)
  expect((await send('made-up 9')).status).toBe(503)

  for (const response of pending.splice(0)) response.end('answer')
  expect((await Promise.all(holding)).map(({ status }) => status)).toEqual(Array(64).fill(200))
  await Promise.all(withUnknownKeys)
  await expect.poll(async () => (await send('greedy')).status).toBe(200)
})
