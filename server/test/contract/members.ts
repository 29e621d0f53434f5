import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { codeNow, fromBase32 } from '../authenticator.ts'
import { mailedCode, readMail } from '../people.ts'
import { invalid, missing, noApiKey, noBearer, noSuch, unknown } from './messages.ts'
import { askAt, knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { member, message, pagination, timestamp } from './shapes.ts'
import { type ContractWorld, nobodysId } from './world.ts'

const password = 'correct horse battery staple'
const anotherPassword = 'another horse with another staple'
const wrongSignIn = 'The username or password is wrong'
const anAddress = () => `c${randomBytes(5).toString('hex')}@team.example`
const aCode = 'A'.repeat(43)
const authentications = '/members/sessions/current/authentications'

/** Invites a member and reads the code from the real mail. */
async function invite({ api, acme }: ContractWorld) {
  const email = anAddress()
  const { body } = await acme('POST', '/members', { email, role: 'FullMember' })
  const { text } = await readMail(api.world.inboxUrl, email, /invited/)
  return { id: body.id as string, email, code: mailedCode.invitation.exec(text)?.[1] }
}

/** Creates a confirmed member with MFA by mail. */
async function aMemberWithMfa(world: ContractWorld) {
  const { email, code } = await invite(world)
  await world.anonymous('POST', `/members/invitations/${code}/accept`, { name: 'Marlow', password })
  const signIn = await world.anonymous('POST', '/members/signin', { username: email, password })
  return { email, signIn, session: signIn.body.session as string }
}

async function askForReset({ api, anonymous, aMember }: ContractWorld) {
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
async function anAppInUse(world: ContractWorld) {
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

const noToken = (endpoint: string): Promised[] => [
  {
    endpoint,
    says: 'no credential',
    call: ({ anonymous }) => askAt(anonymous, endpoint, nobodysId),
    expects: { status: 401, errors: [noApiKey] },
  },
  {
    endpoint,
    says: 'an API key does not stand in for the member',
    call: ({ acme }) => askAt(acme, endpoint, nobodysId),
    expects: { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } },
  },
]

export const members = inArea('members', [
  {
    endpoint: 'POST /members/signin',
    says: 'answers a jwt and the member, and needs no authentication',
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
    says: 'the jwt is the member’s bearer token',
    async call({ anonymous, aMember, withToken }) {
      const { email, password } = await aMember('FullMember')
      const { body } = await anonymous('POST', '/members/signin', { username: email, password })
      return withToken(body.jwt)('GET', '/users')
    },
    expects: { status: 200, holds: { pagination: { offset: 1 } } },
  },
  {
    endpoint: 'POST /members/signin',
    says: 'a missing username is named',
    call: ({ anonymous }) => anonymous('POST', '/members/signin', { password }),
    expects: { status: 400, errors: [missing('username')] },
  },
  {
    endpoint: 'POST /members/signin',
    says: 'a missing password is named',
    call: ({ anonymous }) => anonymous('POST', '/members/signin', { username: anAddress() }),
    expects: { status: 400, errors: [missing('password')] },
  },
  {
    endpoint: 'POST /members/signin',
    says: 'without a body both are named',
    call: ({ anonymous }) => anonymous('POST', '/members/signin'),
    expects: { status: 400, errors: [missing('username'), missing('password')] },
  },
  {
    endpoint: 'POST /members/signin',
    says: 'a wrong password',
    call: ({ anonymous }) =>
      anonymous('POST', '/members/signin', { username: 'owner@acme.example', password: 'wrong' }),
    expects: { status: 401, errors: [wrongSignIn] },
  },
  {
    endpoint: 'POST /members/signin',
    says: 'an unknown name answers in the same words',
    call: ({ anonymous }) => anonymous('POST', '/members/signin', { username: anAddress(), password }),
    expects: { status: 401, errors: [wrongSignIn] },
  },
  {
    endpoint: 'POST /members/signin',
    says: 'after some failures the name has to wait',
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
    says: 'with mfa_status email a code is sent and a session answered',
    call: async (world) => (await aMemberWithMfa(world)).signIn,
    expects: { status: 202, body: { session: expect.any(String), method: 'email' } },
  },

  {
    endpoint: 'POST /members/mfa/validate',
    says: 'the mailed code completes the sign-in',
    async call(world) {
      const { email, session } = await aMemberWithMfa(world)
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
    says: 'a wrong code',
    async call(world) {
      const { email, session } = await aMemberWithMfa(world)
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
    says: 'a missing field is named',
    call: ({ anonymous }) => anonymous('POST', '/members/mfa/validate', {}),
    expects: { status: 400, errors: [missing('username'), missing('session'), missing('mfa_code')] },
  },

  {
    endpoint: 'POST /members/password-reset/initiate',
    says: 'answers the same for everybody, also for nobody',
    call: ({ anonymous }) => anonymous('POST', '/members/password-reset/initiate', { username: anAddress() }),
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'POST /members/password-reset/initiate',
    says: 'a missing field is named',
    call: ({ anonymous }) => anonymous('POST', '/members/password-reset/initiate', {}),
    expects: { status: 400, errors: [missing('username')] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    says: 'the mailed code sets a new password',
    async call(world) {
      const { code } = await askForReset(world)
      return world.anonymous('POST', '/members/password-reset/confirm', { code, password: `new ${password}` })
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users',
    says: 'a new password ends the tokens of the old one',
    async call(world) {
      const { code, token } = await askForReset(world)
      await world.anonymous('POST', '/members/password-reset/confirm', { code, password: `new ${password}` })
      return world.withToken(token)('GET', '/users')
    },
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    says: 'a code nobody was sent',
    call: ({ anonymous }) => anonymous('POST', '/members/password-reset/confirm', { code: aCode, password }),
    expects: { status: 404, errors: [noSuch('Password reset', aCode)] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    says: 'a password of fewer than 12 characters',
    call: ({ anonymous }) =>
      anonymous('POST', '/members/password-reset/confirm', { code: aCode, password: 'short' }),
    expects: { status: 400, errors: [invalid('password')] },
  },
  {
    endpoint: 'POST /members/password-reset/confirm',
    says: 'a password that is easy to guess',
    async call(world) {
      const { code } = await askForReset(world)
      return world.anonymous('POST', '/members/password-reset/confirm', { code, password: 'password1234' })
    },
    expects: { status: 400, errors: [invalid('password')] },
  },

  {
    endpoint: 'POST /members/invitations/{code}/accept',
    says: 'the mailed code makes a confirmed member with a name',
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
    says: 'a code works once',
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
    says: 'a missing field is named',
    call: ({ anonymous }) => anonymous('POST', `/members/invitations/${aCode}/accept`, {}),
    expects: { status: 400, errors: [missing('name'), missing('password')] },
  },

  {
    endpoint: 'POST /members/invitations/{code}/approve',
    says: 'the code mailed to an administrator sends the invitation of an Admin',
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
    says: 'an unknown code',
    call: ({ anonymous }) => anonymous('POST', `/members/invitations/${aCode}/approve`),
    expects: { status: 404, errors: [/^Approval \[[\w-]{43}\] does not exist$/] },
  },

  {
    endpoint: 'POST /members',
    says: 'invites a member, who is unconfirmed and has no name yet; the id is an addition of ours',
    call: ({ acme }) => acme('POST', '/members', { email: anAddress(), role: 'Support' }),
    expects: {
      status: 201,
      body: { ...member, role: 'Support', status: 'unconfirmed', mfa_status: 'email', name: '' },
    },
  },
  {
    endpoint: 'POST /members',
    says: 'a missing field is named, an unknown one too',
    call: ({ acme }) => acme('POST', '/members', { mail: anAddress() }),
    expects: { status: 400, errors: [missing('email'), missing('role'), unknown('mail')] },
  },
  {
    endpoint: 'POST /members',
    says: 'something that is no e-mail address',
    call: ({ acme }) => acme('POST', '/members', { email: 'team.example', role: 'Admin' }),
    expects: { status: 400, errors: [invalid('email')] },
  },
  {
    endpoint: 'POST /members',
    says: 'nobody is invited as Owner',
    call: ({ acme }) => acme('POST', '/members', { email: anAddress(), role: 'Owner' }),
    expects: { status: 400, errors: [invalid('role')] },
  },
  {
    endpoint: 'POST /members',
    says: 'an address that is a member already',
    call: ({ acme }) => acme('POST', '/members', { email: 'owner@acme.example', role: 'Admin' }),
    expects: { status: 400, errors: [/^A member with the e-mail address \[.+\] already exists$/] },
  },
  refusesRole('POST /members', 'FullMember', 'Admin'),
  ...needsApiKey('POST /members'),

  {
    endpoint: 'GET /members',
    says: 'a page of members',
    call: async ({ aClient }) => (await aClient()).ask('GET', '/members'),
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 20, 1, 1),
        members: [{ ...member, role: 'Owner', status: 'confirmed', created_at: timestamp }],
      },
    },
  },
  ...pages('GET /members', { first: 1, max: 100, usual: 20 }),
  refusesRole('GET /members', 'Support', 'FullMember'),
  ...needsApiKey('GET /members'),

  {
    endpoint: 'GET /members/{id}',
    says: 'reads a member',
    async call(world) {
      return world.acme('GET', `/members/${(await invite(world)).id}`)
    },
    expects: { status: 200, body: { ...member, status: 'unconfirmed', created_at: timestamp } },
  },
  ...knowsWhoExists('GET /members/{id}', 'Member'),
  refusesRole('GET /members/{id}', 'Support', 'FullMember'),
  ...needsApiKey('GET /members/{id}'),

  {
    endpoint: 'PATCH /members/{id}',
    says: 'changes the role',
    async call(world) {
      return world.owner('PATCH', `/members/${(await invite(world)).id}`, { role: 'Admin' })
    },
    expects: { status: 200, body: { ...member, role: 'Admin', created_at: timestamp } },
  },
  {
    endpoint: 'PATCH /members/{id}',
    says: 'a fetched member can be sent back: its read-only fields are ignored',
    async call(world) {
      const { id } = await invite(world)
      const { body } = await world.acme('GET', `/members/${id}`)
      return world.owner('PATCH', `/members/${id}`, { ...body, status: 'archived', name: 'Another' })
    },
    expects: { status: 200, body: { ...member, status: 'unconfirmed', name: '', created_at: timestamp } },
  },
  {
    endpoint: 'PATCH /members/{id}',
    says: 'a role that does not exist',
    async call(world) {
      return world.owner('PATCH', `/members/${(await invite(world)).id}`, { role: 'King' })
    },
    expects: { status: 400, errors: [invalid('role')] },
  },
  {
    endpoint: 'PATCH /members/{id}',
    says: 'an Admin cannot make an Owner',
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
    says: 'the last Owner stays one',
    async call({ owner, anonymous, api }) {
      const { body } = await anonymous('POST', '/members/signin', {
        username: 'owner@acme.example',
        password: api.world.clients.acme.ownerPassword,
      })
      return owner('PATCH', `/members/${body.member.id}`, { role: 'Admin' })
    },
    expects: { status: 403, errors: [/last Owner/], headers: { 'x-svc-error-code': 'last-owner' } },
  },
  ...knowsWhoExists('PATCH /members/{id}', 'Member', { body: { role: 'Admin' } }),
  refusesRole('PATCH /members/{id}', 'FullMember', 'Admin'),
  ...needsApiKey('PATCH /members/{id}'),

  {
    endpoint: 'DELETE /members/{id}',
    says: 'confirms in words',
    async call(world) {
      return world.owner('DELETE', `/members/${(await invite(world)).id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users',
    says: 'the token of a deleted member is a wrong token',
    async call({ owner, aMember, withToken }) {
      const { id, token } = await aMember('FullMember')
      await owner('DELETE', `/members/${id}`)
      return withToken(token)('GET', '/users')
    },
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'DELETE /members/{id}',
    says: 'a member of another client does not exist',
    async call(world) {
      return world.rivalOwner('DELETE', `/members/${(await invite(world)).id}`)
    },
    expects: { status: 404, errors: [noSuch('Member')] },
  },
  ...knowsWhoExists('DELETE /members/{id}', 'Member'),
  refusesRole('DELETE /members/{id}', 'FullMember', 'Admin'),
  ...needsApiKey('DELETE /members/{id}'),

  {
    endpoint: 'POST /members/password',
    says: 'confirms in words',
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
    says: 'both passwords are required',
    call: ({ owner }) => owner('POST', '/members/password', {}),
    expects: { status: 400, errors: [missing('current_password'), missing('password')] },
  },
  {
    endpoint: 'POST /members/password',
    says: 'a common password is refused',
    call: ({ owner }) =>
      owner('POST', '/members/password', { current_password: password, password: 'passwordpassword' }),
    expects: { status: 400, errors: [invalid('password')] },
  },
  {
    endpoint: 'POST /members/password',
    says: 'the current password is wrong',
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
    says: 'after some failures the member has to wait',
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
  ...noToken('POST /members/password'),
  {
    endpoint: 'GET /members/totp',
    says: 'a member without an authenticator app',
    async call({ aMember, withToken }) {
      return withToken((await aMember('Support')).token)('GET', '/members/totp')
    },
    expects: { status: 200, body: { is_active: false, confirmed_at: null, recovery_codes_left: 0 } },
  },
  ...noToken('GET /members/totp'),
  {
    endpoint: 'POST /members/totp',
    says: 'answers a secret and its otpauth URI',
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
    says: 'the password is required',
    call: ({ owner }) => owner('POST', '/members/totp', {}),
    expects: { status: 400, errors: [missing('current_password')] },
  },
  {
    endpoint: 'POST /members/totp',
    says: 'an app is in use',
    async call(world) {
      const { call } = await anAppInUse(world)
      return call('POST', '/members/totp', { current_password: password })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'totp-active' } },
  },
  ...noToken('POST /members/totp'),
  {
    endpoint: 'POST /members/totp/confirm',
    says: 'answers ten recovery codes',
    call: async (world) => (await anAppInUse(world)).confirmed,
    expects: {
      status: 201,
      body: { recovery_codes: Array(10).fill(expect.stringMatching(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)) },
    },
  },
  {
    endpoint: 'POST /members/totp/confirm',
    says: 'the code is required',
    call: ({ owner }) => owner('POST', '/members/totp/confirm', {}),
    expects: { status: 400, errors: [missing('mfa_code')] },
  },
  {
    endpoint: 'POST /members/totp/confirm',
    says: 'the code is wrong',
    async call(world) {
      const { call } = await setUpApp(world)
      return call('POST', '/members/totp/confirm', { mfa_code: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'mfa-rejected' } },
  },
  {
    endpoint: 'POST /members/totp/confirm',
    says: 'there is nothing to confirm',
    call: ({ owner }) => owner('POST', '/members/totp/confirm', { mfa_code: '246810' }),
    expects: { status: 404, errors: [noSuch('Authenticator app of member')] },
  },
  ...noToken('POST /members/totp/confirm'),
  {
    endpoint: 'POST /members/totp/removals',
    says: 'confirms in words',
    async call(world) {
      const { call, confirmed } = await anAppInUse(world)
      const [mfa_code] = confirmed.body.recovery_codes
      return call('POST', '/members/totp/removals', { current_password: password, mfa_code })
    },
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'POST /members/totp/removals',
    says: 'password and code are required',
    call: ({ owner }) => owner('POST', '/members/totp/removals', {}),
    expects: { status: 400, errors: [missing('current_password'), missing('mfa_code')] },
  },
  {
    endpoint: 'POST /members/totp/removals',
    says: 'the code is wrong',
    async call(world) {
      const { call } = await anAppInUse(world)
      return call('POST', '/members/totp/removals', { current_password: password, mfa_code: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'mfa-rejected' } },
  },
  {
    endpoint: 'POST /members/totp/removals',
    says: 'there is no app',
    call: ({ owner }) =>
      owner('POST', '/members/totp/removals', { current_password: password, mfa_code: '246810' }),
    expects: { status: 404, errors: [noSuch('Authenticator app of member')] },
  },
  ...noToken('POST /members/totp/removals'),
  {
    endpoint: 'DELETE /members/{id}/totp',
    says: 'an Owner removes the app of a member',
    async call(world) {
      return world.owner('DELETE', `/members/${(await anAppInUse(world)).id}/totp`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /members/{id}/totp',
    says: 'a member without an app',
    async call({ owner, aMember }) {
      return owner('DELETE', `/members/${(await aMember('Support')).id}/totp`)
    },
    expects: { status: 404, errors: [noSuch('Authenticator app of member')] },
  },
  {
    endpoint: 'DELETE /members/{id}/totp',
    says: 'members cannot remove their own app without password and code',
    async call({ owner }) {
      const { body } = await owner('GET', '/members/sessions/current')
      return owner('DELETE', `/members/${body.member.id}/totp`)
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'own-account' } },
  },
  ...knowsWhoExists('DELETE /members/{id}/totp', 'Member'),
  refusesRole('DELETE /members/{id}/totp', 'FullMember', 'Admin'),
  ...noToken('DELETE /members/{id}/totp'),
  {
    endpoint: 'GET /members/sessions',
    says: 'lists the sessions of the member',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('GET', '/members/sessions')
    },
    expects: { status: 200, body: { pagination: pagination(1, 20, 1, 1), sessions: [session] } },
  },
  {
    endpoint: 'GET /members/sessions',
    says: 'an offset below 1 is refused',
    call: ({ owner }) => owner('GET', '/members/sessions?offset=0'),
    expects: { status: 400, errors: [invalid('offset')] },
  },
  ...noToken('GET /members/sessions'),
  {
    endpoint: 'GET /members/sessions/current',
    says: 'answers the session and its member',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('GET', '/members/sessions/current')
    },
    expects: { status: 200, body: { session, member: { ...member, role: 'Support' } } },
  },
  ...noToken('GET /members/sessions/current'),
  {
    endpoint: 'POST /members/sessions/current/authentications',
    says: 'a member without a second factor authenticates with the password',
    async call({ aMember, withToken }) {
      const { token, password: current_password } = await aMember('Support')
      return withToken(token)('POST', authentications, { current_password })
    },
    expects: { status: 201, body: { authenticated_at: timestamp } },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications',
    says: 'a member with an authenticator app is asked for a code',
    async call(world) {
      return (await anAppInUse(world)).call('POST', authentications, { current_password: password })
    },
    expects: { status: 202, body: { session: expect.any(String), method: 'totp' } },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications',
    says: 'the password is required',
    call: ({ owner }) => owner('POST', authentications, {}),
    expects: { status: 400, errors: [missing('current_password')] },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications',
    says: 'the password is wrong',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('POST', authentications, { current_password: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'password-wrong' } },
  },
  ...noToken('POST /members/sessions/current/authentications'),
  {
    endpoint: 'POST /members/sessions/current/authentications/validate',
    says: 'a recovery code is enough',
    async call(world) {
      const { call, confirmed } = await anAppInUse(world)
      const { body } = await call('POST', authentications, { current_password: password })
      const [mfa_code] = confirmed.body.recovery_codes
      return call('POST', `${authentications}/validate`, { session: body.session, mfa_code })
    },
    expects: { status: 201, body: { authenticated_at: timestamp } },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications/validate',
    says: 'session and code are required',
    call: ({ owner }) => owner('POST', `${authentications}/validate`, {}),
    expects: { status: 400, errors: [missing('session'), missing('mfa_code')] },
  },
  {
    endpoint: 'POST /members/sessions/current/authentications/validate',
    says: 'the code is wrong',
    async call(world) {
      const { call } = await anAppInUse(world)
      const { body } = await call('POST', authentications, { current_password: password })
      return call('POST', `${authentications}/validate`, { session: body.session, mfa_code: 'wrong' })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'mfa-rejected' } },
  },
  ...noToken('POST /members/sessions/current/authentications/validate'),
  {
    endpoint: 'DELETE /members/sessions/{id}',
    says: 'confirms in words',
    async call({ aMember, withToken }) {
      const call = withToken((await aMember('Support')).token)
      const { body } = await call('GET', '/members/sessions/current')
      return call('DELETE', `/members/sessions/${body.session.id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /members/sessions/{id}',
    says: 'a session of another member does not exist',
    async call({ aMember, withToken, owner }) {
      const { body } = await withToken((await aMember('Support')).token)('GET', '/members/sessions/current')
      return owner('DELETE', `/members/sessions/${body.session.id}`)
    },
    expects: { status: 404, errors: [noSuch('Session')] },
  },
  ...noToken('DELETE /members/sessions/{id}'),
  {
    endpoint: 'POST /members/sessions/revocations',
    says: 'confirms in words',
    async call({ aMember, withToken }) {
      const { token } = await aMember('Support')
      return withToken(token)('POST', '/members/sessions/revocations', { keep_current: false })
    },
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'POST /members/sessions/revocations',
    says: 'keep_current is true or false',
    call: ({ owner }) => owner('POST', '/members/sessions/revocations', { keep_current: 'no' }),
    expects: { status: 400, errors: [invalid('keep_current')] },
  },
  ...noToken('POST /members/sessions/revocations'),
  {
    endpoint: 'POST /members/{id}/sessions/revocations',
    says: 'an Owner ends the sessions of a member',
    async call({ owner, aMember }) {
      return owner('POST', `/members/${(await aMember('Admin')).id}/sessions/revocations`)
    },
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'POST /members/{id}/sessions/revocations',
    says: 'the member does not exist',
    call: ({ owner }) => owner('POST', `/members/${nobodysId}/sessions/revocations`),
    expects: { status: 404, errors: [noSuch('Member', nobodysId)] },
  },
  refusesRole('POST /members/{id}/sessions/revocations', 'FullMember', 'Admin'),
  ...noToken('POST /members/{id}/sessions/revocations'),
])
