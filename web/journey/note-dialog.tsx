import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { call } from './api.ts'
import { readFindingsAgain } from './journey.ts'
import { Problem } from './problem.tsx'
import { useTexts } from './texts/index.ts'
import type { Note, NoteSubject } from './types.ts'

export type About = { subject: NoteSubject; submissionId: string; field: string; name: string; value: string }

const maxCharacters = 500

/** Adds a note to a figure; the figure itself is not changed. */
export function NoteDialog({ about, onClose }: { about: About; onClose: () => void }) {
  const { t, say } = useTexts()
  const id = useId()
  const { subject, submissionId: submission_id, field, name, value } = about
  const [fault, setFault] = useState<string>()
  const saving = useMutation({
    mutationFn: (text: string) =>
      call<Note>('POST', '/journeys/current/notes', { body: { subject, submission_id, field, text } }),
    async onSuccess() {
      await readFindingsAgain()
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('note') ?? '').trim()
    const wrong =
      text === '' ? t.review.noteNeeded : text.length > maxCharacters ? t.review.noteTooLong : undefined
    setFault(wrong)
    if (!wrong && !saving.isPending) saving.mutate(text)
  }
  return (
    <Dialog
      title={say(t.review.noteTitle, { field: name })}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={`${id}-form`} busy={saving.isPending}>
            {t.review.noteSave}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t.common.cancel}
          </Button>
        </>
      }
    >
      <form className="stack" id={`${id}-form`} noValidate onSubmit={submit}>
        <p>{say(t.review.noteLead, { value })}</p>
        <div className="field" data-invalid={fault ? true : undefined}>
          <label htmlFor={id}>{t.review.note}</label>
          <textarea
            id={id}
            name="note"
            rows={3}
            aria-describedby={fault ? `${id}-error` : undefined}
            aria-invalid={fault ? true : undefined}
          />
          {fault && (
            <p className="field-error" id={`${id}-error`}>
              {fault}
            </p>
          )}
        </div>
        <Problem error={saving.error} />
      </form>
    </Dialog>
  )
}
