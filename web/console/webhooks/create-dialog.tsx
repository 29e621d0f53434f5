import type { Webhook } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { makeSecret, type Secrets, ShownOnce } from './secrets.tsx'
import { WebhookFields, webhookFrom } from './webhook-fields.tsx'

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ webhook: Webhook; secrets: Secrets }>()
  if (made)
    return (
      <Dialog
        title={`${made.webhook.name} was added`}
        onClose={onClose}
        actions={
          <Button kind="secondary" onClick={onClose}>
            I’ve stored it
          </Button>
        }
      >
        <ShownOnce {...made.secrets} />
        <p>
          <Link to="/webhooks/$webhook_id" params={{ webhook_id: made.webhook.webhook_id }} onClick={onClose}>
            Go to the webhook and send a test
          </Link>
        </p>
      </Dialog>
    )
  return (
    <Dialog title="Add a webhook" onClose={onClose}>
      <Form
        submit="Add the webhook"
        send={async (fields) => {
          const secrets = {
            signing_secret: fields.signing_secret || makeSecret(),
            ...(fields.encrypt !== undefined && { encryption_key: makeSecret() }),
          }
          return { webhook: await api.webhooks.create({ ...webhookFrom(fields), ...secrets }), secrets }
        }}
        onDone={(created) => {
          void queries.invalidateQueries({ queryKey: ['webhooks'] })
          setMade(created)
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <WebhookFields errorOf={errorOf} />
            <Field
              label="Signing secret"
              name="signing_secret"
              autoComplete="off"
              hint="Leave empty to generate one in your browser."
              error={errorOf('signing_secret')}
            />
            <Check
              label="Encrypt deliveries"
              name="encrypt"
              hint="With a key generated in your browser (AES-256-GCM)."
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
