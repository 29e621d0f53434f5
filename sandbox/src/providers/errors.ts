import { type ProviderId, type ProviderStep, steps } from './catalogue.ts'

type ErrorSpec = {
  status: number
  /** Message shown to the person. */
  text: string
  /** Condition under which the error occurs without being requested by `error:<code>`. */
  when: string
  providers: readonly ProviderId[]
  /** Steps at which the error can occur; a requested error occurs at the first of them. */
  occursAt: readonly ProviderStep[]
  retryAfterSeconds?: number
  /** Value of the `www-authenticate` header. */
  authenticate?: string
}

const withPasswords: ProviderId[] = ['sandbox-payroll', 'sandbox-portal', 'sandbox-cloud', 'taxauth']
const withOAuth: ProviderId[] = ['sandbox-cloud', 'taxauth']
const allProviders: ProviderId[] = [...withPasswords, 'sandbox-bureau', 'sandbox-bank']
/** Real payroll systems with OAuth2. Their login pages have fewer errors than our own providers. */
const payrollSystems: ProviderId[] = ['freeagent', 'xero', 'employment-hero']
const onlyOnRequest = 'Only on request.'

/** All provider errors. HMRC's API returns codes of its own: see `taxauth/hmrc-error-codes.ts`. */
export const errors = {
  invalid_credentials: {
    status: 401,
    text: 'The user name or password is not right.',
    when: 'Unknown user name, or a password that the sandbox does not define.',
    providers: withPasswords,
    occursAt: ['login', 'token'],
  },
  account_locked: {
    status: 423,
    text: 'This account is locked. Reset it before you sign in again.',
    when: 'After the maximum number of wrong passwords, until the account is reset.',
    providers: allProviders,
    occursAt: ['login', 'token'],
  },
  password_expired: {
    status: 403,
    text: 'Your password has expired. Choose a new one on our website.',
    when: onlyOnRequest,
    providers: withPasswords,
    occursAt: ['login', 'token'],
  },
  account_disabled: {
    status: 403,
    text: 'This account has been disabled. Speak to your payroll team.',
    when: onlyOnRequest,
    providers: allProviders,
    occursAt: ['login', 'token'],
  },
  terms_not_accepted: {
    status: 403,
    text: 'Our terms have changed. Sign in on our website and accept them first.',
    when: onlyOnRequest,
    providers: withPasswords,
    occursAt: ['login', 'token'],
  },
  mfa_unsupported: {
    status: 403,
    text: 'This account is protected by a passkey, which cannot be used here.',
    when: onlyOnRequest,
    providers: withPasswords,
    occursAt: ['login', 'token'],
  },
  mfa_failed: {
    status: 401,
    text: 'That answer is not right.',
    when: 'Wrong answer to the second factor; the third one ends the attempt.',
    providers: withPasswords,
    occursAt: ['mfa'],
  },
  mfa_timeout: {
    status: 401,
    text: 'The time for the second step is over. Sign in again.',
    when: 'Answer sent more than five minutes after the challenge, or to a challenge that has ended.',
    providers: withPasswords,
    occursAt: ['mfa'],
  },
  form_expired: {
    status: 403,
    text: 'This page is out of date. Load it again before you send it.',
    when: 'Portal form sent with a missing or wrong cookie or CSRF token.',
    providers: ['sandbox-portal'],
    occursAt: ['login'],
  },
  access_denied: {
    status: 403,
    text: 'The person did not allow it.',
    when: 'The person refuses consent; sent to the redirect URI.',
    providers: [...withOAuth, ...payrollSystems],
    occursAt: ['login'],
  },
  session_expired: {
    status: 401,
    text: 'Your session has ended. Sign in again.',
    when: 'The session has expired or was ended, or its token was never issued.',
    providers: ['sandbox-payroll', 'sandbox-portal'],
    occursAt: ['list', 'payslip'],
  },
  invalid_token: {
    status: 401,
    text: 'The token is missing, has ended or was taken back.',
    when: 'Data requested without a valid token.',
    providers: ['sandbox-payroll', 'sandbox-cloud', 'sandbox-bureau', 'taxauth', ...payrollSystems],
    occursAt: ['list', 'payslip'],
    authenticate: 'Bearer error="invalid_token"',
  },
  invalid_request: {
    status: 400,
    text: 'The request is not in the right form.',
    when: 'A field is missing, too long, sent twice or of the wrong type.',
    providers: [...allProviders, ...payrollSystems, 'staffology'],
    occursAt: steps,
  },
  invalid_client: {
    status: 401,
    text: 'The client is unknown or could not prove who it is.',
    when: 'Wrong client id, secret, API key or assertion, or an assertion that was used before.',
    providers: [...withOAuth, 'sandbox-bureau', ...payrollSystems, 'staffology'],
    occursAt: ['token'],
    authenticate: 'Basic realm="clients"',
  },
  invalid_grant: {
    status: 400,
    text: 'The code or refresh token does not hold, or was used before.',
    when: 'Code or refresh token that is wrong, expired or reused; wrong verifier or redirect URI.',
    providers: [...withOAuth, ...payrollSystems],
    occursAt: ['token'],
  },
  refresh_in_progress: {
    status: 400,
    text: 'The token refresh is already in progress.',
    when: 'A second refresh of the same consent while the first is being processed.',
    providers: ['taxauth'],
    occursAt: ['token'],
  },
  invalid_scope: {
    status: 403,
    text: 'This was not asked for, or not allowed.',
    when: 'Unknown scope requested, or the token lacks the required scope.',
    providers: withOAuth,
    occursAt: ['list'],
  },
  unsupported_response_type: {
    status: 400,
    text: 'Only codes are given out here.',
    when: 'A response_type other than code; sent to the redirect URI.',
    providers: [...withOAuth, ...payrollSystems],
    occursAt: ['login'],
  },
  unsupported_grant_type: {
    status: 400,
    text: 'There is no such grant.',
    when: 'A grant_type that the provider does not support.',
    providers: [...withOAuth, 'sandbox-bureau', ...payrollSystems],
    occursAt: ['token'],
  },
  no_data: {
    status: 404,
    text: 'There is nothing for this account yet.',
    when: onlyOnRequest,
    providers: [...allProviders, 'staffology'],
    occursAt: ['list'],
  },
  not_found: {
    status: 404,
    text: 'There is no such thing here.',
    when: 'Unknown path or id, data of another person, or a tax year without data.',
    providers: [...allProviders, ...payrollSystems],
    occursAt: ['payslip', 'list'],
  },
  no_match: {
    status: 404,
    text: 'Nobody here matches these details.',
    when: 'No person matches all details. The reply never says which one differs.',
    providers: ['sandbox-bureau', 'staffology'],
    occursAt: ['login'],
  },
  ambiguous_match: {
    status: 409,
    text: 'More than one person matches these details.',
    when: 'Two people match all details.',
    providers: ['sandbox-bureau'],
    occursAt: ['login'],
  },
  sa_utr_invalid: {
    status: 400,
    text: 'The unique tax reference is not ten digits.',
    when: 'A unique tax reference that is not ten digits.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  tax_year_invalid: {
    status: 400,
    text: 'The tax year is not in the form 2025-26.',
    when: 'A tax year in another format, or whose two years are not consecutive.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  unauthorized: {
    status: 401,
    text: 'You have no access to this unique tax reference.',
    when: 'The token belongs to another person.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  not_reconciled: {
    status: 404,
    text: 'There is no data for this tax year.',
    when: 'The tax year has not been reconciled yet, which happens on 1 October after its end.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  return_processed: {
    status: 404,
    text: 'There is no data for this tax year.',
    when: onlyOnRequest,
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  missing_credentials: {
    status: 401,
    text: 'Authentication information is not provided.',
    when: 'Data requested without an Authorization header.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  incorrect_access_token_type: {
    status: 401,
    text: 'The access token is not of the type that this resource needs.',
    when: 'A token of the application used for a person’s data, or the reverse.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  resource_forbidden: {
    status: 403,
    text: 'The application is not subscribed to this API.',
    when: onlyOnRequest,
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  forbidden: {
    status: 403,
    text: 'The access token does not give access to this data.',
    when: 'The signed-in user may not see the payroll, or an organisation is not connected; at taxauth only on request.',
    providers: ['taxauth', ...payrollSystems, 'staffology'],
    occursAt: ['list'],
  },
  matching_resource_not_found: {
    status: 404,
    text: 'There is no such resource.',
    when: 'Unknown path.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  method_not_allowed: {
    status: 405,
    text: 'This resource does not support the method.',
    when: 'A method that the resource does not support.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  accept_header_invalid: {
    status: 406,
    text: 'The accept header is missing or names a version that does not exist.',
    when: 'The accept header is missing or has the wrong format or version.',
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  rate_limited: {
    status: 429,
    text: 'Too many requests. Try again later.',
    when: 'More than 300 requests in a minute with one token, at sandbox-cloud; above the limit of taxauth, freeagent or xero, if limits are on.',
    providers: [...allProviders, ...payrollSystems, 'staffology'],
    occursAt: steps,
    retryAfterSeconds: 30,
  },
  maintenance: {
    status: 503,
    text: 'We are working on our systems. We will be back soon.',
    when: onlyOnRequest,
    providers: allProviders,
    occursAt: steps,
    retryAfterSeconds: 900,
  },
  provider_down: {
    status: 503,
    text: 'The service is not available.',
    when: 'The provider was switched off with the sandbox controls.',
    providers: [...allProviders, ...payrollSystems, 'staffology'],
    occursAt: steps,
    retryAfterSeconds: 60,
  },
  server_error: {
    status: 500,
    text: 'Something went wrong on our side.',
    when: onlyOnRequest,
    providers: [...allProviders, ...payrollSystems, 'staffology'],
    occursAt: steps,
  },
  not_implemented: {
    status: 501,
    text: 'This is not implemented yet.',
    when: onlyOnRequest,
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  gateway_timeout: {
    status: 504,
    text: 'The service did not answer in time.',
    when: onlyOnRequest,
    providers: ['taxauth'],
    occursAt: ['list'],
  },
  bad_response: {
    status: 200,
    text: 'A reply that breaks off in the middle.',
    when: onlyOnRequest,
    providers: [...allProviders, ...payrollSystems, 'staffology'],
    occursAt: ['list', 'payslip'],
  },
} satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof errors

export const errorSpec = (code: ErrorCode): ErrorSpec => errors[code]
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

/** An expected error, reported to the caller. Any other error is a bug. */
export class ProviderFault extends Error {
  readonly code: ErrorCode
  readonly attemptsLeft: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    more: { message?: string | undefined; attemptsLeft?: number; retryAfterSeconds?: number } = {},
  ) {
    super(more.message ?? errors[code].text)
    this.name = 'Fault'
    this.code = code
    this.attemptsLeft = more.attemptsLeft
    this.retryAfterSeconds = more.retryAfterSeconds ?? errorSpec(code).retryAfterSeconds
  }
}
