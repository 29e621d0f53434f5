import { expect, test } from 'vitest'
import { cloud } from '../cloud/provider.ts'
import {
  authorizeUrl,
  client,
  codeFor,
  redeem,
  redirectOf,
  redirectUri,
  refresh,
  runOAuthFlow,
  tokensFor,
  verifier,
} from '../testing/oauth-visitor.ts'
import { call, errorCodeOn, hiddenField, minute, openBrowser, openProvider } from '../testing/test-sandbox.ts'

const userName = 'wilhelmina.oakapple'
const openCloud = () =>
  openProvider(cloud, '/cloud', { redirectUris: ['https://payproof.example/back?from=cloud'] })
type Town = Awaited<ReturnType<typeof openCloud>>
const isOpen = async ({ url }: Town, token: string) =>
  (await call('GET', `${url}/v1/me`, { token })).status === 200

test('consent redirects with a code and the state, and the code yields tokens', async () => {
  await using sandbox = await openCloud()
  const { reply } = await runOAuthFlow(sandbox)
  expect(reply.status).toBe(303)
  const back = redirectOf(reply)
  expect(back).toEqual({
    address: redirectUri,
    code: expect.any(String),
    state: 'a state & more',
    iss: 'https://cirrusfold.example',
  })
  const tokens = await redeem(sandbox, back.code ?? '')
  expect(tokens.headers.get('cache-control')).toBe('no-store')
  expect(tokens.body).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'bearer',
    expires_in: 600,
    refresh_token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    scope: 'identity payslips',
  })
})

test('the consent page shows the client and the requested data', async () => {
  await using sandbox = await openCloud()
  const browse = openBrowser()
  const first = await browse('GET', authorizeUrl(sandbox))
  const consent = await browse('POST', `${sandbox.url}/oauth/sign-in`, {
    form: { flow: hiddenField(first, 'flow'), user_name: userName, password: 'pass' },
  })
  expect(consent.text).toContain('Payproof asks to see your data')
  expect(consent.text).toContain('your payslips')
  expect(consent.text).toContain('Wilhelmina Oakapple')
})

test('refusing consent redirects with access_denied', async () => {
  await using sandbox = await openCloud()
  const { reply } = await runOAuthFlow(sandbox, { decision: 'refuse' })
  expect(redirectOf(reply)).toMatchObject({
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
])('%s: shows an error page without redirecting', async (_what, query, status, code) => {
  await using sandbox = await openCloud()
  const { step, reply } = await runOAuthFlow(sandbox, { query })
  expect([step, reply.status, errorCodeOn(reply)]).toEqual(['authorize', status, code])
  expect(reply.headers.get('location')).toBeNull()
  // The header would make the browser prompt the person for client credentials.
  expect(reply.headers.get('www-authenticate')).toBeNull()
})

test('a configured redirect URI must match exactly and keeps its query', async () => {
  await using sandbox = await openCloud()
  const redirect_uri = 'https://payproof.example/back?from=cloud'
  const { reply } = await runOAuthFlow(sandbox, { query: { redirect_uri } })
  expect(redirectOf(reply)).toMatchObject({
    address: 'https://payproof.example/back',
    from: 'cloud',
    code: expect.any(String),
  })
  expect((await runOAuthFlow(sandbox, { query: { redirect_uri: `${redirect_uri}&x=1` } })).reply.status).toBe(
    400,
  )
  for (const loopback of [
    'http://localhost:1/oauth2/callback',
    'http://[::1]:9/oauth2/callback',
    'http://127.0.0.1/oauth2/callback',
  ])
    expect((await runOAuthFlow(sandbox, { query: { redirect_uri: loopback } })).step).toBe('consent')
})

test.each([
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge without its method', { code_challenge_method: undefined }, 'invalid_request'],
  ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'identity everything' }, 'invalid_scope'],
])('%s: redirects to the client with an error', async (_what, query, error) => {
  await using sandbox = await openCloud()
  const { reply } = await runOAuthFlow(sandbox, { query })
  expect(redirectOf(reply)).toMatchObject({
    address: redirectUri,
    error,
    state: 'a state & more',
    iss: 'https://cirrusfold.example',
  })
})

test('a code is valid once, for a minute, with its verifier, redirect URI and client', async () => {
  await using sandbox = await openCloud()
  const refused = async (code: string, more: Record<string, string>) => {
    const { status, body } = await redeem(sandbox, code, more)
    return [status, body.error]
  }
  const grant = [400, 'invalid_grant']
  expect(await refused(await codeFor(sandbox), { code_verifier: `${verifier}x` })).toEqual(grant)
  expect(
    await refused(await codeFor(sandbox), { redirect_uri: 'http://127.0.0.1:4001/oauth2/callback' }),
  ).toEqual(grant)
  expect(await refused('never-given', {})).toEqual(grant)
  expect(await refused(await codeFor(sandbox), { client_secret: 'guess' })).toEqual([401, 'invalid_client'])
  expect(await refused(await codeFor(sandbox), { grant_type: 'password' })).toEqual([
    400,
    'unsupported_grant_type',
  ])
  expect(await refused(await codeFor(sandbox), { code_verifier: 'short' })).toEqual([400, 'invalid_request'])

  const late = await codeFor(sandbox)
  sandbox.clock.advance(minute)
  expect(await refused(late, {})).toEqual(grant)

  const wrongOnce = await codeFor(sandbox)
  await redeem(sandbox, wrongOnce, { code_verifier: `${verifier}x` })
  expect(await refused(wrongOnce, {})).toEqual(grant)
})

test('reusing a code revokes its tokens', async () => {
  await using sandbox = await openCloud()
  const code = await codeFor(sandbox)
  const { body } = await redeem(sandbox, code)
  expect(await isOpen(sandbox, body.access_token)).toBe(true)
  expect((await redeem(sandbox, code)).body.error).toBe('invalid_grant')
  expect(await isOpen(sandbox, body.access_token)).toBe(false)
  expect((await refresh(sandbox, body.refresh_token)).body.error).toBe('invalid_grant')
})

test('with concurrent uses of a code one succeeds and the others revoke it', async () => {
  await using sandbox = await openCloud()
  const code = await codeFor(sandbox, { password: 'slow:0.2' })
  const uses = await Promise.all(Array.from({ length: 5 }, () => redeem(sandbox, code)))
  const given = uses.filter(({ status }) => status === 200)
  expect(given).toHaveLength(1)
  expect(await isOpen(sandbox, given[0]?.body.access_token)).toBe(false)

  const { refresh_token } = await tokensFor(sandbox, { password: 'slow:0.2' })
  const renewals = await Promise.all(Array.from({ length: 5 }, () => refresh(sandbox, refresh_token)))
  const renewed = renewals.filter(({ status }) => status === 200)
  expect(renewed).toHaveLength(1)
  expect(await isOpen(sandbox, renewed[0]?.body.access_token)).toBe(false)
})

test('a delayed refresh fails if its session ends meanwhile', async () => {
  await using sandbox = await openCloud()
  const { refresh_token } = await tokensFor(sandbox)
  sandbox.switches.behave('sandbox-cloud', userName, 'slow:1')
  const waiting = refresh(sandbox, refresh_token)
  await call('GET', `${sandbox.url}/reset`)
  sandbox.switches.endSessions('sandbox-cloud', userName)
  expect((await waiting).body.error).toBe('invalid_grant')
})

test('clients authenticate by Basic or form fields, not both', async () => {
  await using sandbox = await openCloud()
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`,
  })
  const fields = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier }
  const send = async (form: Record<string, string>, headers: Record<string, string>) =>
    call('POST', `${sandbox.url}/oauth/token`, {
      form: { ...fields, code: await codeFor(sandbox), ...form },
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

test('refresh tokens rotate; reusing an old one revokes all', async () => {
  await using sandbox = await openCloud()
  const first = await tokensFor(sandbox)
  const second = (await refresh(sandbox, first.refresh_token)).body
  const third = (await refresh(sandbox, second.refresh_token)).body
  expect(new Set([first, second, third].map((one) => one.refresh_token)).size).toBe(3)
  expect(await isOpen(sandbox, third.access_token)).toBe(true)
  expect((await refresh(sandbox, first.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isOpen(sandbox, third.access_token)).toBe(false)
  expect((await refresh(sandbox, third.refresh_token)).body.error).toBe('invalid_grant')
})

test('access tokens last ten minutes and refresh tokens ninety days of simulated time', async () => {
  await using sandbox = await openCloud()
  const tokens = await tokensFor(sandbox)
  sandbox.clock.advance(10 * minute)
  const late = await call('GET', `${sandbox.url}/v1/me`, { token: tokens.access_token })
  expect([late.status, late.body.error, late.headers.get('www-authenticate')]).toEqual([
    401,
    'invalid_token',
    'Bearer error="invalid_token"',
  ])
  sandbox.clock.advance(89 * 24 * 60 * minute)
  const renewed = (await refresh(sandbox, tokens.refresh_token)).body
  expect(await isOpen(sandbox, renewed.access_token)).toBe(true)
  sandbox.clock.advance(24 * 60 * minute)
  expect((await refresh(sandbox, renewed.refresh_token)).body.error).toBe('invalid_grant')
})

test('expire ends both kinds of token early', async () => {
  await using sandbox = await openCloud()
  const short = await tokensFor(sandbox, { password: 'expire:5' })
  expect(short.expires_in).toBe(300)
  const longer = await tokensFor(sandbox, { password: 'expire:30' })
  expect(longer.expires_in).toBe(600)
  sandbox.clock.advance(5 * minute)
  expect(await isOpen(sandbox, short.access_token)).toBe(false)
  expect((await refresh(sandbox, short.refresh_token)).body.error).toBe('invalid_grant')
  const renewed = (await refresh(sandbox, longer.refresh_token)).body
  sandbox.clock.advance(25 * minute)
  expect((await refresh(sandbox, renewed.refresh_token)).body.error).toBe('invalid_grant')
})

test.each(['access_token', 'refresh_token'] as const)(
  'revoking an %s revokes the whole grant',
  async (kind) => {
    await using sandbox = await openCloud()
    const tokens = await tokensFor(sandbox)
    const revoke = (form: Record<string, string>) => call('POST', `${sandbox.url}/oauth/revoke`, { form })
    expect((await revoke({ token: tokens[kind] })).body.error).toBe('invalid_client')
    expect(await isOpen(sandbox, tokens.access_token)).toBe(true)
    expect((await revoke({ token: tokens[kind], ...client })).status).toBe(200)
    expect(await isOpen(sandbox, tokens.access_token)).toBe(false)
    expect((await refresh(sandbox, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await revoke({ token: 'nothing', ...client })).status).toBe(200)
  },
)

test('the second factor comes before consent; three wrong answers restart the sign-in', async () => {
  await using sandbox = await openCloud()
  const browse = openBrowser()
  const flow = hiddenField(await browse('GET', authorizeUrl(sandbox)), 'flow')
  const post = (path: string, form: Record<string, string>) =>
    browse('POST', `${sandbox.url}/oauth/${path}`, { form: { flow, ...form } })
  const signIn = () => post('sign-in', { user_name: userName, password: 'mfa:date' })
  const right = sandbox.world.find(userName)?.memorableDate ?? ''

  expect((await signIn()).text).toContain('YYYY-MM-DD')
  expect((await post('consent', { decision: 'allow' })).status).toBe(400)
  const wrong = await post('second-factor', { answer: '01/01/2000' })
  expect([wrong.status, errorCodeOn(wrong)]).toEqual([401, 'mfa_failed'])
  expect(wrong.text).toContain('name="answer"')
  for (let n = 0; n < 2; n++) await post('second-factor', { answer: 'wrong' })
  const over = await post('second-factor', { answer: right })
  expect(over.status).toBe(400)

  await signIn()
  sandbox.clock.advance(5 * minute)
  expect(errorCodeOn(await post('second-factor', { answer: right }))).toBe('mfa_timeout')
  await signIn()
  expect((await post('second-factor', { answer: right })).text).toContain('name="decision"')
})

test('the sixth wrong password locks the account; the reset page unlocks it', async () => {
  await using sandbox = await openCloud()
  const codes = []
  for (let n = 0; n < 6; n++)
    codes.push(errorCodeOn((await runOAuthFlow(sandbox, { password: 'letmein' })).reply))
  expect(codes).toEqual([...Array(5).fill('invalid_credentials'), 'account_locked'])
  expect(errorCodeOn((await runOAuthFlow(sandbox)).reply)).toBe('account_locked')
  const date_of_birth = sandbox.world.find(userName)?.dateOfBirth ?? ''
  await call('POST', `${sandbox.url}/reset`, { form: { user_name: userName, date_of_birth } })
  expect((await runOAuthFlow(sandbox)).step).toBe('consent')
})

test('rejects forms of another browser or an expired flow', async () => {
  await using sandbox = await openCloud()
  const browse = openBrowser()
  const flow = hiddenField(await browse('GET', authorizeUrl(sandbox)), 'flow')
  const form = { flow, user_name: userName, password: 'pass' }
  expect((await call('POST', `${sandbox.url}/oauth/sign-in`, { form })).status).toBe(400)
  expect(
    (await browse('POST', `${sandbox.url}/oauth/consent`, { form: { flow, decision: 'allow' } })).status,
  ).toBe(400)
  sandbox.clock.advance(15 * minute)
  expect((await browse('POST', `${sandbox.url}/oauth/sign-in`, { form })).status).toBe(400)
})

test('one browser can run two flows at the same time', async () => {
  await using sandbox = await openCloud()
  const browse = openBrowser()
  const flows = []
  for (let n = 0; n < 2; n++) flows.push(hiddenField(await browse('GET', authorizeUrl(sandbox)), 'flow'))
  for (const flow of flows) {
    const form = { flow, user_name: userName, password: 'pass' }
    expect((await browse('POST', `${sandbox.url}/oauth/sign-in`, { form })).text).toContain('name="decision"')
  }
})

test('a second sign-in replaces the first person', async () => {
  await using sandbox = await openCloud()
  const browse = openBrowser()
  const flow = hiddenField(await browse('GET', authorizeUrl(sandbox)), 'flow')
  const post = (path: string, form: Record<string, string>) =>
    browse('POST', `${sandbox.url}/oauth/${path}`, { form: { flow, ...form } })
  await post('sign-in', { user_name: userName, password: 'pass' })
  await post('sign-in', { user_name: 'kit.hollowbrook', password: 'mfa:code' })
  expect((await post('consent', { decision: 'allow' })).status).toBe(400)
})

test('a finished flow cannot be continued', async () => {
  await using sandbox = await openCloud()
  const browse = openBrowser()
  const flow = hiddenField(await browse('GET', authorizeUrl(sandbox)), 'flow')
  const signIn = (password: string) =>
    browse('POST', `${sandbox.url}/oauth/sign-in`, { form: { flow, user_name: userName, password } })
  expect(redirectOf(await signIn('error:access_denied')).error).toBe('access_denied')
  expect((await signIn('pass')).status).toBe(400)
})

test('user input is escaped on pages', async () => {
  await using sandbox = await openCloud()
  const nasty = '"><script>alert(1)</script>'
  const browse = openBrowser()
  const first = await browse('GET', authorizeUrl(sandbox, { state: nasty }))
  const again = await browse('POST', `${sandbox.url}/oauth/sign-in`, {
    form: { flow: hiddenField(first, 'flow'), user_name: nasty, password: nasty },
  })
  const lost = await browse('POST', `${sandbox.url}/oauth/consent`, {
    form: { flow: nasty, decision: nasty },
  })
  for (const reply of [first, again, lost]) {
    expect(reply.text).not.toContain('<script')
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
  expect(first.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^signing_in=[\w-]{22}; Path=\/cloud\/oauth; HttpOnly; SameSite=Lax$/),
  ])
})

test('rejects a field that is sent twice', async () => {
  await using sandbox = await openCloud()
  const reply = await fetch(`${sandbox.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=refresh_token&grant_type=password',
  })
  expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([400, 'invalid_request'])
})
