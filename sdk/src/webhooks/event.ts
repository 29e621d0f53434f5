import type { WebhookEvents } from '../types.ts'

export type EventKind = keyof WebhookEvents
export type WebhookEvent = WebhookEvents[EventKind]

export type PayrollSubmitted = WebhookEvents['user-payroll-submitted']
export type BankStatementSubmitted = WebhookEvents['user-bank-statement-submitted']
export type TaxDataSubmitted = WebhookEvents['user-taxauth-data-submitted']
export type AccountStatusChanged = WebhookEvents['account-status-changed']
export type AuthorisationRevoked = WebhookEvents['authorisation-revoked']
export type IdentityMismatch = WebhookEvents['identity-mismatch']
export type JourneyEnded = WebhookEvents['journey-ended']
export type DocumentFlagged = WebhookEvents['document-flagged']
export type IncomeSummaryUpdated = WebhookEvents['income-summary-updated']
export type ReviewStatusChanged = WebhookEvents['review-status-changed']

/** An event of a kind that is newer than this version of the SDK, with its fields as sent. */
export type UnknownEvent = { event: string; [field: string]: unknown }

/** Content that is sent instead of an event if the person was erased before delivery. */
export type Tombstone = { event: string; user_id: string; timestamp: string }

export type EventContent =
  | (WebhookEvent & { isTombstone: false; isUnknown: false })
  | (UnknownEvent & { isTombstone: false; isUnknown: true })
  | (Tombstone & { isTombstone: true; isUnknown: boolean })

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || isText(value)
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isPayload: Check = (value) => value === undefined || isObject(value)

const about = { event: isText, user_id: isText, timestamp: isText }
const fieldsOf = {
  'user-payroll-submitted': { entry_id: isText, account_id: isTextOrNull, payload: isPayload },
  'user-bank-statement-submitted': { document_external_ids: areTexts, payload: isPayload },
  'user-taxauth-data-submitted': { entry_id: isText, account_id: isText, payload: isPayload },
  'account-status-changed': { account_id: isText, from_status: isTextOrNull, status: isText, reason: isText },
  'authorisation-revoked': {
    authorisation_id: isText,
    term_id: isText,
    withdrawn_by: isText,
    revoked_at: isText,
  },
  'journey-ended': { journey_id: isText, outcome: isText, reason: isText, account_id: isTextOrNull },
  'document-flagged': { document_id: isText, type: isText, trust_score: isText, finding_codes: areTexts },
  'income-summary-updated': { model_id: isText, as_of: isText, status: isText },
  'identity-mismatch': {
    account_id: isTextOrNull,
    document_id: isTextOrNull,
    identity_match: isText,
    differences: areTexts,
  },
  'review-status-changed': {
    from_status: isText,
    status: isText,
    decision: isTextOrNull,
    assignee_id: isTextOrNull,
  },
} satisfies Record<EventKind, Record<string, Check>>

/** Parses the body, or returns undefined if it is not an event. */
export function readEvent(body: string, isTombstone: boolean): EventContent | undefined {
  const value = parse(body)
  if (!isObject(value) || !isText(value.event) || value.event === '') return undefined
  const isUnknown = !Object.hasOwn(fieldsOf, value.event)
  return isComplete(value, isTombstone, isUnknown) ? { ...value, isTombstone, isUnknown } : undefined
}

function isComplete(value: { event: string }, isTombstone: boolean, isUnknown: boolean) {
  // The header that announces a tombstone is not signed, so the body must contain no other fields.
  if (isTombstone) return fits(value, about) && Object.keys(value).length === Object.keys(about).length
  return isUnknown || (fits(value, about) && fits(value, fieldsOf[value.event as EventKind]))
}

const fits = (value: object, fields: Record<string, Check>) =>
  Object.entries(fields).every(([name, check]) => check(value[name as keyof typeof value]))

// The error of JSON.parse is discarded, because it quotes the body and errors are often logged.
function parse(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
