import { type ProviderId, type Step, steps } from './catalogue.ts'

type ErrorRow = {
  status: number
  /** What the reply says to a person. */
  text: string
  /** When it happens by itself, without being asked for with `error:<code>`. */
  when: string
  providers: readonly ProviderId[]
  /** The first of these that is reached, when it is asked for. */
  strikesAt: readonly Step[]
  retryAfterSeconds?: number
  /** How a program has to prove itself instead. */
  authenticate?: string
}

const byPassword: ProviderId[] = ['sandbox-payroll', 'sandbox-portal', 'sandbox-cloud', 'taxauth']
const byToken: ProviderId[] = ['sandbox-cloud', 'taxauth']
const everywhere: ProviderId[] = [...byPassword, 'sandbox-bureau']
const onlyWhenAsked = 'Only when asked for.'

/** Every error of every provider. The tax authority's interfaces write the codes in capitals. */
export const errors = {
  invalid_credentials: {
    status: 401,
    text: 'The user name or password is not right.',
    when: 'An unknown user name, or a password that is none of the sandbox.',
    providers: byPassword,
    strikesAt: ['login', 'token'],
  },
  account_locked: {
    status: 423,
    text: 'This account is locked. Reset it before you sign in again.',
    when: 'After as many wrong passwords as the provider allows, and from then on.',
    providers: everywhere,
    strikesAt: ['login', 'token'],
  },
  password_expired: {
    status: 403,
    text: 'Your password has expired. Choose a new one on our website.',
    when: onlyWhenAsked,
    providers: byPassword,
    strikesAt: ['login', 'token'],
  },
  account_disabled: {
    status: 403,
    text: 'This account has been disabled. Speak to your payroll team.',
    when: onlyWhenAsked,
    providers: everywhere,
    strikesAt: ['login', 'token'],
  },
  terms_not_accepted: {
    status: 403,
    text: 'Our terms have changed. Sign in on our website and accept them first.',
    when: onlyWhenAsked,
    providers: byPassword,
    strikesAt: ['login', 'token'],
  },
  mfa_unsupported: {
    status: 403,
    text: 'This account is protected by a passkey, which cannot be used here.',
    when: onlyWhenAsked,
    providers: byPassword,
    strikesAt: ['login', 'token'],
  },
  mfa_failed: {
    status: 401,
    text: 'That answer is not right.',
    when: 'A wrong answer to the second step; the third one ends it.',
    providers: byPassword,
    strikesAt: ['mfa'],
  },
  mfa_timeout: {
    status: 401,
    text: 'The time for the second step is over. Sign in again.',
    when: 'An answer more than five minutes after the question, or to a question that has ended.',
    providers: byPassword,
    strikesAt: ['mfa'],
  },
  form_expired: {
    status: 403,
    text: 'This page is out of date. Load it again before you send it.',
    when: 'A form of the portal comes without its cookie or its hidden token, or with a wrong one.',
    providers: ['sandbox-portal'],
    strikesAt: ['login'],
  },
  access_denied: {
    status: 403,
    text: 'The person did not allow it.',
    when: 'The person refuses on the page that asks for consent; sent to the redirect address.',
    providers: byToken,
    strikesAt: ['login'],
  },
  session_expired: {
    status: 401,
    text: 'Your session has ended. Sign in again.',
    when: 'The session is over, was ended, or its token was never given out.',
    providers: ['sandbox-payroll', 'sandbox-portal'],
    strikesAt: ['list', 'payslip'],
  },
  invalid_token: {
    status: 401,
    text: 'The token is missing, has ended or was taken back.',
    when: 'A request for data without a token that holds.',
    providers: ['sandbox-payroll', 'sandbox-cloud', 'sandbox-bureau', 'taxauth'],
    strikesAt: ['list', 'payslip'],
    authenticate: 'Bearer error="invalid_token"',
  },
  invalid_request: {
    status: 400,
    text: 'The request is not in the right form.',
    when: 'Something is missing, too long, sent twice or not of its kind.',
    providers: everywhere,
    strikesAt: steps,
  },
  invalid_client: {
    status: 401,
    text: 'The client is unknown or could not prove who it is.',
    when: 'A wrong client id, secret or assertion; an assertion that was used before.',
    providers: [...byToken, 'sandbox-bureau'],
    strikesAt: ['token'],
    authenticate: 'Basic realm="clients"',
  },
  invalid_grant: {
    status: 400,
    text: 'The code or refresh token does not hold, or was used before.',
    when: 'A code or refresh token that is wrong, late or used twice; a wrong verifier or redirect address.',
    providers: byToken,
    strikesAt: ['token'],
  },
  invalid_scope: {
    status: 403,
    text: 'This was not asked for, or not allowed.',
    when: 'An unknown scope is asked for, or a token lacks the scope of what it asks for.',
    providers: byToken,
    strikesAt: ['list'],
  },
  unsupported_response_type: {
    status: 400,
    text: 'Only codes are given out here.',
    when: 'A response_type other than code; sent to the redirect address.',
    providers: byToken,
    strikesAt: ['login'],
  },
  unsupported_grant_type: {
    status: 400,
    text: 'There is no such grant.',
    when: 'A grant_type that the provider does not know.',
    providers: [...byToken, 'sandbox-bureau'],
    strikesAt: ['token'],
  },
  no_data: {
    status: 404,
    text: 'There is nothing for this account yet.',
    when: onlyWhenAsked,
    providers: everywhere,
    strikesAt: ['list'],
  },
  not_found: {
    status: 404,
    text: 'There is no such thing here.',
    when: 'An unknown address or id, or one of somebody else; a tax year without data.',
    providers: everywhere,
    strikesAt: ['payslip', 'list'],
  },
  no_match: {
    status: 404,
    text: 'Nobody here matches these details.',
    when: 'No person agrees with all that was sent. It never says what differs.',
    providers: ['sandbox-bureau'],
    strikesAt: ['login'],
  },
  ambiguous_match: {
    status: 409,
    text: 'More than one person matches these details.',
    when: 'Two people agree with all that was sent.',
    providers: ['sandbox-bureau'],
    strikesAt: ['login'],
  },
  sa_utr_invalid: {
    status: 400,
    text: 'The unique tax reference is not ten digits.',
    when: 'A unique tax reference that is not ten digits.',
    providers: ['taxauth'],
    strikesAt: ['list'],
  },
  tax_year_invalid: {
    status: 400,
    text: 'The tax year is not in the form 2025-26.',
    when: 'A tax year in another form, or whose two halves do not follow each other.',
    providers: ['taxauth'],
    strikesAt: ['list'],
  },
  unauthorized: {
    status: 401,
    text: 'You have no access to this unique tax reference.',
    when: 'A token asks for the data of somebody else.',
    providers: ['taxauth'],
    strikesAt: ['list'],
  },
  accept_header_invalid: {
    status: 406,
    text: 'The accept header is missing or names a version that does not exist.',
    when: 'No accept header of the right form and version.',
    providers: ['taxauth'],
    strikesAt: ['list'],
  },
  rate_limited: {
    status: 429,
    text: 'Too many requests. Try again later.',
    when: 'More than 300 requests in a minute with one token, at sandbox-cloud.',
    providers: everywhere,
    strikesAt: steps,
    retryAfterSeconds: 30,
  },
  maintenance: {
    status: 503,
    text: 'We are working on our systems. We will be back soon.',
    when: onlyWhenAsked,
    providers: everywhere,
    strikesAt: steps,
    retryAfterSeconds: 900,
  },
  provider_down: {
    status: 503,
    text: 'The service is not available.',
    when: 'The provider has been switched off by the controls of the sandbox.',
    providers: everywhere,
    strikesAt: steps,
    retryAfterSeconds: 60,
  },
  server_error: {
    status: 500,
    text: 'Something went wrong on our side.',
    when: onlyWhenAsked,
    providers: everywhere,
    strikesAt: steps,
  },
  bad_response: {
    status: 200,
    text: 'A reply that breaks off in the middle.',
    when: onlyWhenAsked,
    providers: everywhere,
    strikesAt: ['list', 'payslip'],
  },
} satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors

export const errorRow = (code: ErrorCode): ErrorRow => errors[code]
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

/** A refusal that the other side can understand. Any other error is a bug of ours. */
export class Fault extends Error {
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
    this.retryAfterSeconds = more.retryAfterSeconds ?? errorRow(code).retryAfterSeconds
  }
}
