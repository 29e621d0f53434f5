import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { type Api, type ApiReply, startApi } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { aMember, anId, asOwner, readMail, signIn, signInOwner } from '../../../test/people.ts'
import { newEmail, password, startTeam } from '../../../test/team.ts'

const {
  createConfirmedMember,
  accept,
  api,
  attempt,
  confirmReset,
  invitationCode,
  invite,
  mfaCode,
  untilRefused,
  resetCode,
  startReset,
} = await startTeam()
const { acme, rival, anonymous, sql, world } = api
const owner = await asOwner(api, 'acme')
const rivalOwner = await asOwner(api, 'rival')

test('e-mails an invitation that can be accepted once and grants the role it names', async () => {
  const email = newEmail()
  const invited = await acme('POST', '/members', { email, role: 'Support' })
  expect(invited).toMatchObject({ status: 201 })
  expect(invited.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email,
    role: 'Support',
    status: 'unconfirmed',
    mfa_status: 'email',
    name: '',
  })
  const code = await invitationCode(email)
  const accepted = await accept(code, { name: 'Juniper' })
  expect(accepted).toMatchObject({
    status: 200,
    body: { ...invited.body, name: 'Juniper', status: 'confirmed' },
  })
  expect(await accept(code)).toMatchObject({
    status: 404,
    body: { errors: [`Invitation [${code}] does not exist`] },
  })
  expect((await accept(randomBytes(32).toString('base64url'))).status).toBe(404)
  expect((await accept('short')).status).toBe(404)
})

test('accepts only one of several concurrent acceptances of an invitation', async () => {
  const { code } = await invite(acme)
  const replies = await Promise.all([1, 2, 3, 4].map((n) => accept(code, { name: `Number ${n}` })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
})

test('expires an invitation after 72 hours', async () => {
  const { id, code } = await invite(acme)
  const where = `where member_id = '${id}' and purpose = 'invitation'`
  const [{ hours }] = (await sql(
    `select extract(epoch from expires_at - now()) / 3600 as hours from member_codes ${where}`,
  )) as [{ hours: string }]
  expect(Number(hours)).toBeGreaterThan(71.9)
  expect(Number(hours)).toBeLessThanOrEqual(72)
  await sql(`update member_codes set expires_at = expires_at - interval '72 hours' ${where}`)
  expect((await accept(code)).status).toBe(404)
  expect((await acme('GET', `/members/${id}`)).body.status).toBe('unconfirmed')
})

test('refuses a short or common password or a missing name and keeps the invitation open', async () => {
  const { code } = await invite(acme)
  expect(
    await anonymous('POST', `/members/invitations/${code}/accept`, { password: 'eleven char' }),
  ).toMatchObject({
    status: 400,
    body: {
      errors: [
        'Request is missing the required field [name]',
        'Field [password] is invalid: must have at least 12 characters',
      ],
    },
  })
  expect((await accept(code, { password: 'Password123!' })).body.errors).toEqual([
    'Field [password] is invalid: it is too easy to guess',
  ])
  expect((await accept(code)).status).toBe(200)
})

test('lets each client invite an address once and signs in to the client whose password matches', async () => {
  const email = newEmail()
  const here = await invite(acme, { email })
  expect(await acme('POST', '/members', { email: email.toUpperCase(), role: 'Admin' })).toMatchObject({
    status: 400,
    body: { errors: [`A member with the e-mail address [${email.toUpperCase()}] already exists`] },
  })
  const there = await invite(rival, { email })
  await accept(here.code, { password: 'the password here' })
  await accept(there.code, { password: 'the password there' })
  await owner('PATCH', `/members/${here.id}`, { mfa_status: 'disabled' })
  await rivalOwner('PATCH', `/members/${there.id}`, { mfa_status: 'disabled' })

  const signedIn = await attempt(email, 'the password here')
  expect(signedIn.body.member.id).toBe(here.id)
  const other = await attempt(email, 'the password there')
  expect(other.body.member.id).toBe(there.id)
  expect((await api.withToken(other.body.jwt)('GET', `/members/${there.id}`)).status).toBe(200)
  expect((await api.withToken(other.body.jwt)('GET', `/members/${here.id}`)).status).toBe(404)
  expect((await attempt(email, 'the password nowhere')).status).toBe(401)
})

test('sends only one of several concurrent invitations of an address', async () => {
  const email = newEmail()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => acme('POST', '/members', { email, role: 'Support' })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
})

test('names every problem of an invalid invitation', async () => {
  expect((await acme('POST', '/members', { email: 'nobody', role: 'Owner', name: 'x' })).body.errors).toEqual(
    [
      'Field [email] is invalid: must be an e-mail address',
      'Field [role] is invalid: must be Admin, FullMember, Support, Underwriter or Developer',
      'Field [name] is unknown',
    ],
  )
  // A line break in an address would allow e-mail header injection.
  for (const email of ['a@b.example\r\nBcc: c@d.example', 'a b@c.example', '<a@b.example>', 'a@b']) {
    expect((await acme('POST', '/members', { email, role: 'Admin' })).status).toBe(400)
  }
})

test('lists members of the client in pages, newest first, and returns single members', async () => {
  const other = await startApi({}, 'api')
  const ids = [(await ownerOf(other)).id]
  for (let n = 0; n < 5; n++) {
    const { body } = await other.acme('POST', '/members', { email: newEmail(), role: 'Support' })
    ids.unshift(body.id)
  }
  const idsOf = ({ body }: ApiReply) => body.members.map((member: { id: string }) => member.id)
  const all = await other.acme('GET', '/members')
  expect(all.body.pagination).toEqual({ offset: 1, limit: 20, count: 6, total_count: 6 })
  expect(idsOf(all)).toEqual(ids)
  const page = await other.acme('GET', '/members?offset=2&limit=3')
  expect(page.body.pagination).toEqual({ offset: 2, limit: 3, count: 3, total_count: 6 })
  expect(idsOf(page)).toEqual(ids.slice(1, 4))
  expect(idsOf(await other.acme('GET', '/members?offset=7'))).toEqual([])
  expect((await other.acme('GET', '/members?offset=0&limit=101')).status).toBe(400)

  const path = `/members/${ids[0]}`
  expect((await other.acme('GET', path)).body).toEqual(all.body.members[0])
  expect((await other.rival('GET', path)).status).toBe(404)
  const { call: otherRival } = await ownerOf(other, 'rival')
  expect((await otherRival('PATCH', path, { role: 'Admin' })).status).toBe(404)
  expect((await otherRival('DELETE', path)).status).toBe(404)
  expect(idsOf(await other.rival('GET', '/members'))).not.toContain(ids[0])
  expect((await other.acme('GET', '/members/nobody')).status).toBe(404)
  expect((await other.acme('GET', `/members/${anId()}`)).status).toBe(404)
})

test('accepts a member as returned in a PATCH', async () => {
  const { id } = await createConfirmedMember()
  const { body } = await acme('GET', `/members/${id}`)
  expect((await owner('PATCH', `/members/${id}`, body)).body).toEqual(body)
  expect(await owner('PATCH', `/members/${id}`, { mfa_status: 'sms' })).toMatchObject({
    status: 400,
    body: { errors: ['Field [mfa_status] is invalid: no SMS gateway is configured'] },
  })
})

test('refuses and hides a deleted member and frees the address', async () => {
  const member = await aMember(api, acme, 'FullMember')
  await startReset(member.email)
  const reset = await resetCode(member.email)
  const refused = untilRefused(member.token)
  expect(await owner('DELETE', `/members/${member.id}`)).toMatchObject({
    status: 200,
    body: { message: `Member [${member.id}] was deleted` },
  })
  await refused
  for (const [method, body] of [['GET'], ['PATCH', { role: 'Support' }], ['DELETE']] as const) {
    expect((await owner(method, `/members/${member.id}`, body)).status).toBe(404)
  }
  expect((await attempt(member.email, member.password)).status).toBe(401)
  expect((await confirmReset(reset)).status).toBe(404)
  const again = await invite(acme, { email: member.email })
  expect(again.id).not.toBe(member.id)
  expect((await accept(again.code)).status).toBe(200)
})

test('applies a changed role to tokens in use', async () => {
  const { id, token } = await aMember(api, acme, 'Admin')
  const member = api.withToken(token)
  expect((await member('GET', '/api-keys')).status).toBe(200)
  expect((await owner('PATCH', `/members/${id}`, { role: 'Support' })).body.role).toBe('Support')
  await eventually(async () => (await member('GET', '/api-keys')).status === 403)
})

test('finding 12: a member is notified by e-mail of a changed role or second factor', async () => {
  const { email, id } = await createConfirmedMember()
  await owner('PATCH', `/members/${id}`, { mfa_status: 'disabled' })
  const factor = await readMail(world.inboxUrl, email, /second factor was changed/)
  expect(factor.text).toContain('ask an administrator')
  await owner('PATCH', `/members/${id}`, { role: 'Support' })
  const role = await readMail(world.inboxUrl, email, /role was changed/)
  expect(role.text).toContain('Support')
})

test('does not let Support and FullMember manage members or API keys', async () => {
  const victim = await createConfirmedMember()
  const requests: [string, string, unknown, { Support: number; FullMember: number; Admin: number }][] = [
    ['GET', '/members', undefined, { Support: 403, FullMember: 200, Admin: 200 }],
    ['GET', `/members/${victim.id}`, undefined, { Support: 403, FullMember: 200, Admin: 200 }],
    ['POST', '/members', { email: 'x', role: 'Owner' }, { Support: 403, FullMember: 403, Admin: 400 }],
    ['PATCH', `/members/${victim.id}`, {}, { Support: 403, FullMember: 403, Admin: 200 }],
    ['DELETE', `/members/${anId()}`, undefined, { Support: 403, FullMember: 403, Admin: 404 }],
    ['GET', '/api-keys', undefined, { Support: 403, FullMember: 403, Admin: 200 }],
    ['POST', '/api-keys', {}, { Support: 403, FullMember: 403, Admin: 400 }],
    ['DELETE', `/api-keys/${anId()}`, undefined, { Support: 403, FullMember: 403, Admin: 404 }],
    ['POST', '/users', {}, { Support: 403, FullMember: 400, Admin: 400 }],
    ['PATCH', '/configuration', { nonsense: 1 }, { Support: 403, FullMember: 403, Admin: 400 }],
  ]
  for (const role of ['Support', 'FullMember', 'Admin'] as const) {
    const member = api.withToken((await aMember(api, acme, role)).token)
    for (const [method, path, body, expected] of requests) {
      const reply = await member(method, path, body)
      expect({ role, method, path, status: reply.status }).toEqual({
        role,
        method,
        path,
        status: expected[role],
      })
      if (reply.status === 403) expect(reply.headers['x-svc-error-code']).toBe('role-too-low')
    }
  }
})

async function ownerOf(of: Api, client: 'acme' | 'rival' = 'acme') {
  const token = await signInOwner(of, client)
  return { id: String(decodeJwt(token).sub), call: of.withToken(token) }
}

test('does not let an Admin or an API key change, remove or appoint an Owner', async () => {
  const owner = await ownerOf(api)
  const victim = await createConfirmedMember()
  const admin = api.withToken((await aMember(api, acme, 'Admin')).token)
  for (const caller of [admin, acme]) {
    const refusals = [
      await caller('PATCH', `/members/${owner.id}`, { role: 'Support' }),
      await caller('PATCH', `/members/${owner.id}`, { mfa_status: 'email' }),
      await caller('DELETE', `/members/${owner.id}`),
      await caller('PATCH', `/members/${victim.id}`, { role: 'Owner' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  }
  expect((await acme('GET', `/members/${owner.id}`)).body).toMatchObject({
    role: 'Owner',
    status: 'confirmed',
  })
  expect((await owner.call('PATCH', `/members/${victim.id}`, { role: 'Owner' })).body.role).toBe('Owner')
  expect((await owner.call('PATCH', `/members/${victim.id}`, { role: 'Support' })).body.role).toBe('Support')
})

test('keeps the last confirmed Owner', async () => {
  const other = await startApi({}, 'api')
  const owner = await ownerOf(other)
  const lastOwner = { status: 403, headers: { 'x-svc-error-code': 'last-owner' } }
  const path = `/members/${owner.id}`
  expect(await owner.call('PATCH', path, { role: 'Admin' })).toMatchObject(lastOwner)
  expect(await owner.call('DELETE', path)).toMatchObject(lastOwner)

  const invited = await other.acme('POST', '/members', { email: newEmail(), role: 'Admin' })
  expect((await owner.call('PATCH', `/members/${invited.body.id}`, { role: 'Owner' })).status).toBe(200)
  expect(await owner.call('PATCH', path, { role: 'Admin' })).toMatchObject(lastOwner)
  expect(await owner.call('DELETE', path)).toMatchObject(lastOwner)
  // An Owner who has not accepted the invitation can be removed.
  expect((await owner.call('DELETE', `/members/${invited.body.id}`)).status).toBe(200)
})

test('does not let two Owners remove each other concurrently', async () => {
  const other = await startApi()
  const first = await ownerOf(other)
  const second = await aMember(other, other.acme, 'Admin')
  await first.call('PATCH', `/members/${second.id}`, { role: 'Owner' })
  const call = other.withToken(await signIn(other, second.email, second.password))
  const replies = await Promise.all([
    first.call('DELETE', `/members/${second.id}`),
    call('DELETE', `/members/${first.id}`),
    first.call('PATCH', `/members/${first.id}`, { role: 'Support' }),
  ])
  const [byFirst, bySecond] = replies.map(({ status }) => status)
  expect(byFirst === 200 && bySecond === 200).toBe(false)
  const left = await other.sql(
    `select from members where client_id = $1 and role = 'Owner' and status = 'confirmed'`,
    [world.clients.acme.clientId],
  )
  expect(left.length).toBeGreaterThanOrEqual(1)
})

test('finding 18: refuses a 51st open invitation and a 201st of the day', async () => {
  const other = await startApi({}, 'api')
  const invite = () => other.acme('POST', '/members', { email: newEmail(), role: 'Support' })
  const { body: first } = await invite()
  const copyInvitations = (count: number) =>
    other.sql(
      `with copies as (
         insert into members (client_id, id, sealed, email_hash, role)
           select client_id, gen_random_uuid(), sealed, sha256(gen_random_uuid()::text::bytea), role
           from members, generate_series(1, $2::int) n where id = $1
           returning client_id, id)
       insert into member_codes (client_id, member_id, purpose, code_hash, expires_at)
         select client_id, id, 'invitation', sha256(id::text::bytea), now() + interval '1 hour' from copies`,
      [first.id, count],
    )
  await copyInvitations(48)
  const replies = await Promise.all([invite(), invite(), invite()])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  expect(await invite()).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'too-many-invitations' },
    body: {
      errors: ['A client has at most 50 open invitations; remove a member who has not accepted'],
    },
  })
  // Another client has its own limit.
  expect((await other.rival('POST', '/members', { email: newEmail(), role: 'Support' })).status).toBe(201)

  // Expired and removed invitations still count towards the day.
  await other.sql("update member_codes set expires_at = now() - interval '1 hour'")
  await copyInvitations(149)
  await other.sql("update member_codes set expires_at = now() - interval '1 hour'")
  expect((await invite()).status).toBe(201)
  const refused = await invite()
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'x-svc-error-code': 'too-many-invitations' },
    body: { errors: ['A client sends at most 200 invitations a day'] },
  })
  const dayInSeconds = 24 * 3600
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(dayInSeconds)
})

test('stores no name, address or code in clear text', async () => {
  const canary = 'zanzibarra'
  const email = `${canary}@team.example`
  // E-mails are deleted once they are sent, so a trigger keeps a copy of each one.
  await sql(`create table copied_mails as select * from outgoing_mails;
    create function copy_mail() returns trigger language plpgsql security definer as
      $$ begin insert into copied_mails values (new.*); return null; end $$;
    grant execute on function copy_mail() to public;
    create trigger copy_mail after insert on outgoing_mails for each row execute function copy_mail()`)
  const { code } = await invite(acme, { email })
  await accept(code, { name: `${canary} of the Team` })
  const { session } = (await attempt(email, password)).body
  const mailed = await mfaCode(email)
  await startReset(email)
  const reset = await resetCode(email)
  await attempt(email, `${canary} guess`)
  expect((await sql('select from copied_mails')).length).toBeGreaterThanOrEqual(3)

  const secrets = [canary, code, session, reset, password].flatMap((text) => [
    text.toLowerCase(),
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64').replace(/=+$/, '').toLowerCase(),
  ])
  const tables = await sql(`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  expect(tables.length).toBeGreaterThan(15)
  for (const { name } of tables) {
    const rows = await sql(`select row_to_json(t)::text as text from ${name} t`)
    const dump = rows.map(({ text }) => text.toLowerCase()).join('\n')
    for (const secret of secrets)
      expect({ name, found: dump.includes(secret) }).toEqual({ name, found: false })
    expect(dump).not.toMatch(new RegExp(`code is ${mailed}`))
  }
})
