import type { JourneyNote } from '@payproof/sdk'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { useUserId } from './user-frame.tsx'

/** Lets a member answer what an applicant wrote about their data. */
export function AnswerButton({ note: { id, text, answer } }: { note: JourneyNote }) {
  const user_id = useUserId()
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  async function onDone() {
    await queries.invalidateQueries({ queryKey: ['users', user_id, 'notes'] })
    showToast('Your answer was sent')
    onClose()
  }
  return (
    <>
      <button type="button" className="tool" onClick={() => setOpen(true)}>
        {answer ? 'Change the answer' : 'Answer'}
      </button>
      {isOpen && (
        <Dialog title="Answer this note" onClose={onClose}>
          <p className="note-text">{text}</p>
          <p className="quiet">
            The applicant reads your answer on their data page. We email them about the first answer if we
            have an address.
          </p>
          <Form
            submit="Send the answer"
            send={({ text: words = '' }) => api.journeys.answerNote(user_id, id, { text: words })}
            onDone={onDone}
            onCancel={onClose}
          >
            {(errorOf) => (
              <TextField
                label="Your answer"
                name="text"
                rows={4}
                maxLength={1000}
                required
                defaultValue={answer?.text}
                error={errorOf('text')}
              />
            )}
          </Form>
        </Dialog>
      )}
    </>
  )
}
