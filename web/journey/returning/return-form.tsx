import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ApiError, call } from '../api.ts'
import { queries } from '../journey.ts'
import { Problem } from '../problem.tsx'
import { syncRouteWithUrl } from '../router/navigation.ts'
import { returnWithCode } from '../session/session.ts'
import { useTexts } from '../texts/index.ts'

type Props = { journeyId: string; client: string }

/** Asks for a one-time code by e-mail, and opens the journey with it. */
export function ReturnForm({ journeyId, client }: Props) {
  const { t, say, language } = useTexts()
  const requesting = useMutation({
    mutationFn: () =>
      call('POST', `/journeys/${journeyId}/return-codes`, { body: { language }, isPublic: true }),
  })
  const request = (
    <Button
      kind={requesting.isSuccess ? 'quiet' : 'primary'}
      busy={requesting.isPending}
      onClick={() => requesting.mutate()}
    >
      {requesting.isSuccess ? t.returning.again : t.returning.send}
    </Button>
  )
  return (
    <section className="stack">
      {!requesting.isSuccess && <p>{say(t.returning.text, { client })}</p>}
      <div role="status">{requesting.isSuccess && <p>{say(t.returning.sent, { client })}</p>}</div>
      <Problem error={requesting.error} />
      {requesting.isSuccess && <CodeForm journeyId={journeyId} />}
      <div className="actions">{request}</div>
    </section>
  )
}

function CodeForm({ journeyId }: Pick<Props, 'journeyId'>) {
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [isMalformed, setMalformed] = useState(false)
  const focusField = () => form.current?.querySelector('input')?.focus()
  useEffect(focusField, [])
  const returning = useMutation({
    mutationFn: (code: string) => returnWithCode(journeyId, code),
    onSuccess() {
      syncRouteWithUrl()
      return queries.resetQueries()
    },
    onError: focusField,
  })
  const isRejected = returning.error instanceof ApiError && returning.error.code === 'return-code-rejected'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (returning.isPending) return
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '')
    const isCode = /^\d{6}$/.test(code)
    setMalformed(!isCode)
    if (isCode) returning.mutate(code)
    else focusField()
  }
  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      <Field
        name="code"
        label={t.returning.code}
        hint={t.returning.codeHint}
        error={isMalformed ? t.returning.malformed : isRejected ? t.returning.rejected : undefined}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
      />
      {!isRejected && <Problem error={returning.error} />}
      <div className="actions">
        <Button type="submit" busy={returning.isPending}>
          {t.common.continue}
        </Button>
      </div>
    </form>
  )
}
