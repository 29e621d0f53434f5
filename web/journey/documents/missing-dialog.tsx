import type { MissingDocuments } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { call } from '../api.ts'
import { readJourneyAgain, useJourney } from '../journey.ts'
import { Problem } from '../problem.tsx'
import { useTexts } from '../texts/index.ts'
import type { DocumentKind } from './uploads.ts'

type Reason = MissingDocuments['reason']
type Props = { kind: DocumentKind; onClose: () => void; onStated: () => void }

/** Asks why the person does not have the documents. The client sees the reason. */
export function MissingDialog({ kind, onClose, onStated }: Props) {
  const { t, say } = useTexts()
  const id = useId()
  const { client } = useJourney()
  const [isReminded, setReminded] = useState(false)
  const reasons = Object.entries(t.months.reasons) as [Reason, string][]
  const stating = useMutation({
    async mutationFn(reason: Reason) {
      await call('POST', '/journeys/current/missing-documents', { body: { kind, reason } })
      await readJourneyAgain()
    },
    onSuccess: onStated,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason') as Reason | null
    setReminded(reason === null)
    if (reason && !stating.isPending) stating.mutate(reason)
  }
  return (
    <Dialog
      title={t.months.noneTitle}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} busy={stating.isPending}>
            {say(t.months.noneSave, { client: client.name })}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t.common.cancel}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={submit}>
        <p>{say(t.months.noneLead, { client: client.name })}</p>
        <fieldset className="reasons-to-choose" aria-describedby={isReminded ? `${id}-needed` : undefined}>
          <legend className="visually-hidden">{t.months.noneTitle}</legend>
          {reasons.map(([reason, text]) => (
            <div key={reason} className="tick">
              <input type="radio" id={`${id}-${reason}`} name="reason" value={reason} />
              <label htmlFor={`${id}-${reason}`}>{text}</label>
            </div>
          ))}
        </fieldset>
        {isReminded && (
          <p className="field-error" role="alert" id={`${id}-needed`}>
            {t.months.noneNeeded}
          </p>
        )}
        <Problem error={stating.error} />
      </form>
    </Dialog>
  )
}
