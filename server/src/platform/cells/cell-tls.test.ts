import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { startHaproxy } from '../../../../dev/services/haproxy.ts'
import { choosePort } from '../../../../dev/services/ports.ts'
import { atEnd } from '../../../test/at-end.ts'
import { createCellAuthority } from '../../../test/cell-certificates.ts'
import { openLog } from '../telemetry/log.ts'
import type { CellTlsFiles } from './cell-certificates.ts'
import { openCellListener } from './cell-listener.ts'
import { forwardedByHeader, openCellRequests } from './cell-requests.ts'

const authority = createCellAuthority()
const foreignAuthority = createCellAuthority()
const log = openLog('silent')

/** Starts the listener of cell b0, which cell a0 and the router may call. */
async function startCell(tlsFiles: CellTlsFiles = authority.issue('b0')) {
  const handled: IncomingMessage[] = []
  const protocols: unknown[] = []
  const api = createServer((request, response) => {
    handled.push(request)
    protocols.push((request.socket as TLSSocket).getProtocol())
    response.setHeader('content-type', 'application/json').end('{"handled":true}')
  })
  const listener = openCellListener({ api, peerCells: ['a0'], tlsFiles, log })
  const port = await listener.listen({ host: '127.0.0.1', port: 0 })
  atEnd(listener.close)
  return { port, url: `https://127.0.0.1:${port}`, handled, protocols, listener }
}

const b0 = await startCell()
const signIn = {
  method: 'POST',
  path: '/members/signin',
  body: { username: 'x' },
  timeoutMs: 10_000,
} as const

const sendAs = (
  tlsFiles: CellTlsFiles,
  { cell = 'a0', peer = 'b0', url = b0.url, path = '/members/signin' } = {},
) => openCellRequests({ cell, peers: [], tlsFiles }).send({ cell: peer, url }, { ...signIn, path })

test('finding 16: a cell with its certificate is served', async () => {
  expect(await sendAs(authority.issue('a0'))).toMatchObject({ status: 200, body: { handled: true } })
  expect(b0.handled.at(-1)?.headers).toMatchObject({ [forwardedByHeader]: 'a0' })
  expect(b0.protocols.at(-1)).toBe('TLSv1.3')
})

test('finding 16: without a certificate, and with one of a foreign authority, nothing is handled', async () => {
  const before = b0.handled.length
  const foreign = foreignAuthority.issue('a0')
  await expect(sendAs({ ...foreign, ca: authority.ca })).rejects.toThrow()
  expect(await requestWithoutCertificate(b0.port)).not.toContain('handled')
  expect(b0.handled).toHaveLength(before)
})

test('finding 16: the certificate of another cell is refused, whatever the request claims', async () => {
  const before = b0.handled.length
  const c0 = authority.issue('c0')
  expect(await sendAs(c0)).toMatchObject({ status: 403 })
  expect(await sendAs(c0, { cell: 'c0' })).toMatchObject({ status: 403 })
  expect(await sendAs(authority.issue('a0'), { cell: 'c0' })).toMatchObject({ status: 403 })
  expect(b0.handled).toHaveLength(before)
})

test('finding 16: a wildcard certificate is no cell', async () => {
  expect(await sendAs(authority.issue('*'))).toMatchObject({ status: 403 })
  const wildcard = await startCell(authority.issue('*'))
  await expect(sendAs(authority.issue('a0'), { url: wildcard.url })).rejects.toThrow('not for b0.cells')
  expect(wildcard.handled).toEqual([])
})

test('finding 16: nothing is sent to a cell that has the certificate of another, or of a foreign authority', async () => {
  const a0 = authority.issue('a0')
  await expect(sendAs(a0, { peer: 'c0' })).rejects.toThrow('not for c0.cells.payproof.internal')
  const impostor = await startCell({ ...foreignAuthority.issue('b0'), ca: authority.ca })
  await expect(sendAs(a0, { url: impostor.url })).rejects.toThrow()
  expect(impostor.handled).toEqual([])
})

test('a cell may send only the requests that cells forward', async () => {
  const a0 = authority.issue('a0')
  for (const path of ['/users', '/members', '/members/signin/x', '/metrics'])
    expect((await sendAs(a0, { path })).status, path).toBe(404)
  expect((await sendAs(a0, { path: '/members/password-reset/initiate' })).status).toBe(200)
})

test('a resumed TLS session still identifies the caller', async () => {
  const router = authority.issue('router')
  const options = {
    port: b0.port,
    host: '127.0.0.1',
    servername: 'b0.cells.payproof.internal',
    ca: readFileSync(authority.ca),
    cert: readFileSync(router.cert),
    key: readFileSync(router.key),
  }
  const exchange = async (session?: Buffer) => {
    const socket = connect({ ...options, ...(session && { session }) })
    const tickets: Buffer[] = []
    let isReused = false
    socket.once('secureConnect', () => {
      isReused = socket.isSessionReused()
    })
    socket.on('session', (ticket) => tickets.push(ticket))
    socket.write('GET /users HTTP/1.1\r\nhost: b0\r\nconnection: close\r\n\r\n')
    const text = Buffer.concat(await socket.toArray()).toString()
    return { text, ticket: tickets.at(-1), isReused }
  }
  const first = await exchange()
  expect(first).toMatchObject({ text: expect.stringContaining('handled'), isReused: false })
  const second = await exchange(first.ticket)
  expect(second).toMatchObject({ text: expect.stringContaining('handled'), isReused: true })
})

test('plain HTTP on the port gets no reply', async () => {
  const socket = connectPlain(b0.port, '127.0.0.1')
  socket.end('GET /.well-known/jwks.json HTTP/1.1\r\nhost: b0\r\n\r\n')
  const text = Buffer.concat(await socket.toArray().catch(() => [])).toString()
  expect(text).not.toContain('handled')
})

test('a renewed certificate is used without a restart, and an unreadable one is not', async () => {
  const files = authority.issue('renewed')
  const cell = await startCell(files)
  await expect(sendAs(authority.issue('a0'), { url: cell.url })).rejects.toThrow('not for b0')
  const right = authority.issue('b0')
  writeFileSync(files.cert, 'half a fi')
  cell.listener.renewCertificates()
  await expect(sendAs(authority.issue('a0'), { url: cell.url })).rejects.toThrow('not for b0')
  writeFileSync(files.cert, readFileSync(right.cert))
  writeFileSync(files.key, readFileSync(right.key))
  cell.listener.renewCertificates()
  // The caller's files are read for each request.
  expect((await sendAs(authority.issue('a0'), { url: cell.url })).status).toBe(200)
})

test('finding 16: the router of deploy/haproxy calls a cell with its certificate, and only that cell', async () => {
  const router = authority.issue('router')
  const pem = join(authority.folder, 'router-both.pem')
  writeFileSync(pem, readFileSync(router.cert, 'utf8') + readFileSync(router.key, 'utf8'))
  const other = await startCell(authority.issue('c0'))
  const [rightPort, wrongPort] = [await choosePort(undefined), await choosePort(undefined)]
  const config = [
    'defaults\n  mode http\n  timeout connect 5s\n  timeout client 20s\n  timeout server 20s',
    frontend(rightPort, 'right'),
    frontend(wrongPort, 'wrong'),
    `backend right\n${routerServerLine(b0.port, pem)}`,
    `backend wrong\n${routerServerLine(other.port, pem)}\n`,
  ].join('\n')
  const folder = join(authority.folder, 'haproxy')
  const haproxy = await startHaproxy({ folder, config, ports: [rightPort, wrongPort] })
  atEnd(haproxy.stop)
  const before = b0.handled.length
  // A cell accepts all requests of the router.
  expect((await fetch(`http://127.0.0.1:${rightPort}/users`)).status).toBe(200)
  expect(b0.handled.slice(before).map(({ url }) => url)).toEqual(['/users'])
  expect((await fetch(`http://127.0.0.1:${wrongPort}/users`)).status).toBe(503)
  expect(other.handled).toEqual([])
})

const frontend = (port: number, backend: string) =>
  `frontend ${backend}_in\n  bind 127.0.0.1:${port}\n  default_backend ${backend}`

/** The line of router.cfg for cell b0, with the address and the files of this test. */
function routerServerLine(port: number, pem: string) {
  const config = readFileSync(new URL('../../../../deploy/haproxy/router.cfg', import.meta.url), 'utf8')
  const [line = ''] = /^ {2}server b0 .*$/m.exec(config) ?? []
  return line
    .replace(/server b0 \S+ check/, `server b0 127.0.0.1:${port}`)
    .replace('/etc/haproxy/cells-ca.pem', authority.ca)
    .replace('/etc/haproxy/router.pem', pem)
}

/** Sends a request without a certificate and returns the reply, if there is one. */
function requestWithoutCertificate(port: number) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect({
    port,
    host: '127.0.0.1',
    ca: readFileSync(authority.ca),
    servername: 'b0.cells.payproof.internal',
  })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => resolve(text)).on('close', () => resolve(text))
  socket.write('GET /.well-known/jwks.json HTTP/1.1\r\nhost: b0\r\nconnection: close\r\n\r\n')
  return promise
}
