import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { atEnd } from '../../../../test/at-end.ts'
import { openOpenIdProvider } from '../../../../test/openid-provider.ts'
import { aMember, asOwner, readMail } from '../../../../test/people.ts'
import { newEmail, randomAddress, startTeam } from '../../../../test/team.ts'

// Single sign-on against a real OpenID provider (oidc-provider) in a process of its own.

const baseUrl = 'http://127.0.0.1:8080'
const own = { origin: baseUrl, 'sec-fetch-site': 'same-origin' }

const { api, attempt, invite } = await startTeam({ OUTBOUND_LOOPBACK: 'true' })
const { acme, anonymous, rival, sql, world } = api
const provider = await openOpenIdProvider(`${baseUrl}/members/sso/callback`)
atEnd(() => provider.stop())
const owner = await asOwner(api, 'acme')
const rivalOwner = await asOwner(api, 'rival')

const organisation = 'acme-team'
const settings = { organisation, ...provider.settings }
const setUp = async (changes: object = {}, call = owner) => {
  const reply = await call('PUT', '/members/sso', { ...settings, ...changes })
  expect(reply).toMatchObject({ status: 200 })
  return reply.body
}

const newAccount = () => `person-${randomBytes(5).toString('hex')}`

/** A person at the provider, with a verified e-mail address unless the claims say otherwise. */
async function aPerson(claims: object) {
  const account = newAccount()
  await provider.setAccount(account, { email_verified: true, name: 'Sidonie Fennimore', ...claims })
  return account
}

const cookiesOf = (headers: Record<string, string | string[]>) =>
  [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '')

async function start(body: object = {}, headers: Record<string, string> = own) {
  const request = { organisation, ...body }
  const reply = await anonymous('POST', '/members/sso/authorisations', request, {
    ...randomAddress(),
    ...headers,
  })
  const cookie = cookiesOf(reply.headers)[0] ?? ''
  const left = await leave(cookie)
  return { reply, cookie, url: left.headers.location ?? '' }
}

/** Opens our URL that sends the browser to the provider. */
const leave = (cookie: string) =>
  anonymous('GET', '/members/sso/start', undefined, {
    cookie,
    ...randomAddress(),
    'sec-fetch-site': 'same-origin',
  })

/** Opens the URL to which the provider sends the browser. Returns where the browser is sent and its session. */
async function comeBack(url: URL, cookie: string) {
  const headers = { cookie, ...randomAddress(), 'sec-fetch-site': 'cross-site' }
  const reply = await anonymous('GET', url.pathname + url.search, undefined, headers)
  const session = cookiesOf(reply.headers).find((line) => /^payproof_session=./.test(line))
  return { location: reply.headers.location, session, reply }
}

async function signIn(account: string, body: object = {}) {
  const { url, cookie } = await start(body)
  return comeBack(await provider.authorise(url, account), cookie)
}

const currentOf = async (session: string | undefined) =>
  (await api.callWith({ cookie: session ?? '', ...own })('GET', '/members/sessions/current')).body

const refusal = (reason: string) => `${baseUrl}/console/sso?error=${reason}`

test('an Admin sets up single sign-on; the secret is sealed and never returned', async () => {
  const stored = await setUp()
  expect(stored).toEqual({
    organisation,
    issuer: provider.issuer,
    oidc_client_id: 'payproof',
    role_claim: null,
    role_mapping: [],
    is_required: false,
    redirect_uri: `${baseUrl}/members/sso/callback`,
    changed_at: expect.any(String),
  })
  expect((await owner('GET', '/members/sso')).body).toEqual(stored)
  const [row] = await sql('select sealed from sso_providers where organisation = $1', [organisation])
  expect(row.sealed.includes(Buffer.from(provider.settings.oidc_client_secret ?? ''))).toBe(false)
  // The secret is kept while issuer and client id stay, and must be sent again if one of them changes.
  const { oidc_client_secret: _, ...withoutSecret } = settings
  expect((await owner('PUT', '/members/sso', withoutSecret)).status).toBe(200)
  expect(
    await owner('PUT', '/members/sso', { ...withoutSecret, issuer: 'https://login.elsewhere.example' }),
  ).toMatchObject({
    status: 400,
    body: { errors: ['Request is missing the required field [oidc_client_secret]'] },
  })
})

test('single sign-on is for Admins: no API key, no lower role, no other client', async () => {
  await setUp()
  expect((await acme('PUT', '/members/sso', settings)).status).toBe(403)
  const { token } = await aMember(api, acme, 'FullMember')
  expect((await api.withToken(token)('PUT', '/members/sso', settings)).status).toBe(403)
  expect((await rivalOwner('GET', '/members/sso')).status).toBe(404)
  expect(await rivalOwner('PUT', '/members/sso', settings)).toMatchObject({
    status: 400,
    body: { errors: ['Field [organisation] is invalid: another client uses this name'] },
  })
  expect((await rival('DELETE', '/members/sso')).status).toBe(403)
})

test('the issuer passes the SSRF guard, like every URL that a client chooses', async () => {
  const inside = await owner('PUT', '/members/sso', { ...settings, issuer: 'http://10.0.0.7/login' })
  expect(inside).toMatchObject({ status: 400 })
  expect(inside.body.errors[0]).toMatch(/^Field \[issuer\] is invalid: /)
  expect((await owner('PUT', '/members/sso', { ...settings, issuer: 'https://intranet' })).status).toBe(400)
})

test('an invited member signs in at the provider and needs no password', async () => {
  await setUp()
  const { email, id } = await invite(acme, { role: 'Support' })
  const account = await aPerson({ email })
  const { location, session, reply } = await signIn(account)
  expect(location).toBe(`${baseUrl}/console/sso`)
  expect([reply.headers['set-cookie']].flat()[0]).toBe(
    'payproof_sso=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  )
  expect(await currentOf(session)).toMatchObject({
    session: { kind: 'browser' },
    member: { id, email, role: 'Support', status: 'confirmed', name: 'Sidonie Fennimore' },
  })
  await readMail(world.inboxUrl, email, /Single sign-on was set up/)
  // From now on the subject decides, even if the address at the provider changes.
  await provider.setAccount(account, { email: newEmail(), email_verified: false })
  expect((await currentOf((await signIn(account)).session)).member.id).toBe(id)
})

test('the cookie of a sign-in is bound to the browser and host', async () => {
  await setUp()
  const { reply, url: departure } = await start()
  expect(reply).toMatchObject({ status: 201, body: { authorisation_url: `${baseUrl}/members/sso/start` } })
  expect([reply.headers['set-cookie']].flat()[0]).toMatch(
    /^payproof_sso=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  )
  const url = new URL(departure)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect((await start({}, { 'sec-fetch-site': 'cross-site' })).reply.status).toBe(401)
  expect((await start({ organisation: 'unknown-team' })).reply.status).toBe(404)
  expect((await leave('')).headers.location).toBe(refusal('browser'))
})

test('refuses the response in another browser', async () => {
  await setUp()
  const { email } = await aMember(api, acme, 'Support')
  const account = await aPerson({ email })
  const { url, cookie } = await start()
  const back = await provider.authorise(url, account)
  expect(await comeBack(back, '')).toMatchObject({ location: refusal('browser'), session: undefined })
  const other = await start()
  expect(await comeBack(back, other.cookie)).toMatchObject({
    location: refusal('response'),
    session: undefined,
  })
  expect((await comeBack(back, cookie)).session).toBeDefined()
})

test('refuses an ID token with another nonce', async () => {
  await setUp()
  const { email } = await aMember(api, acme, 'Support')
  const account = await aPerson({ email })
  const { url, cookie } = await start()
  const back = await provider.authorise(url, account, { nonce: 'a nonce of another sign-in' })
  expect(await comeBack(back, cookie)).toMatchObject({ location: refusal('response'), session: undefined })
})

test('refuses a response of another issuer, and a provider that calls itself another name', async () => {
  await setUp()
  const { email } = await aMember(api, acme, 'Support')
  const account = await aPerson({ email })
  const { url, cookie } = await start()
  const back = await provider.authorise(url, account)
  const honest = back.searchParams.get('iss')
  expect(honest).toBe(provider.issuer)
  back.searchParams.set('iss', 'https://login.elsewhere.example')
  expect(await comeBack(back, cookie)).toMatchObject({ location: refusal('response'), session: undefined })
  back.searchParams.delete('iss')
  expect(await comeBack(back, cookie)).toMatchObject({ location: refusal('response'), session: undefined })
  await setUp({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') })
  expect((await start()).url).toBe(refusal('provider'))
})

test('refuses a code that was used before', async () => {
  await setUp()
  const { email } = await aMember(api, acme, 'Support')
  const account = await aPerson({ email })
  const { url, cookie } = await start()
  const back = await provider.authorise(url, account)
  expect((await comeBack(back, cookie)).session).toBeDefined()
  expect(await comeBack(back, cookie)).toMatchObject({ location: refusal('response'), session: undefined })
})

test('refuses an e-mail address that the provider has not verified', async () => {
  await setUp()
  const { email } = await aMember(api, acme, 'Support')
  expect(await signIn(await aPerson({ email, email_verified: false }))).toMatchObject({
    location: refusal('email'),
    session: undefined,
  })
  expect(await signIn(await aPerson({ email, email_verified: 'true' }))).toMatchObject({
    location: refusal('email'),
  })
})

test('a member is linked with one person at the provider', async () => {
  await setUp()
  const { email } = await aMember(api, acme, 'Support')
  expect((await signIn(await aPerson({ email }))).session).toBeDefined()
  expect(await signIn(await aPerson({ email }))).toMatchObject({
    location: refusal('member'),
    session: undefined,
  })
})

test('refuses a removed member and a person who was not invited', async () => {
  await setUp()
  const { email, id } = await aMember(api, acme, 'Support')
  const account = await aPerson({ email })
  expect((await signIn(account)).session).toBeDefined()
  expect((await owner('DELETE', `/members/${id}`)).status).toBe(200)
  expect(await signIn(account)).toMatchObject({ location: refusal('member'), session: undefined })
  expect(await signIn(await aPerson({ email: newEmail() }))).toMatchObject({ location: refusal('member') })
})

test('refuses an Admin whom an API key has invited, until an administrator approves', async () => {
  await setUp()
  const email = newEmail()
  await acme('POST', '/members', { email, role: 'Admin' })
  expect(await signIn(await aPerson({ email }))).toMatchObject({
    location: refusal('member'),
    session: undefined,
  })
})

test('no account takeover: not of an Owner, and not of members of another client', async () => {
  await setUp()
  expect(await signIn(await aPerson({ email: 'owner@acme.example' }))).toMatchObject({
    location: refusal('member'),
    session: undefined,
  })
  const { email } = await aMember(api, rival, 'Admin')
  expect(await signIn(await aPerson({ email }))).toMatchObject({
    location: refusal('member'),
    session: undefined,
  })
})

test('a claim decides the role at each sign-in; without a role the person is refused', async () => {
  await setUp({
    role_claim: 'groups',
    role_mapping: [
      { claim_value: 'lending-admins', role: 'Admin' },
      { claim_value: 'lending', role: 'FullMember' },
    ],
  })
  const { email, id } = await aMember(api, acme, 'Support')
  const account = await aPerson({ email, groups: ['everybody', 'lending', 'lending-admins'] })
  expect((await currentOf((await signIn(account)).session)).member).toMatchObject({ id, role: 'Admin' })
  await provider.setAccount(account, { groups: 'lending' })
  expect((await currentOf((await signIn(account)).session)).member.role).toBe('FullMember')
  await readMail(world.inboxUrl, email, /role was changed/, 'from Admin to FullMember')
  await provider.setAccount(account, { groups: [] })
  expect(await signIn(account)).toMatchObject({ location: refusal('role'), session: undefined })
  expect((await owner('GET', `/members/${id}`)).body.role).toBe('FullMember')
})

test('a client can require single sign-on of everyone but its Owners', async () => {
  await setUp({ is_required: true })
  const member = await aMember(api, rival, 'Support')
  const { email, id } = await invite(acme, { role: 'Support' })
  const password = 'correct horse battery staple'
  await sql(
    'update members set status = $2, mfa_status = $3, password_hash = (select password_hash from members where id = $4) where id = $1',
    [id, 'confirmed', 'disabled', member.id],
  )
  expect(await attempt(email, password)).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'sso-required' },
  })
  expect((await attempt(member.email, password)).status).toBe(200)
  expect((await attempt('owner@acme.example', world.clients.acme.ownerPassword)).status).toBe(200)
  await setUp({ is_required: false })
  expect((await attempt(email, password)).status).toBe(200)
})

test('a dangerous operation needs a new authentication at the provider, not only its session', async () => {
  await setUp()
  const { email } = await invite(acme, { role: 'Support' })
  const account = await aPerson({ email })
  const first = await signIn(account)
  const page = api.callWith({ cookie: first.session ?? '', ...own })
  // Without a requested authentication, the provider need not say when it happened.
  expect(await page('POST', '/members/sessions/revocations', {})).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'reauthentication-required' },
  })
  expect(
    await page('POST', '/members/sessions/current/authentications', { current_password: 'none' }),
  ).toMatchObject({ status: 403, headers: { 'x-svc-error-code': 'sso-required' } })
  const { url } = await start({ reauthenticate: true })
  expect(new URL(url).searchParams.get('prompt')).toBe('login')
  const again = await signIn(account, { reauthenticate: true })
  const renewed = api.callWith({ cookie: again.session ?? '', ...own })
  expect((await renewed('POST', '/members/sessions/revocations', {})).status).toBe(201)
})

test('single sign-on can be switched off', async () => {
  await setUp()
  expect((await owner('DELETE', '/members/sso')).status).toBe(200)
  expect((await owner('DELETE', '/members/sso')).status).toBe(404)
  expect((await start()).reply.status).toBe(404)
})
