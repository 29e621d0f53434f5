import type { Account } from '@payproof/sdk'
import type { Tone } from '../../ui/badge.tsx'
import { wordsOf } from '../../ui/format.ts'

export const accountStates: Record<Account['status'], { tone: Tone; words: string }> = {
  AUTHORISED: { tone: 'good', words: 'Connected' },
  PENDING: { tone: 'warn', words: 'Waiting' },
  EXPIRED: { tone: 'bad', words: 'Expired' },
  INVALID: { tone: 'bad', words: 'Refused' },
}

const reasons: Record<string, string> = {
  connected: 'The person signed in',
  'second-factor-asked': 'The provider asked for a second factor',
  'second-factor-answered': 'The second factor was answered',
  'consent-asked': 'The person was sent to the provider to sign in',
  'consent-given': 'The person agreed at the provider and came back',
  'consent-confirmed': 'The person confirmed that sharing goes on',
  'window-passed': 'The person did not finish in time',
  reconnected: 'The person signed in again',
  'found-directly': 'Found by a direct connection',
  'another-login': 'The person signed in with a different account',
  'login-refused': 'The provider does not know this user name and password',
  'login-locked': 'The provider has locked this login',
  'login-disabled': 'The provider has closed this login',
  'password-expired': 'The provider asks for a new password first',
  'terms-not-accepted': 'The provider asks the person to accept its terms first',
  'mfa-rejected': 'The provider rejected the second factor',
  'mfa-timeout': 'The second factor was answered too late',
  'mfa-unsupported': 'This kind of second factor is not supported',
  'consent-refused': 'The person did not agree at the provider',
  'identity-mismatch': 'A different person signed in',
  'company-not-found': 'No company has the given name',
  'employee-not-found': 'The payroll does not list this person',
  'employee-ambiguous': 'The payroll lists several people with these details',
  'payroll-not-permitted': 'The login has no access to payroll',
  'consent-ended': 'The consent given at the provider has ended',
  'session-ended': 'The provider has signed us out',
  'provider-timeout': 'The provider did not answer in time',
  'provider-unreachable': 'The provider cannot be reached',
  'provider-changed': 'The provider returned a response that we do not understand',
  'provider-maintenance': 'The provider is closed for maintenance',
  'provider-rate-limited': 'The provider limits how often it can be called',
  'provider-down': 'The provider reported an error',
}

/** Describes why the status changed. New reasons may be added, so an unknown one is shown unchanged. */
export const reasonOf = (reason: string) => reasons[reason] ?? wordsOf(reason)
