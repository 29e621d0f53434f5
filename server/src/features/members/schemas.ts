import { z } from 'zod'
import { Body, Email, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'

export const MemberStatus = z.enum([
  'unconfirmed',
  'confirmed',
  'archived',
  'compromised',
  'unknown',
  'reset_required',
  'force_change_password',
  'external_provider',
])

export const MfaStatus = z.enum(['sms', 'email', 'disabled'])

const Role = z.enum(['Owner', 'Admin', 'FullMember', 'Support'])

const memberFields = {
  email: Email,
  role: Role,
  status: MemberStatus,
  mfa_status: MfaStatus,
  name: z.string(),
}

export const Member = z
  .strictObject({ id: Uuid, ...memberFields, created_at: Timestamp })
  .meta({ id: 'Member' })

export const InvitedMember = z
  .strictObject({ id: Uuid, ...memberFields })
  .meta({ id: 'InvitedMember', description: 'The name is empty until the invitation is accepted.' })

export const SignedIn = z
  .strictObject({ jwt: z.string(), member: z.strictObject({ id: Uuid, ...memberFields }) })
  .meta({ id: 'SignedIn' })

export const MfaSession = z
  .strictObject({ session: z.string() })
  .meta({ id: 'MfaSession', description: 'A code was sent; answer it at POST /members/mfa/validate.' })

export const MemberPage = z
  .strictObject({ pagination: Pagination, members: z.array(Member) })
  .meta({ id: 'MemberPage' })

// Long enough to resist guessing; limited so that hashing stays cheap.
const NewPassword = z.string().min(12).max(200).meta({ format: 'password' })
const GivenPassword = z.string().min(1).max(200).meta({ format: 'password' })
const MailedCode = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the code from the e-mail')

export const Credentials = Body({ username: TextLine(254), password: GivenPassword }).meta({
  id: 'Credentials',
})

export const MfaAnswer = Body({
  username: TextLine(254),
  session: TextLine(64),
  mfa_code: TextLine(16),
}).meta({
  id: 'MemberMfaAnswer',
})

export const Invitation = Body({
  email: Email,
  role: z.enum(['Admin', 'FullMember', 'Support']),
}).meta({ id: 'Invitation' })

export const Acceptance = Body({ name: TextLine(200), password: NewPassword }).meta({ id: 'Acceptance' })

export const ResetRequest = Body({ username: TextLine(254) }).meta({ id: 'ResetRequest' })

export const ResetConfirmation = Body({ code: MailedCode, password: NewPassword }).meta({
  id: 'ResetConfirmation',
})

export const MemberChanges = Body(
  { role: Role.optional(), mfa_status: MfaStatus.optional() },
  { ignored: ['id', 'email', 'name', 'status', 'created_at'] },
).meta({ id: 'MemberChanges' })
