import type { Delivery, NewWebhook, WebhookStatus } from '@payproof/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'

export type WebhookEventName = NewWebhook['events'][number]

export const eventNames: Record<WebhookEventName, string> = {
  'user-payroll-submitted': 'Payroll data',
  'user-bank-statement-submitted': 'Bank statements',
  'user-taxauth-data-submitted': 'Tax data',
}
export const allEvents = Object.keys(eventNames) as WebhookEventName[]

/** An unknown event kind is shown as is. */
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
  dead: { tone: 'bad', words: 'Given up' },
  dropped: { tone: 'warn', words: 'Dropped' },
}

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge tone={deliveryStates[state].tone}>{deliveryStates[state].words}</Badge>
)
