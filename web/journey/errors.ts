import type { en } from './texts/en.ts'

// What can be done about each error: the first step is the one that most often helps.

export type Step =
  | 'login'
  | 'signInAgain'
  | 'reset'
  | 'visit'
  | 'documents'
  | 'source'
  | 'another'
  | 'consent'
  | 'goOn'
export type ErrorWord = Exclude<keyof typeof en.errors, 'attemptsLeft' | 'next'>

/** goOn leads to where the journey stands; documents and reset are left out where there are none. */
const steps: Record<ErrorWord, Step[]> = {
  'login-refused': ['login', 'reset', 'documents', 'source'],
  'login-locked': ['reset', 'login', 'documents', 'source'],
  'login-disabled': ['documents', 'source'],
  'password-expired': ['reset', 'login', 'documents', 'source'],
  'terms-not-accepted': ['visit', 'login', 'documents', 'source'],
  'attempts-spent': ['reset', 'documents', 'source'],
  'login-busy': ['login', 'documents', 'source'],
  'login-lost': ['login', 'documents', 'source'],
  'mfa-rejected': ['signInAgain', 'documents', 'source'],
  'mfa-timeout': ['signInAgain', 'documents', 'source'],
  'mfa-unsupported': ['documents', 'visit', 'login', 'source'],
  'mfa-not-expected': ['signInAgain', 'documents', 'source'],
  'consent-refused': ['signInAgain', 'documents', 'source'],
  'another-login': ['signInAgain', 'another', 'documents'],
  'identity-mismatch': ['login', 'documents', 'source'],
  'consent-ended': ['signInAgain', 'documents', 'source'],
  'session-ended': ['signInAgain', 'documents', 'source'],
  'provider-down': ['login', 'documents', 'source'],
  'still-retrieving': ['goOn', 'documents', 'source'],
  'account-duplicate': ['goOn', 'another', 'documents'],
  'account-pending': ['goOn', 'documents', 'source'],
  'connections-off': ['documents', 'source'],
  'taxauth-off': ['source', 'documents'],
  'payslip-upload-off': ['source'],
  'authorisation-missing': ['consent'],
  'invalid-request': ['login', 'documents', 'source'],
  'too-many-notes': ['goOn'],
  'rate-limited': ['login', 'documents', 'source'],
  unavailable: ['login', 'documents', 'source'],
  network: ['login', 'documents', 'source'],
  unexpected: ['login', 'documents', 'source'],
}

export const isErrorWord = (word: string): word is ErrorWord => Object.hasOwn(steps, word)

/** A word that nobody foresaw is told in general terms. */
export const errorWordOf = (word: string | undefined): ErrorWord =>
  word !== undefined && isErrorWord(word) ? word : 'unexpected'

export const stepsAfter = (word: ErrorWord) => steps[word]

// Of these the form itself tells, because the person can mend them there and then.
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

// Nothing that the person does here changes these.
const final = new Set<ErrorWord>(['login-disabled', 'connections-off', 'taxauth-off', 'payslip-upload-off'])

export const isRecoverable = (word: ErrorWord) => !final.has(word)
