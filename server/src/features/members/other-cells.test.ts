import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { cellTlsSettings, createCellAuthority } from '../../../test/cell-certificates.ts'
import { startTeam } from '../../../test/team.ts'
import { forwardedByHeader, openCellRequests } from '../../platform/cells/cell-requests.ts'
import { openOtherCells } from './other-cells.ts'

const credentials = { username: 'olive@elsewhere.example', password: 'correct horse battery staple' }

/** Starts a fake cell that sends the same reply to every request and records the requests. */
async function startCell(status: number, body: object) {
  const requests: { url: string; body: object; from: unknown; by: unknown }[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { 'x-forwarded-for': from, [forwardedByHeader]: by } = request.headers
    requests.push({
      url: request.url ?? '',
      body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
      from,
      by,
    })
    reply.writeHead(status, { 'x-svc-error-code': 'some-code' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const unreachable = 'http://127.0.0.1:9'
const wrong = await startCell(401, { errors: ['The username or password is wrong'] })
const right = await startCell(202, { session: 'b0' })
const blocked = await startCell(429, { errors: ['Too many failed sign-ins'] })
const signInAt = (...addresses: string[]) =>
  openOtherCells(
    openCellRequests({
      cell: 'a0',
      peers: addresses.map((url, n) => ({ cell: `b${n}`, url })),
      tlsFiles: undefined,
    }),
  ).signIn({ address: '10.1.2.3', userAgent: null }, credentials)

test('tries the cells in turn until one knows the member', async () => {
  const right = await startCell(202, { session: 'b0' })
  expect(await signInAt()).toBeUndefined()
  expect(await signInAt(wrong.url)).toBeUndefined()
  expect(await signInAt(wrong.url, right.url)).toEqual({ session: 'b0', method: 'email' })
  expect(right.requests).toEqual([{ url: '/members/signin', body: credentials, from: '10.1.2.3', by: 'a0' }])
  await expect(signInAt(blocked.url)).rejects.toMatchObject({ status: 429, code: 'some-code' })
})

test('replies 503 if no cell accepts the password and one does not respond', async () => {
  await expect(signInAt(unreachable, wrong.url)).rejects.toMatchObject({ status: 503 })
  expect(await signInAt(unreachable, right.url)).toEqual({ session: 'b0', method: 'email' })
})

test('publishes the keys of all cells once each', async () => {
  const key = { kty: 'OKP', crv: 'Ed25519', x: 'abc', kid: 'of b0', alg: 'EdDSA', use: 'sig' }
  const other = await startCell(200, { keys: [key] })
  const { api } = await startTeam({ OTHER_CELLS: `b0=${other.url},c0=${unreachable}` })
  const kids = async (headers = {}) => {
    const { body } = await api.anonymous('GET', '/.well-known/jwks.json', undefined, headers)
    return body.keys.map(({ kid }: { kid: string }) => kid)
  }
  const own = await kids({ [forwardedByHeader]: 'b0' })
  expect(own).toHaveLength(2)
  expect(await kids()).toEqual([...own, 'of b0'])
})

test('forwards the sign-in of an unknown member to the cell that knows them, without counting a failure', async () => {
  const { attempt } = await startTeam({ OTHER_CELLS: `b0=${right.url}` })
  const from = { 'x-forwarded-for': '10.9.8.7' }
  for (let times = 0; times < 7; times++) {
    const reply = await attempt(credentials.username, credentials.password, from)
    expect(reply).toMatchObject({ status: 202, body: { session: 'b0' } })
  }
  expect(right.requests.at(-1)).toMatchObject({ from: '10.9.8.7' })
  const requestCount = right.requests.length
  const forwarded = { ...from, [forwardedByHeader]: 'c0' }
  expect(await attempt(credentials.username, credentials.password, forwarded)).toMatchObject({ status: 401 })
  expect(right.requests).toHaveLength(requestCount)
})

test('finding 16: with certificates, forwarded sign-ins need one, and the address that the cell names counts', async () => {
  const authority = createCellAuthority()
  const { api, attempt } = await startTeam({
    ...cellTlsSettings(authority.issue('a0')),
    OTHER_CELLS: `b0=${right.url}`,
    TRUST_PROXY: 'false',
  })
  const port = await api.cellListener?.listen({ host: '127.0.0.1', port: 0 })
  const peer = { cell: 'a0', url: `https://127.0.0.1:${port}` }
  const b0 = openCellRequests({ cell: 'b0', peers: [peer], tlsFiles: authority.issue('b0') })
  const owner = { username: 'owner@acme.example', password: api.world.clients.acme.ownerPassword }
  const from = { address: '10.44.0.1', userAgent: null }
  const reply = await openOtherCells(b0).signIn<object>(from, owner)
  expect(reply).toBeDefined()

  // An unknown member is not forwarded again, and the failure counts for the address that b0 named.
  const requestCount = right.requests.length
  const wrong = () => openOtherCells(b0).signIn(from, { ...credentials, username: 'nora@elsewhere.example' })
  for (let times = 0; times < 5; times++) expect(await wrong()).toBeUndefined()
  await expect(wrong()).rejects.toMatchObject({ status: 429 })
  expect(right.requests).toHaveLength(requestCount)

  // On the public listener the header is ignored: the sign-in is forwarded, here to a cell without TLS.
  const claimed = { 'x-forwarded-for': '10.44.0.2', [forwardedByHeader]: 'b0' }
  expect(await attempt(credentials.username, credentials.password, claimed)).toMatchObject({ status: 503 })
})
