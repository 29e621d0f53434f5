import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { aMember, mailedCode, readMail, signIn } from '../../../test/people.ts'
import { randomAddress, startTeam } from '../../../test/team.ts'
import { runAdmin } from '../../admin/commands.ts'

// Finding 13 of the security review: members had no way to change their own password.

const { api, attempt, confirmReset, lift, extendBlocks, resetCode, startReset, untilRefused } =
  await startTeam()
const { acme, anonymous, sql, world } = api
const newPassword = 'an entirely different phrase'

const change = (token: string, body: object) =>
  api.withToken(token)('POST', '/members/password', body, randomAddress())

test('security finding 13: a member changes their own password and stays signed in', async () => {
  const member = await aMember(api, acme, 'Support')
  const elsewhere = await signIn(api, member.email, member.password)
  const refused = untilRefused(elsewhere)
  expect(
    await change(member.token, { current_password: member.password, password: newPassword }),
  ).toMatchObject({ status: 200, body: { message: 'The password was changed' } })
  await refused
  expect((await api.withToken(member.token)('GET', '/configuration')).status).toBe(200)
  expect((await attempt(member.email, member.password)).status).toBe(401)
  expect((await attempt(member.email, newPassword)).status).toBe(200)
  const { text } = await readMail(world.inboxUrl, member.email, /password was changed/)
  expect(text).toContain('ask an administrator')
})

test('security finding 13: a weak or unchanged password is refused, and counts no attempt', async () => {
  const { email, password, token } = await aMember(api, acme, 'Support')
  for (const weak of ['too short', 'passwordpassword', email, password])
    expect(await change(token, { current_password: password, password: weak }), weak).toMatchObject({
      status: 400,
      body: { errors: [expect.stringMatching(/^Field \[password\] is invalid: /)] },
    })
  for (let n = 0; n < 6; n++)
    expect((await change(token, { current_password: 'wrong', password: 'passwordpassword' })).status).toBe(
      400,
    )
  expect((await attempt(email, password)).status).toBe(200)
  expect(await change(token, { password: newPassword })).toMatchObject({
    status: 400,
    body: { errors: ['Request is missing the required field [current_password]'] },
  })
})

test('security finding 13: wrong current passwords have the limits of the sign-in', async () => {
  const { id, email, password, token } = await aMember(api, acme, 'Support')
  const wrong = await change(token, { current_password: 'not this one', password: newPassword })
  expect(wrong).toMatchObject({
    status: 403,
    body: { errors: ['The current password is wrong'] },
    headers: { 'x-svc-error-code': 'password-wrong' },
  })
  for (let n = 1; n < 5; n++)
    expect((await change(token, { current_password: 'not this one', password: newPassword })).status).toBe(
      403,
    )
  await extendBlocks()
  const right = { current_password: password, password: newPassword }
  expect(await change(token, right)).toMatchObject({
    status: 429,
    headers: { 'x-svc-error-code': 'sign-in-blocked' },
  })
  // The sign-in has its own limit: a thief of a session does not lock out the member.
  expect((await attempt(email, password)).status).toBe(200)
  await lift()
  expect((await change(token, right)).status).toBe(200)
  expect((await attempt(email, newPassword)).status).toBe(200)
  await expect
    .poll(async () => {
      const lines = await sql(
        "select actor_id from audit_lines where action = 'member.password_refused' and subject_id = $1",
        [id],
      )
      return lines.map(({ actor_id }) => actor_id)
    })
    .toEqual(Array(5).fill(id))
})

test('security finding 13: a change voids a reset code that was mailed before', async () => {
  const { id, password, token } = await aMember(api, acme, 'Support')
  await sql(
    `insert into member_codes (client_id, member_id, purpose, code_hash, expires_at)
       select client_id, id, 'password-reset', '\\x00', now() + interval '1 hour' from members where id = $1`,
    [id],
  )
  expect((await change(token, { current_password: password, password: newPassword })).status).toBe(200)
  expect(await sql('select purpose from member_codes where member_id = $1', [id])).toEqual([])
})

/** Creates a client as the operator does. */
async function aNewClient(...options: string[]) {
  const name = `new-${randomBytes(5).toString('hex')}`
  const email = `owner@${name}.example`
  const command = ['create-client', '--name', name, '--owner-email', email, '--owner-name', 'Olive Owner']
  const created = await runAdmin(api.config, [...command, ...options])
  return { email, ...(created as { apiKey: string; ownerPassword: string }) }
}

test('security finding 13: the owner changes the first password before anything else', async () => {
  const { email, apiKey, ownerPassword } = await aNewClient('--owner-mfa', 'disabled')
  const signedIn = await attempt(email, ownerPassword)
  expect(signedIn).toMatchObject({ status: 200, body: { member: { status: 'force_change_password' } } })
  expect(Object.keys(signedIn.body).sort()).toEqual(['jwt', 'member'])
  const owner = api.withToken(signedIn.body.jwt)
  const blocked: [string, string, object?][] = [
    ['GET', '/configuration'],
    ['GET', '/members'],
    ['POST', '/members', { email: 'new@team.example', role: 'Admin' }],
    ['POST', '/api-keys', { name: 'another' }],
    ['GET', '/members/sessions'],
  ]
  for (const [method, path, body] of blocked)
    expect(await owner(method, path, body), path).toMatchObject({
      status: 403,
      headers: { 'x-svc-error-code': 'password-change-required' },
    })
  expect((await owner('GET', '/members/sessions/current')).body.member.status).toBe('force_change_password')
  // The client's API key works without a change of the password.
  expect((await api.withKey(apiKey)('GET', '/configuration')).status).toBe(200)

  const { jwt } = signedIn.body
  const weak = { current_password: ownerPassword, password: ownerPassword }
  expect((await change(jwt, weak)).status).toBe(400)
  expect((await owner('GET', '/configuration')).status).toBe(403)
  expect((await change(jwt, { current_password: ownerPassword, password: newPassword })).status).toBe(200)
  expect((await owner('GET', '/configuration')).status).toBe(200)
  expect(await attempt(email, newPassword)).toMatchObject({
    status: 200,
    body: { member: { status: 'confirmed' } },
  })
  expect((await attempt(email, ownerPassword)).status).toBe(401)
})

test('security finding 13: a sign-out works before the first password is changed', async () => {
  const { email, ownerPassword } = await aNewClient('--owner-mfa', 'disabled')
  const owner = api.withToken(await signIn(api, email, ownerPassword))
  const { body } = await owner('GET', '/members/sessions/current')
  expect((await owner('DELETE', `/members/sessions/${body.session.id}`)).status).toBe(200)
})

test('security finding 13: a reset by e-mail replaces the first password too', async () => {
  const { email } = await aNewClient()
  await startReset(email)
  expect((await confirmReset(await resetCode(email), { password: newPassword })).status).toBe(200)
  const { session } = (await attempt(email, newPassword)).body
  const { text } = await readMail(world.inboxUrl, email, /sign-in code/)
  const mfa_code = mailedCode.mfa.exec(text)?.[1]
  const answer = { username: email, session, mfa_code }
  expect(await anonymous('POST', '/members/mfa/validate', answer, randomAddress())).toMatchObject({
    status: 200,
    body: { member: { status: 'confirmed' } },
  })
})

test('security finding 13: an operator can keep the first password, for test systems', async () => {
  const { email, ownerPassword } = await aNewClient('--owner-mfa', 'disabled', '--first-password', 'keep')
  const owner = api.withToken(await signIn(api, email, ownerPassword))
  expect((await owner('GET', '/configuration')).status).toBe(200)
})
