import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { aMember, signIn } from '../../../test/people.ts'
import { randomAddress, startTeam } from '../../../test/team.ts'

// Finding 14 of the security review: a sign-out must end the token on the server.

const { api, attempt, createConfirmedMember, mfaCode, untilRefused } = await startTeam()
const { acme, anonymous, sql } = api
const ownOrigin = 'http://127.0.0.1:8080'
const own = { origin: ownOrigin, 'sec-fetch-site': 'same-origin' }

const cookieOf = (reply: { headers: Record<string, string | string[]> }) =>
  String(reply.headers['set-cookie']).split(';')[0] ?? ''

const signInBrowser = (username: string, password: string, headers: object = own) =>
  anonymous(
    'POST',
    '/members/signin',
    { username, password, browser: true },
    { ...randomAddress(), ...headers, 'user-agent': 'Firefox of the test' },
  )

/** Signs a member in like a page of the console. Returns callers with the cookie, from our own page and from others. */
async function aBrowser(role: 'Admin' | 'FullMember' | 'Support' = 'FullMember') {
  const member = await aMember(api, acme, role)
  const reply = await signInBrowser(member.email, member.password)
  expect(reply.status).toBe(201)
  const cookie = cookieOf(reply)
  return { member, cookie, reply, page: api.callWith({ cookie, ...own }) }
}

const currentId = async (call: typeof acme) =>
  (await call('GET', '/members/sessions/current')).body.session.id as string

test('finding 14: a sign-out ends the token at once, and only that token', async () => {
  const { email, password, token } = await aMember(api, acme, 'Support')
  const other = await signIn(api, email, password)
  const call = api.withToken(token)
  const refused = untilRefused(token)
  const id = await currentId(call)
  expect(decodeJwt(token).jti).toBe(id)
  expect(await call('DELETE', `/members/sessions/${id}`)).toMatchObject({ status: 200 })
  await refused
  expect((await api.withToken(other)('GET', '/configuration')).status).toBe(200)
})

test('finding 14: lists own sessions, ends one and all others', async () => {
  const { email, password, token } = await aMember(api, acme, 'Support')
  const call = api.withToken(token)
  const device = { 'x-forwarded-for': '10.20.30.40', 'user-agent': 'Firefox of the test' }
  const second = await anonymous('POST', '/members/signin', { username: email, password }, device)
  const third = await signIn(api, email, password)
  const { body } = await call('GET', '/members/sessions')
  expect(body.pagination.total_count).toBe(3)
  expect(body.sessions.map((session: { is_current: boolean }) => session.is_current)).toEqual([
    false,
    false,
    true,
  ])
  expect(body.sessions[1]).toMatchObject({
    kind: 'token',
    address: '10.20.30.40',
    user_agent: 'Firefox of the test',
  })
  const refusedSecond = untilRefused(second.body.jwt)
  expect((await call('DELETE', `/members/sessions/${body.sessions[1].id}`)).status).toBe(200)
  await refusedSecond
  expect((await call('DELETE', `/members/sessions/${body.sessions[1].id}`)).status).toBe(404)
  const refusedThird = untilRefused(third)
  expect((await call('POST', '/members/sessions/revocations', {})).body.message).toBe('1 sessions were ended')
  await refusedThird
  expect((await call('GET', '/configuration')).status).toBe(200)
  const refused = untilRefused(token)
  expect((await call('POST', '/members/sessions/revocations', { keep_current: false })).status).toBe(201)
  await refused
})

test('finding 14: an Admin ends the sessions of a member, but not those of an Owner', async () => {
  const { token } = await aMember(api, acme, 'Admin')
  const admin = api.withToken(token)
  const { id, token: theirs } = await aMember(api, acme, 'Support')
  expect((await api.withToken(theirs)('POST', `/members/${id}/sessions/revocations`)).status).toBe(403)
  const refused = untilRefused(theirs)
  expect((await admin('POST', `/members/${id}/sessions/revocations`)).status).toBe(201)
  await refused
  const { body } = await admin('GET', '/members?limit=100')
  const owner = body.members.find(({ role }: { role: string }) => role === 'Owner')
  expect(await admin('POST', `/members/${owner.id}/sessions/revocations`)).toMatchObject({ status: 403 })
})

test('finding 14: a page of the console gets a cookie that scripts cannot read, and no token', async () => {
  const { reply, page, member } = await aBrowser()
  expect([reply.headers['set-cookie']].flat()[0]).toMatch(
    /^payproof_session=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(Object.keys(reply.body)).toEqual(['member'])
  expect((await page('GET', '/members/sessions/current')).body).toMatchObject({
    session: { kind: 'browser', is_current: true },
    member: { id: member.id, email: member.email },
  })
  const id = await currentId(page)
  const signedOut = await page('DELETE', `/members/sessions/${id}`)
  expect(signedOut.headers['set-cookie']).toBe(
    'payproof_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
  )
  expect((await page('GET', '/members/sessions/current')).status).toBe(401)
})

test('finding 14: a page of the console gets its cookie after the second factor', async () => {
  const { email } = await createConfirmedMember()
  const password = 'correct horse battery staple'
  const first = await signInBrowser(email, password)
  expect(first).toMatchObject({ status: 202 })
  const answer = {
    username: email,
    session: first.body.session,
    mfa_code: await mfaCode(email),
    browser: true,
  }
  const reply = await anonymous('POST', '/members/mfa/validate', answer, own)
  expect(reply).toMatchObject({ status: 201, body: { member: { email } } })
  const page = api.callWith({ cookie: cookieOf(reply), ...own })
  expect((await page('GET', '/configuration')).status).toBe(200)
})

// CSRF: SameSite=Strict keeps the cookie from other sites, but not from other hosts of the same site.
test('finding 14: the cookie is refused with requests that other pages send', async () => {
  const { cookie, member } = await aBrowser()
  const write = (headers: Record<string, string>) =>
    api.callWith({ cookie, ...headers })('POST', '/members/sessions/revocations', {})
  const refusal = { status: 401, headers: { 'x-svc-error-code': 'cross-site-request' } }
  expect(await write({ 'sec-fetch-site': 'same-site', origin: 'http://other.example' })).toMatchObject(
    refusal,
  )
  expect(await write({ 'sec-fetch-site': 'cross-site', origin: ownOrigin })).toMatchObject(refusal)
  expect(await write({ origin: 'http://other.example' })).toMatchObject(refusal)
  expect(await write({ 'sec-fetch-site': 'none' })).toMatchObject(refusal)
  expect(await write({})).toMatchObject(refusal)
  expect((await write({ origin: ownOrigin })).status).toBe(201)
  const read = (site: string) =>
    api.callWith({ cookie, 'sec-fetch-site': site })('GET', '/members/sessions/current')
  expect(await read('cross-site')).toMatchObject(refusal)
  expect((await read('none')).status).toBe(200)
  expect(
    await signInBrowser(member.email, member.password, { 'sec-fetch-site': 'cross-site' }),
  ).toMatchObject(refusal)
})

test('a cookie is not read where a user’s token or an API key is sent', async () => {
  const { cookie } = await aBrowser()
  const withWrongKey = api.callWith({ cookie, ...own, 'x-api-key': 'wrong' })
  expect((await withWrongKey('GET', '/configuration')).status).toBe(401)
  expect((await api.callWith({ cookie, ...own })('GET', '/journeys/current')).status).toBe(401)
})

test('finding 14: a browser session ends after 15 minutes without a request, and each use renews it', async () => {
  const { page } = await aBrowser()
  const id = await currentId(page)
  const age = (minutes: number) =>
    sql(`update member_sessions set last_used_at = now() - make_interval(mins => $2) where id = $1`, [
      id,
      minutes,
    ])
  const lastUse = async () =>
    (
      await sql(
        'select last_used_at > now() - interval $$1 minute$$ as is_new from member_sessions where id = $1',
        [id],
      )
    )[0].is_new
  await age(14)
  // The process may have cached the row for less than a second.
  await expect.poll(async () => (await page('GET', '/configuration')).status && lastUse()).toBe(true)
  await age(16)
  await expect.poll(async () => (await page('GET', '/configuration')).status).toBe(401)
})

test('ASVS 7.2.4: signing in again in a browser ends the session of its old cookie', async () => {
  const { cookie, member, page } = await aBrowser()
  const { email, password } = member
  expect((await signInBrowser(email, 'wrong', { ...own, cookie })).status).toBe(401)
  expect((await page('GET', '/members/sessions/current')).status).toBe(200)
  const again = await signInBrowser(email, password, { ...own, cookie })
  expect(again.status).toBe(201)
  await expect.poll(async () => (await page('GET', '/members/sessions/current')).status).toBe(401)
  const forged = { ...own, cookie: `${cookie}x` }
  expect((await signInBrowser(email, password, forged)).status).toBe(201)
})

test('a program’s token keeps its hour without use', async () => {
  const { token } = await aMember(api, acme, 'Support')
  const id = await currentId(api.withToken(token))
  await sql(`update member_sessions set last_used_at = now() - interval '59 minutes' where id = $1`, [id])
  const second = api.withToken(token)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect((await second('GET', '/configuration')).status).toBe(200)
  await sql(`update member_sessions set expires_at = now() where id = $1`, [id])
  await untilRefused(token)
})

test('a member has at most 100 sessions; the oldest ends', async () => {
  const { id, email, password, token } = await aMember(api, acme, 'Support')
  await sql(
    `insert into member_sessions (client_id, id, member_id, kind, expires_at, sealed)
       select client_id, gen_random_uuid(), member_id, kind, expires_at, sealed
         from member_sessions, generate_series(1, 99) where member_id = $1`,
    [id],
  )
  const refused = untilRefused(token)
  expect((await attempt(email, password)).status).toBe(200)
  await refused
})
