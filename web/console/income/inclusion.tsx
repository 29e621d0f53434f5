import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { Form } from '../form.tsx'
import { useUserId } from '../users/user-frame.tsx'
import { reloadUser, useIncomeWorking } from './summary.ts'

/** Texts of the button and its dialogs: to include a document, and to undo that. */
type Texts = {
  button: string
  title: string
  explanation: string
  reason: string
  submit: string
  done: string
  undo: { button: string; title: string; explanation: string; done: string }
}

const lowTrust: Texts = {
  button: 'Include it',
  title: 'Include this document?',
  explanation:
    'It has a low trust score, so its amounts are not included in any figure. If you know that it is genuine, include it and say why. We record your name and the reason.',
  reason: 'Reason',
  submit: 'Include',
  done: 'The document is now included in the figures',
  undo: {
    button: 'Leave it out',
    title: 'Leave this document out?',
    explanation: 'Its amounts are removed from all figures. The document is kept.',
    done: 'The document is no longer included in any figure',
  },
}

/** An unread document has no figures, so a member can only record what it shows. */
const unread: Texts = {
  button: 'Mark as checked',
  title: 'Mark this document as checked?',
  explanation:
    'It will no longer need attention, and it still counts for no figure. We record your name and what you write.',
  reason: 'What does it show?',
  submit: 'Mark as checked',
  done: 'The document was marked as checked',
  undo: {
    button: 'Mark as not checked',
    title: 'Mark this document as not checked?',
    explanation: 'It will need attention again. What was recorded about it is removed. The document is kept.',
    done: 'The document needs attention again',
  },
}

type Props = { document_id: string; isIncluded: boolean; isUnread?: boolean }

/**
 * Lets a member count a low-trust document, or mark an unread one as checked, with a reason that is recorded, or undo
 * that.
 */
export function InclusionButton({ document_id, isIncluded, isUnread = false }: Props) {
  const user_id = useUserId()
  const [isOpen, setOpen] = useState(false)
  const texts = isUnread ? unread : lowTrust
  const onClose = () => setOpen(false)
  function onDone(message: string) {
    reloadUser(user_id)
    showToast(message)
    onClose()
  }
  return (
    <>
      <button type="button" className="tool" onClick={() => setOpen(true)}>
        {isIncluded ? texts.undo.button : texts.button}
      </button>
      {isOpen && isIncluded && (
        <Confirm
          title={texts.undo.title}
          confirm={texts.undo.button}
          act={() => api.income.excludeDocument(user_id, document_id)}
          onDone={() => onDone(texts.undo.done)}
          onClose={onClose}
        >
          <p>{texts.undo.explanation}</p>
        </Confirm>
      )}
      {isOpen && !isIncluded && (
        <Dialog title={texts.title} onClose={onClose}>
          <p>{texts.explanation}</p>
          <Form
            submit={texts.submit}
            send={({ reason = '' }) => api.income.includeDocument(user_id, document_id, { reason })}
            onDone={() => onDone(texts.done)}
            onCancel={onClose}
          >
            {(errorOf) => (
              <TextField
                label={texts.reason}
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

/** Returns when and why a document was included or checked. */
export function useInclusion(document_id: string) {
  const { data } = useIncomeWorking(useUserId())
  return data?.inclusions.find((each) => each.document_id === document_id)
}
