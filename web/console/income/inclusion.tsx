import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { Form } from '../form.tsx'
import { useUserId } from '../users/user-frame.tsx'
import { reloadUser } from './summary.ts'

type Props = { document_id: string; isIncluded: boolean }

/** Lets a member count a low-trust document, with a reason that is recorded, or leave it out again. */
export function InclusionButton({ document_id, isIncluded }: Props) {
  const user_id = useUserId()
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  function onDone(message: string) {
    void reloadUser(user_id)
    showToast(message)
    onClose()
  }
  return (
    <>
      <button type="button" className="tool" onClick={() => setOpen(true)}>
        {isIncluded ? 'Leave it out' : 'Include it'}
      </button>
      {isOpen && isIncluded && (
        <Confirm
          title="Leave this document out?"
          confirm="Leave it out"
          act={() => api.income.excludeDocument(user_id, document_id)}
          onDone={() => onDone('The document is no longer included in any figure')}
          onClose={onClose}
        >
          <p>Its amounts are removed from all figures. The document is kept.</p>
        </Confirm>
      )}
      {isOpen && !isIncluded && (
        <Dialog title="Include this document?" onClose={onClose}>
          <p>
            It has a low trust score, so its amounts are not included in any figure. If you know that it is
            genuine, include it and say why. We record your name and the reason.
          </p>
          <Form
            submit="Include"
            send={({ reason = '' }) => api.income.includeDocument(user_id, document_id, { reason })}
            onDone={() => onDone('The document is now included in the figures')}
            onCancel={onClose}
          >
            {(errorOf) => (
              <TextField
                label="Reason"
                name="reason"
                rows={3}
                maxLength={500}
                required
                error={errorOf('reason')}
              />
            )}
          </Form>
        </Dialog>
      )}
    </>
  )
}
