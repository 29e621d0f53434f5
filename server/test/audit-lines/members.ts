import { expect } from 'vitest'
import { codeNow, fromBase32 } from '../authenticator.ts'
import { createPasskeyDevice } from '../passkey-device.ts'
import { aMember, mailedCode, readMail, signInOwner } from '../people.ts'
import { type AuditScene, canary, password } from './scene.ts'

type AuditedMember = Awaited<ReturnType<typeof auditInvitation>>

/** Members: invitation, sign-in, second factors, sessions and single sign-on. */
export async function auditMembers(scene: AuditScene) {
  const member = await auditInvitation(scene)
  await auditSessions(scene, member)
  await auditAuthenticatorApp(scene, member)
  await auditPasskeys(scene, member)
  await auditPasswordAndPolicy(scene, member)
  await auditSingleSignOn(scene)
  await auditReviewSettings(scene)
  await auditDeletion(scene, member)
}

/** Invites a member who accepts and signs in. */
async function auditInvitation({
  api,
  acme,
  anonymous,
  world,
  owner,
  byKey,
  byOwner,
  byMember,
  byAnonymous,
  pollLines,
  expectLines,
  line,
  codeFrom,
}: AuditScene) {
  const email = `${canary}@team.example`
  const invited = await expectLines(
    'inviteMember',
    acme,
    ['POST', '/members', { email, role: 'FullMember' }],
    ({ body }) => line(byKey, 'member.invited', body.id),
  )
  const id: string = invited.body.id
  const invitation = await codeFrom(email, /invited/, mailedCode.invitation)
  await expectLines(
    'acceptInvitation',
    anonymous,
    ['POST', `/members/invitations/${invitation}/accept`, { name: canary, password }],
    () => line(byMember(id), 'member.confirmed', id),
  )
  const adminEmail = `${canary}.admin@team.example`
  const asAdmin = await acme('POST', '/members', { email: adminEmail, role: 'Admin' })
  const toOwner = await readMail(world.inboxUrl, 'owner@acme.example', /Approve an invitation/, adminEmail)
  const [, approval] = mailedCode.approval.exec(toOwner.text) ?? []
  await expectLines(
    'approveInvitation',
    anonymous,
    ['POST', `/members/invitations/${approval}/approve`],
    () => line(byAnonymous, 'member.invitation_approved', asAdmin.body.id),
  )
  const credentials = { username: email, password }
  const session = await expectLines('signIn', anonymous, ['POST', '/members/signin', credentials], () =>
    line(byMember(id), 'member.mfa_sent', id),
  )
  const mfa_code = await codeFrom(email, /sign-in code/, mailedCode.mfa)
  // Finding 23: failed second factors are recorded.
  const wrongAnswer = { username: email, session: session.body.session, mfa_code: 'wrong' }
  const wrongCode = await anonymous('POST', '/members/mfa/validate', wrongAnswer)
  expect(wrongCode.status).toBe(401)
  expect(await pollLines(wrongCode)).toEqual(line(byAnonymous, 'member.mfa_failed', id))
  const answer = { username: email, session: session.body.session, mfa_code }
  await expectLines('validateMfa', anonymous, ['POST', '/members/mfa/validate', answer], () =>
    line(byMember(id), 'member.signed_in', id),
  )
  await expectLines('getMember', acme, ['GET', `/members/${id}`], () => line(byKey, 'member.read', id))
  await expectLines('listMembers', acme, ['GET', '/members'], () => line(byKey, 'member.listed'))
  await expectLines('updateMember', owner, ['PATCH', `/members/${id}`, { mfa_status: 'disabled' }], () =>
    line(byOwner, 'member.changed', id),
  )
  await expectLines('updateMember', owner, ['PATCH', `/members/${id}`, {}], () =>
    line(byOwner, 'member.read', id),
  )
  const signedIn = await expectLines('signIn', anonymous, ['POST', '/members/signin', credentials], () =>
    line(byMember(id), 'member.signed_in', id),
  )
  await expectLines('listUsers', api.withToken(signedIn.body.jwt), ['GET', '/users'], () =>
    line(byMember(id), 'user.listed'),
  )
  const asMember = api.withToken(signedIn.body.jwt)
  return { id, email, credentials, asMember }
}

/** Sessions of the member. */
async function auditSessions(
  { byMember, expectLines, line, noLines }: AuditScene,
  { id, asMember }: AuditedMember,
) {
  await expectLines('listSessions', asMember, ['GET', '/members/sessions'], noLines)
  await expectLines('getCurrentSession', asMember, ['GET', '/members/sessions/current'], noLines)
  await expectLines('endOwnSessions', asMember, ['POST', '/members/sessions/revocations', {}], () =>
    line(byMember(id), 'member.sessions_ended', id),
  )
}

/** Authenticator app and recovery codes. */
async function auditAuthenticatorApp(
  { api, acme, anonymous, sql, owner, byOwner, byMember, expectLines, line, noLines }: AuditScene,
  { id, credentials, asMember }: AuditedMember,
) {
  await expectLines('getTotp', asMember, ['GET', '/members/totp'], noLines)
  const byPassword = { current_password: password }
  const app = await expectLines('startTotpSetup', asMember, ['POST', '/members/totp', byPassword], () =>
    line(byMember(id), 'member.totp_started', id),
  )
  await expectLines(
    'authenticateAgain',
    asMember,
    ['POST', '/members/sessions/current/authentications', byPassword],
    () => line(byMember(id), 'member.reauthenticated', id),
  )
  const codeOfApp = { mfa_code: codeNow(fromBase32(app.body.secret)) }
  const recovery = await expectLines(
    'confirmTotpSetup',
    asMember,
    ['POST', '/members/totp/confirm', codeOfApp],
    () => line(byMember(id), 'member.totp_confirmed', id),
  )
  await expectLines('signIn', anonymous, ['POST', '/members/signin', credentials], () =>
    line(byMember(id), 'member.mfa_requested', id),
  )
  const [recoveryCode, secondRecoveryCode] = recovery.body.recovery_codes
  const again = await asMember('POST', '/members/sessions/current/authentications', byPassword)
  await expectLines(
    'validateAuthentication',
    asMember,
    [
      'POST',
      '/members/sessions/current/authentications/validate',
      { session: again.body.session, mfa_code: secondRecoveryCode },
    ],
    () => [
      ...line(byMember(id), 'member.recovery_code_used', id),
      ...line(byMember(id), 'member.reauthenticated', id),
    ],
  )
  await expectLines(
    'removeTotp',
    asMember,
    ['POST', '/members/totp/removals', { ...byPassword, mfa_code: recoveryCode }],
    () => [
      ...line(byMember(id), 'member.recovery_code_used', id),
      ...line(byMember(id), 'member.totp_removed', id),
    ],
  )
  const other = await aMember(api, acme, 'Support')
  await sql(
    `insert into member_totp (client_id, member_id, sealed, confirmed_at)
       select client_id, id, '\\x00', now() from members where id = $1`,
    [other.id],
  )
  await expectLines('deleteMemberTotp', owner, ['DELETE', `/members/${other.id}/totp`], () =>
    line(byOwner, 'member.totp_removed', other.id),
  )
}

/** Passkeys. */
async function auditPasskeys(
  { anonymous, owner, byOwner, byMember, expectLines, line, noLines }: AuditScene,
  { id, asMember }: AuditedMember,
) {
  const device = createPasskeyDevice('localhost', 'http://localhost:8080')
  const passkeys = '/members/passkeys'
  const options = await expectLines(
    'startPasskeyRegistration',
    asMember,
    ['POST', `${passkeys}/registration-options`],
    () => line(byMember(id), 'member.passkey_started', id),
  )
  const registration = { name: canary, ...device.register(options.body.challenge) }
  const passkey = await expectLines('registerPasskey', asMember, ['POST', passkeys, registration], () =>
    line(byMember(id), 'member.passkey_added', id),
  )
  await expectLines('listPasskeys', asMember, ['GET', passkeys], noLines)
  const nextAnswer = async () =>
    device.answer((await anonymous('POST', `${passkeys}/sign-in-options`)).body.challenge)
  await expectLines('startPasskeySignIn', anonymous, ['POST', `${passkeys}/sign-in-options`], noLines)
  await expectLines('signInWithPasskey', anonymous, ['POST', `${passkeys}/signin`, await nextAnswer()], () =>
    line(byMember(id), 'member.signed_in', id),
  )
  await expectLines(
    'authenticateAgainWithPasskey',
    asMember,
    ['POST', '/members/sessions/current/authentications/passkey', await nextAnswer()],
    () => line(byMember(id), 'member.reauthenticated', id),
  )
  await expectLines('deletePasskey', asMember, ['DELETE', `${passkeys}/${passkey.body.id}`], () =>
    line(byMember(id), 'member.passkey_removed', id),
  )
  const removable = await asMember('POST', `${passkeys}/registration-options`)
  const spare = createPasskeyDevice('localhost', 'http://localhost:8080')
  await asMember('POST', passkeys, { name: 'Spare', ...spare.register(removable.body.challenge) })
  await expectLines('deleteMemberPasskeys', owner, ['DELETE', `/members/${id}/passkeys`], () =>
    line(byOwner, 'member.passkey_removed', id),
  )
}

/** Change of password, and the rules for all members. */
async function auditPasswordAndPolicy(
  { sql, owner, byOwner, byMember, expectLines, line, noLines }: AuditScene,
  { id, asMember }: AuditedMember,
) {
  const another = { current_password: password, password: 'another horse with another staple' }
  await expectLines('changePassword', asMember, ['POST', '/members/password', another], () =>
    line(byMember(id), 'member.password_changed', id),
  )
  const { body: current } = await asMember('GET', '/members/sessions/current')
  await expectLines('endSession', asMember, ['DELETE', `/members/sessions/${current.session.id}`], () =>
    line(byMember(id), 'member.session_ended', id),
  )
  await expectLines('getMemberPolicy', owner, ['GET', '/members/policy'], noLines)
  const policy = ['PATCH', '/members/policy', { require_second_factor: true }] as [string, string, object]
  await expectLines('updateMemberPolicy', owner, policy, () => line(byOwner, 'member.policy_changed'))
  await sql('delete from member_policies')
}

/** Single sign-on. */
async function auditSingleSignOn({ anonymous, owner, byOwner, expectLines, line, noLines }: AuditScene) {
  const ssoSettings = {
    organisation: 'audit-team',
    issuer: 'https://login.audit.example',
    oidc_client_id: 'payproof',
    oidc_client_secret: canary,
  }
  await expectLines('setSingleSignOn', owner, ['PUT', '/members/sso', ssoSettings], () =>
    line(byOwner, 'member.sso_changed'),
  )
  await expectLines('getSingleSignOn', owner, ['GET', '/members/sso'], noLines)
  await expectLines(
    'startSingleSignOn',
    anonymous,
    ['POST', '/members/sso/authorisations', { organisation: 'audit-team' }],
    noLines,
  )
  await expectLines('deleteSingleSignOn', owner, ['DELETE', '/members/sso'], () =>
    line(byOwner, 'member.sso_removed'),
  )
}

/** Review settings, which only members may change, and the request log. */
async function auditReviewSettings({ owner, byOwner, expectLines, line, noLines }: AuditScene) {
  await expectLines('getReviewViews', owner, ['GET', '/reviews/views'], noLines)
  await expectLines('replaceReviewViews', owner, ['PUT', '/reviews/views', { views: [] }], () =>
    line(byOwner, 'review.views_replaced', byOwner.actor_id),
  )
  await expectLines('listRequests', owner, ['GET', '/request-log'], noLines)
  await expectLines('getReviewRules', owner, ['GET', '/reviews/rules'], noLines)
  await expectLines('listReviewRuleChanges', owner, ['GET', '/reviews/rules/changes'], noLines)
  await expectLines('replaceReviewRules', owner, ['PUT', '/reviews/rules', { rules: [] }], () =>
    line(byOwner, 'review_rules.replaced'),
  )
}

/** Password reset, a wrong password and deletion of the member. */
async function auditDeletion(
  {
    api,
    anonymous,
    owner,
    byOwner,
    byMember,
    byAnonymous,
    pollLines,
    expectLines,
    line,
    codeFrom,
  }: AuditScene,
  { id, email }: AuditedMember,
) {
  const ownerToken = await signInOwner(api, 'acme')
  const { body: ownSession } = await api.withToken(ownerToken)('GET', '/members/sessions/current')
  await expectLines(
    'endMemberSessions',
    api.withToken(ownerToken),
    ['POST', `/members/${id}/sessions/revocations`],
    () => line(byMember(ownSession.member.id), 'member.sessions_ended', id),
  )
  await expectLines(
    'initiatePasswordReset',
    anonymous,
    ['POST', '/members/password-reset/initiate', { username: email }],
    () => line(byAnonymous, 'member.reset_requested', id),
    pollLines,
  )
  const code = await codeFrom(email, /new password/, mailedCode.reset)
  await expectLines(
    'confirmPasswordReset',
    anonymous,
    ['POST', '/members/password-reset/confirm', { code, password }],
    () => line(byMember(id), 'member.password_changed', id),
  )
  const wrong = await anonymous('POST', '/members/signin', { username: email, password: `${canary} guess` })
  expect(wrong.status).toBe(401)
  expect(await pollLines(wrong)).toEqual(line(byAnonymous, 'member.sign_in_failed', id))
  await expectLines('deleteMember', owner, ['DELETE', `/members/${id}`], () =>
    line(byOwner, 'member.deleted', id),
  )
}
