import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { refusal } from '../../../test/features/journeys.ts'
import { createUser } from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'

const sandbox = await startSandbox()
const api = await startApi({ SANDBOX_URL: sandbox.url, SANDBOX_CLOCK: 'true', OUTBOUND_LOOPBACK: 'true' })
const { acme, rival, anonymous, withToken } = api

async function startJourney(call: Call = acme, changes: object = {}) {
  const { user_id } = await createUser(call, changes)
  const { webapp_link } = (await call('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1)
  const { token, journey_id } = (await anonymous('POST', '/journeys/sessions', { code })).body
  return { user_id, journeyId: journey_id as string, person: withToken(token) }
}

test('connects a user known to a direct provider without a login, and returns no accounts for others', async () => {
  const { identity } = await sandbox.control('GET', '/people/wilhelmina.oakapple')
  const changes = {
    forename: identity.forename,
    surname: identity.surname,
    ni_number: identity.ni_number,
    date_of_birth: `${identity.date_of_birth}T12:00:00.000Z`,
    post_codes: identity.addresses.map(({ post_code }: { post_code: string }) => post_code),
  }
  const path = '/journeys/current/direct-connections'
  const send = async ({ user_id, person }: Awaited<ReturnType<typeof startJourney>>) => {
    await person('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    return person('POST', path, {})
  }
  const knownUser = await startJourney(acme, changes)
  expect(refusal(await knownUser.person('POST', path, {}))).toEqual([403, 'authorisation-missing'])
  const connection = await send(knownUser)
  expect(connection.status, connection.text).toBe(201)
  expect(connection.body.accounts).toMatchObject([
    { payroll_provider: 'sandbox-bureau', status: 'AUTHORISED', progress: 'done', submissions: 12 },
  ])
  expect((await knownUser.person('GET', '/journeys/current')).body.accounts).toEqual(connection.body.accounts)
  const stranger = await startJourney(acme, { ...changes, ni_number: 'QQ999999D' })
  expect(await send(stranger)).toMatchObject({ status: 201, body: { accounts: [] } })
  expect((await send(await startJourney(acme))).body.errors[0]).toContain('[ni_number]')
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const svg = `<?xml version="1.0"?><!-- ours --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`

const requestedPaths: string[] = []
const logoHost = createServer((request, reply) => {
  requestedPaths.push(request.url ?? '')
  const answers: Record<string, [number, string | Buffer]> = {
    '/logo': [200, png],
    '/drawing': [200, svg],
    '/page': [200, '<!doctype html><script>alert(1)</script>'],
    '/large': [200, Buffer.concat([png, Buffer.alloc(256 * 1024)])],
  }
  const [status, body] = answers[request.url ?? ''] ?? [404, 'no']
  // The declared content type must be ignored.
  reply.writeHead(status, { 'content-type': 'text/html', 'set-cookie': 'a=1' }).end(body)
})
await new Promise<void>((resolve) => logoHost.listen(0, '127.0.0.1', resolve))
atEnd(async () => void logoHost.close())
const address = `http://127.0.0.1:${(logoHost.address() as AddressInfo).port}`

test('fetches the client’s logo once and serves it with the type detected from its bytes', async () => {
  const { journeyId } = await startJourney()
  const logoOf = async (client_logo: string) => {
    await acme('PATCH', '/configuration', { client_logo })
    return anonymous('GET', `/j/${journeyId}/logo`)
  }
  const picture = await logoOf(`${address}/logo`)
  expect(picture.status).toBe(200)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(picture.headers['set-cookie']).toBeUndefined()
  await logoOf(`${address}/logo`)
  expect(requestedPaths.filter((path) => path === '/logo')).toHaveLength(1)
  const drawing = await logoOf(`${address}/drawing`)
  expect(drawing.headers['content-type']).toBe('image/svg+xml')
  // If the image is opened as a document, it must not run scripts.
  expect(drawing.headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox; style-src 'unsafe-inline'",
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
  const other = await startJourney(rival)
  expect((await anonymous('GET', `/j/${other.journeyId}/logo`)).status).toBe(404)
})

test('previews a logo, or returns null if it cannot be loaded', async () => {
  const send = async (logo: string) =>
    (await acme('GET', `/configuration/logo?client_logo=${encodeURIComponent(logo)}`)).body
  const before = (await acme('GET', '/configuration')).body.client_logo
  const picture = `data:image/png;base64,${png.toString('base64')}`
  expect(await send(`${address}/logo`)).toEqual({ picture })
  expect(await send(picture)).toEqual({ picture })
  for (const path of ['/page', '/missing'])
    expect(await send(address + path), path).toEqual({ picture: null })
  expect((await acme('GET', '/configuration')).body.client_logo).toBe(before)
})

test('serves the logos of catalogue providers and employers, and 404 for others', async () => {
  for (const id of ['sandbox-payroll', 'brindlewick']) {
    const reply = await anonymous('GET', `/journeys/logos/${id}`)
    expect(reply.status, id).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    })
  }
  expect((await anonymous('GET', '/journeys/logos/nobody')).status).toBe(404)
})
