/**
 * Every provider failure, by code. docs/errors.md explains each code, and a test checks that the page is complete.
 * Missing data is not a failure but an empty list.
 */
export const failureCodes = {
  'login-refused': 'The provider does not know this user name and password',
  'login-locked': 'The provider has locked this login',
  'login-disabled': 'The provider has closed this login',
  'password-expired': 'The provider asks for a new password first',
  'terms-not-accepted': 'The provider asks the person to accept its terms first',
  'mfa-rejected': 'The provider refused the answer to its second step',
  'mfa-timeout': 'The second step was answered too late',
  'mfa-unsupported': 'The provider asks for a second step of a kind that cannot be answered here',
  'consent-refused': 'The person did not agree at the provider',
  'identity-mismatch': 'The person who signed in at the provider is not the one that was named',
  'company-not-found': 'The consent covers several companies, and none of them has the name that was given',
  'employee-not-found': 'The payroll of the company has no employee with these details',
  'employee-ambiguous': 'The payroll of the company has several employees with these details',
  'payroll-not-permitted': 'The person who signed in may not see the payroll of the company',
  'consent-ended': 'The consent given at the provider has ended',
  'session-ended': 'The session at the provider has ended',
  'provider-timeout': 'The provider did not answer in time',
  'provider-unreachable': 'The provider cannot be reached',
  'provider-changed':
    'The provider returned a response that we do not understand; its website or API may have changed',
  'provider-maintenance': 'The provider is closed for maintenance',
  'provider-rate-limited': 'The provider limits how often it can be called; try again later',
  'provider-down': 'The provider reports an error of its own',
} as const

export type FailureCode = keyof typeof failureCodes

/**
 * Whether the provider itself failed, as opposed to refusing this person or login. A call that failed in this way is
 * worth repeating later.
 */
export const isProviderFault = (code: string) => code.startsWith('provider-')

type FailureOptions = {
  attemptsLeft?: number | undefined
  retryAfterMs?: number | undefined
  isOverloaded?: boolean
  isUnsent?: boolean
  detail?: string | undefined
  cause?: unknown
}

/**
 * Thrown by a connector if the provider did not do what was requested. It contains no personal data and does not
 * quote the reply.
 */
export class ConnectionFailure extends Error {
  readonly code: FailureCode
  /** Number of remaining attempts, if the provider returns it. */
  readonly attemptsLeft: number | undefined
  /** Time after which the provider allows a retry. */
  readonly retryAfterMs: number | undefined
  /** The provider is available but asks us to wait, possibly for one session only. */
  readonly isOverloaded: boolean
  /** Details for the log. */
  readonly detail: string | undefined
  /** The connection was never established, so the password or answer was not sent. */
  readonly isUnsent: boolean

  constructor(code: FailureCode, options: FailureOptions = {}) {
    super(options.detail ? `${failureCodes[code]}: ${options.detail}` : failureCodes[code], {
      cause: options.cause,
    })
    this.name = 'ConnectionFailure'
    this.code = code
    this.attemptsLeft = options.attemptsLeft
    this.retryAfterMs = options.retryAfterMs
    this.isOverloaded = options.isOverloaded ?? false
    this.isUnsent = options.isUnsent ?? false
    this.detail = options.detail
  }
}
