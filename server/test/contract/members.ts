import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { codeNow, fromBase32 } from '../authenticator.ts'
import { mailedCode, readMail } from '../people.ts'
import { invalid, missing, noApiKey, noBearer, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { member, message, pagination, timestamp } from './shapes.ts'
import { callEndpoint, pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { type ContractWorld, unknownId } from './world.ts'

const password = 'correct horse battery staple'
const anotherPassword = 'another horse with another staple'
const wrongSignIn = 'The username or password is wrong'
const anAddress = () => `c${randomBytes(5).toString('hex')}@team.example`
const anUnknownCode = 'A'.repeat(43)
const authentications = '/members/sessions/current/authentications'

/** Invites a member and reads the code from the real mail. */
async function invite({ api, acme }: ContractWorld) {
  const email = anAddress()
  const { body } = await acme('POST', '/members', { email, role: 'FullMember' })
  const { text } = await readMail(api.world.inboxUrl, email, /invited/)
  return { id: body.id as string, email, code: mailedCode.invitation.exec(text)?.[1] }
}

/** Creates a confirmed member with MFA by mail. */
async function createMemberWithMfa(world: ContractWorld) {
  const { email, code } = await invite(world)
  await world.anonymous('POST', `/members/invitations/${code}/accept`, { name: 'Marlow', password })
  const signIn = await world.anonymous('POST', '/members/signin', { username: email, password })
  return { email, signIn, session: signIn.body.session as string }
}

async function requestPasswordReset({ api, anonymous, aMember }: ContractWorld) {
  const { email, token } = await aMember('FullMember')
  await anonymous('POST', '/members/password-reset/initiate', { username: email })
  const { text } = await readMail(api.world.inboxUrl, email, /new password/)
  return { token, code: mailedCode.reset.exec(text)?.[1] }
}

/** Starts the setup of an authenticator app. */
async function setUpApp({ aMember, withToken }: ContractWorld) {
  const { id, token, password: current_password } = await aMember('Support')
  const call = withToken(token)
  const started = await call('POST', '/members/totp', { current_password })
  return { id, call, started }
}

/** Creates a member who uses an authenticator app. */
async function createMemberWithApp(world: ContractWorld) {
  const { id, call, started } = await setUpApp(world)
  const mfa_code = codeNow(fromBase32(started.body.secret))
  return { id, call, confirmed: await call('POST', '/members/totp/confirm', { mfa_code }) }
}

/** A session of a member who signed in with the API. */
const session = {
  id: expect.any(String),
  kind: 'token',
  address: expect.any(String),
  user_agent: expect.any(String),
  created_at: timestamp,
  last_used_at: timestamp,
  expires_at: timestamp,
  authenticated_at: timestamp,
  is_current: true,
}

const requiresCredential = (endpoint: string): Row[] => [
  {
    endpoint,
    title: 'a request without a credential is refused',
    call: ({ anonymous }) => callEndpoint(anonymous, endpoint, unknownId),
    expects: { status: 401, errors: [noApiKey] },
  },
  {
    endpoint,
    title: 'an API key is refused in place of a member token',
    call: ({ acme }) => callEndpoint(acme, endpoint, unknownId),
    expects: { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } },
  },
]

export const members = inArea('members', [
  {
    endpoint: 'POST /members/signin',
    title: 'returns a JWT and the member; no credential is required',
    async call({ anonymous, aMember }) {
      const { email, password } = await aMember('Admin')
      return anonymous('POST', '/members/signin', { username: email, password })
    },
    expects: {
      status: 200,
      body: {
        jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        member: { ...member, role: 'Admin', status: 'confirmed', mfa_status: 'disabled' },
      },
    },
  },
  {
    endpoint: 'GET /users',
    title: 'the JWT authenticates the member as a bearer token',
    async call({ anonymous, aMember, withToken }) {
      const { email, password } = await aMember('FullMember')
      const { body } = await anonymous('POST', '/members/signin', { username: email, password })
      return withToken(body.jwt)('GET', '/users')
    },
    expects: { status: 200, matches: { pagination: { offset: 1 } } },
  },
  {
    endpoint: 'POST /members/signin',
    title: 'reports a missing username by name',
    call: ({ anonymous }) => anonymous('POST', '/members/signin', { password }),
    expects: { status: 400, errors: [missing('username')] },
  },
  {
    endpoint: 'POST /members/signin',
    title: 'reports a missing password by name',
    call: ({ anonymous }) => anonymous('POST', '/members/signin', { username: anAddress() }),
    expects: { status: 400, errors: [missing('password')] },
  },
  {
    endpoint: 'POST /members/signin',
    title: 'a request without a body reports both missing fields by name',
    call: ({ anonymous }) => anonymous('POST', '/members/signin'),
    expects: { status: 400, errors: [missing('username'), missing('password')] },
  },
  {
    endpoint: 'POST /members/signin',
    title: 'a wrong password is refused',
    call: ({ anonymous }) =>
      anonymous('POST', '/members/signin', { username: 'owner@acme.example', password: 'wrong' }),
    expects: { status: 401, errors: [wrongSignIn] },
  },
  {
    endpoint: 'POST /members/signin',
    title: 'an unknown username gets the same error as a wrong password',
    call: ({ anonymous }) => anonymous('POST', '/members/signin', { username: anAddress(), password }),
    expects: { status: 401, errors: [wrongSignIn] },
  },
  {
    endpoint: 'POST /members/signin',
    title: 'repeated failures block sign-in for this username, with Retry-After',
    async call({ anonymous }) {
      const username = anAddress()
      const signIn = () => anonymous('POST', '/members/signin', { username, password })
      // On a slow machine, the first wait of one second may be over before the request; each further wait is twice as
      // long.
      let reply = await signIn()
      for (let tries = 1; tries < 10 && reply.status === 401; tries++) reply = await signIn()
      return reply
    },
    expects: {
      status: 429,
      errors: [/^Too many failed sign-ins/],
      headers: { 'retry-after': /^[1-9]\d*$/ },
    },
  },
  {
    endpoint: 'POST /members/signin',
    title: 'with mfa_status email, sends a code and returns a session',
    call: async (world) => (await createMemberWithMfa(world)).signIn,
    expects: { status: 202, body: { session: expect.any(String), method: 'email' } },
  },

  {
    endpoint: 'POST /members/mfa/validate',
    title: 'the mailed code completes the sign-in',
    async call(world) {
      const { email, session } = await createMemberWithMfa(world)
      const { text } = await readMail(world.api.world.inboxUrl, email, /sign-in code/)
      const mfa_code = /\b\d{6}\b/.exec(text)?.[0]
      return world.anonymous('POST', '/members/mfa/validate', { username: email, session, mfa_code })
    },
    expects: {
      status: 200,
      body: { jwt: expect.any(String), member: { ...member, status: 'confirmed', mfa_status: 'email' } },
    },
  },
  {
    endpoint: 'POST /members/mfa/validate',
    title: 'a wrong code is refused',
    async call(world) {
      const { email, session } = await createMemberWithMfa(world)
      return world.anonymous('POST', '/members/mfa/validate', { username: email, session, mfa_code: 'wrong' })
    },
    expects: {
      status: 401,
      errors: ['The code is wrong or no longer valid'],
      headers: { 'x-svc-error-code': 'mfa-rejected' },
    },
  },
  {
    endpoint: 'POST /members/mfa/validate',
    title: 'reports each missing field by name',
    call: ({ anonymous }) => anonymous('POST', '/members/mfa/validate', {}),
    expects: { status: 400, errors: [missing('username'), missing('session'), missing('mfa_code')] },
  },

  {
    endpoint: 'POST /members/password-reset/initiate',
    title: 'an unknown username gets the same reply as a known one',
    call: ({ anonymous }) => anonymous('POST', '/members/password-reset/initiate', { username: anAddress() }),
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'POST /members/password-reset/initiate',
    title: 'reports each missing field by name',
    call: ({ anonymous }) => anonymous('POST', '/members/password-reset/initiate', {}),
    expects: { status: 400, errors: [missing('username')] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    title: 'the mailed code sets a new password',
    async call(world) {
      const { code } = await requestPasswordReset(world)
      return world.anonymous('POST', '/members/password-reset/confirm', { code, password: `new ${password}` })
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users',
    title: 'a new password revokes earlier tokens',
    async call(world) {
      const { code, token } = await requestPasswordReset(world)
      await world.anonymous('POST', '/members/password-reset/confirm', { code, password: `new ${password}` })
      return world.withToken(token)('GET', '/users')
    },
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    title: 'an unknown code is not found',
    call: ({ anonymous }) =>
      anonymous('POST', '/members/password-reset/confirm', { code: anUnknownCode, password }),
    expects: { status: 404, errors: [notFoundMessage('Password reset', anUnknownCode)] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    title: 'a password of fewer than 12 characters is refused',
    call: ({ anonymous }) =>
      anonymous('POST', '/members/password-reset/confirm', { code: anUnknownCode, password: 'short' }),
    expects: { status: 400, errors: [invalid('password')] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    title: 'a common password is refused',
    async call(world) {
      const { code } = await requestPasswordReset(world)
      return world.anonymous('POST', '/members/password-reset/confirm', { code, password: 'password1234' })
    },
    expects: { status: 400, errors: [invalid('password')] },
  },

  {
    endpoint: 'POST /members/invitations/{code}/accept',
    title: 'the mailed code creates a confirmed member with a name',
    async call(world) {
      const { code } = await invite(world)
      return world.anonymous('POST', `/members/invitations/${code}/accept`, { name: 'Marlow', password })
    },
    expects: {
      status: 200,
      body: { ...member, name: 'Marlow', status: 'confirmed', created_at: timestamp },
    },
  },
  {
    endpoint: 'POST /members/invitations/{code}/accept',
    title: 'a used code is not found',
    async call(world) {
      const { code } = await invite(world)
      const path = `/members/invitations/${code}/accept`
      await world.anonymous('POST', path, { name: 'Marlow', password })
      return world.anonymous('POST', path, { name: 'Marlow', password })
    },
    expects: { status: 404, errors: [/^Invitation \[[\w-]{43}\] does not exist$/] },
  },
  {
    endpoint: 'POST /members/invitations/{code}/accept',
    title: 'reports each missing field by name',
    call: ({ anonymous }) => anonymous('POST', `/members/invitations/${anUnknownCode}/accept`, {}),
    expects: { status: 400, errors: [missing('name'), missing('password')] },
  },

  {
    endpoint: 'POST /members/invitations/{code}/approve',
    title: 'the code mailed to an administrator approves the invitation of an Admin',
    async call({ acme, anonymous, api }) {
      const email = anAddress()
      await acme('POST', '/members', { email, role: 'Admin' })
      const mail = await readMail(api.world.inboxUrl, 'owner@acme.example', /Approve an invitation/, email)
      const [, code] = mailedCode.approval.exec(mail.text) ?? []
      return anonymous('POST', `/members/invitations/${code}/approve`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'POST /members/invitations/{code}/approve',
    title: 'an unknown code is not found',
    call: ({ anonymous }) => anonymous('POST', `/members/invitations/${anUnknownCode}/approve`),
    expects: { status: 404, errors: [/^Approval \[[\w-]{43}\] does not exist$/] },
  },

  {
    endpoint: 'POST /members',
    title: 'invites a member, who is unconfirmed and has no name yet',
    call: ({ acme }) => acme('POST', '/members', { email: anAddress(), role: 'Support' }),
    expects: {
      status: 201,
      body: { ...member, role: 'Support', status: 'unconfirmed', mfa_status: 'email', name: '' },
    },
  },
  {
    endpoint: 'POST /members',
    title: 'reports missing and unknown fields by name',
    call: ({ acme }) => acme('POST', '/members', { mail: anAddress() }),
    expects: { status: 400, errors: [missing('email'), missing('role'), unknown('mail')] },
  },
  {
    endpoint: 'POST /members',
    title: 'an invalid e-mail address is refused',
    call: ({ acme }) => acme('POST', '/members', { email: 'team.example', role: 'Admin' }),
    expects: { status: 400, errors: [invalid('email')] },
  },
  {
    endpoint: 'POST /members',
    title: 'the role Owner is refused',
    call: ({ acme }) => acme('POST', '/members', { email: anAddress(), role: 'Owner' }),
    expects: { status: 400, errors: [invalid('role')] },
  },
  {
    endpoint: 'POST /members',
    title: 'the e-mail address of an existing member is refused',
    call: ({ acme }) => acme('POST', '/members', { email: 'owner@acme.example', role: 'Admin' }),
    expects: { status: 400, errors: [/^A member with the e-mail address \[.+\] already exists$/] },
  },
  rejectsRole('POST /members', 'FullMember', 'Admin'),
  ...requiresApiKey('POST /members'),

  {
    endpoint: 'GET /members',
    title: 'returns a page of members',
    call: async ({ createClient }) => (await createClient()).call('GET', '/members'),
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 20, 1, 1),
        members: [{ ...member, role: 'Owner', status: 'confirmed', created_at: timestamp }],
      },
    },
  },
  ...pagingRows('GET /members', { firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
  rejectsRole('GET /members', 'Support', 'FullMember'),
  ...requiresApiKey('GET /members'),

  {
    endpoint: 'GET /members/{id}',
    title: 'returns a member',
    async call(world) {
      return world.acme('GET', `/members/${(await invite(world)).id}`)
    },
    expects: { status: 200, body: { ...member, status: 'unconfirmed', created_at: timestamp } },
  },
  ...rejectsUnknownIds('GET /members/{id}', 'Member'),
  rejectsRole('GET /members/{id}', 'Support', 'FullMember'),
  ...requiresApiKey('GET /members/{id}'),

  {
    endpoint: 'PATCH /members/{id}',
    title: 'changes the role',
    async call(world) {
      return world.owner('PATCH', `/members/${(await invite(world)).id}`, { role: 'Admin' })
    },
    expects: { status: 200, body: { ...member, role: 'Admin', created_at: timestamp } },
  },
  {
    endpoint: 'PATCH /members/{id}',
    title: 'a returned member can be sent back: its read-only fields are ignored',
    async call(world) {
      const { id } = await invite(world)
      const { body } = await world.acme('GET', `/members/${id}`)
      return world.owner('PATCH', `/members/${id}`, { ...body, status: 'archived', name: 'Another' })
    },
    expects: { status: 200, body: { ...member, status: 'unconfirmed', name: '', created_at: timestamp } },
  },
  {
    endpoint: 'PATCH /members/{id}',
    title: 'an unknown role is refused',
    async call(world) {
      return world.owner('PATCH', `/members/${(await invite(world)).id}`, { role: 'King' })
    },
    expects: { status: 400, errors: [invalid('role')] },
  },
  {
    endpoint: 'PATCH /members/{id}',
    title: 'an Admin cannot grant the role Owner',
    async call(world) {
      const { token } = await world.aMember('Admin')
      return world.withToken(token)('PATCH', `/members/${(await invite(world)).id}`, { role: 'Owner' })
    },
    expects: {
      status: 403,
      errors: [/may not give, change or remove the role \[Owner\]$/],
      headers: { 'x-svc-error-code': 'role-too-low' },
    },
  },
  {
    endpoint: 'PATCH /members/{id}',
    title: 'the last Owner cannot change to another role',
    async call({ owner, anonymous, api }) {
      const { body } = await anonymous('POST', '/members/signin', {
        username: 'owner@acme.example',
        password: api.world.clients.acme.ownerPassword,
      })
      return owner('PATCH', `/members/${body.member.id}`, { role: 'Admin' })
    },
    expects: { status: 403, errors: [/last Owner/], headers: { 'x-svc-error-code': 'last-owner' } },
  },
  ...rejectsUnknownIds('PATCH /members/{id}', 'Member', { body: { role: 'Admin' } }),
  rejectsRole('PATCH /members/{id}', 'FullMember', 'Admin'),
  ...requiresApiKey('PATCH /members/{id}'),

  {
    endpoint: 'DELETE /members/{id}',
    title: 'returns a confirmation message',
    async call(world) {
      return world.owner('DELETE', `/members/${(await invite(world)).id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users',
    title: 'the token of a deleted member is refused',
    async call({ owner, aMember, withToken }) {
      const { id, token } = await aMember('FullMember')
      await owner('DELETE', `/members/${id}`)
      return withToken(token)('GET', '/users')
    },
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'DELETE /members/{id}',
    title: 'another client’s member is not found',
    async call(world) {
      return world.rivalOwner('DELETE', `/members/${(await invite(world)).id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('Member')] },
  },
  ...rejectsUnknownIds('DELETE /members/{id}', 'Member'),
  rejectsRole('DELETE /members/{id}', 'FullMember', 'Admin'),
  ...requiresApiKey('DELETE /members/{id}'),

  {
    endpoint: 'POST /members/password',
    title: 'returns a confirmation message',
    async call({ aMember, withToken }) {
      const { token, password } = await aMember('Support')
      return withToken(token)('POST', '/members/password', {
        current_password: password,
        password: anotherPassword,
      })
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'POST /members/password',
    title: 'both passwords are required',
    call: ({ owner }) => owner('POST', '/members/password', {}),
    expects: { status: 400, errors: [missing('current_password'), missing('password')] },
  },
  {
    endpoint: 'POST /members/password',
    title: 'a common password is refused',
    call: ({ owner }) =>
      owner('POST', '/members/password', { current_password: password, password: 'passwordpassword' }),
    expects: { status: 400, errors: [invalid('password')] },
  },
  {
    endpoint: 'POST /members/password',
    title: 'a wrong current password is refused',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('POST', '/members/password', {
        current_password: 'wrong',
        password: anotherPassword,
      })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'password-wrong' } },
  },
  {
    endpoint: 'POST /members/password',
    title: 'repeated failures block the member, with Retry-After',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      const change = () =>
        withToken(token)('POST', '/members/password', {
          current_password: 'wrong',
          password: anotherPassword,
        })
      let reply = await change()
      for (let tries = 1; tries < 10 && reply.status === 403; tries++) reply = await change()
      return reply
    },
    expects: { status: 429, headers: { 'x-svc-error-code': 'sign-in-blocked', 'retry-after': /^[1-9]\d*$/ } },
  },
  ...requiresCredential('POST /members/password'),
  {
    endpoint: 'GET /members/totp',
    title: 'a member without an authenticator app has is_active false',
    async call({ aMember, withToken }) {
      return withToken((await aMember('Support')).token)('GET', '/members/totp')
    },
    expects: { status: 200, body: { is_active: false, confirmed_at: null, recovery_codes_left: 0 } },
  },
  ...requiresCredential('GET /members/totp'),
  {
    endpoint: 'POST /members/totp',
    title: 'returns a secret and its otpauth URI',
    call: async (world) => (await setUpApp(world)).started,
    expects: {
      status: 201,
      body: {
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        otpauth_uri: expect.stringMatching(/^otpauth:\/\/totp\/Payproof:\S+$/),
      },
    },
  },
  {
    endpoint: 'POST /members/totp',
    title: 'the password is required',
    call: ({ owner }) => owner('POST', '/members/totp', {}),
    expects: { status: 400, errors: [missing('current_password')] },
  },
  {
    endpoint: 'POST /members/totp',
    title: 'a member with an active app is refused',
    async call(world) {
      const { call } = await createMemberWithApp(world)
      return call('POST', '/members/totp', { current_password: password })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'totp-active' } },
  },
  ...requiresCredential('POST /members/totp'),
  {
    endpoint: 'POST /members/totp/confirm',
    title: 'returns ten recovery codes',
    call: async (world) => (await createMemberWithApp(world)).confirmed,
    expects: {
      status: 201,
      body: { recovery_codes: Array(10).fill(expect.stringMatching(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)) },
    },
  },
  {
    endpoint: 'POST /members/totp/confirm',
    title: 'the code is required',
    call: ({ owner }) => owner('POST', '/members/totp/confirm', {}),
    expects: { status: 400, errors: [missing('mfa_code')] },
  },
  {
    endpoint: 'POST /members/totp/confirm',
    title: 'a wrong code is refused',
    async call(world) {
      const { call } = await setUpApp(world)
      return call('POST', '/members/totp/confirm', { mfa_code: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'mfa-rejected' } },
  },
  {
    endpoint: 'POST /members/totp/confirm',
    title: 'a member who has not started set-up is not found',
    call: ({ owner }) => owner('POST', '/members/totp/confirm', { mfa_code: '246810' }),
    expects: { status: 404, errors: [notFoundMessage('Authenticator app of member')] },
  },
  ...requiresCredential('POST /members/totp/confirm'),
  {
    endpoint: 'POST /members/totp/removals',
    title: 'returns a confirmation message',
    async call(world) {
      const { call, confirmed } = await createMemberWithApp(world)
      const [mfa_code] = confirmed.body.recovery_codes
      return call('POST', '/members/totp/removals', { current_password: password, mfa_code })
    },
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'POST /members/totp/removals',
    title: 'password and code are required',
    call: ({ owner }) => owner('POST', '/members/totp/removals', {}),
    expects: { status: 400, errors: [missing('current_password'), missing('mfa_code')] },
  },
  {
    endpoint: 'POST /members/totp/removals',
    title: 'a wrong code is refused',
    async call(world) {
      const { call } = await createMemberWithApp(world)
      return call('POST', '/members/totp/removals', { current_password: password, mfa_code: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'mfa-rejected' } },
  },
  {
    endpoint: 'POST /members/totp/removals',
    title: 'a member without an app is not found',
    call: ({ owner }) =>
      owner('POST', '/members/totp/removals', { current_password: password, mfa_code: '246810' }),
    expects: { status: 404, errors: [notFoundMessage('Authenticator app of member')] },
  },
  ...requiresCredential('POST /members/totp/removals'),
  {
    endpoint: 'DELETE /members/{id}/totp',
    title: 'an Owner removes the app of a member',
    async call(world) {
      return world.owner('DELETE', `/members/${(await createMemberWithApp(world)).id}/totp`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /members/{id}/totp',
    title: 'a member without an app is not found',
    async call({ owner, aMember }) {
      return owner('DELETE', `/members/${(await aMember('Support')).id}/totp`)
    },
    expects: { status: 404, errors: [notFoundMessage('Authenticator app of member')] },
  },
  {
    endpoint: 'DELETE /members/{id}/totp',
    title: 'members cannot remove their own app without password and code',
    async call({ owner }) {
      const { body } = await owner('GET', '/members/sessions/current')
      return owner('DELETE', `/members/${body.member.id}/totp`)
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'own-account' } },
  },
  ...rejectsUnknownIds('DELETE /members/{id}/totp', 'Member'),
  rejectsRole('DELETE /members/{id}/totp', 'FullMember', 'Admin'),
  ...requiresCredential('DELETE /members/{id}/totp'),
  {
    endpoint: 'GET /members/sessions',
    title: 'lists the sessions of the member',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('GET', '/members/sessions')
    },
    expects: { status: 200, body: { pagination: pagination(1, 20, 1, 1), sessions: [session] } },
  },
  {
    endpoint: 'GET /members/sessions',
    title: 'an offset below 1 is refused',
    call: ({ owner }) => owner('GET', '/members/sessions?offset=0'),
    expects: { status: 400, errors: [invalid('offset')] },
  },
  ...requiresCredential('GET /members/sessions'),
  {
    endpoint: 'GET /members/sessions/current',
    title: 'returns the session and its member',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('GET', '/members/sessions/current')
    },
    expects: { status: 200, body: { session, member: { ...member, role: 'Support' } } },
  },
  ...requiresCredential('GET /members/sessions/current'),
  {
    endpoint: 'POST /members/sessions/current/authentications',
    title: 'a member without a second factor authenticates with the password',
    async call({ aMember, withToken }) {
      const { token, password: current_password } = await aMember('Support')
      return withToken(token)('POST', authentications, { current_password })
    },
    expects: { status: 201, body: { authenticated_at: timestamp } },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications',
    title: 'a member with an authenticator app gets an MFA session',
    async call(world) {
      return (await createMemberWithApp(world)).call('POST', authentications, { current_password: password })
    },
    expects: { status: 202, body: { session: expect.any(String), method: 'totp' } },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications',
    title: 'the password is required',
    call: ({ owner }) => owner('POST', authentications, {}),
    expects: { status: 400, errors: [missing('current_password')] },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications',
    title: 'a wrong password is refused',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('POST', authentications, { current_password: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'password-wrong' } },
  },
  ...requiresCredential('POST /members/sessions/current/authentications'),
  {
    endpoint: 'POST /members/sessions/current/authentications/validate',
    title: 'a recovery code completes the authentication',
    async call(world) {
      const { call, confirmed } = await createMemberWithApp(world)
      const { body } = await call('POST', authentications, { current_password: password })
      const [mfa_code] = confirmed.body.recovery_codes
      return call('POST', `${authentications}/validate`, { session: body.session, mfa_code })
    },
    expects: { status: 201, body: { authenticated_at: timestamp } },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications/validate',
    title: 'session and code are required',
    call: ({ owner }) => owner('POST', `${authentications}/validate`, {}),
    expects: { status: 400, errors: [missing('session'), missing('mfa_code')] },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications/validate',
    title: 'a wrong code is refused',
    async call(world) {
      const { call } = await createMemberWithApp(world)
      const { body } = await call('POST', authentications, { current_password: password })
      return call('POST', `${authentications}/validate`, { session: body.session, mfa_code: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'mfa-rejected' } },
  },
  ...requiresCredential('POST /members/sessions/current/authentications/validate'),
  {
    endpoint: 'DELETE /members/sessions/{id}',
    title: 'returns a confirmation message',
    async call({ aMember, withToken }) {
      const call = withToken((await aMember('Support')).token)
      const { body } = await call('GET', '/members/sessions/current')
      return call('DELETE', `/members/sessions/${body.session.id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /members/sessions/{id}',
    title: 'another member’s session is not found',
    async call({ aMember, withToken, owner }) {
      const { body } = await withToken((await aMember('Support')).token)('GET', '/members/sessions/current')
      return owner('DELETE', `/members/sessions/${body.session.id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('Session')] },
  },
  ...requiresCredential('DELETE /members/sessions/{id}'),
  {
    endpoint: 'POST /members/sessions/revocations',
    title: 'returns a confirmation message',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('POST', '/members/sessions/revocations', { keep_current: false })
    },
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'POST /members/sessions/revocations',
    title: 'a keep_current other than true or false is refused',
    call: ({ owner }) => owner('POST', '/members/sessions/revocations', { keep_current: 'no' }),
    expects: { status: 400, errors: [invalid('keep_current')] },
  },
  ...requiresCredential('POST /members/sessions/revocations'),
  {
    endpoint: 'POST /members/{id}/sessions/revocations',
    title: 'an Owner ends the sessions of a member',
    async call({ owner, aMember }) {
      return owner('POST', `/members/${(await aMember('Admin')).id}/sessions/revocations`)
    },
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'POST /members/{id}/sessions/revocations',
    title: 'an unknown member id is not found',
    call: ({ owner }) => owner('POST', `/members/${unknownId}/sessions/revocations`),
    expects: { status: 404, errors: [notFoundMessage('Member', unknownId)] },
  },
  rejectsRole('POST /members/{id}/sessions/revocations', 'FullMember', 'Admin'),
  ...requiresCredential('POST /members/{id}/sessions/revocations'),
])
