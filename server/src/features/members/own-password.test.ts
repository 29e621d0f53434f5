import { expect, test } from 'vitest'
import { aMember, readMail, signIn } from '../../../test/people.ts'
import { somewhere, startTeam } from '../../../test/team.ts'

// Finding 13 of the security review: members had no way to change their own password.

const { api, attempt, lift, prolong, untilRefused } = await startTeam()
const { acme, sql, world } = api
const newPassword = 'an entirely different phrase'

const change = (token: string, body: object) =>
  api.withToken(token)('POST', '/members/password', body, somewhere())

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

test('security finding 13: wrong current passwords share the limits of the sign-in', async () => {
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
  await prolong()
  const right = { current_password: password, password: newPassword }
  expect(await change(token, right)).toMatchObject({
    status: 429,
    headers: { 'x-svc-error-code': 'sign-in-blocked' },
  })
  expect((await attempt(email, password)).status).toBe(429)
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
