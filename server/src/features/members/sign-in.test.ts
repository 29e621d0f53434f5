import { createHook } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { aMember, mailedCode, readMail } from '../../../test/people.ts'
import { newEmail, password, randomAddress, startTeam } from '../../../test/team.ts'

const {
  createConfirmedMember,
  api,
  attempt,
  confirmReset,
  invite,
  lift,
  mfaCode,
  extendBlocks,
  resetCode,
  startReset,
  untilRefused,
} = await startTeam()
const { acme, rival, anonymous, sql, world } = api

test('signs in a member with name and password and issues a token for an hour', async () => {
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
  // Case and surrounding spaces of an address are ignored.
  expect((await attempt(' Owner@ACME.example ', world.clients.acme.ownerPassword)).status).toBe(200)
})

test('names every problem of an invalid sign-in request', async () => {
  expect(await anonymous('POST', '/members/signin', {})).toMatchObject({
    status: 400,
    body: {
      errors: [
        'Request is missing the required field [username]',
        'Request is missing the required field [password]',
      ],
    },
  })
  expect(
    (await anonymous('POST', '/members/signin', { username: 7, password: '', remember: true })).body,
  ).toEqual({
    errors: [
      'Field [username] is invalid: must be text',
      'Field [password] is invalid: must not be empty',
      'Field [remember] is unknown',
    ],
  })
})

test('gives identical replies for an unknown name, a wrong password and an unconfirmed member', async () => {
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

// Hashing dominates the duration, so the test counts hashes instead of comparing durations, which works on any
// machine.
test('computes as many password hashes for an unknown name as for a wrong password', async () => {
  let hashes = 0
  const counting = createHook({
    init(_id, type) {
      if (type.startsWith('ARGON2')) hashes++
    },
  }).enable()
  try {
    const { email } = await createConfirmedMember()
    const costOf = async (username: string) => {
      hashes = 0
      expect((await attempt(username, 'wrong')).status).toBe(401)
      return hashes
    }
    expect(await costOf(email)).toBe(1)
    expect(await costOf(newEmail())).toBe(1)
  } finally {
    counting.disable()
  }
})

test('accepts the e-mailed code once, for its name and session only', async () => {
  const { email, id } = await createConfirmedMember()
  const other = await createConfirmedMember()
  const firstStep = await attempt(email, password)
  expect(firstStep).toMatchObject({ status: 202 })
  expect(firstStep.body).toEqual({ session: expect.any(String), method: 'email' })
  const { session } = firstStep.body
  const mfa_code = await mfaCode(email)
  const answer = (changes: object = {}) =>
    anonymous(
      'POST',
      '/members/mfa/validate',
      { username: email, session, mfa_code, ...changes },
      randomAddress(),
    )

  const refusal = { status: 401, body: { errors: ['The code is wrong or no longer valid'] } }
  expect(await answer({ username: other.email })).toMatchObject(refusal)
  expect(await answer({ username: newEmail() })).toMatchObject(refusal)
  expect(await answer({ session: randomBytes(24).toString('base64url') })).toMatchObject(refusal)
  const right = await answer()
  expect(right).toMatchObject({ status: 200, body: { member: { id, email, mfa_status: 'email' } } })
  expect((await api.withToken(right.body.jwt)('GET', '/configuration')).status).toBe(200)
  expect(await answer()).toMatchObject(refusal)
  expect((await anonymous('POST', '/members/mfa/validate', {})).body.errors).toEqual([
    'Request is missing the required field [username]',
    'Request is missing the required field [session]',
    'Request is missing the required field [mfa_code]',
  ])
})

test('refuses the right code after five wrong ones', async () => {
  const { email } = await createConfirmedMember()
  const { session } = (await attempt(email, password)).body
  const right = await mfaCode(email)
  const answer = (mfa_code: string) =>
    anonymous('POST', '/members/mfa/validate', { username: email, session, mfa_code }, randomAddress())
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < 5; n++) expect((await answer(wrong)).status).toBe(401)
  expect((await answer(right)).status).toBe(401)
})

test('leaves one attempt after four wrong codes, which parallel guesses cannot share', async () => {
  const { email } = await createConfirmedMember()
  const { session } = (await attempt(email, password)).body
  const right = await mfaCode(email)
  const answer = (mfa_code: string) =>
    anonymous('POST', '/members/mfa/validate', { username: email, session, mfa_code }, randomAddress())
  for (let n = 0; n < 4; n++) expect((await answer('wrong!')).status).toBe(401)
  const replies = await Promise.all(Array.from({ length: 8 }, () => answer(right)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('expires a code after ten minutes and replaces it at a new sign-in', async () => {
  const { email, id } = await createConfirmedMember()
  const first = (await attempt(email, password)).body.session
  const firstCode = await mfaCode(email)
  const second = (await attempt(email, password)).body.session
  const secondCode = await mfaCode(email)
  const answer = (session: string, mfa_code: string) =>
    anonymous('POST', '/members/mfa/validate', { username: email, session, mfa_code }, randomAddress())
  expect((await answer(first, firstCode)).status).toBe(401)
  await sql("update member_codes set expires_at = expires_at - interval '10 minutes' where member_id = $1", [
    id,
  ])
  expect((await answer(second, secondCode)).status).toBe(401)
})

test('limits the number of codes per name, so that the code cannot be guessed with the password alone', async () => {
  const { email } = await createConfirmedMember()
  const here = randomAddress()
  for (let n = 0; n < 5; n++) expect((await attempt(email, password, here)).status).toBe(202)
  await extendBlocks()
  expect((await attempt(email, password, here)).status).toBe(429)
  await lift()
  const { session } = (await attempt(email, password, here)).body
  let mfa_code = ''
  for (let n = 0; n < 6; n++) mfa_code = await mfaCode(email)
  await lift()
  const answer = { username: email, session, mfa_code }
  expect((await anonymous('POST', '/members/mfa/validate', answer, here)).status).toBe(200)
  // A successful sign-in resets the count.
  expect((await attempt(email, password, here)).status).toBe(202)
  expect((await attempt(email, password, here)).status).toBe(202)
})

test('gives the same reply to every password reset and e-mails members only', async () => {
  const { email } = await createConfirmedMember()
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

test('sets the new password, revokes all tokens and accepts the code once', async () => {
  const member = await aMember(api, acme, 'FullMember')
  await startReset(member.email)
  const code = await resetCode(member.email)
  expect((await confirmReset(code, { password: 'too short' })).status).toBe(400)
  expect((await api.withToken(member.token)('GET', '/configuration')).status).toBe(200)
  const refused = untilRefused(member.token)
  expect((await confirmReset(code, { password: 'an entirely new one' })).status).toBe(200)
  await refused
  expect((await confirmReset(code)).status).toBe(404)
  expect((await attempt(member.email, member.password)).status).toBe(401)
  expect((await attempt(member.email, 'an entirely new one')).status).toBe(200)
})

test('finding 13: refuses a common password and keeps the code', async () => {
  const { email } = await createConfirmedMember()
  await startReset(email)
  const code = await resetCode(email)
  for (const common of ['passwordpassword', '123456789012', email])
    expect(await confirmReset(code, { password: common }), common).toMatchObject({
      status: 400,
      body: { errors: ['Field [password] is invalid: it is too easy to guess'] },
    })
  expect((await confirmReset(code)).status).toBe(200)
})

test('expires a reset code after an hour and accepts only the newest', async () => {
  const { email, id } = await createConfirmedMember()
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

test('finding 12: a flood of reset requests sends few mails and leaves the last code valid', async () => {
  const { email } = await createConfirmedMember()
  const requested = async () => {
    const [row] = await sql('select count(*)::int as count from sign_in_failures where failures >= 3')
    return row?.count
  }
  await sql('delete from sign_in_failures')
  for (let n = 0; n < 3; n++) {
    expect((await startReset(email)).status).toBe(200)
    await resetCode(email)
  }
  expect(await requested()).toBe(1)
  await extendBlocks()
  await startReset(email)
  await startReset(email.toUpperCase())
  // A later mail of another member shows that none is on its way any more.
  const other = await createConfirmedMember()
  await startReset(other.email)
  await resetCode(other.email)
  const { code, mails } = await allResetMails(email)
  expect(mails).toBe(3)
  expect((await confirmReset(code)).status).toBe(200)
  await lift()
})

test('finding 12: a member is notified by e-mail that the password was changed', async () => {
  const { email } = await createConfirmedMember()
  await startReset(email)
  expect((await confirmReset(await resetCode(email))).status).toBe(200)
  const { text } = await readMail(world.inboxUrl, email, /password was changed/)
  expect(text).toContain('ask an administrator')
})

test('invalidates a pending second factor after a reset', async () => {
  const { email } = await createConfirmedMember()
  const { session } = (await attempt(email, password)).body
  const mfa_code = await mfaCode(email)
  await startReset(email)
  expect((await confirmReset(await resetCode(email))).status).toBe(200)
  const answer = { username: email, session, mfa_code }
  expect((await anonymous('POST', '/members/mfa/validate', answer, randomAddress())).status).toBe(401)
})

test('lifts a lock-out after a reset', async () => {
  const { email } = await createConfirmedMember()
  const here = randomAddress()
  for (let n = 0; n < 5; n++) await attempt(email, 'wrong', here)
  await extendBlocks()
  expect((await attempt(email, password, here)).status).toBe(429)
  await startReset(email)
  expect((await confirmReset(await resetCode(email), {}, here)).status).toBe(200)
  expect((await attempt(email, password, here)).status).toBe(202)
  await lift()
})

test('reports a required password reset only after the right password', async () => {
  const { email, id } = await createConfirmedMember()
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
  test(`counts the failures of ${kind} names and doubles the wait`, async () => {
    const here = randomAddress()
    const email = kind === 'known' ? (await createConfirmedMember()).email : newEmail()
    for (let n = 0; n < 5; n++) expect((await attempt(email, 'wrong', here)).status).toBe(401)
    for (const [round, wait] of [1, 2, 4].entries()) {
      expect(await readMostFailures()).toEqual({ failures: 5 + round, wait })
      await lift()
      expect((await attempt(email, 'wrong', here)).status).toBe(401)
    }
    await sql('update sign_in_failures set failures = 10 where failures > 5')
    await lift()
    expect((await attempt(email, 'wrong', here)).status).toBe(401)
    // The block lasts 2^6 seconds, even for the right password.
    const blocked = await attempt(email, password, here)
    expect(blocked).toMatchObject({
      status: 429,
      body: { errors: ['Too many failed sign-ins; please wait before trying again'] },
      headers: { 'x-svc-error-code': 'sign-in-blocked' },
    })
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(64)
    expect(await readMostFailures()).toEqual({ failures: 11, wait: 64 })
    await sql("update sign_in_failures set failures = 1000, blocked_until = 'epoch' where failures > 5")
    await attempt(email, 'wrong', here)
    expect((await readMostFailures()).wait).toBe(900)
    // Other names are not blocked, and the count is reset after a day.
    expect((await attempt('owner@acme.example', world.clients.acme.ownerPassword)).status).toBe(200)
    await sql(
      "update sign_in_failures set last_failed_at = now() - interval '25 hours', blocked_until = 'epoch'",
    )
    for (let n = 0; n < 5; n++) expect((await attempt(email, 'wrong', here)).status).toBe(401)
    await sql('delete from sign_in_failures')
  })
}

test('resets the failures of a name after a successful sign-in', async () => {
  const { email, password: right } = await aMember(api, acme, 'Support')
  const here = randomAddress()
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) expect((await attempt(email, 'wrong', here)).status).toBe(401)
    expect((await attempt(email, right, here)).status).toBe(200)
  }
})

test('counts parallel guesses separately', async () => {
  const { email } = await createConfirmedMember()
  const here = randomAddress()
  const replies = await Promise.all(Array.from({ length: 20 }, () => attempt(email, 'wrong', here)))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
})

// The test hashes twenty passwords, four at a time, which is slow on a busy machine.
test('does not block concurrent sign-ins from one address', async () => {
  const members = []
  for (let n = 0; n < 4; n++) members.push(await aMember(api, n % 2 ? acme : rival, 'FullMember'))
  const office = randomAddress()
  for (let round = 0; round < 4; round++) {
    const replies = await Promise.all(members.map((member) => attempt(member.email, password, office)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})

test('blocks an address after failures with many names, but no other address', async () => {
  await sql('delete from sign_in_failures')
  const address = randomAddress()
  expect((await attempt(newEmail(), 'wrong', address)).status).toBe(401)
  await sql('update sign_in_failures set failures = 49')
  expect((await attempt(newEmail(), 'wrong', address)).status).toBe(401)
  await extendBlocks()
  expect((await attempt('owner@acme.example', world.clients.acme.ownerPassword, address)).status).toBe(429)
  expect((await attempt('owner@acme.example', world.clients.acme.ownerPassword)).status).toBe(200)
  await sql('delete from sign_in_failures')
})

test('finding 15: failures from one IPv6 network are counted together', async () => {
  await sql('delete from sign_in_failures')
  const from = (address: string) => ({ 'x-forwarded-for': address })
  expect((await attempt(newEmail(), 'wrong', from('2001:db8:7:1::1'))).status).toBe(401)
  await sql('update sign_in_failures set failures = 49')
  expect((await attempt(newEmail(), 'wrong', from('2001:db8:7:1::2'))).status).toBe(401)
  await extendBlocks()
  expect((await attempt(newEmail(), 'wrong', from('2001:db8:7:1:a:b:c:d'))).status).toBe(429)
  expect((await attempt(newEmail(), 'wrong', from('2001:db8:7:2::1'))).status).toBe(401)
  await sql('delete from sign_in_failures')
})

async function allResetMails(to: string) {
  const reply = await fetch(`${world.inboxUrl}/messages?to=${encodeURIComponent(to)}`)
  const { messages } = (await reply.json()) as { messages: { seq: number; text: string }[] }
  const codes = messages
    .toSorted((one, other) => one.seq - other.seq)
    .flatMap(({ text }) => mailedCode.reset.exec(text)?.[1] ?? [])
  return { mails: codes.length, code: String(codes.at(-1)) }
}

async function readMostFailures() {
  const [row] = await sql(`select failures, round(extract(epoch from blocked_until - last_failed_at)) as wait
    from sign_in_failures order by blocked_until desc, failures desc limit 1`)
  return { failures: row?.failures as number, wait: Number(row?.wait) }
}
