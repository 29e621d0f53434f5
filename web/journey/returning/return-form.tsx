import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ApiError, call } from '../api.ts'
import { queries } from '../journey.ts'
import { Problem } from '../problem.tsx'
import { syncRouteWithUrl } from '../router/navigation.ts'
import { boot } from '../session/boot.ts'
import { returnWithCode } from '../session/session.ts'
import { useTexts } from '../texts/index.ts'

type Props = { journeyId: string; client: string }

type Channel = 'email' | 'sms'

/** Asks for a one-time code by email or text message, and opens the journey with it. */
export function ReturnForm({ journeyId, client }: Props) {
  const { t, say, language } = useTexts()
  const requesting = useMutation({
    mutationFn: (channel: Channel) =>
      call('POST', `/journeys/${journeyId}/return-codes`, { body: { language, channel }, isPublic: true }),
  })
  const isSent = requesting.isSuccess
  const request = (channel: Channel, kind: 'primary' | 'secondary', label: string) => (
    <Button
      kind={isSent ? 'quiet' : kind}
      busy={requesting.isPending && requesting.variables === channel}
      onClick={() => requesting.mutate(channel)}
    >
      {label}
    </Button>
  )
  const sent = requesting.variables === 'sms' ? t.returning.sentText : t.returning.sent
  return (
    <section className="stack">
      {!isSent && <p>{say(boot.sends_texts ? t.returning.textOrEmail : t.returning.text, { client })}</p>}
      <div role="status">{isSent && <p>{say(sent, { client })}</p>}</div>
      <Problem error={requesting.error} />
      {isSent && <CodeForm journeyId={journeyId} />}
      <div className="actions">
        {request('email', 'primary', isSent ? t.returning.again : t.returning.send)}
        {boot.sends_texts &&
          request('sms', 'secondary', isSent ? t.returning.againText : t.returning.sendText)}
      </div>
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
