import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { codeNow, fromBase32 } from '../../../test/authenticator.ts'
import { aMember, aUser, createUser } from '../../../test/people.ts'
import { randomAddress, startTeam } from '../../../test/team.ts'

// ASVS 7.5.1 and 7.5.2: dangerous operations need a recent authentication, whatever session is open.

const { api, createConfirmedMember, attempt, mfaCode } = await startTeam()
const { acme, anonymous, sql } = api
const authentications = '/members/sessions/current/authentications'

const own = (token: string) => (method: string, path: string, body?: object) =>
  api.withToken(token)(method, path, body, randomAddress())

/** Makes the last authentication of a token's session older than the ten minutes that dangerous operations allow. */
const age = (token: string, minutes = 11) =>
  sql('update member_sessions set authenticated_at = now() - make_interval(mins => $2) where id = $1', [
    decodeJwt(token).jti,
    minutes,
  ])

const refused = { status: 403, headers: { 'x-svc-error-code': 'reauthentication-required' } }

/** An Admin whose session is open, but who authenticated eleven minutes ago. */
async function anAgedAdmin() {
  const admin = await aMember(api, acme, 'Admin')
  await age(admin.token)
  return { ...admin, call: own(admin.token) }
}

async function setUpApp({ token, password }: { token: string; password: string }) {
  const call = own(token)
  const started = await call('POST', '/members/totp', { current_password: password })
  const secret = fromBase32(started.body.secret)
  expect((await call('POST', '/members/totp/confirm', { mfa_code: codeNow(secret) })).status).toBe(201)
  return secret
}

const webhook = { name: 'step-up', events: ['user-payroll-submitted'], url: 'https://hooks.invalid/step-up' }
const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'recurring' }

test('these operations of members need a recent authentication, and no others', () => {
  const names = api.server.operations
    .filter(({ needsRecentAuthentication }) => needsRecentAuthentication)
    .map(({ schema }) => schema.operationId)
  expect(names.sort()).toEqual([
    'changePassword',
    'createApiKey',
    'createAuthorisationTerm',
    'createWebhook',
    'deleteApiKey',
    'deleteMember',
    'deleteMemberPasskeys',
    'deleteMemberTotp',
    'deletePasskey',
    'deleteSingleSignOn',
    'deleteUser',
    'endMemberSessions',
    'endOwnSessions',
    'inviteMember',
    'registerPasskey',
    'replaceReviewRules',
    'rotateWebhookSecret',
    'setSingleSignOn',
    'startPasskeyRegistration',
    'startTotpSetup',
    'updateAuthorisationTerm',
    'updateConfiguration',
    'updateMember',
    'updateMemberPolicy',
    'updateWebhook',
  ])
})

test('ASVS 7.5.1: an open session that authenticated long ago cannot do dangerous things', async () => {
  const { call, id } = await anAgedAdmin()
  const { user_id } = await createUser(acme)
  const other = await aMember(api, acme, 'Support')
  const attempts: [string, string, object?][] = [
    ['PATCH', `/members/${other.id}`, { role: 'Admin' }],
    ['DELETE', `/members/${other.id}`],
    ['POST', '/members', { email: 'intruder@team.example', role: 'Admin' }],
    ['DELETE', `/members/${other.id}/totp`],
    ['POST', `/members/${other.id}/sessions/revocations`],
    ['POST', '/members/sessions/revocations', {}],
    ['POST', '/api-keys', { name: 'stolen' }],
    ['POST', '/webhooks', webhook],
    ['PATCH', '/configuration', { payroll_period_months: 7 }],
    ['POST', '/authorisations/terms', term],
    ['DELETE', `/users/${user_id}`],
    ['POST', '/members/password', { current_password: 'x', password: 'another horse with another staple' }],
    ['POST', '/members/totp', { current_password: 'x' }],
  ]
  for (const [method, path, body] of attempts)
    expect(await call(method, path, body), `${method} ${path}`).toMatchObject(refused)
  expect((await own(other.token)('GET', '/members/sessions/current')).body.member.role).toBe('Support')
  // Reading and ordinary work go on.
  expect((await call('GET', `/users/${user_id}`)).status).toBe(200)
  expect((await call('POST', '/users', aUser())).status).toBe(201)
  expect((await call('GET', `/members/${id}`)).status).toBe(200)
})

test('ASVS 7.5.1: API keys are not affected', async () => {
  await anAgedAdmin()
  const { user_id } = await createUser(acme)
  expect((await acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  expect((await acme('PATCH', '/configuration', { payroll_period_months: 7 })).status).toBe(200)
})

test('ASVS 7.5.1: after the password is entered again, the same request succeeds for ten minutes', async () => {
  const { call, password, token } = await anAgedAdmin()
  const change = () => call('PATCH', '/configuration', { payroll_period_months: 8 })
  expect(await change()).toMatchObject(refused)
  expect(await call('POST', authentications, { current_password: 'wrong' })).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'password-wrong' },
  })
  expect(await change()).toMatchObject(refused)
  const again = await call('POST', authentications, { current_password: password })
  expect(again).toMatchObject({ status: 201, body: { authenticated_at: expect.any(String) } })
  expect((await change()).status).toBe(200)
  const { body } = await call('GET', '/members/sessions/current')
  expect(body.session.authenticated_at).toBe(again.body.authenticated_at)
  await age(token, 9)
  expect((await change()).status).toBe(200)
  await age(token)
  expect(await change()).toMatchObject(refused)
})

test('ASVS 7.5.1: a repeated authentication counts for its own session only', async () => {
  const { email, password, token, call } = await anAgedAdmin()
  const second = (await attempt(email, password)).body.jwt as string
  await age(second)
  expect((await own(second)('POST', authentications, { current_password: password })).status).toBe(201)
  expect(await call('POST', '/members/sessions/revocations', {})).toMatchObject(refused)
  await age(token)
  expect((await own(second)('PATCH', '/configuration', { payroll_period_months: 8 })).status).toBe(200)
})

test('ASVS 7.5.2: other sessions end after authenticating again; signing out is always possible', async () => {
  const { email, password, token, call } = await anAgedAdmin()
  const second = (await attempt(email, password)).body.jwt as string
  expect(await call('DELETE', `/members/sessions/${decodeJwt(second).jti}`)).toMatchObject(refused)
  expect((await call('DELETE', `/members/sessions/${decodeJwt(token).jti}`)).status).toBe(200)
})

test('ASVS 7.5.1: a member with an authenticator app needs the password and a code', async () => {
  const admin = await aMember(api, acme, 'Admin')
  const secret = await setUpApp(admin)
  await sql('update member_totp set last_step = 0 where member_id = $1', [admin.id])
  await age(admin.token)
  const call = own(admin.token)
  const change = () => call('PATCH', '/configuration', { payroll_period_months: 9 })
  const challenge = await call('POST', authentications, { current_password: admin.password })
  expect(challenge).toMatchObject({ status: 202, body: { method: 'totp' } })
  expect(await change()).toMatchObject(refused)
  const answer = (mfa_code: string, answering = call) =>
    answering('POST', `${authentications}/validate`, { session: challenge.body.session, mfa_code })
  expect(await answer('000000x')).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'mfa-rejected' },
  })
  // The session of the check belongs to this member: no other member can answer it.
  const stranger = await aMember(api, acme, 'Admin')
  await age(stranger.token)
  expect(await answer(codeNow(secret), own(stranger.token))).toMatchObject({ status: 403 })
  expect(await own(stranger.token)('PATCH', '/configuration', {})).toMatchObject(refused)
  expect((await answer(codeNow(secret))).status).toBe(201)
  expect((await change()).status).toBe(200)
  // The check is used up.
  expect((await answer(codeNow(secret))).status).toBe(403)
})

test('ASVS 7.5.1: a member with codes by e-mail needs the password and a new code', async () => {
  const { email } = await createConfirmedMember()
  const password = 'correct horse battery staple'
  const first = await attempt(email, password)
  const signedIn = await anonymous(
    'POST',
    '/members/mfa/validate',
    { username: email, session: first.body.session, mfa_code: await mfaCode(email) },
    randomAddress(),
  )
  const token = signedIn.body.jwt as string
  await age(token)
  const call = own(token)
  expect(await call('POST', '/members/sessions/revocations', {})).toMatchObject(refused)
  const challenge = await call('POST', authentications, { current_password: password })
  expect(challenge).toMatchObject({ status: 202, body: { method: 'email' } })
  const answer = { session: challenge.body.session, mfa_code: await mfaCode(email) }
  expect((await call('POST', `${authentications}/validate`, answer)).status).toBe(201)
  expect((await call('POST', '/members/sessions/revocations', {})).status).toBe(201)
})

test('ASVS 7.5.1: wrong passwords have the limits of the sign-in', async () => {
  const { call } = await anAgedAdmin()
  let reply = await call('POST', authentications, { current_password: 'wrong' })
  for (let tries = 1; tries < 10 && reply.status === 403; tries++)
    reply = await call('POST', authentications, { current_password: 'wrong' })
  expect(reply).toMatchObject({ status: 429, headers: { 'x-svc-error-code': 'sign-in-blocked' } })
})
