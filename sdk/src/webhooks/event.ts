import type { WebhookEvents } from '../types.ts'

export type EventKind = keyof WebhookEvents
export type WebhookEvent = WebhookEvents[EventKind]

export type PayrollSubmitted = WebhookEvents['user-payroll-submitted']
export type BankStatementSubmitted = WebhookEvents['user-bank-statement-submitted']
export type TaxDataSubmitted = WebhookEvents['user-taxauth-data-submitted']

/** Sent instead of an event if the person was erased before delivery. */
export type Tombstone = Pick<WebhookEvent, 'event' | 'user_id' | 'timestamp'>

export type EventContent = (WebhookEvent & { isTombstone: false }) | (Tombstone & { isTombstone: true })

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
} satisfies Record<EventKind, Record<string, Check>>

/** Parses the body, or returns undefined if this version does not know the event. */
export function readEvent(body: string, isTombstone: boolean): EventContent | undefined {
  const value = parse(body)
  if (!isObject(value) || !fits(value, about) || !Object.hasOwn(fieldsOf, value.event)) return undefined
  // The header that announces a tombstone is not signed, so check that the body contains nothing else.
  const isWhole = isTombstone
    ? Object.keys(value).length === Object.keys(about).length
    : fits(value, fieldsOf[value.event as EventKind])
  return isWhole ? { ...value, isTombstone } : undefined
}

const fits = (value: object, fields: Record<string, Check>) =>
  Object.entries(fields).every(([name, check]) => check(value[name as keyof typeof value]))

// JSON.parse quotes the body in its error message, and errors end up in logs.
function parse(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
