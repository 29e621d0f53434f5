import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Balancer, startBalancer } from '../dev/services/balancer.ts'
import { makeTestFolder } from '../dev/services/test-folder.ts'

const folder = makeTestFolder()

/** Creates a self-signed certificate. Returns the file with certificate and key, as HAProxy reads it. */
function makeCertificate(into: string) {
  const key = join(into, 'key.pem')
  const certificate = join(into, 'certificate.pem')
  const both = join(into, 'both.pem')
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost'
  execFileSync('openssl', options.split(' ').concat('-keyout', key, '-out', certificate), { stdio: 'ignore' })
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return both
}

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts a stub API process; the test sets whether it is ready and whether it drops connections instead of
 * responding.
 */
async function startApi() {
  const api = { isReady: true, hangsUp: false, requests: [] as IncomingMessage[], address: '' }
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return response.writeHead(api.isReady ? 200 : 503).end()
    api.requests.push(request)
    if (api.hangsUp) request.socket.destroy()
    else response.end(api.address)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  api.address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return api
}

const apis = [await startApi(), await startApi()] as const
const balancer: Balancer = await startBalancer({
  folder: join(folder, 'haproxy'),
  apis: apis.map(({ address }) => address),
})
closing.push(balancer.stop)

/**
 * Sends a request on a new connection. On a kept-alive connection, HAProxy would pass the disconnect on and leave the
 * retry to the client.
 */
async function send(method: string, headers: Record<string, string> = {}, path = '/users') {
  const sent = request(balancer.url + path, { method, headers, agent: false, timeout: 20_000 })
  sent.end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await reply.toArray()).toString()
  return { status: reply.statusCode, headers: reply.headers, text }
}

const arrived = () => apis.flatMap(({ requests }) => requests).length

/** Repeats the request until `leastconn`, which alternates between idle servers, picks the broken process. */
async function sendToBroken(method: string, headers: Record<string, string>) {
  const [broken] = apis
  const before = broken.requests.length
  for (let n = 0; n < 10; n++) {
    const arrivedBefore = arrived()
    const { status } = await send(method, headers)
    if (broken.requests.length > before) return { status, attempts: arrived() - arrivedBefore }
  }
  throw new Error('no request reached the broken process')
}

test('retries a broken request on another process only if it is idempotent', async () => {
  const key = { 'idempotency-key': 'k1' }
  apis[0].hangsUp = true
  expect(await sendToBroken('GET', {})).toEqual({ status: 200, attempts: 2 })
  expect(await sendToBroken('POST', key)).toEqual({ status: 200, attempts: 2 })
  expect(await sendToBroken('PUT', key)).toEqual({ status: 200, attempts: 2 })
  for (const [method, headers] of [
    ['POST', {}],
    ['PUT', {}],
    ['PATCH', key],
    ['DELETE', key],
  ] as const) {
    expect(await sendToBroken(method, headers), method).toEqual({ status: 502, attempts: 1 })
  }
  apis[0].hangsUp = false
})

test('replaces forwarding headers sent by the client', async () => {
  const forged = {
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'elsewhere',
    forwarded: 'for=192.0.2.1',
  }
  const before = arrived()
  await send('GET', { ...forged, 'x-forwarded-proto': 'https' })
  expect(arrived()).toBe(before + 1)
  const [seen] = apis
    .map(({ requests }) => requests.at(-1))
    .filter((request) => request?.headers['x-forwarded-for'])
  expect(seen?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
  for (const { requests } of apis)
    for (const { headers } of requests) expect(headers).not.toHaveProperty('forwarded')
})

test('hides probes and metrics from the internet', async () => {
  expect((await send('GET', {}, '/readyz')).status).toBe(404)
  expect((await send('GET', {}, '/metrics')).status).toBe(404)
})

test('finding 22: with TLS, browsers stay with HTTPS, also after an error of the load balancer', async () => {
  const certificate = makeCertificate(folder)
  const secure = await startBalancer({ folder: join(folder, 'tls'), apis: [apis[0].address], certificate })
  closing.push(secure.stop)
  for (const path of ['/users', '/metrics']) {
    const sent = tlsRequest(secure.url + path, { agent: false, rejectUnauthorized: false })
    sent.end()
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    expect(reply.headers['strict-transport-security'], path).toBe('max-age=63072000; includeSubDomains')
    reply.resume()
  }
})

test('sends no new requests to a process that is stopping, and answers 503 in the API error format without any', async () => {
  const [stopping, staying] = apis
  stopping.isReady = false
  const answeredBy = async () => (await send('GET')).text
  const respondersOfFour = async () => new Set(await Promise.all(Array.from({ length: 4 }, answeredBy)))
  await expect.poll(respondersOfFour).toEqual(new Set([staying.address]))
  staying.isReady = false
  await expect.poll(async () => (await send('GET')).status).toBe(503)
  const refused = await send('POST')
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.headers['x-content-type-options']).toBe('nosniff')
  expect(refused.headers).not.toHaveProperty('strict-transport-security')
  expect(JSON.parse(refused.text)).toEqual({ errors: ['The service is not available'] })
  stopping.isReady = true
  await expect.poll(answeredBy).toBe(stopping.address)
})
