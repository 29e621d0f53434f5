import type { Webhook } from '@payproof/sdk'
import { useNavigate } from '@tanstack/react-router'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'

export function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate()
  async function onDone() {
    showToast(`${webhook.name} was deleted`)
    await navigate({ to: '/webhooks' })
    void queries.invalidateQueries({ queryKey: ['webhooks'] })
  }
  return (
    <Confirm
      title={`Delete ${webhook.name}?`}
      confirm="Delete"
      danger
      act={() => api.webhooks.delete(webhook.webhook_id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        Pending deliveries are dropped and the log is deleted. To stop for a while, pause the webhook instead.
        You can’t undo this.
      </p>
    </Confirm>
  )
}
