import { expect, test } from 'vitest'
import { codeNow, fromBase32 } from '../../../test/authenticator.ts'
import { aMember, asOwner, readMail } from '../../../test/people.ts'
import { randomAddress, startTeam } from '../../../test/team.ts'

// ASVS 6.3.3 and 6.4.3: a client can require a second factor of its members that does not go to their mailbox.

const { api, createConfirmedMember, attempt, mfaCode } = await startTeam()
const { acme, anonymous, rival, sql, world } = api
const owner = await asOwner(api, 'acme')
const refused = { status: 403, headers: { 'x-svc-error-code': 'second-factor-required' } }

const own = (token: string) => (method: string, path: string, body?: object) =>
  api.withToken(token)(method, path, body, randomAddress())

/** Requires a second factor while the test runs. The owner of the tests keeps working. */
async function whileRequired(work: () => Promise<void>) {
  const call = await asOwner(api, 'acme')
  expect((await call('PATCH', '/members/policy', { require_second_factor: true })).body).toEqual({
    require_second_factor: true,
  })
  try {
    await work()
  } finally {
    await sql('update member_policies set require_second_factor = false')
  }
}

test('ASVS 6.3.3: a member without a second factor must set one up before anything else', async () => {
  const member = await aMember(api, acme, 'FullMember')
  const call = own(member.token)
  expect((await call('GET', '/users')).status).toBe(200)
  await whileRequired(async () => {
    await expect.poll(async () => (await call('GET', '/users')).status).toBe(403)
    expect(await call('GET', '/users')).toMatchObject(refused)
    const signedIn = await attempt(member.email, member.password)
    expect(signedIn.status).toBe(200)
    const next = own(signedIn.body.jwt)
    expect(await next('GET', '/configuration')).toMatchObject(refused)
    expect((await next('GET', '/members/sessions/current')).status).toBe(200)
    expect((await next('GET', '/members/totp')).status).toBe(200)
    const started = await next('POST', '/members/totp', { current_password: member.password })
    const mfa_code = codeNow(fromBase32(started.body.secret))
    expect((await next('POST', '/members/totp/confirm', { mfa_code })).status).toBe(201)
    expect((await next('GET', '/configuration')).status).toBe(200)
    expect((await call('GET', '/users')).status).toBe(200)
  })
})

test('ASVS 6.4.3: codes by e-mail are not enough where a second factor is required', async () => {
  const { email } = await createConfirmedMember()
  await whileRequired(async () => {
    const first = await attempt(email, 'correct horse battery staple')
    const answer = { username: email, session: first.body.session, mfa_code: await mfaCode(email) }
    const { body } = await anonymous('POST', '/members/mfa/validate', answer, randomAddress())
    expect(await own(body.jwt)('GET', '/configuration')).toMatchObject(refused)
  })
})

test('a session of single sign-on needs no app, and API keys and other clients are not affected', async () => {
  const member = await aMember(api, acme, 'FullMember')
  await sql("update member_sessions set method = 'sso' where member_id = $1", [member.id])
  const other = await aMember(api, rival, 'FullMember')
  await whileRequired(async () => {
    expect((await own(member.token)('GET', '/users')).status).toBe(200)
    expect((await own(other.token)('GET', '/users')).status).toBe(200)
    expect((await acme('GET', '/users')).status).toBe(200)
  })
})

test('no API key and no lower role changes the policy, and administrators are notified', async () => {
  expect((await acme('PATCH', '/members/policy', { require_second_factor: false })).status).toBe(403)
  const { token } = await aMember(api, acme, 'FullMember')
  expect((await own(token)('PATCH', '/members/policy', { require_second_factor: false })).status).toBe(403)
  expect((await owner('PATCH', '/members/policy', {})).body).toEqual({ require_second_factor: false })
  await whileRequired(async () => {
    await readMail(world.inboxUrl, 'owner@acme.example', /rules for signing in/, 'is now required')
  })
})
