import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ApiError, call } from '../api.ts'
import { dateAs } from '../fields.ts'
import { queries, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { Problem } from '../problem.tsx'
import { useTexts } from '../texts/index.ts'
import { ReturnForm } from './return-form.tsx'

/** Whether the data was shared on another device, and the person must confirm who they are before they see it. */
export const isUnconfirmed = (error: unknown) =>
  error instanceof ApiError && error.code === 'device-not-confirmed'

/** Takes the place of a screen with shared data until the person has confirmed who they are. */
export function ConfirmPerson({ view }: { view: 'mine' | 'review' | 'keep_sharing' }) {
  const { t, say } = useTexts()
  const { client, confirm_with, journey_id } = useJourney()
  return (
    <JourneyScreen
      view={view}
      title={t.confirming.title}
      lead={say(t.confirming.text, { client: client.name })}
    >
      {confirm_with !== 'one_time_code' && <AnswerForm question={confirm_with} />}
      {confirm_with === 'one_time_code' && journey_id && (
        <ReturnForm journeyId={journey_id} client={client.name} />
      )}
    </JourneyScreen>
  )
}

type Question = 'date_of_birth' | 'post_code'

function AnswerForm({ question }: { question: Question }) {
  const { t, plural } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [isMalformed, setMalformed] = useState(false)
  const focusField = () => form.current?.querySelector('input')?.focus()
  const confirming = useMutation({
    mutationFn: (value: string) =>
      call('POST', '/journeys/current/confirmations', { body: { [question]: value } }),
    onSuccess: () => queries.invalidateQueries(),
    async onError(error) {
      // The journey says how to go on once the tries are used up.
      if (error instanceof ApiError && error.code === 'confirmation-locked') await queries.invalidateQueries()
      focusField()
    },
  })
  const { error } = confirming
  const left = error instanceof ApiError && error.code === 'confirmation-wrong' ? error.triesLeft : undefined
  const wrong = left === undefined ? undefined : plural(t.confirming.wrong, left)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (confirming.isPending) return
    const value = answerOf(question, String(new FormData(event.currentTarget).get('answer')))
    setMalformed(value === undefined)
    if (value === undefined) focusField()
    else confirming.mutate(value)
  }
  const isDate = question === 'date_of_birth'
  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      <Field
        name="answer"
        label={isDate ? t.confirming.birth : t.confirming.postCode}
        hint={isDate ? t.confirming.birthHint : undefined}
        error={isMalformed ? (isDate ? t.confirming.noDate : t.confirming.noPostCode) : wrong}
        autoComplete={isDate ? 'bday' : 'postal-code'}
        inputMode={isDate ? 'numeric' : 'text'}
        maxLength={32}
      />
      {left === undefined && <Problem error={error} />}
      <div className="actions">
        <Button type="submit" busy={confirming.isPending}>
          {t.common.continue}
        </Button>
      </div>
    </form>
  )
}

function answerOf(question: Question, typed: string) {
  if (question === 'post_code') return typed.trim() === '' ? undefined : typed.trim()
  const [day, month, year] = dateAs('DD-MM-YYYY', typed)?.split('-') ?? []
  return year && `${year}-${month}-${day}`
}
