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

/** A door with two places in front of a handler that answers when the test says so. The database is busy with all it has. */
async function openDoor({ waitMs = 60_000, trustProxy = false } = {}) {
  const busy = { load: 2 }
  const metrics = openMetrics()
  const admission = openAdmission({
    atOnce: 2,
    waitMs,
    trustProxy,
    metrics,
    log: openLog('silent'),
    databaseLoad: () => busy.load,
    isDraining: () => false,
    newRequestId: () => 'req_test',
  })
  admission.heed({ vital: /^DELETE \/users\/[^/?]+$/, lists: /^GET \/users$/ })
  const inside: { path: string; response: ServerResponse }[] = []
  const server = createServer(
    admission.guard((request, response) => {
      if (request.url === '/livez') response.end('alive')
      else inside.push({ path: `${request.url}`, response })
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    admission.close()
    server.close().closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const paths = () => inside.map(({ path }) => path)
  const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { method, headers: { connection: 'close', ...headers } })
  return {
    admission,
    busy,
    metrics,
    paths,
    send,
    url,
    /** Sends, and resolves when it is inside or in line; its reply comes later. */
    async arrive(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const here = () => inside.length + admission.waiting()
      const before = here()
      const reply = send(path, headers, method)
      reply.catch(() => {})
      await expect.poll(here, { timeout: 20_000 }).toBe(before + 1)
      return { reply }
    },
    finish(path: string) {
      inside.find((one) => one.path === path)?.response.end('done')
    },
  }
}

const soon = { timeout: 20_000 }

test('nobody waits while there is room, nor while those inside wait for something else than the database', async () => {
  const { arrive, busy, paths, admission } = await openDoor()
  busy.load = 1
  for (const path of ['/1', '/2', '/3', '/4', '/5']) await arrive(path)
  expect(admission.waiting()).toBe(0)
  expect(paths()).toHaveLength(5)
})

test('who finds it full waits, and a client that asks for little is next', async () => {
  const { admission, arrive, paths, finish, send } = await openDoor()
  const [greedy, quiet] = [{ 'x-api-key': 'greedy' }, { authorization: 'Bearer quiet' }]
  admission.remember(greedy, 'client-1')
  admission.remember(quiet, 'client-2')
  const replies = []
  for (const path of ['/g1', '/g2', '/g3', '/g4']) replies.push((await arrive(path, greedy)).reply)
  replies.push((await arrive('/q1', quiet)).reply)
  expect(paths()).toEqual(['/g1', '/g2'])
  expect(admission.waiting()).toBe(3)
  expect((await send('/livez')).status).toBe(200)
  finish('/g1')
  await expect.poll(paths, soon).toEqual(['/g1', '/g2', '/q1'])
  for (const path of ['/q1', '/g2', '/g3', '/g4']) {
    await expect.poll(paths, soon).toContain(path)
    finish(path)
  }
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('credentials that never were good are all one, by the address they come from', async () => {
  const { arrive, paths, finish } = await openDoor({ trustProxy: true })
  const from = (address: string, key: string) => ({
    'x-api-key': key,
    'x-forwarded-for': `made-up, ${address}`,
  })
  for (const path of ['/a1', '/a2', '/a3', '/a4']) await arrive(path, from('192.0.2.1', path))
  await arrive('/b1', from('192.0.2.2', 'b'))
  finish('/a1')
  await expect.poll(paths, soon).toEqual(['/a1', '/a2', '/b1'])
})

test('what is vital goes first', async () => {
  const { arrive, paths, finish } = await openDoor()
  for (const path of ['/1', '/2', '/3', '/4']) await arrive(path)
  await arrive('/users/5', {}, 'DELETE')
  finish('/1')
  await expect.poll(paths, soon).toEqual(['/1', '/2', '/users/5'])
})

test('who has waited long enough is refused in the usual form, and told when to come back', async () => {
  const { arrive, paths, send, metrics } = await openDoor({ waitMs: 50 })
  for (const path of ['/1', '/2']) await arrive(path)
  const reply = await send('/3')
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(reply.headers.get('x-svc-error-code')).toBe('unavailable')
  expect(reply.headers.get('x-request-id')).toBe('req_test')
  expect(await reply.json()).toEqual({ errors: [expect.stringContaining('Please try again')] })
  expect(paths()).toEqual(['/1', '/2'])
  const figures = await metrics.text()
  expect(figures).toContain('payproof_http_refused_total 1')
  expect(figures).toMatch(/payproof_http_request_seconds_count\{operation="refused",status="503"\} 1/)
})

test('who hangs up while waiting is forgotten', async () => {
  const { arrive, paths, finish, send, admission, url } = await openDoor()
  for (const path of ['/1', '/2']) await arrive(path)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /3 HTTP/1.1\r\nhost: door\r\n\r\n')
  await expect.poll(admission.waiting, soon).toBe(1)
  socket.destroy()
  await expect.poll(admission.waiting, soon).toBe(0)
  finish('/1')
  expect((await send('/livez')).status).toBe(200)
  expect(paths()).toEqual(['/1', '/2'])
})
