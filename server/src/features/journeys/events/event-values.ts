import { failureCodes } from '../../../connectors/failure.ts'
import { fileProblemCodes } from '../../documents/file-problems.ts'

// All values that an event may contain. Any other value is rejected, so events cannot store text typed by an
// applicant.

/** Screens in the order of the journey. */
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
  'keep_sharing',
] as const

/** The five milestones of a journey. */
export const milestones = ['opened', 'agreed', 'source_chosen', 'shared', 'finished'] as const
export type Milestone = (typeof milestones)[number]

export const sources = ['direct', 'payroll', 'bank', 'taxauth', 'payslips', 'bank_statements'] as const

export const mfaKinds = ['Code', 'Date', 'PasswordWithPositions'] as const

/** Error codes of the API. A test compares them with docs/errors.md. */
const apiErrorCodes = [
  'invalid-request',
  'too-many-documents',
  'too-many-notes',
  'credentials-refused',
  'cross-site-request',
  'role-too-low',
  'scope-missing',
  'address-not-allowed',
  'api-key-refused',
  'too-many-api-keys',
  'too-many-webhooks',
  'system-term',
  'last-owner',
  'password-reset-required',
  'password-change-required',
  'reauthentication-required',
  'sso-required',
  'second-factor-required',
  'password-wrong',
  'own-account',
  'totp-active',
  'passkey-refused',
  'too-many-passkeys',
  'connections-off',
  'taxauth-off',
  'payslip-upload-off',
  'authorisation-missing',
  'consent-withdrawn',
  'not-found',
  'expenditure-inputs',
  'no-such-route',
  'idempotency-key-reused',
  'idempotency-key-running',
  'secret-not-repeated',
  'rules-changed',
  'fields-changed',
  'body-too-large',
  'not-json',
  'rate-limited',
  'sign-in-blocked',
  'unexpected',
  'unavailable',
  'client-moving',
  'attempts-spent',
  'login-busy',
  'too-many-logins',
  'too-many-downloads',
  'login-lost',
  'mfa-not-expected',
  'account-pending',
  'another-login',
  'still-retrieving',
  'link-expired',
  'journey-missing',
  'device-not-confirmed',
  'confirmation-wrong',
  'confirmation-locked',
  'return-code-rejected',
  'too-many-invitations',
  'too-many-links',
]

/** Errors that the journey page detects in the browser. */
export const pageErrorCodes = [
  'network',
  'frame-not-loaded',
  'too-many-files',
  'upload-failed',
  'photo-unreadable',
  'account-duplicate',
]

export const errorCodes = [
  ...new Set([...Object.keys(failureCodes), ...fileProblemCodes, ...apiErrorCodes, ...pageErrorCodes]),
] as [string, ...string[]]
