import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { updateRouter } from '../../server/src/admin/cells/routes.ts'
import { startRouter } from './router.ts'
import { makeTestFolder } from './test-folder.ts'

/** Starts a stub cell that responds with its name. */
async function startCell(name: string) {
  const server = createServer((_request, reply) => reply.end(name))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const router = await startRouter({
  folder: makeTestFolder(),
  cells: { a0: await startCell('a0'), b0: await startCell('b0') },
})
afterAll(router.stop)

type Request = { path: string; headers?: Record<string, string>; body?: object }

async function cellOf({ path, headers = {}, body }: Request) {
  const reply = await fetch(router.url + path, {
    headers: { ...headers, connection: 'close', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return reply.text()
}

const client = '1f2e3d4c'
const secret = 'x'.repeat(33)
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Returns one request for every way in which a request can identify its cell. */
const requests = (cell: string): Record<string, Request> => {
  const code = `${cell}${client}${secret}`
  const letters = Buffer.from(cell).toString('hex')
  const claims = encoded({ cell, client_id: `${client}-0000-4000-8000-000000000000` })
  return {
    'API key': { path: '/users', headers: { 'x-api-key': `svc_sbx_${cell}AbCdEf_${'s'.repeat(49)}` } },
    token: {
      path: '/users',
      headers: { authorization: `Bearer ${encoded({ alg: 'EdDSA' })}.${claims}.c2ln` },
    },
    link: { path: `/r/${code}` },
    'stop link of a reminder': { path: `/reminders/${code}` },
    'stop link of a mail program': { path: `/reminders/${code}`, body: { 'List-Unsubscribe': 'One-Click' } },
    'shared report': { path: `/shared-reports/${code}` },
    page: { path: `/j/11111111-2222-4333-8444-${letters}${client}/done` },
    'page itself': { path: `/j/11111111-2222-4333-8444-${letters}${client}` },
    ticket: { path: `/oauth2/start?ticket=${code}` },
    state: { path: `/oauth2/callback?code=abc&state=${code}` },
    invitation: { path: `/members/invitations/${code}/accept`, body: { name: 'Olive' } },
    session: {
      path: '/members/mfa/validate',
      body: { username: 'o@a.example', session: code, mfa_code: '1' },
    },
    reset: { path: '/members/password-reset/confirm', body: { code, password: 'p' } },
    journey: { path: '/journeys/sessions', body: { code } },
  }
}

async function cellsOf(named: Record<string, Request>) {
  const cells = await Promise.all(
    Object.entries(named).map(async ([name, request]) => [name, await cellOf(request)]),
  )
  return Object.fromEntries(cells)
}

const all = (cell: string) => Object.fromEntries(Object.keys(requests(cell)).map((name) => [name, cell]))

test('routes a request by the cell in its key, token, code or path; others go to the first cell', async () => {
  expect(await cellsOf(requests('a0'))).toEqual(all('a0'))
  expect(await cellsOf(requests('b0'))).toEqual(all('b0'))
  const plain = { path: '/docs/' }
  const wrong = { path: '/users', headers: { 'x-api-key': 'nonsense', authorization: 'Bearer nonsense' } }
  const strange = { path: '/users', headers: { 'x-api-key': 'svc_sbx_zzAbCdEf_secret' } }
  expect(await cellsOf({ plain, wrong, strange })).toEqual({ plain: 'a0', wrong: 'a0', strange: 'a0' })
})

test('hides metrics and probes from the internet', async () => {
  expect((await fetch(`${router.url}/metrics`)).status).toBe(404)
  expect((await fetch(`${router.url}/readyz`)).status).toBe(404)
})

test('routes old keys and codes of a moved client to its new cell, and back again', async () => {
  const routes = (cell: string) => [
    { key: `client/${client}`, cell },
    { key: 'key/a0AbCdEf', cell },
  ]
  await updateRouter(router.admin, router.map, routes('b0'))
  expect(await cellsOf(requests('a0'))).toEqual(all('b0'))
  await updateRouter(router.admin, router.map, routes('a0'))
  expect(await cellsOf(requests('a0'))).toEqual(all('a0'))
  await expect(updateRouter(router.admin, '/no/such.map', routes('b0'))).rejects.toThrow(/rejected a route/)
})
