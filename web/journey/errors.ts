import type { en } from './texts/en.ts'

// Recovery steps for each error; the first step is the most likely to help.

export type RecoveryStep =
  | 'login'
  | 'signInAgain'
  | 'reset'
  | 'visit'
  | 'documents'
  | 'source'
  | 'another'
  | 'consent'
  | 'continue'
export type ErrorWord = Exclude<keyof typeof en.errors, 'attemptsLeft' | 'next'>

/**
 * Recovery steps by error. `continue` continues at the journey's current screen; `documents` and `reset` are omitted if
 * unavailable.
 */
const steps: Record<ErrorWord, RecoveryStep[]> = {
  'login-refused': ['login', 'reset', 'documents', 'source'],
  'login-locked': ['reset', 'login', 'documents', 'source'],
  'login-disabled': ['documents', 'source'],
  'password-expired': ['reset', 'login', 'documents', 'source'],
  'terms-not-accepted': ['visit', 'login', 'documents', 'source'],
  'attempts-spent': ['reset', 'documents', 'source'],
  'login-busy': ['login', 'documents', 'source'],
  'too-many-logins': ['documents', 'source'],
  'login-lost': ['login', 'documents', 'source'],
  'mfa-rejected': ['signInAgain', 'documents', 'source'],
  'mfa-timeout': ['signInAgain', 'documents', 'source'],
  'mfa-unsupported': ['documents', 'visit', 'login', 'source'],
  'mfa-not-expected': ['signInAgain', 'documents', 'source'],
  'consent-refused': ['signInAgain', 'documents', 'source'],
  'another-login': ['signInAgain', 'another', 'documents'],
  'identity-mismatch': ['login', 'documents', 'source'],
  'company-not-found': ['login', 'documents', 'source'],
  'employee-not-found': ['documents', 'source'],
  'employee-ambiguous': ['documents', 'source'],
  'payroll-not-permitted': ['signInAgain', 'documents', 'source'],
  'consent-ended': ['signInAgain', 'documents', 'source'],
  'session-ended': ['signInAgain', 'documents', 'source'],
  'provider-down': ['login', 'documents', 'source'],
  'still-retrieving': ['continue', 'documents', 'source'],
  'account-duplicate': ['continue', 'another', 'documents'],
  'account-pending': ['continue', 'documents', 'source'],
  'connections-off': ['documents', 'source'],
  'taxauth-off': ['source', 'documents'],
  'payslip-upload-off': ['source'],
  'authorisation-missing': ['consent'],
  'invalid-request': ['login', 'documents', 'source'],
  'too-many-notes': ['continue'],
  'rate-limited': ['login', 'documents', 'source'],
  unavailable: ['login', 'documents', 'source'],
  network: ['login', 'documents', 'source'],
  unexpected: ['login', 'documents', 'source'],
}

const isErrorWord = (word: string): word is ErrorWord => Object.hasOwn(steps, word)

/** Returns the error code for which a message exists; an unknown code becomes a general one. */
export function errorWordOf(word: string | undefined): ErrorWord {
  if (word === undefined) return 'unexpected'
  // The person's options are the same for every fault of a provider: try again later, or use another source.
  if (word.startsWith('provider-')) return 'provider-down'
  return isErrorWord(word) ? word : 'unexpected'
}

export const stepsAfter = (word: ErrorWord) => steps[word]

// Errors shown in the form itself, because the person can correct them there.
const mendable = new Set<ErrorWord>([
  'login-refused',
  'login-busy',
  'login-lost',
  'invalid-request',
  'too-many-notes',
  'rate-limited',
  'unavailable',
  'network',
  'unexpected',
])

export const isMendable = (word: ErrorWord) => mendable.has(word)

// Errors that the person cannot resolve here.
const final = new Set<ErrorWord>(['login-disabled', 'connections-off', 'taxauth-off', 'payslip-upload-off'])

export const isRecoverable = (word: ErrorWord) => !final.has(word)
