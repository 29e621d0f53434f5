import type { CreatedReportLink } from '@payproof/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { Form } from '../form.tsx'
import { useUserId } from '../users/user-frame.tsx'

type Props = { onCreated: () => unknown; onClose: () => void }

/** Creates a share link. Its URL is shown once. */
export function CreateLinkDialog({ onCreated, onClose }: Props) {
  const user_id = useUserId()
  const [created, setCreated] = useState<CreatedReportLink>()
  if (created) return <NewLink link={created} onClose={onClose} />
  return (
    <Dialog title="Create a link" onClose={onClose}>
      <Form
        submit="Create the link"
        send={({ expires_in_days }) =>
          api.reports.createLink(user_id, { expires_in_days: Number(expires_in_days) })
        }
        onDone={(link) => {
          onCreated()
          setCreated(link)
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <Field
            label="Expires after (days)"
            name="expires_in_days"
            type="number"
            defaultValue="7"
            hint="1 to 30 days."
            error={errorOf('expires_in_days')}
          />
        )}
      </Form>
    </Dialog>
  )
}

const NewLink = ({
  link: { url, expires_at },
  onClose,
}: {
  link: CreatedReportLink
  onClose: () => void
}) => (
  <Dialog
    title="Your new link"
    onClose={onClose}
    actions={
      <Button kind="secondary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <Notice tone="warn">
      Copy it now: it is shown only once. Send it only to the person who needs the report.
    </Notice>
    <div className="secret">
      <code>{url}</code>
      <CopyButton text={url} what="the link" />
    </div>
    <p>
      It works until <Time at={expires_at} />.
    </p>
  </Dialog>
)
