import type { Webhook, WebhookStatus } from '@payproof/sdk'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { WebhookFields, webhookFrom } from './webhook-fields.tsx'

type Props = { webhook: Webhook; status: WebhookStatus; onClose: () => void }

export const ChangeDialog = ({ webhook, status, onClose }: Props) => (
  <Dialog title={`Change ${webhook.name}`} onClose={onClose}>
    <Form
      submit="Save"
      send={(fields) => api.webhooks.update(webhook.webhook_id, webhookFrom(fields))}
      onDone={({ name }) => {
        void queries.invalidateQueries({ queryKey: ['webhooks'] })
        showToast(`${name} was changed`)
        onClose()
      }}
      onCancel={onClose}
    >
      {(errorOf) => (
        <WebhookFields errorOf={errorOf} webhook={webhook} includesPayload={status.config.include_payload} />
      )}
    </Form>
  </Dialog>
)
