import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openLog } from '../telemetry/log.ts'
import { openMetrics } from '../telemetry/metrics.ts'
import { openAdmission } from './admission.ts'

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

/** Admission control with two slots in front of a handler that replies on finish(). The database pool is fully in use. */
async function startGuardedServer({ maxWaitMs = 60_000, proxies = 0 } = {}) {
  const pool = { load: 2 }
  const metrics = openMetrics()
  const admission = openAdmission({
    maxConcurrent: 2,
    maxWaitMs,
    trustProxy: (_, hop) => hop < proxies,
    metrics,
    log: openLog('silent'),
    databaseLoad: () => pool.load,
    isDraining: () => false,
    newRequestId: () => 'req_test',
    isHttps: false,
  })
  admission.setRoutes({ highPriority: /^DELETE \/users\/[^/?]+$/, lists: /^GET \/users$/ })
  const admitted: { path: string; response: ServerResponse }[] = []
  const server = createServer(
    admission.guard((request, response) => {
      if (request.url === '/livez') response.end('alive')
      else admitted.push({ path: `${request.url}`, response })
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    admission.close()
    server.close().closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const paths = () => admitted.map(({ path }) => path)
  const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { method, headers: { connection: 'close', ...headers } })
  return {
    admission,
    pool,
    metrics,
    paths,
    send,
    url,
    /** Sends a request and resolves as soon as it is admitted or queued, without waiting for its reply. */
    async arrive(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const arrivedCount = () => admitted.length + admission.queuedCount()
      const before = arrivedCount()
      const reply = send(path, headers, method)
      reply.catch(() => {})
      await expect.poll(arrivedCount).toBe(before + 1)
      return { reply }
    },
    finish(path: string) {
      admitted.find((one) => one.path === path)?.response.end('done')
    },
  }
}

test('queues nothing while the database pool has capacity, however many requests are in flight', async () => {
  const { arrive, pool, paths, admission } = await startGuardedServer()
  pool.load = 1
  for (const path of ['/1', '/2', '/3', '/4', '/5']) await arrive(path)
  expect(admission.queuedCount()).toBe(0)
  expect(paths()).toHaveLength(5)
})

test('queues requests when full and dequeues the client with fewer requests first', async () => {
  const { admission, arrive, paths, finish, send } = await startGuardedServer()
  const [greedy, quiet] = [{ 'x-api-key': 'greedy' }, { authorization: 'Bearer quiet' }]
  admission.rememberCredential(greedy, 'client-1')
  admission.rememberCredential(quiet, 'client-2')
  const replies = []
  for (const path of ['/g1', '/g2', '/g3', '/g4']) replies.push((await arrive(path, greedy)).reply)
  replies.push((await arrive('/q1', quiet)).reply)
  expect(paths()).toEqual(['/g1', '/g2'])
  expect(admission.queuedCount()).toBe(3)
  expect((await send('/livez')).status).toBe(200)
  finish('/g1')
  await expect.poll(paths).toEqual(['/g1', '/g2', '/q1'])
  for (const path of ['/q1', '/g2', '/g3', '/g4']) {
    await expect.poll(paths).toContain(path)
    finish(path)
  }
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('groups unverified credentials by address', async () => {
  const { arrive, paths, finish } = await startGuardedServer({ proxies: 1 })
  const from = (address: string, key: string) => ({
    'x-api-key': key,
    'x-forwarded-for': `made-up, ${address}`,
  })
  for (const path of ['/a1', '/a2', '/a3', '/a4']) await arrive(path, from('192.0.2.1', path))
  await arrive('/b1', from('192.0.2.2', 'b'))
  finish('/a1')
  await expect.poll(paths).toEqual(['/a1', '/a2', '/b1'])
})

test('dequeues high-priority routes first', async () => {
  const { arrive, paths, finish } = await startGuardedServer()
  for (const path of ['/1', '/2', '/3', '/4']) await arrive(path)
  await arrive('/users/5', {}, 'DELETE')
  finish('/1')
  await expect.poll(paths).toEqual(['/1', '/2', '/users/5'])
})

test('sheds a request that waited too long with 503 and Retry-After', async () => {
  const { arrive, paths, send, metrics } = await startGuardedServer({ maxWaitMs: 50 })
  for (const path of ['/1', '/2']) await arrive(path)
  const reply = await send('/3')
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(reply.headers.get('x-svc-error-code')).toBe('unavailable')
  expect(reply.headers.get('x-request-id')).toBe('req_test')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await reply.json()).toEqual({ errors: [expect.stringContaining('Please try again')] })
  expect(paths()).toEqual(['/1', '/2'])
  const text = await metrics.text()
  expect(text).toContain('payproof_http_refused_total 1')
  expect(text).toMatch(/payproof_http_request_seconds_count\{operation="refused",status="503"\} 1/)
})

test('removes a request from the queue when its client disconnects', async () => {
  const { arrive, paths, finish, send, admission, url } = await startGuardedServer()
  for (const path of ['/1', '/2']) await arrive(path)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /3 HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(admission.queuedCount).toBe(1)
  socket.destroy()
  await expect.poll(admission.queuedCount).toBe(0)
  finish('/1')
  expect((await send('/livez')).status).toBe(200)
  expect(paths()).toEqual(['/1', '/2'])
})
