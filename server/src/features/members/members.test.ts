import { randomBytes, randomInt } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { type Api, type Call, type Reply, startApi } from '../../../test/api.ts'
import { aMember, anId, signIn, signInOwner } from '../../../test/people.ts'

// Behind a proxy, so that a test can choose where a sign-in comes from.
const api = await startApi({ TRUST_PROXY: 'true' })
const { acme, rival, nobody, sql, world } = api

const password = 'correct horse battery staple'
const newEmail = () => `m${randomBytes(5).toString('hex')}@team.example`
const somewhere = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
})
const attempt = (username: string, guess: string, headers = somewhere()) =>
  nobody('POST', '/members/signin', { username, password: guess }, headers)
// A wait may pass while a slow machine hashes; these two make it last or end.
const prolong = () =>
  sql(`update sign_in_failures set blocked_until = now() + interval '1 hour' where blocked_until > 'epoch'`)
const lift = () => sql("update sign_in_failures set blocked_until = 'epoch'")

const readUpTo = new Map<string, number>()

/** The next mail to an address that this file has not read yet. */
async function nextMail(to: string, pattern: RegExp) {
  const after = readUpTo.get(to) ?? 0
  for (let tries = 0; tries < 150; tries++) {
    const reply = await fetch(`${world.inboxUrl}/messages?to=${encodeURIComponent(to)}&after=${after}`)
    const { messages } = (await reply.json()) as { messages: { seq: number; text: string }[] }
    for (const { seq, text } of messages) {
      readUpTo.set(to, seq)
      const [, found] = pattern.exec(text) ?? []
      if (found) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  throw new Error(`no mail to ${to}`)
}

const invitationCode = (to: string) => nextMail(to, /invitations\/([\w-]{43})\/accept/)
const mfaCode = (to: string) => nextMail(to, /code is (\d{6})\./)
const resetCode = (to: string) => nextMail(to, /"code":"([\w-]{43})"/)

async function invite(call: Call, { email = newEmail(), role = 'FullMember' } = {}) {
  const invited = await call('POST', '/members', { email, role })
  expect(invited.status).toBe(201)
  return { email, id: invited.body.id as string, code: await invitationCode(email) }
}

const accept = (code: string, changes: object = {}) =>
  nobody('POST', `/members/invitations/${code}/accept`, { name: 'Marlow', password, ...changes }, somewhere())

/** A member who signs in with a mailed code. */
async function aConfirmed(call = acme) {
  const { email, id, code } = await invite(call)
  expect((await accept(code)).status).toBe(200)
  return { email, id }
}

/** Uses a token all the while, so that it is remembered, and gives the moment it is refused. */
async function momentOfRefusal(token: string) {
  const startedAt = Date.now()
  while (Date.now() - startedAt < 10_000) {
    if ((await api.withToken(token)('GET', '/configuration')).status === 401) return Date.now()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Number.POSITIVE_INFINITY
}

test('a member signs in with name and password and gets a token for an hour', async () => {
  const reply = await attempt('owner@acme.example', world.clients.acme.ownerPassword)
  expect(reply).toMatchObject({
    status: 200,
    body: {
      jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      member: {
        email: 'owner@acme.example',
        role: 'Owner',
        status: 'confirmed',
        mfa_status: 'disabled',
        name: 'Olive of acme',
      },
    },
  })
  expect(Object.keys(reply.body).sort()).toEqual(['jwt', 'member'])
  const claims = decodeJwt(reply.body.jwt)
  expect(claims).toMatchObject({
    iss: 'http://127.0.0.1:8080',
    sub: reply.body.member.id,
    client_id: world.clients.acme.clientId,
    token_use: 'member',
  })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
  const owner = api.withToken(reply.body.jwt)
  expect((await owner('GET', `/members/${reply.body.member.id}`)).body).toMatchObject(reply.body.member)
  // Capital letters and spaces around an address are not another name.
  expect((await attempt(' Owner@ACME.example ', world.clients.acme.ownerPassword)).status).toBe(200)
})

test('every problem of a sign-in is named', async () => {
  expect(await nobody('POST', '/members/signin', {})).toMatchObject({
    status: 400,
    body: {
      errors: [
        'Request is missing the required field [username]',
        'Request is missing the required field [password]',
      ],
    },
  })
  expect(
    (await nobody('POST', '/members/signin', { username: 7, password: '', remember: true })).body,
  ).toEqual({
    errors: [
      'Field [username] is invalid: expected string, received number',
      'Field [password] is invalid: Too small: expected string to have >=1 characters',
      'Field [remember] is unknown',
    ],
  })
})

test('an unknown name, a wrong password and an unconfirmed member are refused in the same bytes', async () => {
  const { email } = await invite(acme)
  const replies = [
    await attempt('nobody@nowhere.example', password),
    await attempt('owner@acme.example', 'wrong'),
    await attempt(email, password),
  ]
  const shown = replies.map(({ status, text, headers }) => {
    const { 'x-request-id': _, ratelimit: __, date: ___, ...rest } = headers
    return { status, text, rest }
  })
  expect(shown[0]).toMatchObject({
    status: 401,
    text: '{"errors":["The username or password is wrong"]}',
  })
  expect(shown[1]).toEqual(shown[0])
  expect(shown[2]).toEqual(shown[0])
})

// Other work on the machine can disturb one measurement; a real difference shows in every one.
test('refusing an unknown name takes as long as refusing a wrong password', {
  retry: 2,
  timeout: 60_000,
}, async () => {
  const { email } = await aConfirmed()
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 16; n++) {
    for (const kind of ['known', 'unknown'] as const) {
      await sql('delete from sign_in_failures')
      const startedAt = performance.now()
      const reply = await attempt(kind === 'known' ? email : newEmail(), 'wrong')
      // The first round fills caches.
      if (n > 0) times[kind].push(performance.now() - startedAt)
      expect(reply.status).toBe(401)
      // What is written after the reply must not disturb the next measurement.
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[7] as number
  const ratio = median(times.known) / median(times.unknown)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
})

test('an invitation is mailed, accepted once, and gives exactly the role it names', async () => {
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

test('of many who accept the same invitation at once, one does', async () => {
  const { code } = await invite(acme)
  const replies = await Promise.all([1, 2, 3, 4].map((n) => accept(code, { name: `Number ${n}` })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
})

test('an invitation ends after 72 hours', async () => {
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

test('a short password or a missing name is refused and leaves the invitation open', async () => {
  const { code } = await invite(acme)
  expect(
    await nobody('POST', `/members/invitations/${code}/accept`, { password: 'eleven char' }),
  ).toMatchObject({
    status: 400,
    body: {
      errors: [
        'Request is missing the required field [name]',
        'Field [password] is invalid: Too small: expected string to have >=12 characters',
      ],
    },
  })
  expect((await accept(code)).status).toBe(200)
})

test('the second factor: a mailed code, once, for the name and session it was sent for', async () => {
  const { email, id } = await aConfirmed()
  const other = await aConfirmed()
  const started = await attempt(email, password)
  expect(started).toMatchObject({ status: 202 })
  expect(Object.keys(started.body)).toEqual(['session'])
  const { session } = started.body
  const mfa_code = await mfaCode(email)
  const answer = (changes: object = {}) =>
    nobody('POST', '/members/mfa/validate', { username: email, session, mfa_code, ...changes }, somewhere())

  const refusal = { status: 401, body: { errors: ['The code is wrong or no longer valid'] } }
  expect(await answer({ username: other.email })).toMatchObject(refusal)
  expect(await answer({ username: newEmail() })).toMatchObject(refusal)
  expect(await answer({ session: randomBytes(24).toString('base64url') })).toMatchObject(refusal)
  const right = await answer()
  expect(right).toMatchObject({ status: 200, body: { member: { id, email, mfa_status: 'email' } } })
  expect((await api.withToken(right.body.jwt)('GET', '/configuration')).status).toBe(200)
  expect(await answer()).toMatchObject(refusal)
  expect((await nobody('POST', '/members/mfa/validate', {})).body.errors).toEqual([
    'Request is missing the required field [username]',
    'Request is missing the required field [session]',
    'Request is missing the required field [mfa_code]',
  ])
})

test('after five wrong codes the right one is refused too', async () => {
  const { email } = await aConfirmed()
  const { session } = (await attempt(email, password)).body
  const right = await mfaCode(email)
  const answer = (mfa_code: string) =>
    nobody('POST', '/members/mfa/validate', { username: email, session, mfa_code }, somewhere())
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < 5; n++) expect((await answer(wrong)).status).toBe(401)
  expect((await answer(right)).status).toBe(401)
})

test('four wrong codes leave one try, and parallel guesses cannot share it', async () => {
  const { email } = await aConfirmed()
  const { session } = (await attempt(email, password)).body
  const right = await mfaCode(email)
  const answer = (mfa_code: string) =>
    nobody('POST', '/members/mfa/validate', { username: email, session, mfa_code }, somewhere())
  for (let n = 0; n < 4; n++) expect((await answer('wrong!')).status).toBe(401)
  const replies = await Promise.all(Array.from({ length: 8 }, () => answer(right)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a code ends after ten minutes, and a new sign-in takes the place of the one before', async () => {
  const { email, id } = await aConfirmed()
  const first = (await attempt(email, password)).body.session
  const firstCode = await mfaCode(email)
  const second = (await attempt(email, password)).body.session
  const secondCode = await mfaCode(email)
  const answer = (session: string, mfa_code: string) =>
    nobody('POST', '/members/mfa/validate', { username: email, session, mfa_code }, somewhere())
  expect((await answer(first, firstCode)).status).toBe(401)
  await sql("update member_codes set expires_at = expires_at - interval '10 minutes' where member_id = $1", [
    id,
  ])
  expect((await answer(second, secondCode)).status).toBe(401)
})

test('whoever knows the password cannot guess the code by asking for many sessions', async () => {
  const { email } = await aConfirmed()
  for (let n = 0; n < 5; n++) expect((await attempt(email, password)).status).toBe(202)
  await prolong()
  expect((await attempt(email, password)).status).toBe(429)
  await lift()
  const { session } = (await attempt(email, password)).body
  let mfa_code = ''
  for (let n = 0; n < 6; n++) mfa_code = await mfaCode(email)
  await lift()
  const answer = { username: email, session, mfa_code }
  expect((await nobody('POST', '/members/mfa/validate', answer, somewhere())).status).toBe(200)
  // Done once, all is forgotten.
  expect((await attempt(email, password)).status).toBe(202)
  expect((await attempt(email, password)).status).toBe(202)
})

const startReset = (username: string) =>
  nobody('POST', '/members/password-reset/initiate', { username }, somewhere())
const confirmReset = (code: string, changes: object = {}) =>
  nobody('POST', '/members/password-reset/confirm', { code, password, ...changes }, somewhere())

test('a password reset is answered the same for everybody and mailed to members only', async () => {
  const { email } = await aConfirmed()
  const unconfirmed = await invite(acme)
  const replies = [
    await startReset(email),
    await startReset(newEmail()),
    await startReset(unconfirmed.email),
    await startReset('not an address'),
  ]
  const shown = replies.map(({ status, text, headers }) => {
    const { 'x-request-id': _, ratelimit: __, date: ___, ...rest } = headers
    return { status, text, rest }
  })
  expect(shown[0]?.status).toBe(200)
  for (const other of shown.slice(1)) expect(other).toEqual(shown[0])
  expect(await resetCode(email)).toMatch(/^[\w-]{43}$/)
  const reply = await fetch(`${world.inboxUrl}/messages?to=${unconfirmed.email}`)
  const { messages } = (await reply.json()) as { messages: unknown[] }
  expect(messages).toHaveLength(1)
})

test('a reset sets the new password, ends every token within a second, and works once', async () => {
  const member = await aMember(api, acme, 'FullMember')
  await startReset(member.email)
  const code = await resetCode(member.email)
  expect((await confirmReset(code, { password: 'too short' })).status).toBe(400)
  expect((await api.withToken(member.token)('GET', '/configuration')).status).toBe(200)
  const refused = momentOfRefusal(member.token)
  expect((await confirmReset(code, { password: 'an entirely new one' })).status).toBe(200)
  const changedAt = Date.now()
  expect((await refused) - changedAt).toBeLessThan(1_000)
  expect((await confirmReset(code)).status).toBe(404)
  expect((await attempt(member.email, member.password)).status).toBe(401)
  expect((await attempt(member.email, 'an entirely new one')).status).toBe(200)
})

test('a reset code ends after an hour, and only the newest one works', async () => {
  const { email, id } = await aConfirmed()
  await startReset(email)
  const first = await resetCode(email)
  await startReset(email)
  const second = await resetCode(email)
  expect((await confirmReset(first)).status).toBe(404)
  await sql("update member_codes set expires_at = expires_at - interval '1 hour' where member_id = $1", [id])
  expect((await confirmReset(second)).status).toBe(404)
  expect((await confirmReset('nonsense')).body.errors).toEqual([
    'Field [code] is invalid: must be the code from the e-mail',
  ])
})

test('a reset ends a second factor that was asked for with the old password', async () => {
  const { email } = await aConfirmed()
  const { session } = (await attempt(email, password)).body
  const mfa_code = await mfaCode(email)
  await startReset(email)
  expect((await confirmReset(await resetCode(email))).status).toBe(200)
  const answer = { username: email, session, mfa_code }
  expect((await nobody('POST', '/members/mfa/validate', answer, somewhere())).status).toBe(401)
})

test('a reset lifts a lock-out at once', async () => {
  const { email } = await aConfirmed()
  for (let n = 0; n < 5; n++) await attempt(email, 'wrong')
  await prolong()
  expect((await attempt(email, password)).status).toBe(429)
  await startReset(email)
  expect((await confirmReset(await resetCode(email))).status).toBe(200)
  expect((await attempt(email, password)).status).toBe(202)
  await lift()
})

test('a member whose password must be reset is told so, but only with the right password', async () => {
  const { email, id } = await aConfirmed()
  await sql("update members set status = 'reset_required' where id = $1", [id])
  expect((await attempt(email, 'wrong')).status).toBe(401)
  expect(await attempt(email, password)).toMatchObject({
    status: 403,
    headers: { 'x-svc-error-code': 'password-reset-required' },
  })
  await startReset(email)
  expect((await confirmReset(await resetCode(email))).status).toBe(200)
  expect((await acme('GET', `/members/${id}`)).body.status).toBe('confirmed')
  expect((await attempt(email, password)).status).toBe(202)
})

for (const kind of ['known', 'unknown']) {
  test(`failures of a name that is ${kind} are counted, and the wait doubles`, async () => {
    const email = kind === 'known' ? (await aConfirmed()).email : newEmail()
    for (let n = 0; n < 5; n++) expect((await attempt(email, 'wrong')).status).toBe(401)
    for (const [round, wait] of [1, 2, 4].entries()) {
      expect(await mostFailures()).toEqual({ failures: 5 + round, wait })
      await lift()
      expect((await attempt(email, 'wrong')).status).toBe(401)
    }
    await sql('update sign_in_failures set failures = 10 where failures > 5')
    await lift()
    expect((await attempt(email, 'wrong')).status).toBe(401)
    // 2 to the power of 6 seconds, also for the right password.
    const blocked = await attempt(email, password)
    expect(blocked).toMatchObject({
      status: 429,
      body: { errors: ['Too many failed sign-ins; please wait before trying again'] },
      headers: { 'x-svc-error-code': 'sign-in-blocked' },
    })
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(64)
    expect(await mostFailures()).toEqual({ failures: 11, wait: 64 })
    await sql("update sign_in_failures set failures = 1000, blocked_until = 'epoch' where failures > 5")
    await attempt(email, 'wrong')
    expect((await mostFailures()).wait).toBe(900)
    // Nobody else waits, and a day later nobody remembers.
    expect((await attempt('owner@acme.example', world.clients.acme.ownerPassword)).status).toBe(200)
    await sql(
      "update sign_in_failures set last_failed_at = now() - interval '25 hours', blocked_until = 'epoch'",
    )
    for (let n = 0; n < 5; n++) expect((await attempt(email, 'wrong')).status).toBe(401)
    await sql('delete from sign_in_failures')
  })
}

test('a good sign-in forgets the failures of its name', async () => {
  const { email, password: right } = await aMember(api, acme, 'Support')
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) expect((await attempt(email, 'wrong')).status).toBe(401)
    expect((await attempt(email, right)).status).toBe(200)
  }
})

test('parallel guesses cannot share a try', async () => {
  const { email } = await aConfirmed()
  const replies = await Promise.all(Array.from({ length: 20 }, () => attempt(email, 'wrong')))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
})

test('people who sign in at the same moment from one address do not hold each other up', async () => {
  const members = []
  for (let n = 0; n < 4; n++) members.push(await aMember(api, n % 2 ? acme : rival, 'FullMember'))
  const office = somewhere()
  for (let round = 0; round < 4; round++) {
    const replies = await Promise.all(members.map((member) => attempt(member.email, password, office)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})

test('an address that fails with many names has to wait, other addresses do not', async () => {
  await sql('delete from sign_in_failures')
  const address = somewhere()
  expect((await attempt(newEmail(), 'wrong', address)).status).toBe(401)
  await sql('update sign_in_failures set failures = 49')
  expect((await attempt(newEmail(), 'wrong', address)).status).toBe(401)
  await prolong()
  expect((await attempt('owner@acme.example', world.clients.acme.ownerPassword, address)).status).toBe(429)
  expect((await attempt('owner@acme.example', world.clients.acme.ownerPassword)).status).toBe(200)
  await sql('delete from sign_in_failures')
})

test('an address can be invited once by each client, and signs in to the one whose password fits', async () => {
  const email = newEmail()
  const here = await invite(acme, { email })
  expect(await acme('POST', '/members', { email: email.toUpperCase(), role: 'Admin' })).toMatchObject({
    status: 400,
    body: { errors: [`A member with the e-mail address [${email.toUpperCase()}] already exists`] },
  })
  const there = await invite(rival, { email })
  await accept(here.code, { password: 'the password here' })
  await accept(there.code, { password: 'the password there' })
  await acme('PATCH', `/members/${here.id}`, { mfa_status: 'disabled' })
  await rival('PATCH', `/members/${there.id}`, { mfa_status: 'disabled' })

  const signedIn = await attempt(email, 'the password here')
  expect(signedIn.body.member.id).toBe(here.id)
  const other = await attempt(email, 'the password there')
  expect(other.body.member.id).toBe(there.id)
  expect((await api.withToken(other.body.jwt)('GET', `/members/${there.id}`)).status).toBe(200)
  expect((await api.withToken(other.body.jwt)('GET', `/members/${here.id}`)).status).toBe(404)
  expect((await attempt(email, 'the password nowhere')).status).toBe(401)
})

test('of many invitations of one address at once, one is sent', async () => {
  const email = newEmail()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => acme('POST', '/members', { email, role: 'Support' })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
})

test('every problem of an invitation is named', async () => {
  expect((await acme('POST', '/members', { email: 'nobody', role: 'Owner', name: 'x' })).body.errors).toEqual(
    [
      'Field [email] is invalid: must be an e-mail address',
      'Field [role] is invalid: expected one of "Admin"|"FullMember"|"Support"',
      'Field [name] is unknown',
    ],
  )
  // A line break in an address would be a second header of the mail.
  for (const email of ['a@b.example\r\nBcc: c@d.example', 'a b@c.example', '<a@b.example>', 'a@b']) {
    expect((await acme('POST', '/members', { email, role: 'Admin' })).status).toBe(400)
  }
})

test('members are listed newest first, paged from 1, and found one by one; the rival finds none of them', async () => {
  const other = await startApi()
  const ids = [(await ownerOf(other)).id]
  for (let n = 0; n < 5; n++) {
    const { body } = await other.acme('POST', '/members', { email: newEmail(), role: 'Support' })
    ids.unshift(body.id)
  }
  const idsOf = ({ body }: Reply) => body.members.map((member: { id: string }) => member.id)
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
  expect((await other.rival('PATCH', path, { role: 'Admin' })).status).toBe(404)
  expect((await other.rival('DELETE', path)).status).toBe(404)
  expect(idsOf(await other.rival('GET', '/members'))).not.toContain(ids[0])
  expect((await other.acme('GET', '/members/nobody')).status).toBe(404)
  expect((await other.acme('GET', `/members/${anId()}`)).status).toBe(404)
})

test('a fetched member can be sent back as it is', async () => {
  const { id } = await aConfirmed()
  const { body } = await acme('GET', `/members/${id}`)
  expect((await acme('PATCH', `/members/${id}`, body)).body).toEqual(body)
  expect(await acme('PATCH', `/members/${id}`, { mfa_status: 'sms' })).toMatchObject({
    status: 400,
    body: { errors: ['Field [mfa_status] is invalid: no SMS gateway is configured'] },
  })
})

test('a deleted member is refused within a second, is found nowhere, and frees its address', async () => {
  const member = await aMember(api, acme, 'FullMember')
  await startReset(member.email)
  const reset = await resetCode(member.email)
  const refused = momentOfRefusal(member.token)
  expect(await acme('DELETE', `/members/${member.id}`)).toMatchObject({
    status: 200,
    body: { message: `Member [${member.id}] was deleted` },
  })
  const deletedAt = Date.now()
  expect((await refused) - deletedAt).toBeLessThan(1_000)
  for (const [method, body] of [['GET'], ['PATCH', { role: 'Support' }], ['DELETE']] as const) {
    expect((await acme(method, `/members/${member.id}`, body)).status).toBe(404)
  }
  expect((await attempt(member.email, member.password)).status).toBe(401)
  expect((await confirmReset(reset)).status).toBe(404)
  const again = await invite(acme, { email: member.email })
  expect(again.id).not.toBe(member.id)
  expect((await accept(again.code)).status).toBe(200)
})

test('a changed role counts within a second', async () => {
  const { id, token } = await aMember(api, acme, 'Admin')
  const member = api.withToken(token)
  expect((await member('GET', '/api-keys')).status).toBe(200)
  expect((await acme('PATCH', `/members/${id}`, { role: 'Support' })).body.role).toBe('Support')
  const startedAt = Date.now()
  while ((await member('GET', '/api-keys')).status !== 403) {
    expect(Date.now() - startedAt).toBeLessThan(1_000)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
})

test('Support and FullMember do not manage members or API keys', async () => {
  const victim = await aConfirmed()
  const asked: [string, string, unknown, { Support: number; FullMember: number; Admin: number }][] = [
    ['GET', '/members', undefined, { Support: 403, FullMember: 200, Admin: 200 }],
    ['GET', `/members/${victim.id}`, undefined, { Support: 403, FullMember: 200, Admin: 200 }],
    ['POST', '/members', { email: 'x', role: 'Owner' }, { Support: 403, FullMember: 403, Admin: 400 }],
    ['PATCH', `/members/${victim.id}`, {}, { Support: 403, FullMember: 403, Admin: 200 }],
    ['DELETE', `/members/${anId()}`, undefined, { Support: 403, FullMember: 403, Admin: 404 }],
    ['GET', '/api-keys', undefined, { Support: 403, FullMember: 403, Admin: 200 }],
    ['POST', '/api-keys', {}, { Support: 403, FullMember: 403, Admin: 400 }],
    ['DELETE', `/api-keys/${anId()}`, undefined, { Support: 403, FullMember: 403, Admin: 404 }],
    ['POST', '/users', {}, { Support: 403, FullMember: 400, Admin: 400 }],
    ['PATCH', '/configuration', { nonsense: 1 }, { Support: 403, FullMember: 400, Admin: 400 }],
  ]
  for (const role of ['Support', 'FullMember', 'Admin'] as const) {
    const member = api.withToken((await aMember(api, acme, role)).token)
    for (const [method, path, body, expected] of asked) {
      const reply = await member(method, path, body)
      expect({ role, method, path, status: reply.status }).toEqual({
        ...{ role, method, path },
        status: expected[role],
      })
      if (reply.status === 403) expect(reply.headers['x-svc-error-code']).toBe('role-too-low')
    }
  }
})

async function mostFailures() {
  const [row] = await sql(`select failures, round(extract(epoch from blocked_until - last_failed_at)) as wait
    from sign_in_failures order by failures desc limit 1`)
  return { failures: row?.failures as number, wait: Number(row?.wait) }
}

async function ownerOf(of: Api, client: 'acme' | 'rival' = 'acme') {
  const token = await signInOwner(of, client)
  return { id: String(decodeJwt(token).sub), call: of.withToken(token) }
}

test('neither an Admin nor an API key touches an Owner or makes one', async () => {
  const owner = await ownerOf(api)
  const victim = await aConfirmed()
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

test('the last Owner stays, and one who has not accepted yet does not count', async () => {
  const other = await startApi()
  const owner = await ownerOf(other)
  const lastOwner = { status: 403, headers: { 'x-svc-error-code': 'last-owner' } }
  const path = `/members/${owner.id}`
  expect(await owner.call('PATCH', path, { role: 'Admin' })).toMatchObject(lastOwner)
  expect(await owner.call('DELETE', path)).toMatchObject(lastOwner)

  const invited = await other.acme('POST', '/members', { email: newEmail(), role: 'Admin' })
  expect((await owner.call('PATCH', `/members/${invited.body.id}`, { role: 'Owner' })).status).toBe(200)
  expect(await owner.call('PATCH', path, { role: 'Admin' })).toMatchObject(lastOwner)
  expect(await owner.call('DELETE', path)).toMatchObject(lastOwner)
  // The invited one may go: the Owner who is there stays.
  expect((await owner.call('DELETE', `/members/${invited.body.id}`)).status).toBe(200)
})

test('two Owners who remove each other at once cannot both succeed', async () => {
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

test('no name, address or code can be read from the database', async () => {
  const canary = 'zanzibarra'
  const email = `${canary}@team.example`
  // Mails leave the database once they are sent, so a copy of each is kept here.
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
