import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { aMember, createUser } from '../../../test/people.ts'

const api = await startApi()

test('returns the same catalogue to clients, members and users', async () => {
  const user = await createUser(api.acme)
  const { token } = (await api.acme('POST', '/user-tokens', { user_id: user.user_id })).body
  const support = await aMember(api, api.acme, 'Support')
  const reply = await api.acme('GET', '/providers')
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.body).sort()).toEqual(['employers', 'parent_provider_meta', 'providers'])
  for (const call of [api.withToken(token), api.withToken(support.token)]) {
    expect(await call('GET', '/providers')).toMatchObject({ status: 200, body: reply.body })
  }
  // Another client differs only in the addresses of its own part of the sandbox.
  const theirs = await api.rival('GET', '/providers')
  const { acme, rival } = api.world.clients
  expect(theirs.text).not.toContain(acme.clientId)
  expect(JSON.parse(theirs.text.replaceAll(rival.clientId, acme.clientId))).toEqual(reply.body)
})

test('refers only to existing providers and parents', async () => {
  const { providers, parent_provider_meta, employers } = (await api.acme('GET', '/providers')).body
  const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)
  for (const entries of [providers, parent_provider_meta, employers]) {
    expect(new Set(idsOf(entries)).size).toBe(entries.length)
  }
  for (const { parent } of providers) {
    if (parent !== null) expect(idsOf(parent_provider_meta)).toContain(parent)
  }
  for (const employer of employers) {
    for (const id of employer.providers) expect(idsOf(providers)).toContain(id)
  }
})

test('requires a credential and accepts no query parameters', async () => {
  expect((await api.anonymous('GET', '/providers')).status).toBe(401)
  expect((await api.withKey('guess')('GET', '/providers')).status).toBe(401)
  expect((await api.withToken('guess')('GET', '/providers')).status).toBe(401)
  expect(await api.acme('GET', '/providers?name=x')).toMatchObject({
    status: 400,
    body: { errors: ['Field [name] is unknown'] },
  })
})

test('lists the providers of the file with their kind and health', async () => {
  const { providers, employers, parent_provider_meta } = (await api.acme('GET', '/providers')).body
  const kinds = providers.map(({ id, is_oauth2, is_scraper, is_direct }: Record<string, unknown>) => [
    id,
    is_oauth2,
    is_scraper,
    is_direct,
  ])
  expect(kinds).toEqual([
    ['sandbox-payroll', false, false, false],
    ['sandbox-cloud', true, false, false],
    ['sandbox-portal', false, true, false],
    ['sandbox-bureau', false, false, true],
    ['taxauth', true, false, false],
    ['freeagent', true, false, false],
    ['xero', true, false, false],
    ['staffology', false, false, true],
    ['employment-hero', true, false, false],
    ['sandbox-bank', true, false, false],
  ])
  expect(providers[0].extra_login_params[0].validation).toEqual({
    required: false,
    type: 'text',
    min_length: 1,
    max_length: 20,
  })
  for (const { health } of providers)
    expect(health).toEqual({ state: 'unknown', success_rate: null, median_ms: null, calls: 0 })
  expect(employers).not.toEqual([])
  expect(parent_provider_meta).not.toEqual([])
})

test('exposes no internal fields: addresses, limits, secrets', async () => {
  const file = new URL('../../../catalogues/sandbox.json', import.meta.url)
  const { SANDBOX_URL } = api.config
  const entries: Record<string, unknown>[] = JSON.parse(
    readFileSync(file, 'utf8')
      .replaceAll('{sandbox}', SANDBOX_URL)
      .replaceAll('{client_sandbox}', `${SANDBOX_URL}/tenants/${api.world.clients.acme.clientId}`),
  ).providers
  const { body, text } = await api.acme('GET', '/providers')
  const hidden = [
    'kind',
    'address',
    'per_second',
    'attempts_forgotten_after_hours',
    'client_id',
    'client_secret',
    'authorize_url',
    'token_url',
    'system',
    'issuer',
    'revoke_url',
    'media_name',
    'vendor',
    'institution_id',
  ]
  for (const field of hidden) expect(text).not.toContain(`"${field}"`)
  for (const { client_id, client_secret } of entries) {
    if (client_secret) expect(text).not.toContain(client_secret)
    if (client_id) expect(text).not.toContain(`"${client_id}"`)
  }
  const values = body.providers.flatMap((entry: object) => Object.values(entry))
  for (const { address } of entries) expect(values).not.toContain(address)
  // Every field of the catalogue file must be either shown or hidden on purpose.
  const shown = Object.keys(body.providers[0])
  for (const entry of entries)
    expect(Object.keys(entry).filter((field) => !shown.includes(field) && !hidden.includes(field))).toEqual(
      [],
    )
})
