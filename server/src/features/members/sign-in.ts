import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { type Actor, afterCommit, audit, type Tenancy, type Tenant } from '../../platform/database/tenancy.ts'
import { mail } from '../../platform/mail/mailer.ts'
import { forbidden, notFound, tooMany, unauthorised } from '../../platform/problem.ts'
import { makeCode } from '../../platform/secrets/codes.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Passwords } from '../../platform/secrets/passwords.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { holderName } from '../access/service.ts'
import { codeMail, resetMail } from './mails.ts'
import type { OtherCells } from './other-cells.ts'
import {
  countAttempt,
  deleteCodes,
  findCode,
  findMember,
  findMembersByEmail,
  forgetFailures,
  lockMember,
  type MemberRow,
  putCode,
  takeBackAttempt,
  takeCode,
  tryMfaSession,
  updateMember,
} from './queries.ts'
import type { Acceptance, Credentials, MfaAnswer, ResetConfirmation } from './schemas.ts'
import {
  hashCode,
  type MemberParts,
  mailContext,
  openIdentity,
  presentMember,
  sealIdentity,
} from './service.ts'

export type SignInParts = MemberParts & {
  database: Tenancy
  keyring: Keyring
  passwords: Passwords
  tokens: Tokens
  log: Log
  otherCells: OtherCells
}

/**
 * Where a public request comes from: its request id for the audit log, its address for the lock-out. isAsked: another cell
 * sent it on.
 */
export type Origin = { requestId: string; address: string; isAsked: boolean }

const tokenSeconds = 3600
const mfaMs = 10 * 60_000
const resetMs = 3_600_000
const freeTries = { name: 5, address: 50 }

const refused = () => unauthorised('The username or password is wrong')

/** Answers the same way, after the same work, whether the name is unknown or the password is wrong. */
export async function signIn(parts: SignInParts, origin: Origin, input: z.output<typeof Credentials>) {
  const subjects = await countFailureAhead(parts, origin, input.username)
  const candidates = await parts.database.system((tx) =>
    findMembersByEmail(tx, parts.emailHash(input.username)),
  )
  const member = await firstWithPassword(parts, candidates, input.password)
  if (!member) {
    const elsewhere = origin.isAsked
      ? undefined
      : await parts.otherCells.signIn<Awaited<ReturnType<typeof openSession>> | { session: string }>(
          origin.address,
          input,
        )
    if (!elsewhere) {
      for (const candidate of candidates) noteFailure(parts, origin, candidate)
      throw refused()
    }
    await parts.database.system(async (tx) => {
      await forgetFailures(tx, subjects.name)
      await takeBackAttempt(tx, subjects.address)
    })
    return elsewhere
  }
  await parts.database.system(async (tx) => {
    // With a second factor it counts as failed until that is done: asking for codes is not free.
    if (member.mfa_status === 'disabled') await forgetFailures(tx, subjects.name)
    await takeBackAttempt(tx, subjects.address)
  })
  if (member.status === 'reset_required') {
    throw forbidden('password-reset-required', 'This password must be reset before it can be used')
  }
  const tenant = await tenantOf(parts, member, origin, { kind: 'member', id: member.id })
  return member.mfa_status === 'disabled' ? openSession(parts, tenant, member.id) : askForCode(tenant, member)
}

/** The second step: the code that was mailed. Every try is counted before it is judged. */
export async function answerMfa(
  parts: SignInParts,
  origin: Origin,
  { username, session, mfa_code }: z.output<typeof MfaAnswer>,
) {
  const wrong = unauthorised('The code is wrong or no longer valid', 'mfa-rejected')
  const tried = await parts.database.system((tx) => tryMfaSession(tx, hashCode(session)))
  if (!tried || !timingSafeEqual(tried.code_hash, hashCode(session + mfa_code))) throw wrong
  const tenant = await tenantOf(parts, tried, origin, { kind: 'member', id: tried.member_id })
  const signedIn = await tenant.transaction(async (tx) => {
    const member = await findMember(tx, tried.member_id)
    if (!member?.email_hash.equals(parts.emailHash(username))) throw wrong
    if (!(await takeCode(tx, 'mfa', tried.code_hash))) throw wrong
    return sessionFor(parts, tenant, tx, member)
  })
  await parts.database.system((tx) => forgetFailures(tx, nameHash(parts, parts.emailHash(username))))
  return signedIn
}

export async function acceptInvitation(
  parts: SignInParts,
  origin: Origin,
  code: string,
  input: z.output<typeof Acceptance>,
) {
  return useCode(
    parts,
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

/** Always the same answer; whether a mail goes out is seen only by the owner of the address. */
export async function startReset(parts: SignInParts, origin: Origin, username: string) {
  const members = await parts.database.system((tx) => findMembersByEmail(tx, parts.emailHash(username)))
  for (const member of members.filter(
    ({ status }) => status === 'confirmed' || status === 'reset_required',
  )) {
    const tenant = await tenantOf(parts, member, origin, { kind: 'public', id: 'anonymous' })
    await tenant.transaction(async (tx) => {
      const code = makeCode(tx)
      await putCode(tx, {
        member_id: member.id,
        purpose: 'password-reset',
        code_hash: hashCode(code),
        expires_at: new Date(Date.now() + resetMs),
      })
      const { email } = openIdentity(tenant, member)
      await mail(tx, tenant, resetMail(email, code, await mailContext(tenant, tx, parts)))
      audit(tx, 'member.reset_requested', member.id)
    })
  }
  if (!origin.isAsked) await parts.otherCells.startReset(origin.address, username)
}

/** A new password ends every token of the member and lifts a lock-out. */
export async function confirmReset(
  parts: SignInParts,
  origin: Origin,
  { code, password }: z.output<typeof ResetConfirmation>,
) {
  const { email_hash } = await useCode(
    parts,
    origin,
    'password-reset',
    code,
    async (_tenant, tx, member, password_hash) => {
      await updateMember(tx, member.id, {
        status: 'confirmed',
        password_hash,
        token_version: member.token_version + 1,
      })
      await deleteCodes(tx, member.id)
      audit(tx, 'member.password_changed', member.id)
      afterCommit(tx, () => parts.revocations.tell(holderName('member', member.id)))
      return member
    },
    password,
  )
  await parts.database.system((tx) => forgetFailures(tx, nameHash(parts, email_hash)))
}

type UseCode<T> = (
  tenant: Tenant,
  tx: Parameters<typeof updateMember>[0],
  member: MemberRow,
  passwordHash: string,
) => Promise<T>

/** Hashing comes first and outside: it is slow, and a transaction must not wait for it. */
async function useCode<T>(
  parts: SignInParts,
  origin: Origin,
  purpose: 'invitation' | 'password-reset',
  code: string,
  use: UseCode<T>,
  password: string,
) {
  const kind = purpose === 'invitation' ? 'Invitation' : 'Password reset'
  const found = await parts.database.system((tx) => findCode(tx, purpose, hashCode(code)))
  if (!found) throw notFound(kind, code)
  const passwordHash = await parts.passwords.hash(password)
  const tenant = await tenantOf(parts, found, origin, { kind: 'member', id: found.member_id })
  return tenant.transaction(async (tx) => {
    const taken = await takeCode(tx, purpose, hashCode(code))
    const member = taken && (await lockMember(tx, taken.member_id))
    if (!member) throw notFound(kind, code)
    return use(tenant, tx, member, passwordHash)
  })
}

async function firstWithPassword({ passwords }: SignInParts, candidates: MemberRow[], password: string) {
  if (candidates.length === 0) await passwords.verify(password, null)
  for (const candidate of candidates) {
    if (await passwords.verify(password, candidate.password_hash)) return candidate
  }
  return undefined
}

async function countFailureAhead(parts: SignInParts, { address }: Origin, username: string) {
  const name = nameHash(parts, parts.emailHash(username))
  const from = failureHash(parts, `address ${address}`)
  const waitSeconds = await parts.database.system(async (tx) => {
    const wait = await countAttempt(tx, from, freeTries.address)
    return wait > 0 ? wait : countAttempt(tx, name, freeTries.name)
  })
  if (waitSeconds > 0) {
    throw tooMany('sign-in-blocked', 'Too many failed sign-ins; please wait before trying again', waitSeconds)
  }
  return { name, address: from }
}

const nameHash = (parts: SignInParts, emailHash: Buffer) =>
  failureHash(parts, `name ${emailHash.toString('hex')}`)

const failureHash = ({ keyring }: SignInParts, subject: string) =>
  createHmac('sha256', keyring.cellKey('sign-in failures')).update(subject).digest()

async function askForCode(tenant: Tenant, member: MemberRow) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return tenant.transaction(async (tx) => {
    const session = makeCode(tx)
    await putCode(tx, {
      member_id: member.id,
      purpose: 'mfa',
      // Bound to the session: six digits alone would be found by hashing a million of them.
      code_hash: hashCode(session + code),
      session_hash: hashCode(session),
      expires_at: new Date(Date.now() + mfaMs),
    })
    await mail(tx, tenant, codeMail(openIdentity(tenant, member).email, code))
    audit(tx, 'member.mfa_sent', member.id)
    return { session }
  })
}

function openSession(parts: SignInParts, tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const member = await findMember(tx, id)
    if (!member) throw refused()
    return sessionFor(parts, tenant, tx, member)
  })
}

async function sessionFor(
  parts: SignInParts,
  tenant: Tenant,
  tx: Parameters<typeof audit>[0],
  member: MemberRow,
) {
  audit(tx, 'member.signed_in', member.id)
  const claims = {
    sub: member.id,
    client_id: tenant.clientId,
    token_use: 'member',
    ver: member.token_version,
  } as const
  const jwt = await parts.tokens.sign(claims, { at: new Date(), lifetimeSeconds: tokenSeconds })
  const { created_at: _, ...shown } = presentMember(tenant, member)
  return { jwt, member: shown }
}

// Not awaited: a known name must not take longer to refuse than an unknown one.
function noteFailure(parts: SignInParts, origin: Origin, member: MemberRow) {
  tenantOf(parts, member, origin, { kind: 'public', id: 'anonymous' })
    .then((tenant) => tenant.transaction(async (tx) => audit(tx, 'member.sign_in_failed', member.id)))
    .catch((error) => parts.log.warn({ err: error }, 'a failed sign-in could not be noted'))
}

async function tenantOf(
  parts: SignInParts,
  { client_id }: { client_id: string },
  { requestId }: Origin,
  actor: Omit<Actor, 'requestId'>,
) {
  return parts.database.tenant(client_id, { ...actor, requestId }, await parts.keyring.of(client_id))
}
