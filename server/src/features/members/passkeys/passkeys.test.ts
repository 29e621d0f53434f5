import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createPasskeyDevice, type Deviation } from '../../../../test/passkey-device.ts'
import { aMember, readMail } from '../../../../test/people.ts'
import { randomAddress, startTeam } from '../../../../test/team.ts'

const { api, lift, extendBlocks } = await startTeam({ BASE_URL: 'https://console.example' })
const { acme, rival, anonymous, sql, world } = api
const origin = 'https://console.example'
const refused = { status: 403, headers: { 'x-svc-error-code': 'passkey-refused' } }

type Device = ReturnType<typeof createPasskeyDevice>

const newDevice = () => createPasskeyDevice('console.example', origin)
const own = (token: string) => (method: string, path: string, body?: object) =>
  api.withToken(token)(method, path, body, randomAddress())

const registrationChallenge = async (token: string) =>
  (await own(token)('POST', '/members/passkeys/registration-options')).body.challenge as string

const register = async (token: string, device: Device, deviation: Deviation = {}) =>
  own(token)('POST', '/members/passkeys', {
    name: 'Laptop',
    ...device.register(await registrationChallenge(token), deviation),
  })

async function aMemberWithPasskey(role: 'Admin' | 'Support' = 'Support', call = acme) {
  const member = await aMember(api, call, role)
  const device = newDevice()
  const registered = await register(member.token, device)
  expect(registered.status).toBe(201)
  return { ...member, device, passkeyId: registered.body.id as string }
}

const signInChallenge = async () => {
  const reply = await anonymous('POST', '/members/passkeys/sign-in-options', undefined, randomAddress())
  expect(reply.status).toBe(201)
  return reply.body.challenge as string
}

const send = (answer: object, headers: Record<string, string> = randomAddress()) =>
  anonymous('POST', '/members/passkeys/signin', answer, headers)
const signIn = async (device: Device, deviation: Deviation = {}) =>
  send(device.answer(await signInChallenge(), deviation))

const actionsOn = async (id: string) => {
  const lines = await sql('select action from audit_lines where subject_id = $1 order by at, lane, seq', [id])
  return lines.map(({ action }) => action as string)
}

test('security finding 13: a member adds a passkey and signs in with it alone', async () => {
  const { id, email, token } = await aMember(api, acme, 'Support')
  const options = await own(token)('POST', '/members/passkeys/registration-options')
  expect(options.body).toEqual({
    challenge: expect.stringMatching(/^[\w-]{72}$/),
    relying_party_id: 'console.example',
    expires_at: expect.any(String),
    user_handle: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
    user_name: email,
    known_credential_ids: [],
  })
  const device = newDevice()
  const added = await own(token)('POST', '/members/passkeys', {
    name: 'Laptop',
    ...device.register(options.body.challenge),
  })
  expect(added).toMatchObject({ status: 201, body: { name: 'Laptop', last_used_at: null } })
  await readMail(world.inboxUrl, email, /A passkey was added/, 'the passkey “Laptop” was added')

  const signedIn = await signIn(device)
  expect(signedIn).toMatchObject({ status: 200, body: { member: { id } } })
  expect((await own(signedIn.body.jwt)('GET', '/configuration')).status).toBe(200)
  const listed = await own(token)('GET', '/members/passkeys')
  expect(listed.body).toEqual({
    pagination: { offset: 1, limit: 20, count: 1, total_count: 1 },
    passkeys: [{ ...added.body, last_used_at: expect.any(String) }],
  })
  const again = await own(token)('POST', '/members/passkeys/registration-options')
  expect(again.body.known_credential_ids).toEqual([device.credentialId])
  expect(await actionsOn(id)).toEqual(expect.arrayContaining(['member.passkey_added', 'member.signed_in']))
})

test('a page of the console gets a cookie, and a page of another site nothing', async () => {
  const { device, id } = await aMemberWithPasskey()
  const answer = async () => ({ ...device.answer(await signInChallenge()), browser: true })
  const ownPage = { origin, 'sec-fetch-site': 'same-origin', ...randomAddress() }
  const signedIn = await send(await answer(), ownPage)
  expect(signedIn).toMatchObject({ status: 201, body: { member: { id } } })
  expect(signedIn.body.jwt).toBeUndefined()
  expect(String(signedIn.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', ...randomAddress() }
  expect((await send(await answer(), foreign)).status).toBe(401)
})

test('a response is accepted once, also if it is sent twice at the same time', async () => {
  const { device } = await aMemberWithPasskey()
  const answer = device.answer(await signInChallenge())
  const replies = await Promise.all([send(answer), send(answer), send(answer)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  expect(await send(answer)).toMatchObject(refused)
  expect((await signIn(device)).status).toBe(200)
})

test('a challenge expires, and serves only its purpose and its member', async () => {
  const { device, token } = await aMemberWithPasskey()
  const other = await aMember(api, acme, 'Support')
  expect(await send(device.answer(await registrationChallenge(token)))).toMatchObject(refused)
  expect(await send(device.answer(Buffer.alloc(54).toString('base64url')))).toMatchObject(refused)
  for (const challenge of [await registrationChallenge(other.token), await signInChallenge()]) {
    const registration = { name: 'Laptop', ...newDevice().register(challenge) }
    expect(await own(token)('POST', '/members/passkeys', registration)).toMatchObject(refused)
  }
})

test.each<[string, Deviation]>([
  ['from a phishing page', { origin: 'https://console.example.evil.example' }],
  ['for another host', { relyingPartyId: 'evil.example' }],
  ['without PIN or biometrics', { flags: 0x41 }],
  ['with a repeated signature count', { count: 0 }],
])('refuses a response %s', async (_, deviation) => {
  const { device, id } = await aMemberWithPasskey()
  expect((await signIn(device)).status).toBe(200)
  expect(await signIn(device, deviation)).toMatchObject(refused)
  await expect.poll(() => actionsOn(id)).toContain('member.sign_in_failed')
})

test('an unknown, removed or foreign passkey opens nothing', async () => {
  expect(await signIn(newDevice())).toMatchObject(refused)
  const { device, token, passkeyId } = await aMemberWithPasskey()
  const other = await aMemberWithPasskey()
  expect((await own(other.token)('DELETE', `/members/passkeys/${passkeyId}`)).status).toBe(404)
  expect((await own(token)('DELETE', `/members/passkeys/${passkeyId}`)).status).toBe(200)
  expect(await signIn(device)).toMatchObject(refused)
})

test('a rival who registers the credential id of another member does not take it over', async () => {
  const victim = await aMemberWithPasskey()
  const attacker = await aMember(api, rival, 'Support')
  const copy = newDevice()
  const registration = copy.register(await registrationChallenge(attacker.token))
  const stolenId = Buffer.from(registration.authenticator_data, 'base64url')
  Buffer.from(victim.device.credentialId, 'base64url').copy(stolenId, 55)
  const added = await own(attacker.token)('POST', '/members/passkeys', {
    name: 'Copy',
    ...registration,
    authenticator_data: stolenId.toString('base64url'),
  })
  expect(added.status).toBe(201)
  const answer = { ...copy.answer(await signInChallenge()), credential_id: victim.device.credentialId }
  expect((await send(answer)).body.member.id).toBe(attacker.id)
  expect((await signIn(victim.device)).body.member.id).toBe(victim.id)
})

test('guesses are limited by the address and the credential', async () => {
  const { device } = await aMemberWithPasskey()
  const headers = randomAddress()
  const guess = async () => send(device.answer(await signInChallenge(), { flags: 0 }), headers)
  for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(403)
  await extendBlocks()
  expect((await guess()).status).toBe(429)
  expect((await signIn(device)).status).toBe(200)
  await lift()
})

test('a passkey authenticates again for dangerous operations, but only that of the member', async () => {
  const admin = await aMemberWithPasskey('Admin')
  const other = await aMemberWithPasskey('Admin')
  const call = own(admin.token)
  await sql(`update member_sessions set authenticated_at = now() - interval '11 minutes' where id = $1`, [
    decodeJwt(admin.token).jti,
  ])
  const makeKey = () => call('POST', '/api-keys', { name: 'k' })
  expect((await makeKey()).headers['x-svc-error-code']).toBe('reauthentication-required')
  const path = '/members/sessions/current/authentications/passkey'
  expect(await call('POST', path, other.device.answer(await signInChallenge()))).toMatchObject(refused)
  const renewed = await call('POST', path, admin.device.answer(await signInChallenge()))
  expect(renewed).toMatchObject({ status: 201, body: { authenticated_at: expect.any(String) } })
  expect((await makeKey()).status).toBe(201)
})

test('a passkey satisfies a required second factor, and single sign-on replaces it', async () => {
  const { device, id } = await aMemberWithPasskey()
  const { client_id } = (await sql('select client_id from members where id = $1', [id]))[0] ?? {}
  await sql('insert into member_policies (client_id, require_second_factor) values ($1, true)', [client_id])
  const { body } = await signIn(device)
  expect((await own(body.jwt)('GET', '/configuration')).status).toBe(200)
  await sql('delete from member_policies where client_id = $1', [client_id])

  await sql(
    `insert into sso_providers (client_id, organisation, issuer, oidc_client_id, sealed, is_required)
      values ($1, 'larch', 'https://id.example', 'payproof', '', true)`,
    [client_id],
  )
  expect((await signIn(device)).headers['x-svc-error-code']).toBe('sso-required')
  await sql('delete from sso_providers where client_id = $1', [client_id])
})

test('an administrator removes the passkeys of a member who lost a device', async () => {
  const { device, id, email } = await aMemberWithPasskey()
  const admin = await aMember(api, acme, 'Admin')
  expect((await own(admin.token)('DELETE', `/members/${id}/passkeys`)).body).toEqual({
    message: `1 passkeys of member [${id}] were removed`,
  })
  await readMail(world.inboxUrl, email, /passkeys were changed/, 'removed by an administrator')
  expect(await signIn(device)).toMatchObject(refused)
  expect((await own(admin.token)('DELETE', `/members/${id}/passkeys`)).body).toEqual({
    message: `0 passkeys of member [${id}] were removed`,
  })
})

test('a member has at most 20 passkeys, also with parallel requests', async () => {
  const { token } = await aMember(api, acme, 'Support')
  const replies = await Promise.all(Array.from({ length: 22 }, () => register(token, newDevice())))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  expect((await register(token, newDevice())).headers['x-svc-error-code']).toBe('too-many-passkeys')
})

test('names and keys of passkeys are encrypted in the database', async () => {
  const { id, device } = await aMemberWithPasskey()
  const rows = await sql('select row_to_json(p)::text as row from member_passkeys p where member_id = $1', [
    id,
  ])
  const text = JSON.stringify(rows)
  for (const secret of ['Laptop', device.credentialId]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
