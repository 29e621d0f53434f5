import type { WebhookRotation, WebhookStatus } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { Problem } from '../query-state.tsx'
import { makeSecret, type Secrets, ShownOnce } from './secrets.tsx'

type Props = { status: WebhookStatus; onClose: () => void }

const refresh = () => void queries.invalidateQueries({ queryKey: ['webhooks'] })

/** Adds a new signing secret beside the old one, so that no delivery is rejected during the rotation. */
export function RotateSecretDialog({ status, onClose }: Props) {
  const [made, setMade] = useState<Secrets>()
  if (made) return <Made title="New signing secret" secrets={made} onClose={onClose} />
  if (status.signing.rotation !== 'none') return <Steps status={status} onClose={onClose} />
  return (
    <Dialog
      title={status.signing.is_signed ? 'Rotate the signing secret' : 'Sign deliveries'}
      onClose={onClose}
    >
      {status.signing.is_signed && (
        <p>
          At first, deliveries are signed with both secrets. After 24 hours the new secret becomes the primary
          one, and after 48 hours the old one is removed. You can also take each step yourself.
        </p>
      )}
      <Form
        submit="Add secret"
        send={async ({ signing_secret: given }) => {
          const signing_secret = given || makeSecret()
          await api.webhooks.rotateSecret(status.webhook_id, { signing_secret })
          return { signing_secret }
        }}
        onDone={(secrets) => {
          setMade(secrets)
          refresh()
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <Field
            label="New secret"
            name="signing_secret"
            autoComplete="off"
            hint="Leave empty to generate one in your browser."
            error={errorOf('signing_secret')}
          />
        )}
      </Form>
    </Dialog>
  )
}

/** Shows the remaining steps of a rotation in progress. */
function Steps({ status: { webhook_id, signing }, onClose }: Props) {
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (step: NonNullable<WebhookRotation['step']>) =>
      api.webhooks.rotateSecret(webhook_id, { step }),
    onSuccess(_, step) {
      refresh()
      showToast(
        step === 'promote' ? 'The new secret is now the primary one' : 'The old secret has been removed',
      )
      onClose()
    },
  })
  return (
    <Dialog
      title="Rotation in progress"
      onClose={onClose}
      actions={
        <>
          {signing.rotation === 'added' && (
            <Button busy={isPending && variables === 'promote'} onClick={() => mutate('promote')}>
              Make the new secret primary
            </Button>
          )}
          <Button kind="danger" busy={isPending && variables === 'retire'} onClick={() => mutate('retire')}>
            Remove the old secret
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {signing.promotes_at && (
        <p>
          The new secret becomes the primary one on <Time at={signing.promotes_at} />.
        </p>
      )}
      {signing.retires_at && (
        <p>
          The old secret is removed on <Time at={signing.retires_at} />.
        </p>
      )}
      <p>You can take a step early once your receiver knows the new secret.</p>
      {error && <Problem error={error} />}
    </Dialog>
  )
}

/** Replaces the encryption key at once. The receiver must try both keys until the old one is no longer in use. */
export function RotateKeyDialog({ status, onClose }: Props) {
  const [made, setMade] = useState<Secrets>()
  const { mutate, error, isPending } = useMutation({
    async mutationFn() {
      const encryption_key = makeSecret()
      await api.webhooks.rotateSecret(status.webhook_id, { encryption_key })
      return { encryption_key }
    },
    onSuccess(secrets) {
      setMade(secrets)
      refresh()
    },
  })
  if (made) return <Made title="New encryption key" secrets={made} onClose={onClose} />
  return (
    <Dialog
      title={status.encryption.is_encrypted ? 'Rotate the encryption key' : 'Encrypt deliveries'}
      onClose={onClose}
      actions={
        <>
          <Button busy={isPending} onClick={() => mutate()}>
            Create key
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p>
        It is used from the next delivery, so your receiver needs it at once. The header X-Svc-Key-Id names
        the key of a delivery.
      </p>
      {error && <Problem error={error} />}
    </Dialog>
  )
}

const Made = ({ title, secrets, onClose }: { title: string; secrets: Secrets; onClose: () => void }) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <Button kind="secondary" onClick={onClose}>
        I’ve stored it
      </Button>
    }
  >
    <ShownOnce {...secrets} />
  </Dialog>
)
