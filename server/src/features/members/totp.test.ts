import { expect, test } from 'vitest'
import { codeNow, fromBase32 } from '../../../test/authenticator.ts'
import { aMember, asOwner, readMail } from '../../../test/people.ts'
import { randomAddress, startTeam } from '../../../test/team.ts'
import { totpCode, totpStepAt } from '../../platform/secrets/totp.ts'

// Findings 12 and 13 of the security review: codes by e-mail were the only second factor, in the mailbox that also
// gets the password resets.

const { api, attempt, lift, extendBlocks, startReset, resetCode, confirmReset } = await startTeam()
const { acme, anonymous, sql, world } = api

type Person = Awaited<ReturnType<typeof aMember>>

const own = (token: string) => (method: string, path: string, body?: object) =>
  api.withToken(token)(method, path, body, randomAddress())

/** Lets the code of the current step be used again, so that tests need not wait for the next step. */
const forgetStep = (id: string) => sql('update member_totp set last_step = 0 where member_id = $1', [id])

async function startSetup({ token, password }: Person) {
  const started = await own(token)('POST', '/members/totp', { current_password: password })
  expect(started.status).toBe(201)
  return fromBase32(started.body.secret)
}

/** Creates a member with an authenticator app. */
async function aMemberWithApp(role: 'Admin' | 'Support' = 'Support') {
  const member = await aMember(api, acme, role)
  const secret = await startSetup(member)
  const confirmed = await own(member.token)('POST', '/members/totp/confirm', { mfa_code: codeNow(secret) })
  expect(confirmed.status).toBe(201)
  await forgetStep(member.id)
  return { ...member, secret, recoveryCodes: confirmed.body.recovery_codes as string[] }
}

const answer = (username: string, session: string, mfa_code: string) =>
  anonymous('POST', '/members/mfa/validate', { username, session, mfa_code }, randomAddress())

const actionsOn = async (id: string) => {
  const lines = await sql('select action from audit_lines where subject_id = $1 order by at, lane, seq', [id])
  return lines.map(({ action }) => action as string)
}

test('security finding 13: an authenticator app is set up with the password and a first code', async () => {
  const member = await aMember(api, acme, 'Support')
  const call = own(member.token)
  expect((await call('GET', '/members/totp')).body).toEqual({
    is_active: false,
    confirmed_at: null,
    recovery_codes_left: 0,
  })
  expect(await call('POST', '/members/totp', { current_password: 'wrong' })).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'password-wrong' },
  })
  const { body } = await call('POST', '/members/totp', { current_password: member.password })
  expect(body).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    otpauth_uri: `otpauth://totp/Payproof:${encodeURIComponent(member.email)}?secret=${body.secret}&issuer=Payproof`,
  })
  // An app that was not confirmed changes nothing.
  expect((await attempt(member.email, member.password)).status).toBe(200)
  const secret = fromBase32(body.secret)
  expect(await call('POST', '/members/totp/confirm', { mfa_code: '000000x' })).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'mfa-rejected' },
  })
  const confirmed = await call('POST', '/members/totp/confirm', { mfa_code: codeNow(secret) })
  expect(confirmed.status).toBe(201)
  expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
  for (const code of confirmed.body.recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  expect((await call('GET', '/members/totp')).body).toEqual({
    is_active: true,
    confirmed_at: expect.any(String),
    recovery_codes_left: 10,
  })
  expect(await call('POST', '/members/totp/confirm', { mfa_code: codeNow(secret) })).toMatchObject({
    status: 404,
  })
  expect(await call('POST', '/members/totp', { current_password: member.password })).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'totp-active' },
  })
  await readMail(world.inboxUrl, member.email, /second factor was changed/, 'authenticator app was set up')
  expect(await actionsOn(member.id)).toEqual(
    expect.arrayContaining(['member.totp_started', 'member.mfa_failed', 'member.totp_confirmed']),
  )
})

test('security finding 13: a sign-in needs a code of the app, each step once', async () => {
  const { id, email, password, secret } = await aMemberWithApp()
  const first = await attempt(email, password)
  expect(first).toMatchObject({ status: 202, body: { session: expect.any(String), method: 'totp' } })
  expect((await answer(email, first.body.session, 'ABCDEF')).status).toBe(401)
  const step = totpStepAt(new Date())
  const signedIn = await answer(email, first.body.session, totpCode(secret, step))
  expect(signedIn).toMatchObject({ status: 200, body: { member: { id, mfa_status: 'disabled' } } })
  expect((await api.withToken(signedIn.body.jwt)('GET', '/configuration')).status).toBe(200)
  // The same code, and the code of an earlier step, are refused in another sign-in.
  for (const used of [step, step - 1]) {
    const { session } = (await attempt(email, password)).body
    expect(await answer(email, session, totpCode(secret, used))).toMatchObject({
      status: 401,
      headers: { 'x-svc-error-code': 'mfa-rejected' },
    })
  }
  const { messages } = (await (await fetch(`${world.inboxUrl}/messages?to=${email}`)).json()) as {
    messages: { subject: string }[]
  }
  expect(messages.filter(({ subject }) => /sign-in code/.test(subject))).toEqual([])
})

test('security finding 13: of parallel sign-ins with the same code, one succeeds', async () => {
  const { email, password, secret } = await aMemberWithApp()
  const { session } = (await attempt(email, password)).body
  const code = codeNow(secret)
  const replies = await Promise.all([1, 2, 3, 4].map(() => answer(email, session, code)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('security finding 13: wrong codes of the app are limited like those by e-mail', async () => {
  const { id, email, password, secret } = await aMemberWithApp()
  const here = randomAddress()
  const { session } = (await attempt(email, password, here)).body
  for (let n = 0; n < 5; n++) expect((await answer(email, session, 'wrong!')).status).toBe(401)
  expect((await answer(email, session, codeNow(secret))).status).toBe(401)
  for (let n = 1; n < 5; n++) expect((await attempt(email, password, here)).status).toBe(202)
  await extendBlocks()
  expect((await attempt(email, password, here)).status).toBe(429)
  await lift()
  await expect
    .poll(async () => (await actionsOn(id)).filter((action) => action === 'member.mfa_failed').length)
    .toBe(5)
})

test('security finding 13: a recovery code signs in once, and the member gets a notice', async () => {
  const { id, email, password, recoveryCodes } = await aMemberWithApp()
  const [code = '', other = ''] = recoveryCodes
  const { session } = (await attempt(email, password)).body
  expect((await answer(email, session, code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
  await readMail(world.inboxUrl, email, /recovery code was used/, '9 left')
  const again = (await attempt(email, password)).body.session
  expect((await answer(email, again, code)).status).toBe(401)
  expect((await answer(email, again, other)).status).toBe(200)
  expect(await actionsOn(id)).toContain('member.recovery_code_used')
})

test('security finding 13: neither secret nor recovery codes are stored in clear text', async () => {
  const { id, secret, recoveryCodes } = await aMemberWithApp()
  const [row] = await sql('select sealed, recovery_hashes from member_totp where member_id = $1', [id])
  const stored = Buffer.concat([row.sealed as Buffer, ...(row.recovery_hashes as Buffer[])])
  expect(row.recovery_hashes).toHaveLength(10)
  expect(stored.includes(secret)).toBe(false)
  for (const code of recoveryCodes) expect(stored.includes(code.replaceAll('-', ''))).toBe(false)
})

test('security finding 13: the app is removed with the password and a code', async () => {
  const { id, email, password, token, secret } = await aMemberWithApp()
  const remove = (body: object) => own(token)('POST', '/members/totp/removals', body)
  expect(await remove({ current_password: 'wrong', mfa_code: codeNow(secret) })).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'password-wrong' },
  })
  expect(await remove({ current_password: password, mfa_code: 'wrong!' })).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'mfa-rejected' },
  })
  expect((await remove({ current_password: password, mfa_code: codeNow(secret) })).status).toBe(201)
  expect((await attempt(email, password)).status).toBe(200)
  expect((await remove({ current_password: password, mfa_code: codeNow(secret) })).status).toBe(404)
  await readMail(world.inboxUrl, email, /second factor was changed/, 'app was removed')
  expect(await actionsOn(id)).toContain('member.totp_removed')
})

test('security finding 13: the password does not help to guess the code that removes the app', async () => {
  const { password, token, secret } = await aMemberWithApp()
  const call = own(token)
  for (let n = 0; n < 5; n++) {
    const body = { current_password: password, mfa_code: 'wrong!' }
    expect((await call('POST', '/members/totp/removals', body)).status).toBe(403)
    // The right password alone does not reset the count.
    await call('POST', '/members/totp', { current_password: password })
  }
  await call('POST', '/members/totp/removals', { current_password: password, mfa_code: 'wrong!' })
  await extendBlocks()
  const right = { current_password: password, mfa_code: codeNow(secret) }
  expect((await call('POST', '/members/totp/removals', right)).status).toBe(429)
  await lift()
  expect((await call('POST', '/members/totp/removals', right)).status).toBe(201)
})

test('security finding 13: a password reset does not bypass the app', async () => {
  const { email, secret } = await aMemberWithApp()
  await startReset(email)
  const password = 'an entirely new phrase'
  expect((await confirmReset(await resetCode(email), { password })).status).toBe(200)
  const first = await attempt(email, password)
  expect(first).toMatchObject({ status: 202, body: { method: 'totp' } })
  expect((await answer(email, first.body.session, codeNow(secret))).status).toBe(200)
})

test('security finding 13: an administrator removes the app of a member who lost it, but not their own', async () => {
  const { id, email, password } = await aMemberWithApp()
  const admin = await aMemberWithApp('Admin')
  const support = await aMember(api, acme, 'Support')
  const path = `/members/${id}/totp`
  expect((await own(support.token)('DELETE', path)).status).toBe(403)
  expect((await acme('DELETE', path)).status).toBe(403)
  expect((await (await asOwner(api, 'rival'))('DELETE', path)).status).toBe(404)
  expect(await own(admin.token)('DELETE', `/members/${admin.id}/totp`)).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'own-account' },
  })
  expect((await own(admin.token)('DELETE', path)).status).toBe(200)
  expect((await own(admin.token)('DELETE', path)).status).toBe(404)
  expect((await attempt(email, password)).status).toBe(200)
  await readMail(world.inboxUrl, email, /second factor was changed/, 'app was removed')
})
