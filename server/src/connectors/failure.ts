/**
 * Every provider failure, by code. docs/errors.md explains each; a test compares. Missing data is not a
 * failure but an empty list.
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
  'consent-ended': 'The consent given at the provider has ended',
  'session-ended': 'The session at the provider has ended',
  'provider-down': 'The provider cannot be reached or does not answer as it should',
} as const

export type FailureCode = keyof typeof failureCodes

type FailureOptions = {
  attemptsLeft?: number | undefined
  retryAfterMs?: number | undefined
  isOverloaded?: boolean
  isUnsent?: boolean
  detail?: string | undefined
  cause?: unknown
}

/**
 * Thrown by a connector if the provider did not do what was requested. Contains no personal data and quotes
 * no reply.
 */
export class ConnectionFailure extends Error {
  readonly code: FailureCode
  /** Remaining attempts, if the provider returns them. */
  readonly attemptsLeft: number | undefined
  /** When the provider allows a retry. */
  readonly retryAfterMs: number | undefined
  /** The provider is up but asks to wait, perhaps for one session only. */
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
