import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import {
  type Actor,
  afterCommit,
  audit,
  type Tenancy,
  type Tenant,
  type Tx,
} from '../../platform/database/tenancy.ts'
import { queueMail } from '../../platform/mail/mailer.ts'
import { forbidden, invalid, notFound, unauthorised } from '../../platform/problem.ts'
import { makeCode } from '../../platform/secrets/codes.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { isGuessable } from '../../platform/secrets/password-strength.ts'
import type { Passwords } from '../../platform/secrets/passwords.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { holderName } from '../access/service.ts'
import {
  type AttemptOrigin,
  clearNameFailures,
  countAttemptAsFailed,
  forgiveAttempt,
  isResetAllowed,
} from './attempt-limits.ts'
import { codeMail, resetMail } from './mails.ts'
import type { OtherCells } from './other-cells.ts'
import {
  deleteCodes,
  findCode,
  findMember,
  findMembersByEmail,
  isActiveMember,
  lockMember,
  type MemberRow,
  putCode,
  takeCode,
  tryMfaSession,
  updateMember,
} from './queries.ts'
import type { Acceptance, Credentials, MfaAnswer, ResetConfirmation } from './schemas.ts'
import {
  hashCode,
  type MemberDeps,
  mailContext,
  notifyMember,
  openIdentity,
  presentMember,
  sealIdentity,
  sendInvitation,
} from './service.ts'
import { endAllSessions, endSessionIfOpen, type SignInDevice, startSession } from './sessions.ts'
import { requirePasswordAllowed } from './single-sign-on/required.ts'
import { acceptTotpCode, isTotpActive } from './totp-codes.ts'
import { findTotp, lockTotp } from './totp-queries.ts'

export type SignInDeps = MemberDeps & {
  database: Tenancy
  keyring: Keyring
  passwords: Passwords
  tokens: Tokens
  log: Log
  otherCells: OtherCells
}

/**
 * Origin of a public request: the request id for the audit log, the address for the lock-out, the browser for the list
 * of sessions, and whether another cell forwarded the request.
 */
export type Origin = AttemptOrigin & { requestId: string; userAgent: string | null; isForwarded: boolean }

const mfaCodeLifetimeMs = 10 * 60_000
const resetCodeLifetimeMs = 3_600_000

/** The reply to a right password if a second factor is needed. */
type MfaRequest = { session: string; method: 'email' | 'totp' }

const wrongCredentials = () => unauthorised('The username or password is wrong')

/** Signs a member in. Takes the same time and returns the same reply for an unknown name and for a wrong password. */
export async function signIn(deps: SignInDeps, origin: Origin, input: z.output<typeof Credentials>) {
  const attempt = await countAttemptAsFailed(deps, origin, deps.emailHashes(input.username)[0])
  const candidates = await deps.database.system((tx) =>
    findMembersByEmail(tx, deps.emailHashes(input.username)),
  )
  const member = await firstWithPassword(deps, candidates, input.password)
  if (!member) {
    const otherCellReply = origin.isForwarded
      ? undefined
      : await deps.otherCells.signIn<Awaited<ReturnType<typeof openSession>> | MfaRequest>(origin, input)
    if (!otherCellReply) {
      for (const candidate of candidates) void auditFailure(deps, origin, candidate)
      throw wrongCredentials()
    }
    await forgiveAttempt(deps, attempt)
    return otherCellReply
  }
  // With a second factor, the attempt counts as failed until the code is validated, which limits the number of codes
  // that can be requested.
  const factor = await deps.database.system((tx) => findSecondFactor(tx, member))
  await forgiveAttempt(deps, attempt, { keepName: factor !== undefined })
  if (member.status === 'reset_required') {
    throw forbidden('password-reset-required', 'This password must be reset before it can be used')
  }
  await deps.database.system((tx) => requirePasswordAllowed(tx, member))
  const tenant = await tenantOf(deps, member, origin, { kind: 'member', id: member.id })
  if (!factor) return openSession(deps, tenant, member.id, { ...origin, browser: input.browser })
  return requestCode(tenant, member, factor)
}

/** The second factor of a member; undefined if a password is enough. */
export async function findSecondFactor(tx: Tx, member: MemberRow): Promise<MfaRequest['method'] | undefined> {
  if (isTotpActive(await findTotp(tx, member))) return 'totp'
  return member.mfa_status === 'disabled' ? undefined : 'email'
}

/** Starts the check of the second factor: mails a code if it is e-mail. */
export const requestCode = (tenant: Tenant, member: MemberRow, factor: MfaRequest['method']) =>
  factor === 'totp' ? askForTotpCode(tenant, member) : mailCode(tenant, member)

/** Validates the second factor: a code of the authenticator app if the member has one, otherwise the e-mailed code. */
export async function answerMfa(
  deps: SignInDeps,
  origin: Origin,
  { username, session, mfa_code, browser }: z.output<typeof MfaAnswer>,
) {
  const wrongCode = unauthorised('The code is wrong or no longer valid', 'mfa-rejected')
  // Counted before it is checked, so that parallel guesses cannot share one attempt.
  const mfaAttempt = await deps.database.system((tx) => tryMfaSession(tx, hashCode(session)))
  if (!mfaAttempt) throw wrongCode
  const { client_id, member_id: id, code_hash } = mfaAttempt
  const tenant = await tenantOf(deps, mfaAttempt, origin, { kind: 'member', id })
  const signedIn = await tenant.transaction(async (tx) => {
    const member = await findMember(tx, id)
    if (!member || !isAddressOf(deps, member, username)) throw wrongCode
    if (!(await isRightCode(tx, tenant, deps, { member, session, code: mfa_code, code_hash })))
      return undefined
    if (!(await takeCode(tx, 'mfa', code_hash))) throw wrongCode
    return sessionFor(deps, tenant, tx, member, { ...origin, browser })
  })
  if (!signedIn) {
    void auditFailure(deps, origin, { client_id, id }, 'member.mfa_failed')
    throw wrongCode
  }
  await clearNameFailures(deps, origin, deps.emailHashes(username)[0])
  return signedIn
}

const isAddressOf = ({ emailHashes }: SignInDeps, { email_hash }: MemberRow, email: string) =>
  emailHashes(email).some((hash) => hash.equals(email_hash))

type MfaCodeCheck = { member: MemberRow; session: string; code: string; code_hash: Buffer }

/** Whether the code is right. A code of the authenticator app is used up. */
export async function isRightCode(
  tx: Tx,
  tenant: Tenant,
  deps: MemberDeps,
  { member, session, code, code_hash }: MfaCodeCheck,
) {
  const totp = await lockTotp(tx, member.id)
  return isTotpActive(totp)
    ? acceptTotpCode(tx, tenant, deps, { member, totp, code })
    : timingSafeEqual(code_hash, hashCode(session + code))
}

export async function acceptInvitation(
  deps: SignInDeps,
  origin: Origin,
  code: string,
  input: z.output<typeof Acceptance>,
) {
  return useCode(
    deps,
    origin,
    'invitation',
    code,
    async (tenant, tx, member, password_hash) => {
      const { email } = openIdentity(tenant, member)
      const version = member.version + 1
      const confirmed = await updateMember(tx, member.id, {
        status: 'confirmed',
        password_hash,
        version,
        sealed: sealIdentity(tenant, member.id, version, { email, name: input.name }),
      })
      audit(tx, 'member.confirmed', member.id)
      return presentMember(tenant, confirmed)
    },
    input.password,
  )
}

/** Approves the invitation of an Admin by an API key, with the code from the e-mail to the administrators. */
export async function approveInvitation(deps: SignInDeps, origin: Origin, code: string) {
  const storedCode = await deps.database.system((tx) => findCode(tx, 'approval', hashCode(code)))
  if (!storedCode) throw notFound('Approval', code)
  const tenant = await tenantOf(deps, storedCode, origin, { kind: 'public', id: 'anonymous' })
  await tenant.transaction(async (tx) => {
    const consumed = await takeCode(tx, 'approval', hashCode(code))
    const member = consumed && (await lockMember(tx, consumed.member_id))
    if (!member) throw notFound('Approval', code)
    await sendInvitation(tx, tenant, deps, member)
    audit(tx, 'member.invitation_approved', member.id)
  })
}

/**
 * Sends a reset code if the address belongs to a member. The reply never reveals whether it does. Repeated requests have
 * to wait longer and longer: until then the last code stays valid, so that a flood neither fills the mailbox nor voids
 * the code that the member is about to use.
 */
export async function startReset(deps: SignInDeps, origin: Origin, username: string) {
  if (!(await isResetAllowed(deps, deps.emailHashes(username)[0]))) return
  const members = await deps.database.system((tx) => findMembersByEmail(tx, deps.emailHashes(username)))
  for (const member of members.filter(isActiveMember)) {
    const tenant = await tenantOf(deps, member, origin, { kind: 'public', id: 'anonymous' })
    await tenant.transaction(async (tx) => {
      const code = makeCode(tx)
      await putCode(tx, {
        member_id: member.id,
        purpose: 'password-reset',
        code_hash: hashCode(code),
        expires_at: new Date(Date.now() + resetCodeLifetimeMs),
      })
      const { email } = openIdentity(tenant, member)
      await queueMail(tx, tenant, resetMail(email, code, await mailContext(tenant, tx, deps)))
      audit(tx, 'member.reset_requested', member.id)
    })
  }
  if (!origin.isForwarded) await deps.otherCells.startReset(origin, username)
}

/** Sets the new password, revokes all tokens of the member and ends a lock-out. */
export async function confirmReset(
  deps: SignInDeps,
  origin: Origin,
  { code, password }: z.output<typeof ResetConfirmation>,
) {
  const { email_hash } = await useCode(
    deps,
    origin,
    'password-reset',
    code,
    async (tenant, tx, member, password_hash) => {
      await updateMember(tx, member.id, {
        status: 'confirmed',
        password_hash,
        token_version: member.token_version + 1,
      })
      await deleteCodes(tx, member.id)
      await endAllSessions(tx, deps.revocations, member.id)
      await notifyMember(tx, tenant, deps, member, {
        subject: 'Your password was changed',
        change: 'your password was changed',
      })
      audit(tx, 'member.password_changed', member.id)
      afterCommit(tx, () => deps.revocations.announce(holderName('member', member.id)))
      return member
    },
    password,
  )
  await clearNameFailures(deps, origin, email_hash)
}

/** Ends the session of the cookie that a browser replaces by signing in again. */
export async function endReplacedSession(deps: SignInDeps, origin: Origin, token: string | undefined) {
  try {
    const claims = token === undefined ? undefined : await deps.tokens.verify(token)
    if (claims?.token_use !== 'member') return
    const tenant = await tenantOf(deps, claims, origin, { kind: 'member', id: claims.sub })
    await endSessionIfOpen(tenant, deps.revocations, claims.sub, claims.jti)
  } catch (error) {
    deps.log.warn({ err: error }, 'could not end replaced session')
  }
}

type UseCode<T> = (
  tenant: Tenant,
  tx: Parameters<typeof updateMember>[0],
  member: MemberRow,
  passwordHash: string,
) => Promise<T>

/**
 * Uses a mailed code and sets the password. The password is hashed before the transaction, because hashing is slow.
 */
async function useCode<T>(
  deps: SignInDeps,
  origin: Origin,
  purpose: 'invitation' | 'password-reset',
  code: string,
  use: UseCode<T>,
  password: string,
) {
  const kind = purpose === 'invitation' ? 'Invitation' : 'Password reset'
  const storedCode = await deps.database.system((tx) => findCode(tx, purpose, hashCode(code)))
  if (!storedCode) throw notFound(kind, code)
  const tenant = await tenantOf(deps, storedCode, origin, { kind: 'member', id: storedCode.member_id })
  await refuseGuessable(tenant, storedCode.member_id, password)
  const passwordHash = await deps.passwords.hash(password)
  return tenant.transaction(async (tx) => {
    const consumed = await takeCode(tx, purpose, hashCode(code))
    const member = consumed && (await lockMember(tx, consumed.member_id))
    if (!member) throw notFound(kind, code)
    return use(tenant, tx, member, passwordHash)
  })
}

/** Throws if the password is easy to guess. Nothing is used up: the member can choose another one. */
export async function refuseGuessable(tenant: Tenant, memberId: string, password: string) {
  const member = await tenant.transaction((tx) => findMember(tx, memberId))
  const { email = '', name = '' } = member ? openIdentity(tenant, member) : {}
  if (isGuessable(password, [email, name ?? '']))
    throw invalid('Field [password] is invalid: it is too easy to guess')
}

async function firstWithPassword({ passwords }: SignInDeps, candidates: MemberRow[], password: string) {
  if (candidates.length === 0) await passwords.verify(password, null)
  for (const candidate of candidates) {
    if (await passwords.verify(password, candidate.password_hash)) return candidate
  }
  return undefined
}

function mailCode(tenant: Tenant, member: MemberRow) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return tenant.transaction(async (tx) => {
    // The hash includes the session. With six digits alone, the code could be found by hashing all million
    // possibilities.
    const session = await startMfaSession(tx, member, (opened) => hashCode(opened + code))
    await queueMail(tx, tenant, codeMail(openIdentity(tenant, member).email, code))
    audit(tx, 'member.mfa_sent', member.id)
    return { session, method: 'email' as const }
  })
}

function askForTotpCode(tenant: Tenant, member: MemberRow) {
  return tenant.transaction(async (tx) => {
    // No code has this random hash: if the app is removed meanwhile, the member signs in again.
    const session = await startMfaSession(tx, member, () => randomBytes(32))
    audit(tx, 'member.mfa_requested', member.id)
    return { session, method: 'totp' as const }
  })
}

async function startMfaSession(tx: Tx, member: MemberRow, codeHashOf: (session: string) => Buffer) {
  const session = makeCode(tx)
  await putCode(tx, {
    member_id: member.id,
    purpose: 'mfa',
    code_hash: codeHashOf(session),
    session_hash: hashCode(session),
    expires_at: new Date(Date.now() + mfaCodeLifetimeMs),
  })
  return session
}

function openSession(deps: SignInDeps, tenant: Tenant, id: string, device: SignInDevice) {
  return tenant.transaction(async (tx) => {
    const member = await findMember(tx, id)
    if (!member) throw wrongCredentials()
    return sessionFor(deps, tenant, tx, member, device)
  })
}

/** Starts the session of a member who has authenticated. */
export async function sessionFor(
  deps: SignInDeps,
  tenant: Tenant,
  tx: Parameters<typeof audit>[0],
  member: MemberRow,
  device: SignInDevice,
) {
  audit(tx, 'member.signed_in', member.id)
  const { jti, at, lifetimeSeconds } = await startSession(tx, tenant, deps.revocations, member.id, device)
  const claims = {
    sub: member.id,
    client_id: tenant.clientId,
    token_use: 'member',
    ver: member.token_version,
    jti,
  } as const
  const jwt = await deps.tokens.sign(claims, { at, lifetimeSeconds })
  const { created_at: _, ...shown } = presentMember(tenant, member)
  return { jwt, member: shown }
}

/** Sign-ins do not await it, so that refusing a known name does not take longer than refusing an unknown one. */
export async function auditFailure(
  deps: Pick<SignInDeps, 'database' | 'keyring' | 'log'>,
  origin: Pick<Origin, 'requestId'>,
  member: Pick<MemberRow, 'client_id' | 'id'>,
  action = 'member.sign_in_failed',
  actor: Omit<Actor, 'requestId'> = { kind: 'public', id: 'anonymous' },
) {
  try {
    const tenant = await tenantOf(deps, member, origin, actor)
    await tenant.transaction(async (tx) => audit(tx, action, member.id))
  } catch (error) {
    deps.log.warn({ err: error }, 'could not audit failed sign-in')
  }
}

export async function tenantOf(
  deps: Pick<SignInDeps, 'database' | 'keyring'>,
  { client_id }: { client_id: string },
  { requestId }: Pick<Origin, 'requestId'>,
  actor: Omit<Actor, 'requestId'>,
) {
  return deps.database.tenant(client_id, { ...actor, requestId }, await deps.keyring.of(client_id))
}
