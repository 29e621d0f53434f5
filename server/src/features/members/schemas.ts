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

const Role = z.enum(['Owner', 'Admin', 'FullMember', 'Support', 'Underwriter', 'Developer'])

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

const SignedInMember = z.strictObject({ id: Uuid, ...memberFields }).meta({ id: 'SignedInMember' })

export const SignedIn = z.strictObject({ jwt: z.string(), member: SignedInMember }).meta({ id: 'SignedIn' })

export const BrowserSignedIn = z
  .strictObject({ member: SignedInMember })
  .meta({ id: 'BrowserSignedIn', description: 'The token is in the cookie of the response.' })

export const MemberSession = z
  .strictObject({
    id: Uuid,
    kind: z.enum(['browser', 'token']).describe('`browser`: the console. `token`: a program that signed in.'),
    address: z.string().nullable().describe('IP address of the sign-in'),
    user_agent: z.string().nullable().describe('User-Agent header of the sign-in'),
    created_at: Timestamp,
    last_used_at: Timestamp.describe('Accurate to a minute'),
    expires_at: Timestamp.describe('The session ends at this time even if it is in use'),
    authenticated_at: Timestamp.describe('When the member last entered their password and second factor'),
    is_current: z.boolean().describe('Whether this request belongs to the session'),
  })
  .meta({ id: 'MemberSession' })

export const MemberSessionPage = z
  .strictObject({ pagination: Pagination, sessions: z.array(MemberSession) })
  .meta({ id: 'MemberSessionPage' })

export const CurrentSession = z
  .strictObject({ session: MemberSession, member: SignedInMember })
  .meta({ id: 'CurrentSession' })

export const SessionRevocation = Body({
  keep_current: z.boolean().default(true).describe('Whether the session of this request stays'),
}).meta({ id: 'SessionRevocation' })

export const MfaSession = z
  .strictObject({
    session: z.string(),
    method: z
      .enum(['email', 'totp'])
      .describe('`email`: we sent a code by e-mail. `totp`: enter a code of the authenticator app.'),
  })
  .meta({ id: 'MfaSession', description: 'Answer with a code at POST /members/mfa/validate.' })

export const MemberPage = z
  .strictObject({ pagination: Pagination, members: z.array(Member) })
  .meta({ id: 'MemberPage' })

// The minimum resists guessing, and the maximum keeps hashing cheap.
const NewPassword = z
  .string()
  .min(12)
  .max(200)
  .describe('Common and easily guessed passwords are refused')
  .meta({ format: 'password' })
const GivenPassword = z.string().min(1).max(200).meta({ format: 'password' })
const MailedCode = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the code from the e-mail')

const Browser = z
  .boolean()
  .default(false)
  .describe(
    'For pages of the console: keeps the token in an HttpOnly cookie instead of returning it. The session then ends after 15 minutes without a request.',
  )

export const Credentials = Body({
  username: TextLine(254),
  password: GivenPassword,
  browser: Browser,
}).meta({ id: 'Credentials' })

// A recovery code has 29 characters.
const MfaCode = TextLine(64).describe(
  'The code from the e-mail or of the authenticator app, or a recovery code',
)

export const MfaAnswer = Body({
  username: TextLine(254),
  session: TextLine(64),
  mfa_code: MfaCode,
  browser: Browser,
}).meta({
  id: 'MemberMfaAnswer',
})

export const Invitation = Body({
  email: Email,
  role: z.enum(['Admin', 'FullMember', 'Support', 'Underwriter', 'Developer']),
}).meta({ id: 'Invitation' })

export const Acceptance = Body({ name: TextLine(200), password: NewPassword }).meta({ id: 'Acceptance' })

export const ResetRequest = Body({ username: TextLine(254) }).meta({ id: 'ResetRequest' })

export const ResetConfirmation = Body({ code: MailedCode, password: NewPassword }).meta({
  id: 'ResetConfirmation',
})

export const Reauthentication = Body({ current_password: GivenPassword }).meta({ id: 'Reauthentication' })

export const ReauthenticationAnswer = Body({
  session: TextLine(64).describe('The session of the 202 reply'),
  mfa_code: MfaCode,
}).meta({
  id: 'ReauthenticationAnswer',
})

export const Reauthenticated = z
  .strictObject({
    authenticated_at: Timestamp.describe('Dangerous operations are open for 10 minutes from this time'),
  })
  .meta({ id: 'Reauthenticated' })

export const PasswordChange = Body({ current_password: GivenPassword, password: NewPassword }).meta({
  id: 'PasswordChange',
})

export const Totp = z
  .strictObject({
    is_active: z.boolean().describe('Whether a sign-in needs a code of the app'),
    confirmed_at: Timestamp.nullable().describe('When the first code of the app was entered (UTC)'),
    recovery_codes_left: z.int().describe('Recovery codes that have not been used'),
  })
  .meta({ id: 'Totp', description: 'Authenticator app (RFC 6238) of a member.' })

export const TotpSetup = Body({ current_password: GivenPassword }).meta({ id: 'TotpSetup' })

export const TotpSecret = z
  .strictObject({
    secret: z.string().describe('In Base32, for entering by hand'),
    otpauth_uri: z.string().describe('For a QR code that the app scans'),
  })
  .meta({ id: 'TotpSecret' })

export const TotpConfirmation = Body({ mfa_code: TextLine(16) }).meta({ id: 'TotpConfirmation' })

export const RecoveryCodes = z
  .strictObject({ recovery_codes: z.array(z.string()).describe('Each can be used once, instead of a code') })
  .meta({ id: 'RecoveryCodes' })

export const TotpRemoval = Body({ current_password: GivenPassword, mfa_code: MfaCode }).meta({
  id: 'TotpRemoval',
})

const RequireSecondFactor = z
  .boolean()
  .describe('Whether members without an authenticator app must set one up before anything else')

export const MemberPolicy = z
  .strictObject({ require_second_factor: RequireSecondFactor })
  .meta({ id: 'MemberPolicy', description: 'Rules for the accounts of all members.' })

export const MemberPolicyChanges = Body({ require_second_factor: RequireSecondFactor.optional() }).meta({
  id: 'MemberPolicyChanges',
})

export const MemberChanges = Body(
  { role: Role.optional(), mfa_status: MfaStatus.optional() },
  { ignored: ['id', 'email', 'name', 'status', 'created_at'] },
).meta({ id: 'MemberChanges' })
