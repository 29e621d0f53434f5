import type { DeliveryWithAttempts, Webhook } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { SelectField } from '../../ui/field.tsx'
import { countOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { AttemptStatus } from './attempts.tsx'
import { eventName, type WebhookEventName } from './labels.tsx'

type Props = { webhook: Webhook; onClose: () => void }

/** Sends sample data now and shows the receiver's response. */
export function TestDialog({ webhook, onClose }: Props) {
  const [sent, setSent] = useState<DeliveryWithAttempts>()
  const { webhook_id, events } = webhook
  if (sent)
    return (
      <Dialog
        title="Test sent"
        onClose={onClose}
        actions={
          <>
            <Button onClick={() => setSent(undefined)}>Send another</Button>
            <Button kind="secondary" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <Notice
          alert
          tone={sent.state === 'delivered' ? 'good' : 'bad'}
          title={sent.state === 'delivered' ? 'Your receiver accepted it' : 'Your receiver did not accept it'}
        />
        <Facts facts={sent.attempts.flatMap(factsOf)} />
        <p>
          <Link
            to="/webhooks/$webhook_id/deliveries/$delivery_id"
            params={{ webhook_id, delivery_id: sent.delivery_id }}
          >
            View the delivery
          </Link>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={`Test ${webhook.name}`} onClose={onClose}>
      <p>
        Sends one delivery without a user, with the header X-Svc-Test. It is sent even while the webhook is
        paused.
      </p>
      <Form
        submit="Send the test"
        send={({ event }) => api.webhooks.test(webhook_id, { event: event as WebhookEventName })}
        onDone={(delivery) => {
          setSent(delivery)
          void queries.invalidateQueries({ queryKey: ['webhooks', webhook_id] })
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <SelectField
            label="Event"
            name="event"
            options={events.map((event) => ({ value: event, label: eventName(event) }))}
            error={errorOf('event')}
          />
        )}
      </Form>
    </Dialog>
  )
}

const factsOf = (attempt: DeliveryWithAttempts['attempts'][number]): Fact[] => [
  { name: 'Status', value: <AttemptStatus attempt={attempt} /> },
  { name: 'Duration', value: `${countOf(attempt.duration_ms)} ms` },
  { name: 'Response', value: attempt.answer && <pre className="answer">{attempt.answer}</pre> },
]
