import type { Delivery, NewWebhook, WebhookStatus } from '@payproof/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'

export type WebhookEventName = NewWebhook['events'][number]

export const eventNames: Record<WebhookEventName, string> = {
  'user-payroll-submitted': 'Payroll data',
  'user-bank-statement-submitted': 'Bank statements',
  'user-taxauth-data-submitted': 'Tax data',
  'account-status-changed': 'Account status',
  'authorisation-revoked': 'Authorisation withdrawn',
  'journey-ended': 'Journey ended',
  'document-flagged': 'Document flagged',
  'income-summary-updated': 'Income summary updated',
  'identity-mismatch': 'Identity mismatch',
  'review-status-changed': 'Review status',
}
export const allEvents = Object.keys(eventNames) as WebhookEventName[]

/** Whether an event is preselected for a new webhook: events about new data are, all others are opt-in. */
export const isPreselected = (event: WebhookEventName) => event.endsWith('-submitted')

/** Returns the display name of an event; an unknown event is shown unchanged. */
export const eventName = (event: string) => eventNames[event as WebhookEventName] ?? event

type Words = { tone: Tone; words: string }

const states: Record<WebhookStatus['state'], Words> = {
  active: { tone: 'good', words: 'Active' },
  held: { tone: 'warn', words: 'Held back' },
  paused: { tone: 'bad', words: 'Paused' },
}

export const WebhookState = ({ status }: { status: WebhookStatus }) => {
  const { tone, words } = states[status.state]
  const isFailing = status.state === 'active' && status.failing_since !== null
  return isFailing ? <Badge tone="warn">Failing</Badge> : <Badge tone={tone}>{words}</Badge>
}

export const deliveryStates: Record<Delivery['state'], Words> = {
  waiting: { tone: 'note', words: 'Waiting' },
  delivered: { tone: 'good', words: 'Delivered' },
  dead: { tone: 'bad', words: 'Failed' },
  dropped: { tone: 'warn', words: 'Dropped' },
}

export const allStates = Object.keys(deliveryStates) as Delivery['state'][]

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge tone={deliveryStates[state].tone}>{deliveryStates[state].words}</Badge>
)

/** Delay after which an attempt counts as held back; a worker needs a moment to start a due attempt. */
const lateAfterMs = 10_000

/**
 * Time of the next attempt. A time in the past means that the delivery waits because the webhook is paused or its
 * circuit breaker is open, so it is not shown as the next attempt.
 */
export const NextAttempt = ({ at }: { at: string }) => (
  <span className="nowrap">
    {Date.parse(at) + lateAfterMs <= Date.now() && 'Held back since '}
    <Time at={at} seconds />
  </span>
)
