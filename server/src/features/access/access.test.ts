import { crc32 } from 'node:zlib'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test, vi } from 'vitest'
import { type Api, type Call, startApi } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { aMember, anId, asOwner, createUser } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'
import { readConfig } from '../../config.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { openRole } from '../../process/roles.ts'
import { makeApiKey, readApiKey } from './api-key.ts'

const api = await startApi()
const { acme, rival, sql, config, world } = api
const owner = await asOwner(api, 'acme')
const rivalOwner = await asOwner(api, 'rival')
const keyPattern = /^svc_sbx_a0[0-9A-Za-z]{6}_[0-9A-Za-z]{49}$/

async function createKey(call: Call, changes: object = {}) {
  const reply = await call('POST', '/api-keys', { name: 'another', ...changes })
  if (reply.status !== 201) throw new Error(`no key: ${reply.text}`)
  return reply.body as { id: string; key: string; prefix: string }
}

const removeKey = (id: string) => owner('DELETE', `/api-keys/${id}`)

/** Uses a credential repeatedly, so that it stays in the cache, until the API refuses it. */
const untilRefused = (call: Call, path = '/configuration') =>
  eventually(async () => (await call('GET', path)).status === 401)

test('shows a key once, lists it without its secret and refuses it after deletion', async () => {
  const created = await owner('POST', '/api-keys', { name: 'for the night job' })
  expect(created).toMatchObject({ status: 201 })
  const { key, ...shown } = created.body
  expect(key).toMatch(keyPattern)
  expect(shown).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'for the night job',
    prefix: key.slice(0, 16),
    last_four: key.slice(-4),
    scopes: null,
    addresses: null,
    created_at: expect.stringMatching(/Z$/),
    expires_at: null,
    last_used_at: null,
  })
  const withKey = api.withKey(key)
  expect((await withKey('GET', '/users')).status).toBe(200)

  const listed = await owner('GET', '/api-keys')
  expect(listed.body.api_keys[0]).toEqual(shown)
  expect(listed.text).not.toContain(key.slice(20))
  expect((await rivalOwner('GET', '/api-keys')).text).not.toContain(shown.id)

  expect((await rivalOwner('DELETE', `/api-keys/${shown.id}`)).status).toBe(404)
  const refused = untilRefused(withKey)
  expect(await removeKey(shown.id)).toMatchObject({
    status: 200,
    body: { message: `API key [${shown.id}] was deleted` },
  })
  await refused
  expect((await removeKey(shown.id)).status).toBe(404)
  expect((await removeKey('nonsense')).status).toBe(404)
  expect((await owner('GET', '/api-keys')).text).not.toContain(shown.id)
})

test('removes a deleted key from the cache over NATS before the entry expires', async () => {
  const { id, key } = await createKey(owner)
  // Cache entries expire by this clock. While it is frozen, only the revocation message removes them.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    expect((await api.withKey(key)('GET', '/configuration')).status).toBe(200)
    await removeKey(id)
    await untilRefused(api.withKey(key))
  } finally {
    vi.useRealTimers()
  }
})

test('stores neither the key nor its secret in the database', async () => {
  const { id, key } = await createKey(owner)
  const rows = await sql('select row_to_json(api_keys)::text as text from api_keys')
  const dump = rows.map(({ text }) => text).join()
  for (const secret of [key, key.slice(17), key.slice(17, -6)]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  }
  await removeKey(id)
})

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

test('detects every single-character typo without a database query', () => {
  const { key } = makeApiKey('sandbox', 'a0')
  expect(key).toMatch(keyPattern)
  expect(readApiKey(key, 'sandbox')).toBeDefined()
  let changes = 0
  for (let at = 0; at < key.length; at++) {
    for (const letter of alphabet) {
      if (letter === key[at]) continue
      const changed = key.slice(0, at) + letter + key.slice(at + 1)
      expect(readApiKey(changed, 'sandbox'), changed).toBeUndefined()
      changes++
    }
  }
  expect(changes).toBeGreaterThan(4_000)
  for (let at = 0; at + 1 < key.length; at++) {
    const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
    if (swapped !== key) expect(readApiKey(swapped, 'sandbox'), swapped).toBeUndefined()
  }
})

test('refuses altered, truncated, repeated and unknown keys with the same message', async () => {
  const { apiKey } = world.clients.acme
  const refusal = {
    status: 401,
    body: { errors: ['No X-API-KEY header was provided or its value is wrong'] },
  }
  const changed = Array.from(apiKey, (letter, at) => {
    const other = letter === 'a' ? 'b' : 'a'
    return apiKey.slice(0, at) + other + apiKey.slice(at + 1)
  })
  const unknown = Array.from({ length: 5 }, () => makeApiKey('sandbox', 'a0').key)
  // A key with the prefix of an existing key and a correct checksum, but the wrong secret.
  const [{ prefix }] = (await sql('select prefix from api_keys limit 1')) as [{ prefix: string }]
  const stranger = forge(prefix)
  const others = [
    '',
    ' ',
    apiKey.slice(0, -1),
    `${apiKey}0`,
    `${apiKey}, ${apiKey}`,
    'null',
    apiKey.toUpperCase(),
  ]
  for (const key of [...changed, ...unknown, stranger, ...others]) {
    expect(await api.withKey(key)('GET', '/users'), key).toMatchObject(refusal)
  }
  expect(await api.anonymous('GET', '/users')).toMatchObject(refusal)
})

/** Makes a key with an existing prefix and a valid checksum, but the wrong secret. */
function forge(prefix: string) {
  const start = `${prefix}_${makeApiKey('sandbox', 'a0').key.slice(17, -6)}`
  const key = start + checksum(start)
  expect(readApiKey(key, 'sandbox')).toBeDefined()
  return key
}

function checksum(text: string) {
  let rest = BigInt(crc32(text))
  let sum = ''
  while (sum.length < 6) {
    sum = alphabet.charAt(Number(rest % 62n)) + sum
    rest /= 62n
  }
  return sum
}

test('allows at most 20 active keys per client, even under concurrent requests', async () => {
  const other = await startApi({}, 'api')
  const [otherOwner, otherRival] = [await asOwner(other, 'acme'), await asOwner(other, 'rival')]
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, n) => otherOwner('POST', '/api-keys', { name: `key ${n}` })),
  )
  const made = replies.filter(({ status }) => status === 201)
  expect(made).toHaveLength(19)
  for (const refused of replies.filter(({ status }) => status !== 201)) {
    expect(refused).toMatchObject({
      status: 403,
      body: { errors: ['A client has at most 20 active API keys; delete one first'] },
      headers: { 'x-svc-error-code': 'too-many-api-keys' },
    })
  }
  expect((await otherOwner('GET', '/api-keys?limit=2&offset=2')).body).toMatchObject({
    pagination: { offset: 2, limit: 2, count: 2, total_count: 20 },
  })
  // The limit applies to each client separately, and deleted and expired keys do not count.
  expect((await otherRival('POST', '/api-keys', { name: 'mine' })).status).toBe(201)
  await otherOwner('DELETE', `/api-keys/${made[0]?.body.id}`)
  expect((await otherOwner('POST', '/api-keys', { name: 'again' })).status).toBe(201)
  await other.sql("update api_keys set expires_at = now() - interval '1 second' where id = $1", [
    made[1]?.body.id,
  ])
  expect((await otherOwner('POST', '/api-keys', { name: 'and again' })).status).toBe(201)
  expect((await otherOwner('POST', '/api-keys', { name: 'too many' })).status).toBe(403)
})

test('accepts a key until its expiry', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const { id, key } = await createKey(owner, { expires_at })
  const [listed] = (await owner('GET', '/api-keys')).body.api_keys
  expect(listed).toMatchObject({ id, expires_at })
  const statusAt = async (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: ms })
    try {
      return (await api.withKey(key)('GET', '/configuration')).status
    } finally {
      vi.useRealTimers()
    }
  }
  expect(await statusAt(Date.parse(expires_at) - 1)).toBe(200)
  expect(await statusAt(Date.parse(expires_at))).toBe(401)
  await removeKey(id)
  expect((await owner('POST', '/api-keys', { name: 'late', expires_at: '2020-01-01' })).body).toEqual({
    errors: ['Field [expires_at] is invalid: must be in the future'],
  })
  expect((await owner('POST', '/api-keys', { expires_at: 'soon', scope: 1 })).body.errors).toEqual([
    'Request is missing the required field [name]',
    'Field [expires_at] is invalid: must be an ISO 8601 date-time with Z or an offset',
    'Field [scope] is unknown',
  ])
})

test('records the last use of a key, at the latest on shutdown', async () => {
  const { id, key } = await createKey(owner)
  const unused = await createKey(rivalOwner)
  const before = Date.now()
  const process = await openRole('api', config, openLog('error'))
  await process.server.inject({ url: '/configuration', headers: { 'x-api-key': key } })
  await process.close()
  const used = (await owner('GET', '/api-keys')).body.api_keys.find((row: { id: string }) => row.id === id)
  expect(Date.parse(used.last_used_at)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(used.last_used_at)).toBeLessThanOrEqual(Date.now())
  expect(await sql('select last_used_at from api_keys where id = $1', [unused.id])).toEqual([
    { last_used_at: null },
  ])
  await removeKey(id)
  await rivalOwner('DELETE', `/api-keys/${unused.id}`)
})

test('refuses sandbox keys and tokens in production and vice versa', async () => {
  const settings = {
    ENVIRONMENT: 'production',
    METRICS_TOKEN: 'a token of some length',
    PASSWORD_MEMORY_KIB: '19456',
  }
  // Both environments use the same database in this test, so only the environment distinguishes the keys.
  const production = readConfig({ ...stringly(config), ...settings })
  const { key } = (await runAdmin(production, ['create-api-key', '--client', 'acme', '--name', 'live'])) as {
    key: string
  }
  expect(key).toMatch(/^svc_live_a0/)
  const live = await openRole('api', production, openLog('error'))
  const user = await createUser(acme)
  const { token } = (await acme('POST', '/user-tokens', { user_id: user.user_id })).body
  const statusOf = async (headers: Record<string, string>, url = '/providers') =>
    (await live.server.inject({ url, headers })).statusCode
  expect(await statusOf({ 'x-api-key': key })).toBe(200)
  expect(await statusOf({ 'x-api-key': world.clients.acme.apiKey })).toBe(401)
  expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(401)
  await live.close()
  expect((await api.withKey(key)('GET', '/providers')).status).toBe(401)
  expect((await api.withToken(token)('GET', '/providers')).status).toBe(200)
  await sql("delete from api_keys where prefix like 'svc_live%'")
})

const stringly = (settings: object) =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

async function aToken(of: Api, call: Call, userId: string) {
  const reply = await call('POST', '/user-tokens', { user_id: userId })
  expect(reply.status).toBe(201)
  return { ...reply.body, call: of.withToken(reply.body.token) } as {
    token: string
    webapp_link: string
    created_at: string
    call: Call
  }
}

test('issues user tokens with the documented claims, signed by a published key, for seven days', async () => {
  const user = await createUser(acme)
  const { token, webapp_link, created_at } = await aToken(api, acme, user.user_id)
  const jwks = (await api.anonymous('GET', '/.well-known/jwks.json')).body
  expect(Object.keys(jwks.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(jwks))
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: jwks.keys[0].kid, typ: 'JWT' })
  expect(payload).toEqual({
    iss: 'http://127.0.0.1:8080',
    aud: 'sandbox',
    sub: user.user_id,
    client_id: world.clients.acme.clientId,
    token_use: 'user',
    ver: 1,
    cell: 'a0',
    iat: Math.floor(Date.parse(created_at) / 1000),
    exp: Math.floor(Date.parse(created_at) / 1000) + 7 * 24 * 3600,
    jti: expect.any(String),
  })
  expect(webapp_link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/r\/[\w-]{43}$/)
  const again = await aToken(api, acme, user.user_id)
  expect(again.token).not.toBe(token)
  expect(again.webapp_link).not.toBe(webapp_link)
})

test('stores the journey link as a hash that expires with the token', async () => {
  const user = await createUser(acme)
  const { webapp_link, created_at } = await aToken(api, acme, user.user_id)
  const code = webapp_link.split('/').at(-1) as string
  const rows = await sql(
    'select *, row_to_json(journey_links)::text as text from journey_links where user_id = $1',
    [user.user_id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(code)
  expect(rows[0]?.text).not.toContain(Buffer.from(code).toString('hex'))
  expect(rows[0]?.expires_at.getTime() - Date.parse(created_at)).toBe(7 * 24 * 3_600_000)
})

test('issues no token for a user that does not exist or belongs to another client', async () => {
  const user = await createUser(acme)
  for (const [call, id] of [
    [acme, anId()],
    [rival, user.user_id],
  ] as const) {
    for (const path of ['/user-tokens', '/user-tokens/revocations']) {
      expect(await call('POST', path, { user_id: id })).toMatchObject({
        status: 404,
        body: { errors: [`User [${id}] does not exist`] },
      })
    }
  }
  expect((await acme('POST', '/user-tokens', { user_id: 'me' })).body.errors).toEqual([
    'Field [user_id] is invalid: must be a UUID',
  ])
  const { call } = await aToken(api, acme, user.user_id)
  expect((await call('POST', '/user-tokens', { user_id: user.user_id })).status).toBe(401)
  const { token } = await aMember(api, acme, 'Support')
  expect((await api.withToken(token)('POST', '/user-tokens', { user_id: user.user_id })).status).toBe(403)
})

test('revokes all tokens and links of one user only', async () => {
  const [one, two] = [await createUser(acme), await createUser(acme)]
  const tokens = [await aToken(api, acme, one.user_id), await aToken(api, acme, one.user_id)]
  const other = await aToken(api, acme, two.user_id)
  for (const { call } of [...tokens, other]) expect((await call('GET', '/providers')).status).toBe(200)

  const refused = Promise.all(tokens.map(({ call }) => untilRefused(call, '/providers')))
  expect(await acme('POST', '/user-tokens/revocations', { user_id: one.user_id })).toMatchObject({
    status: 201,
    body: { message: `All tokens of user [${one.user_id}] were revoked` },
  })
  await refused
  expect(await sql('select from journey_links where user_id = $1', [one.user_id])).toEqual([])
  expect((await other.call('GET', '/providers')).status).toBe(200)
  expect(await sql('select from journey_links where user_id = $1', [two.user_id])).toHaveLength(1)

  const fresh = await aToken(api, acme, one.user_id)
  expect((await fresh.call('GET', '/providers')).status).toBe(200)
})

test('refuses the tokens of an erased user', async () => {
  const user = await createUser(acme)
  const { call } = await aToken(api, acme, user.user_id)
  expect((await call('GET', '/providers')).status).toBe(200)
  const refused = untilRefused(call, '/providers')
  await acme('DELETE', `/users/${user.user_id}`)
  await refused
})

test('allows user tokens only for user operations', async () => {
  const user = await createUser(acme)
  const { call } = await aToken(api, acme, user.user_id)
  for (const path of [
    '/users',
    `/users/${user.user_id}`,
    '/members',
    '/api-keys',
    '/configuration',
    '/audit-log',
  ]) {
    expect(await call('GET', path), path).toMatchObject({
      status: 401,
      body: { errors: ['No bearer authorisation was provided or its value is wrong'] },
    })
  }
})
