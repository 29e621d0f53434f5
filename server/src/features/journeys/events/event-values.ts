import { failureCodes } from '../../../connectors/failure.ts'
import { problemWords } from '../../documents/file-problems.ts'

// Words that events may carry. Whatever is not here is refused: nothing that a person types can be one of them.

/** In the order of the journey. */
export const views = [
  'welcome',
  'consent',
  'source',
  'employer',
  'provider',
  'login',
  'second_factor',
  'away',
  'progress',
  'review',
  'more',
  'documents',
  'done',
  'mine',
  'error',
  'expired',
  'nothing_found',
] as const

export const sources = ['direct', 'payroll', 'taxauth', 'payslips', 'bank_statements'] as const

export const mfaKinds = ['Code', 'Date', 'PasswordWithPositions'] as const

/** Of what we refuse ourselves; docs/errors.md has them all, and a test compares. */
const refusals = [
  'invalid-request',
  'too-many-documents',
  'too-many-notes',
  'credentials-refused',
  'role-too-low',
  'too-many-api-keys',
  'too-many-webhooks',
  'system-term',
  'last-owner',
  'password-reset-required',
  'connections-off',
  'taxauth-off',
  'payslip-upload-off',
  'authorisation-missing',
  'not-found',
  'expenditure-inputs',
  'no-such-route',
  'idempotency-key-reused',
  'idempotency-key-running',
  'body-too-large',
  'not-json',
  'rate-limited',
  'sign-in-blocked',
  'unexpected',
  'unavailable',
  'client-moving',
  'attempts-spent',
  'login-busy',
  'login-lost',
  'mfa-not-expected',
  'account-pending',
  'another-login',
  'still-retrieving',
  'link-expired',
  'journey-missing',
  'too-many-invitations',
]

/** What a page finds out by itself. */
export const pageWords = [
  'network',
  'frame-not-loaded',
  'too-many-files',
  'upload-failed',
  'photo-unreadable',
  'account-duplicate',
]

export const errorWords = [
  ...new Set([...Object.keys(failureCodes), ...problemWords, ...refusals, ...pageWords]),
] as [string, ...string[]]
