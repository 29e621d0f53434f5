import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { Problem } from '../query-state.tsx'
import { type SentLink, sentOf } from './sent.ts'

type Props = { user_id: string; onSent: (sent: SentLink) => void; onRevoked: () => void }

/** Creates a link. It exists only on this page and is discarded when the member leaves the page. */
export function LinkPanel({ user_id, onSent, onRevoked }: Props) {
  const [isRevoking, setRevoking] = useState(false)
  const making = useMutation({
    mutationFn: () => api.userTokens.create({ user_id }),
    onSuccess: (made) => onSent(sentOf(made)),
  })
  const { data: made, error, isPending } = making
  return (
    <section className="panel" aria-labelledby="link">
      <h2 id="link">Share a link</h2>
      {made ? (
        <>
          <div className="secret">
            <code>{made.webapp_link}</code>
            <CopyButton text={made.webapp_link} what="the link" />
          </div>
          <QrCode text={made.webapp_link} label="The link as a QR code" />
          <p className="quiet">
            It opens the journey until <Time at={sentOf(made).expires_at} />. Anyone who has it can act as
            this person, so do not share it with anyone else.
          </p>
        </>
      ) : (
        <p className="quiet">
          Copy it, or let the person scan the code with a phone. The link is shown only once.
        </p>
      )}
      {error && <Problem error={error} />}
      <div className="actions">
        <Button kind={made ? 'secondary' : 'primary'} busy={isPending} onClick={() => making.mutate()}>
          {made ? 'Create another link' : 'Create a link'}
        </Button>
        <Button kind="quiet" onClick={() => setRevoking(true)}>
          Revoke all links
        </Button>
      </div>
      {isRevoking && (
        <RevokeDialog
          user_id={user_id}
          onClose={() => setRevoking(false)}
          onRevoked={() => {
            making.reset()
            onRevoked()
          }}
        />
      )}
    </section>
  )
}

type RevokeProps = { user_id: string; onClose: () => void; onRevoked: () => void }

function RevokeDialog({ user_id, onClose, onRevoked }: RevokeProps) {
  function onDone() {
    void queries.invalidateQueries({ queryKey: ['users', user_id] })
    showToast('All links of this user are revoked')
    onRevoked()
    onClose()
  }
  return (
    <Confirm
      title="Revoke all links of this user?"
      confirm="Revoke links"
      danger
      act={() => api.userTokens.revoke({ user_id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>Links already sent stop working at once, and open journeys end.</p>
    </Confirm>
  )
}
