import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { refusal } from '../../../test/features/journeys.ts'
import { createUser } from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'

// What a journey gets from elsewhere without the person leaving it: direct connections and pictures.

const sandbox = await startSandbox()
const api = await startApi({ SANDBOX_URL: sandbox.url, SANDBOX_CLOCK: 'true', OUTBOUND_LOOPBACK: 'true' })
const { acme, rival, nobody, withToken } = api

async function aTraveller(call: Call = acme, changes: object = {}) {
  const { user_id } = await createUser(call, changes)
  const { webapp_link } = (await call('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1)
  const { token, journey_id } = (await nobody('POST', '/journeys/sessions', { code })).body
  return { user_id, journeyId: journey_id as string, person: withToken(token) }
}

test('a person whom a direct provider knows is connected without signing in; a stranger is no error', async () => {
  const { identity } = await sandbox.control('GET', '/people/wilhelmina.oakapple')
  const changes = {
    forename: identity.forename,
    surname: identity.surname,
    ni_number: identity.ni_number,
    date_of_birth: `${identity.date_of_birth}T12:00:00.000Z`,
    post_codes: identity.addresses.map(({ post_code }: { post_code: string }) => post_code),
  }
  const path = '/journeys/current/direct-connections'
  const ask = async ({ user_id, person }: Awaited<ReturnType<typeof aTraveller>>) => {
    await person('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    return person('POST', path, {})
  }
  const known = await aTraveller(acme, changes)
  expect(refusal(await known.person('POST', path, {}))).toEqual([403, 'authorisation-missing'])
  const found = await ask(known)
  expect(found.status, found.text).toBe(201)
  expect(found.body.accounts).toMatchObject([
    { payroll_provider: 'sandbox-bureau', status: 'AUTHORISED', progress: 'done', submissions: 12 },
  ])
  expect((await known.person('GET', '/journeys/current')).body.accounts).toEqual(found.body.accounts)
  const stranger = await aTraveller(acme, { ...changes, ni_number: 'QQ999999D' })
  expect(await ask(stranger)).toMatchObject({ status: 201, body: { accounts: [] } })
  expect((await ask(await aTraveller(acme))).body.errors[0]).toContain('[ni_number]')
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const svg = `<?xml version="1.0"?><!-- ours --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`

const asked: string[] = []
const elsewhere = createServer((request, reply) => {
  asked.push(request.url ?? '')
  const answers: Record<string, [number, string | Buffer]> = {
    '/logo': [200, png],
    '/drawing': [200, svg],
    '/page': [200, '<!doctype html><script>alert(1)</script>'],
    '/large': [200, Buffer.concat([png, Buffer.alloc(256 * 1024)])],
  }
  const [status, body] = answers[request.url ?? ''] ?? [404, 'no']
  // Whatever is said of the type, the bytes decide.
  reply.writeHead(status, { 'content-type': 'text/html', 'set-cookie': 'a=1' }).end(body)
})
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
atEnd(async () => void elsewhere.close())
const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`

test('the client’s logo is fetched by us, once, and shown as the picture that it is', async () => {
  const { journeyId } = await aTraveller()
  const logoOf = async (client_logo: string) => {
    await acme('PATCH', '/configuration', { client_logo })
    return nobody('GET', `/j/${journeyId}/logo`)
  }
  const picture = await logoOf(`${address}/logo`)
  expect(picture.status).toBe(200)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(picture.headers['set-cookie']).toBeUndefined()
  await logoOf(`${address}/logo`)
  expect(asked.filter((path) => path === '/logo')).toHaveLength(1)
  const drawing = await logoOf(`${address}/drawing`)
  expect(drawing.headers['content-type']).toBe('image/svg+xml')
  // Opened by itself it runs nothing.
  expect(drawing.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
  expect((await logoOf(`data:image/png;base64,${png.toString('base64')}`)).headers['content-type']).toBe(
    'image/png',
  )
  expect((await logoOf(`data:image/svg+xml,${encodeURIComponent(svg)}`)).headers['content-type']).toBe(
    'image/svg+xml',
  )
  const none = ['/page', '/large', '/missing'].map((path) => address + path)
  const wrong = ['data:text/html,<script>', 'data:image/png;base64,AAAA', 'logo']
  for (const logo of [...none, ...wrong]) expect((await logoOf(logo)).status, logo).toBe(404)
  const other = await aTraveller(rival)
  expect((await nobody('GET', `/j/${other.journeyId}/logo`)).status).toBe(404)
})

test('a client sees a logo before it is set, or learns that there is none', async () => {
  const ask = async (logo: string) =>
    (await acme('GET', `/configuration/logo?client_logo=${encodeURIComponent(logo)}`)).body
  const before = (await acme('GET', '/configuration')).body.client_logo
  const picture = `data:image/png;base64,${png.toString('base64')}`
  expect(await ask(`${address}/logo`)).toEqual({ picture })
  expect(await ask(picture)).toEqual({ picture })
  for (const path of ['/page', '/missing']) expect(await ask(address + path), path).toEqual({ picture: null })
  expect((await acme('GET', '/configuration')).body.client_logo).toBe(before)
})

test('providers and employers of the catalogue have their pictures here; nobody else has', async () => {
  for (const id of ['sandbox-payroll', 'brindlewick']) {
    const reply = await nobody('GET', `/journeys/logos/${id}`)
    expect(reply.status, id).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    })
  }
  expect((await nobody('GET', '/journeys/logos/nobody')).status).toBe(404)
})
