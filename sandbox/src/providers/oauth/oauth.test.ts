import { expect, test } from 'vitest'
import { cloud } from '../cloud/provider.ts'
import { call, errorOn, hidden, minute, open, openBrowser } from '../testing/test-sandbox.ts'
import {
  authorizeUrl,
  client,
  codeFor,
  redeem,
  redirectUri,
  refresh,
  sentTo,
  tokensFor,
  verifier,
  visit,
} from '../testing/oauth-visitor.ts'

const userName = 'wilhelmina.oakapple'
const openCloud = () => open(cloud, '/cloud', { redirectUris: ['https://payproof.example/back?from=cloud'] })
type Town = Awaited<ReturnType<typeof openCloud>>
const isOpen = async ({ url }: Town, token: string) =>
  (await call('GET', `${url}/v1/me`, { token })).status === 200

test('a person who agrees is sent back with a code and the state, and the code gives tokens', async () => {
  await using town = await openCloud()
  const { reply } = await visit(town)
  expect(reply.status).toBe(303)
  const back = sentTo(reply)
  expect(back).toEqual({ address: redirectUri, code: expect.any(String), state: 'a state & more' })
  const tokens = await redeem(town, back.code ?? '')
  expect(tokens.headers.get('cache-control')).toBe('no-store')
  expect(tokens.body).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'bearer',
    expires_in: 600,
    refresh_token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    scope: 'identity payslips',
  })
})

test('who asks and what for is shown before anything is given', async () => {
  await using town = await openCloud()
  const browse = openBrowser()
  const first = await browse('GET', authorizeUrl(town))
  const consent = await browse('POST', `${town.url}/oauth/sign-in`, {
    form: { flow: hidden(first, 'flow'), user_name: userName, password: 'pass' },
  })
  expect(consent.text).toContain('Payproof asks to see your data')
  expect(consent.text).toContain('your payslips')
  expect(consent.text).toContain('Wilhelmina Oakapple')
})

test('a person who refuses is sent back with access_denied', async () => {
  await using town = await openCloud()
  const { reply } = await visit(town, { decision: 'refuse' })
  expect(sentTo(reply)).toMatchObject({
    address: redirectUri,
    error: 'access_denied',
    state: 'a state & more',
  })
})

test.each([
  ['an unknown client', { client_id: 'somebody' }, 401, 'invalid_client'],
  ['another path', { redirect_uri: 'http://127.0.0.1:4000/elsewhere' }, 400, 'invalid_request'],
  ['another host', { redirect_uri: 'http://evil.example/oauth2/callback' }, 400, 'invalid_request'],
  [
    'a name before the host',
    { redirect_uri: 'http://127.0.0.1@evil.example/oauth2/callback' },
    400,
    'invalid_request',
  ],
  ['a query of its own', { redirect_uri: `${redirectUri}?next=evil` }, 400, 'invalid_request'],
  ['a fragment', { redirect_uri: `${redirectUri}#x` }, 400, 'invalid_request'],
  ['no http', { redirect_uri: 'javascript://127.0.0.1/oauth2/callback' }, 400, 'invalid_request'],
  ['none at all', { redirect_uri: undefined }, 400, 'invalid_request'],
])('%s: the person is told, and sent nowhere', async (_what, query, status, code) => {
  await using town = await openCloud()
  const { step, reply } = await visit(town, { query })
  expect([step, reply.status, errorOn(reply)]).toEqual(['authorize', status, code])
  expect(reply.headers.get('location')).toBeNull()
  // With it a browser would ask the person for the name and password of the client.
  expect(reply.headers.get('www-authenticate')).toBeNull()
})

test('an address of the setting is good to the letter, and keeps its query', async () => {
  await using town = await openCloud()
  const redirect_uri = 'https://payproof.example/back?from=cloud'
  const { reply } = await visit(town, { query: { redirect_uri } })
  expect(sentTo(reply)).toMatchObject({
    address: 'https://payproof.example/back',
    from: 'cloud',
    code: expect.any(String),
  })
  expect((await visit(town, { query: { redirect_uri: `${redirect_uri}&x=1` } })).reply.status).toBe(400)
  for (const loopback of [
    'http://localhost:1/oauth2/callback',
    'http://[::1]:9/oauth2/callback',
    'http://127.0.0.1/oauth2/callback',
  ])
    expect((await visit(town, { query: { redirect_uri: loopback } })).step).toBe('consent')
})

test.each([
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge without its method', { code_challenge_method: undefined }, 'invalid_request'],
  ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'identity everything' }, 'invalid_scope'],
])('%s: whoever asked is told', async (_what, query, error) => {
  await using town = await openCloud()
  const { reply } = await visit(town, { query })
  expect(sentTo(reply)).toMatchObject({ address: redirectUri, error, state: 'a state & more' })
})

test('a code is good once, for a minute, with its verifier, its address and its client', async () => {
  await using town = await openCloud()
  const refused = async (code: string, more: Record<string, string>) => {
    const { status, body } = await redeem(town, code, more)
    return [status, body.error]
  }
  const grant = [400, 'invalid_grant']
  expect(await refused(await codeFor(town), { code_verifier: `${verifier}x` })).toEqual(grant)
  expect(
    await refused(await codeFor(town), { redirect_uri: 'http://127.0.0.1:4001/oauth2/callback' }),
  ).toEqual(grant)
  expect(await refused('never-given', {})).toEqual(grant)
  expect(await refused(await codeFor(town), { client_secret: 'guess' })).toEqual([401, 'invalid_client'])
  expect(await refused(await codeFor(town), { grant_type: 'password' })).toEqual([
    400,
    'unsupported_grant_type',
  ])
  expect(await refused(await codeFor(town), { code_verifier: 'short' })).toEqual([400, 'invalid_request'])

  const late = await codeFor(town)
  town.clock.advance(minute)
  expect(await refused(late, {})).toEqual(grant)

  const wrongOnce = await codeFor(town)
  await redeem(town, wrongOnce, { code_verifier: `${verifier}x` })
  expect(await refused(wrongOnce, {})).toEqual(grant)
})

test('a code that is used twice takes back what it gave', async () => {
  await using town = await openCloud()
  const code = await codeFor(town)
  const { body } = await redeem(town, code)
  expect(await isOpen(town, body.access_token)).toBe(true)
  expect((await redeem(town, code)).body.error).toBe('invalid_grant')
  expect(await isOpen(town, body.access_token)).toBe(false)
  expect((await refresh(town, body.refresh_token)).body.error).toBe('invalid_grant')
})

test('of several uses at the same time one goes through, and the others take it back', async () => {
  await using town = await openCloud()
  const code = await codeFor(town, { password: 'slow:0.2' })
  const uses = await Promise.all(Array.from({ length: 5 }, () => redeem(town, code)))
  const given = uses.filter(({ status }) => status === 200)
  expect(given).toHaveLength(1)
  expect(await isOpen(town, given[0]?.body.access_token)).toBe(false)

  const { refresh_token } = await tokensFor(town, { password: 'slow:0.2' })
  const renewals = await Promise.all(Array.from({ length: 5 }, () => refresh(town, refresh_token)))
  const renewed = renewals.filter(({ status }) => status === 200)
  expect(renewed).toHaveLength(1)
  expect(await isOpen(town, renewed[0]?.body.access_token)).toBe(false)
})

test('a refresh token that waits while its session is ended gives nothing', async () => {
  await using town = await openCloud()
  const { refresh_token } = await tokensFor(town)
  town.switches.behave('sandbox-cloud', userName, 'slow:1')
  const waiting = refresh(town, refresh_token)
  await call('GET', `${town.url}/reset`)
  town.switches.endSessions('sandbox-cloud', userName)
  expect((await waiting).body.error).toBe('invalid_grant')
})

test('clients prove themselves by Basic or in the form, not by both', async () => {
  await using town = await openCloud()
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`,
  })
  const fields = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier }
  const send = async (form: Record<string, string>, headers: Record<string, string>) =>
    call('POST', `${town.url}/oauth/token`, {
      form: { ...fields, code: await codeFor(town), ...form },
      headers,
    })
  expect((await send({}, basic(client.client_secret))).status).toBe(200)
  const wrong = await send({}, basic('guess'))
  expect([wrong.status, wrong.body.error, wrong.headers.get('www-authenticate')]).toEqual([
    401,
    'invalid_client',
    'Basic realm="clients"',
  ])
  expect((await send(client, basic(client.client_secret))).body.error).toBe('invalid_request')
  const other = await send({ client_id: 'somebody-else' }, basic(client.client_secret))
  expect(other.body.error).toBe('invalid_request')
  expect((await send({}, {})).body.error).toBe('invalid_client')
})

test('refresh tokens rotate; the reuse of an old one ends all of them', async () => {
  await using town = await openCloud()
  const first = await tokensFor(town)
  const second = (await refresh(town, first.refresh_token)).body
  const third = (await refresh(town, second.refresh_token)).body
  expect(new Set([first, second, third].map((one) => one.refresh_token)).size).toBe(3)
  expect(await isOpen(town, third.access_token)).toBe(true)
  expect((await refresh(town, first.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isOpen(town, third.access_token)).toBe(false)
  expect((await refresh(town, third.refresh_token)).body.error).toBe('invalid_grant')
})

test('access tokens last ten minutes, refresh tokens ninety days, by the clock', async () => {
  await using town = await openCloud()
  const tokens = await tokensFor(town)
  town.clock.advance(10 * minute)
  const late = await call('GET', `${town.url}/v1/me`, { token: tokens.access_token })
  expect([late.status, late.body.error, late.headers.get('www-authenticate')]).toEqual([
    401,
    'invalid_token',
    'Bearer error="invalid_token"',
  ])
  town.clock.advance(89 * 24 * 60 * minute)
  const renewed = (await refresh(town, tokens.refresh_token)).body
  expect(await isOpen(town, renewed.access_token)).toBe(true)
  town.clock.advance(24 * 60 * minute)
  expect((await refresh(town, renewed.refresh_token)).body.error).toBe('invalid_grant')
})

test('expire ends both kinds of token early', async () => {
  await using town = await openCloud()
  const short = await tokensFor(town, { password: 'expire:5' })
  expect(short.expires_in).toBe(300)
  const longer = await tokensFor(town, { password: 'expire:30' })
  expect(longer.expires_in).toBe(600)
  town.clock.advance(5 * minute)
  expect(await isOpen(town, short.access_token)).toBe(false)
  expect((await refresh(town, short.refresh_token)).body.error).toBe('invalid_grant')
  const renewed = (await refresh(town, longer.refresh_token)).body
  town.clock.advance(25 * minute)
  expect((await refresh(town, renewed.refresh_token)).body.error).toBe('invalid_grant')
})

test.each(['access_token', 'refresh_token'] as const)(
  'whoever gives back an %s gives back everything',
  async (kind) => {
    await using town = await openCloud()
    const tokens = await tokensFor(town)
    const revoke = (form: Record<string, string>) => call('POST', `${town.url}/oauth/revoke`, { form })
    expect((await revoke({ token: tokens[kind] })).body.error).toBe('invalid_client')
    expect(await isOpen(town, tokens.access_token)).toBe(true)
    expect((await revoke({ token: tokens[kind], ...client })).status).toBe(200)
    expect(await isOpen(town, tokens.access_token)).toBe(false)
    expect((await refresh(town, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await revoke({ token: 'nothing', ...client })).status).toBe(200)
  },
)

test('the second step comes before consent: wrong, then right; three times wrong begins again', async () => {
  await using town = await openCloud()
  const browse = openBrowser()
  const flow = hidden(await browse('GET', authorizeUrl(town)), 'flow')
  const post = (path: string, form: Record<string, string>) =>
    browse('POST', `${town.url}/oauth/${path}`, { form: { flow, ...form } })
  const signIn = () => post('sign-in', { user_name: userName, password: 'mfa:date' })
  const right = town.world.find(userName)?.memorableDate ?? ''

  expect((await signIn()).text).toContain('YYYY-MM-DD')
  expect((await post('consent', { decision: 'allow' })).status).toBe(400)
  const wrong = await post('second-factor', { answer: '01/01/2000' })
  expect([wrong.status, errorOn(wrong)]).toEqual([401, 'mfa_failed'])
  expect(wrong.text).toContain('name="answer"')
  for (let n = 0; n < 2; n++) await post('second-factor', { answer: 'wrong' })
  const over = await post('second-factor', { answer: right })
  expect(over.status).toBe(400)

  await signIn()
  town.clock.advance(5 * minute)
  expect(errorOn(await post('second-factor', { answer: right }))).toBe('mfa_timeout')
  await signIn()
  expect((await post('second-factor', { answer: right })).text).toContain('name="decision"')
})

test('the sixth wrong password locks; the page of the provider opens it again', async () => {
  await using town = await openCloud()
  const codes = []
  for (let n = 0; n < 6; n++) codes.push(errorOn((await visit(town, { password: 'letmein' })).reply))
  expect(codes).toEqual([...Array(5).fill('invalid_credentials'), 'account_locked'])
  expect(errorOn((await visit(town)).reply)).toBe('account_locked')
  const date_of_birth = town.world.find(userName)?.dateOfBirth ?? ''
  await call('POST', `${town.url}/reset`, { form: { user_name: userName, date_of_birth } })
  expect((await visit(town)).step).toBe('consent')
})

test('pages of another browser, or of long ago, do not go on', async () => {
  await using town = await openCloud()
  const browse = openBrowser()
  const flow = hidden(await browse('GET', authorizeUrl(town)), 'flow')
  const form = { flow, user_name: userName, password: 'pass' }
  expect((await call('POST', `${town.url}/oauth/sign-in`, { form })).status).toBe(400)
  expect(
    (await browse('POST', `${town.url}/oauth/consent`, { form: { flow, decision: 'allow' } })).status,
  ).toBe(400)
  town.clock.advance(15 * minute)
  expect((await browse('POST', `${town.url}/oauth/sign-in`, { form })).status).toBe(400)
})

test('a browser can be on its way twice at the same time', async () => {
  await using town = await openCloud()
  const browse = openBrowser()
  const flows = []
  for (let n = 0; n < 2; n++) flows.push(hidden(await browse('GET', authorizeUrl(town)), 'flow'))
  for (const flow of flows) {
    const form = { flow, user_name: userName, password: 'pass' }
    expect((await browse('POST', `${town.url}/oauth/sign-in`, { form })).text).toContain('name="decision"')
  }
})

test('who signs in again is not taken for who signed in before', async () => {
  await using town = await openCloud()
  const browse = openBrowser()
  const flow = hidden(await browse('GET', authorizeUrl(town)), 'flow')
  const post = (path: string, form: Record<string, string>) =>
    browse('POST', `${town.url}/oauth/${path}`, { form: { flow, ...form } })
  await post('sign-in', { user_name: userName, password: 'pass' })
  await post('sign-in', { user_name: 'kit.hollowbrook', password: 'mfa:code' })
  expect((await post('consent', { decision: 'allow' })).status).toBe(400)
})

test('who was sent away cannot go on from the page before', async () => {
  await using town = await openCloud()
  const browse = openBrowser()
  const flow = hidden(await browse('GET', authorizeUrl(town)), 'flow')
  const signIn = (password: string) =>
    browse('POST', `${town.url}/oauth/sign-in`, { form: { flow, user_name: userName, password } })
  expect(sentTo(await signIn('error:access_denied')).error).toBe('access_denied')
  expect((await signIn('pass')).status).toBe(400)
})

test('nothing that was typed becomes part of a page', async () => {
  await using town = await openCloud()
  const nasty = '"><script>alert(1)</script>'
  const browse = openBrowser()
  const first = await browse('GET', authorizeUrl(town, { state: nasty }))
  const again = await browse('POST', `${town.url}/oauth/sign-in`, {
    form: { flow: hidden(first, 'flow'), user_name: nasty, password: nasty },
  })
  const lost = await browse('POST', `${town.url}/oauth/consent`, { form: { flow: nasty, decision: nasty } })
  for (const reply of [first, again, lost]) {
    expect(reply.text).not.toContain('<script')
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
  expect(first.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^signing_in=[\w-]{22}; Path=\/cloud\/oauth; HttpOnly; SameSite=Lax$/),
  ])
})

test('a field that is sent twice is refused', async () => {
  await using town = await openCloud()
  const reply = await fetch(`${town.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=refresh_token&grant_type=password',
  })
  expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([400, 'invalid_request'])
})
