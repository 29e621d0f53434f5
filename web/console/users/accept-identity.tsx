import { useState } from 'react'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { useMember } from '../session.ts'

type Props = { account_id: string } | { document_id: string }

/** Lets a member accept a source that shows a different person from the registered one. */
export function AcceptIdentity(source: Props) {
  const { may } = useMember()
  const [isOpen, setOpen] = useState(false)
  if (!may('FullMember')) return null
  function onDone() {
    for (const key of ['users', 'accounts', 'documents', 'attention'])
      void queries.invalidateQueries({ queryKey: [key] })
    showToast('The identity was accepted')
    setOpen(false)
  }
  return (
    <>
      <button type="button" className="tool" onClick={() => setOpen(true)}>
        Accept
      </button>
      {isOpen && (
        <Confirm
          title="Accept this identity?"
          confirm="Accept"
          act={() =>
            'account_id' in source
              ? api.accounts.acceptIdentity(source.account_id)
              : api.documents.acceptIdentity(source.document_id)
          }
          onDone={onDone}
          onClose={() => setOpen(false)}
        >
          <p>
            The source shows someone other than the registered person. Accept it only if you know they are the
            same person, for example after a change of name. Data on hold becomes available. You can’t undo
            this.
          </p>
        </Confirm>
      )}
    </>
  )
}
