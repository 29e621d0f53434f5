import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { createUser } from '../../../test/people.ts'

const { acme, rival, server, world } = await startApi({}, 'api')
const page = 'https://apply.acme.example'
const uploads = '/documents/bank-statements/presigned-urls'

const preflight = (url: string, method: string, headers = {}) =>
  server.inject({
    method: 'OPTIONS',
    url,
    headers: { origin: page, 'access-control-request-method': method, ...headers },
  })

async function callFrom(origin: string, client: typeof acme) {
  const { user_id: userId } = await createUser(client)
  const { body } = await client('POST', '/user-tokens', { user_id: userId })
  return server.inject({
    url: `/accounts?user_id=${userId}`,
    headers: { origin, authorization: `Bearer ${body.token}` },
  })
}

test('a page of a registered origin may read replies to a user token, other pages may not', async () => {
  await acme('PATCH', '/configuration', { frame_origins: [page] })
  const allowed = await callFrom(page, acme)
  expect(allowed.statusCode).toBe(200)
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-expose-headers': expect.stringContaining('X-Svc-Error-Code'),
    vary: expect.stringContaining('Origin'),
  })
  for (const reply of [await callFrom('https://evil.example', acme), await callFrom(page, rival)]) {
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
  }
})

test('a request with an API key never gets the header', async () => {
  await acme('PATCH', '/configuration', { frame_origins: [page] })
  const reply = await server.inject({
    url: '/users',
    headers: { origin: page, 'x-api-key': world.clients.acme.apiKey },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
})

test('answers preflight requests for the operations that accept a user token, and no others', async () => {
  const allowed = await preflight('/accounts/4f1e2c52-6a0f-4c7e-9a57-0d8f7f9f9b10', 'GET')
  expect(allowed.statusCode).toBe(204)
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-methods': expect.stringContaining('GET'),
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  })
  expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials')
  for (const url of ['/users', '/webhooks', '/nowhere', '/'])
    expect([url, (await preflight(url, 'GET')).statusCode]).toEqual([url, 404])
  expect((await server.inject({ method: 'OPTIONS', url: uploads })).statusCode).toBe(404)
})

test('GET / names the service, its version and where to read on', async () => {
  const reply = await server.inject('/')
  expect(reply.statusCode).toBe(200)
  const { name, version, environment, links } = reply.json()
  expect([name, environment]).toEqual(['Payproof', 'sandbox'])
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  // The other pages are built by `npm run build` and tested in docs/site.
  expect(new URL(links.reference).pathname).toBe('/docs/reference/')
  expect((await server.inject(new URL(links.openapi).pathname)).json().info['x-payproof-version']).toBe(
    version,
  )
})
