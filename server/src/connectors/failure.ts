/**
 * Everything that can go wrong at a provider, by name. docs/errors.md tells callers what each means; a test compares.
 * That there is no data is not among them: it is an empty list.
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

type More = {
  attemptsLeft?: number | undefined
  retryAfterMs?: number | undefined
  isBusy?: boolean
  isUnsent?: boolean
  detail?: string | undefined
  cause?: unknown
}

/** What a connector throws when the provider did not do what was asked. Says nothing personal and quotes no reply. */
export class ConnectionFailure extends Error {
  readonly code: FailureCode
  /** Tries the provider says are left, where it says so. */
  readonly attemptsLeft: number | undefined
  /** When the provider wants to be asked again. */
  readonly retryAfterMs: number | undefined
  /** It is there and asks for patience, perhaps for the sake of one session only. */
  readonly isBusy: boolean
  /** What more can be said, for the log. */
  readonly detail: string | undefined
  /** No connection came about, so the password or answer that was to go over it has reached nobody. */
  readonly isUnsent: boolean

  constructor(code: FailureCode, more: More = {}) {
    super(more.detail ? `${failureCodes[code]}: ${more.detail}` : failureCodes[code], { cause: more.cause })
    this.name = 'ConnectionFailure'
    this.code = code
    this.attemptsLeft = more.attemptsLeft
    this.retryAfterMs = more.retryAfterMs
    this.isBusy = more.isBusy ?? false
    this.isUnsent = more.isUnsent ?? false
    this.detail = more.detail
  }
}
