import { createSsoProvider, type TenantFixture } from '../fixture.ts'
import { type MatrixEntry, shapes } from './entry.ts'
import { freshMember } from './fresh-objects.ts'
import { anOldChallenge, aSession, clearFailedSignIns, newDevice, password } from './member-credentials.ts'

// A member's own password, second factors, single sign-on and sessions.

async function freshMemberWithApp(fixture: TenantFixture) {
  const { member_id } = await freshMember(fixture)
  await fixture.api.sql(
    `insert into member_totp (client_id, member_id, sealed, confirmed_at)
       select client_id, id, '\\x00', now() from members where id = $1`,
    [member_id],
  )
  return { member_id }
}

/** Settings with an issuer that is refused: the name belongs to one client, so two clients cannot send the same. */
const singleSignOn = {
  organisation: 'matrix-team',
  issuer: 'https://login.internal',
  oidc_client_id: 'payproof',
  oidc_client_secret: 'a secret of the matrix',
}

/** Puts the provider of the fixture back, after a request has deleted it. */
const restoreSingleSignOn = ({ api }: TenantFixture) => createSsoProvider(api, 'acme')

const restoreBoth = async ({ api }: TenantFixture) => {
  for (const client of ['acme', 'rival'] as const) await createSsoProvider(api, client)
}

/** Operations on a member's own account: every role, no API key. */
const ownAccount = 'client Support no-key +Underwriter +Developer'

export const signInEntries: Record<string, MatrixEntry> = {
  // A weak password is refused, so that the members of the matrix can still sign in.
  changePassword: shapes(ownAccount, {
    endsWith: 'invalid-request',
    request: () => ({
      path: '/members/password',
      body: { current_password: password, password: 'passwordpassword' },
    }),
  }),
  getTotp: shapes(ownAccount, { request: () => ({ path: '/members/totp' }) }),
  startTotpSetup: shapes(ownAccount, {
    before: clearFailedSignIns,
    endsWith: 'password-wrong',
    request: () => ({ path: '/members/totp', body: { current_password: 'wrong' } }),
  }),
  confirmTotpSetup: shapes(ownAccount, {
    endsWith: 'not-found',
    request: () => ({ path: '/members/totp/confirm', body: { mfa_code: '246810' } }),
  }),
  removeTotp: shapes(ownAccount, {
    endsWith: 'not-found',
    request: () => ({
      path: '/members/totp/removals',
      body: { current_password: password, mfa_code: '246810' },
    }),
  }),
  deleteMemberTotp: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMemberWithApp,
    request: ({ member_id }) => ({ path: `/members/${member_id}/totp` }),
  }),
  listPasskeys: shapes(ownAccount, { request: () => ({ path: '/members/passkeys?limit=100' }) }),
  startPasskeyRegistration: shapes(ownAccount, {
    request: () => ({ path: '/members/passkeys/registration-options' }),
  }),
  registerPasskey: shapes(ownAccount, {
    endsWith: 'passkey-refused',
    request: () => ({
      path: '/members/passkeys',
      body: { name: 'Laptop', ...newDevice().register(anOldChallenge) },
    }),
  }),
  deletePasskey: shapes(ownAccount, {
    // A passkey of another member: it does not exist for anyone else, whatever the role.
    names: ['passkey_id'],
    endsWith: 'not-found',
    request: ({ passkey_id }) => ({ path: `/members/passkeys/${passkey_id}` }),
  }),
  deleteMemberPasskeys: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}/passkeys` }),
  }),
  authenticateAgainWithPasskey: shapes(ownAccount, {
    before: clearFailedSignIns,
    endsWith: 'passkey-refused',
    request: () => ({
      path: '/members/sessions/current/authentications/passkey',
      body: newDevice().answer(anOldChallenge),
    }),
  }),
  getMemberPolicy: shapes('client Admin no-key', { request: () => ({ path: '/members/policy' }) }),
  // Switched off, so that the members of the matrix can go on.
  updateMemberPolicy: shapes('client Admin no-key', {
    request: () => ({ path: '/members/policy', body: { require_second_factor: false } }),
  }),
  getSingleSignOn: shapes('client Admin no-key', {
    before: restoreSingleSignOn,
    request: () => ({ path: '/members/sso' }),
  }),
  setSingleSignOn: shapes('client Admin no-key', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/members/sso', body: singleSignOn }),
  }),
  deleteSingleSignOn: shapes('client Admin no-key', {
    before: restoreBoth,
    request: () => ({ path: '/members/sso' }),
  }),
  listSessions: shapes(ownAccount, { request: () => ({ path: '/members/sessions?limit=100' }) }),
  getCurrentSession: shapes(ownAccount, { request: () => ({ path: '/members/sessions/current' }) }),
  authenticateAgain: shapes(ownAccount, {
    before: clearFailedSignIns,
    endsWith: 'password-wrong',
    request: () => ({
      path: '/members/sessions/current/authentications',
      body: { current_password: 'wrong' },
    }),
  }),
  validateAuthentication: shapes(ownAccount, {
    endsWith: 'mfa-rejected',
    request: () => ({
      path: '/members/sessions/current/authentications/validate',
      body: { session: aSession(), mfa_code: '246810' },
    }),
  }),
  endSession: shapes(ownAccount, {
    // A session of another member: it does not exist for anyone else, whatever the role.
    names: ['session_id'],
    endsWith: 'not-found',
    request: ({ session_id }) => ({ path: `/members/sessions/${session_id}` }),
  }),
  endOwnSessions: shapes(ownAccount, {
    request: () => ({ path: '/members/sessions/revocations', body: { keep_current: true } }),
  }),
  endMemberSessions: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}/sessions/revocations` }),
  }),
}
