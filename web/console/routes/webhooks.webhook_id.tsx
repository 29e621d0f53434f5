import type { Webhook, WebhookStatus } from '@payproof/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { countOf, timeOf } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { PageFrame } from '../page-frame.tsx'
import { Problem, QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { ChangeDialog } from '../webhooks/change-dialog.tsx'
import { DeleteDialog } from '../webhooks/delete-dialog.tsx'
import { DeliveryLog } from '../webhooks/delivery-log.tsx'
import { eventName, WebhookState } from '../webhooks/labels.tsx'
import { statusOf, webhookOf } from '../webhooks/queries.ts'
import { RecoverDialog } from '../webhooks/recover-dialog.tsx'
import { RotateKeyDialog, RotateSecretDialog } from '../webhooks/rotate-dialog.tsx'
import { Statistics } from '../webhooks/statistics.tsx'
import { TestDialog } from '../webhooks/test-dialog.tsx'
import '../webhooks/webhooks.css'

type Doing = 'test' | 'change' | 'secret' | 'key' | 'recover' | 'delete'

const route = getRouteApi('/inside/webhooks/$webhook_id')

export function Page() {
  const { webhook_id } = route.useParams()
  const webhook = useQuery(webhookOf(webhook_id))
  const status = useQuery(statusOf(webhook_id))
  const [doing, setDoing] = useState<Doing>()
  const { may } = useMember()
  const isThere = webhook.data && status.data
  return (
    <PageFrame
      title={webhook.data?.name ?? 'Webhook'}
      lead={<Link to="/webhooks">All webhooks</Link>}
      actions={
        isThere &&
        may('Admin', 'Developer') && (
          <>
            <Button onClick={() => setDoing('test')}>Send a test</Button>
            <PauseButton status={status.data} />
            <Menu
              label="More actions"
              items={[
                { label: 'Change', onSelect: () => setDoing('change') },
                { label: 'Signing secret', onSelect: () => setDoing('secret') },
                { label: 'Encryption key', onSelect: () => setDoing('key') },
                { label: 'Resend failed deliveries', onSelect: () => setDoing('recover') },
                { label: 'Delete', danger: true, onSelect: () => setDoing('delete') },
              ]}
            >
              More
            </Menu>
          </>
        )
      }
    >
      <QueryState query={webhook}>
        {(found) => (
          <>
            <QueryState query={status}>{(now) => <About webhook={found} status={now} />}</QueryState>
            <h2>Last 24 hours</h2>
            <Statistics webhookId={webhook_id} />
            <h2>Deliveries</h2>
            <DeliveryLog webhookId={webhook_id} />
          </>
        )}
      </QueryState>
      {isThere && doing && (
        <Dialogs
          doing={doing}
          webhook={webhook.data}
          status={status.data}
          onClose={() => setDoing(undefined)}
        />
      )}
    </PageFrame>
  )
}

type DialogsProps = { doing: Doing; webhook: Webhook; status: WebhookStatus; onClose: () => void }

function Dialogs({ doing, webhook, status, onClose }: DialogsProps) {
  switch (doing) {
    case 'test':
      return <TestDialog webhook={webhook} onClose={onClose} />
    case 'change':
      return <ChangeDialog webhook={webhook} status={status} onClose={onClose} />
    case 'secret':
      return <RotateSecretDialog status={status} onClose={onClose} />
    case 'key':
      return <RotateKeyDialog status={status} onClose={onClose} />
    case 'recover':
      return <RecoverDialog webhookId={webhook.webhook_id} onClose={onClose} />
    case 'delete':
      return <DeleteDialog webhook={webhook} onClose={onClose} />
  }
}

function PauseButton({ status: { webhook_id, state } }: { status: WebhookStatus }) {
  const isPaused = state === 'paused'
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => (isPaused ? api.webhooks.resume(webhook_id) : api.webhooks.pause(webhook_id)),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
      showToast(
        isPaused
          ? 'Resumed. Pending deliveries are sent first.'
          : 'Paused. New events wait until you resume.',
      )
    },
  })
  return (
    <>
      <Button kind="secondary" busy={isPending} onClick={() => mutate()}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {error && <Problem error={error} />}
    </>
  )
}

/**
 * Returns the time of the next attempt. While the circuit breaker is open, due deliveries wait until it allows a
 * request.
 */
const nextAttempt = ({ state, held_until, next_attempt_at }: WebhookStatus) =>
  ({ active: next_attempt_at, held: held_until, paused: null })[state]

function About({ webhook, status }: { webhook: Webhook; status: WebhookStatus }) {
  const { signing, encryption, config } = status
  const at = (time: string | null) => (time ? <Time at={time} /> : undefined)
  return (
    <>
      {status.state === 'paused' && (
        <Notice tone="warn" title="Paused">
          <p>
            Paused since {at(status.paused_at)}: {status.pause_reason}. Events are kept for up to 30 days
            meanwhile.
          </p>
        </Notice>
      )}
      {status.state === 'held' && (
        <Notice tone="warn" title="Deliveries are paused after failures">
          <p>Several deliveries failed in a row. We’ll try the next one at {at(status.held_until)}.</p>
        </Notice>
      )}
      {signing.rotation !== 'none' && (
        <Notice title="The signing secret is being rotated">
          <p>
            {signing.promotes_at && `The new one becomes the primary one on ${timeOf(signing.promotes_at)}. `}
            {signing.retires_at && `The old one is removed on ${timeOf(signing.retires_at)}.`}
          </p>
        </Notice>
      )}
      <div className="panel">
        <Facts
          beside
          facts={[
            { name: 'State', value: <WebhookState status={status} /> },
            { name: 'Address', value: <code>{webhook.url}</code> },
            { name: 'Events', value: webhook.events.map(eventName).join(', ') },
            {
              name: 'Content',
              value: config.include_payload ? 'Events with their data' : 'Events without their data',
            },
            { name: 'Signed', value: signing.is_signed ? 'Yes' : 'No' },
            {
              name: 'Encrypted',
              value: encryption.is_encrypted
                ? `Yes, ${countOf(encryption.messages)} deliveries with this key`
                : 'No',
            },
            { name: 'Last success', value: at(status.last_success_at) },
            { name: 'Failing since', value: at(status.failing_since) },
            { name: 'Next attempt', value: at(nextAttempt(status)) },
            { name: 'Id', value: <ShortId id={webhook.webhook_id} what="the webhook" /> },
          ]}
        />
      </div>
    </>
  )
}
