import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'

/** The key exists only in this dialog and is gone once it is closed. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>()
  if (key)
    return (
      <Dialog
        title="Your new key"
        onClose={onClose}
        actions={
          <Button kind="secondary" onClick={onClose}>
            I have stored it
          </Button>
        }
      >
        <Notice tone="warn">It is shown this once. Store it where your programs keep their secrets.</Notice>
        <div className="secret">
          <code>{key}</code>
          <CopyButton text={key} what="the key" />
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Make a key" onClose={onClose}>
      <Form
        submit="Make the key"
        send={({ name = '', expires_at }) =>
          api.apiKeys.create({ name, ...(expires_at && { expires_at: `${expires_at}T00:00:00.000Z` }) })
        }
        onDone={(created) => {
          void queries.invalidateQueries({ queryKey: ['api-keys'] })
          setKey(created.key)
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <Field
              label="Name"
              name="name"
              autoComplete="off"
              hint="Which program uses it, so that you know what stops when it is revoked."
              error={errorOf('name')}
            />
            <Field
              label="Ends on"
              name="expires_at"
              type="date"
              hint="At 00:00 UTC. Left empty, it does not end."
              error={errorOf('expires_at')}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
