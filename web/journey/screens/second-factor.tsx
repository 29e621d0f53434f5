import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ApiError } from '../api.ts'
import { answer, follow } from '../connecting.ts'
import { dateAs } from '../fields.ts'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useProviderName } from '../names.ts'
import { errorCodeFor, type Named, openErrorScreen, Problem, useErrorEvent } from '../problem.tsx'
import { go, useRoute } from '../router/navigation.ts'
import { accountOf } from '../router/next-screen.ts'
import { TimeLeft, useTimeLeft } from '../session/time-left.tsx'
import { useTexts } from '../texts/index.ts'
import { SigningInTo } from '../trust/signing-in-to.tsx'
import type { JourneyAccount, MfaMethod } from '../types.ts'

export function SecondFactor() {
  const journey = useJourney()
  const { account: id = '' } = useRoute()
  const account = accountOf(journey, id)
  // If no challenge is pending, the router redirects.
  if (account?.waiting?.kind !== 'mfa') return null
  const { mfa_method, until } = account.waiting
  return <Answering account={account} method={mfa_method} until={until} />
}

type AnswerProps = { account: JourneyAccount; method: MfaMethod; until: string }

function Answering({ account, method, until }: AnswerProps) {
  const { t, say } = useTexts()
  const { account_id, payroll_provider: providerId } = account
  const provider = useProviderName(providerId)
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<string>()
  const left = useTimeLeft(until)
  const answering = useMutation({
    mutationFn: (text: string) => answer(account_id, text),
    onSuccess: (connected) => follow(connected, { replace: true }),
    onError(error) {
      const mayGoOn = errorCodeFor(error) === 'mfa-rejected' && (error as ApiError).triesLeft !== 0
      if (!mayGoOn) openErrorScreen(error, { provider: providerId, account: account_id })
      form.current?.reset()
      form.current?.querySelector('input')?.focus()
    },
  })
  useEffect(() => {
    if (left > 0 || answering.isPending) return
    go({ view: 'error', code: 'mfa-timeout', provider: providerId, account: account_id }, { replace: true })
  }, [left, answering.isPending, providerId, account_id])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (answering.isPending) return
    const text = answerOf(method, new FormData(event.currentTarget))
    setFault(
      text === undefined ? (method.type === 'Date' ? say(t.login.date, method) : t.login.needed) : undefined,
    )
    if (text === undefined) form.current?.querySelector('input')?.focus()
    else answering.mutate(text)
  }
  return (
    <JourneyScreen view="second_factor" title={t.mfa.title} lead={leadOf(method, t.mfa, provider, say)}>
      <SigningInTo provider={providerId} />
      <Refused
        error={answering.isPending ? null : answering.error}
        provider={{ id: providerId, name: provider }}
      />
      <form className="stack" ref={form} noValidate onSubmit={submit}>
        <AnswerFields method={method} fault={fault} />
        <TimeLeft left={left} text={t.mfa.left} />
        <div className="actions">
          <Button type="submit" busy={answering.isPending}>
            {answering.isPending ? t.mfa.busy : t.mfa.submit}
          </Button>
          <Button kind="quiet" onClick={() => go({ view: 'login', provider: providerId }, { replace: true })}>
            {method.type === 'Code' ? t.mfa.again : t.mfa.restart}
          </Button>
          <Button kind="quiet" onClick={() => go({ view: 'source' })}>
            {t.common.anotherWay}
          </Button>
        </div>
      </form>
    </JourneyScreen>
  )
}

function AnswerFields({ method, fault }: { method: MfaMethod; fault: string | undefined }) {
  const { t, say } = useTexts()
  if (method.type === 'Code') {
    return (
      <Field
        name="answer"
        label={t.mfa.code}
        error={fault}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCapitalize="none"
        maxLength={64}
      />
    )
  }
  if (method.type === 'Date') {
    return (
      <Field
        name="answer"
        label={t.mfa.date}
        hint={say(t.mfa.dateHint, method)}
        error={fault}
        autoComplete="off"
        inputMode="numeric"
        maxLength={32}
      />
    )
  }
  return <Characters positions={method.positions} fault={fault} />
}

/** One box per character; filling a box moves the focus to the next. */
function Characters({ positions, fault }: { positions: number[]; fault: string | undefined }) {
  const { t, say } = useTexts()
  return (
    <div className="characters">
      {positions.map((position, at) => (
        <Field
          key={position}
          name={`character-${position}`}
          label={say(t.mfa.chars, { position })}
          error={at === 0 ? fault : undefined}
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={1}
          onInput={({ currentTarget: { value, form, name } }) => {
            const boxes = [...(form?.querySelectorAll<HTMLInputElement>('input') ?? [])]
            const next = boxes[boxes.findIndex((box) => box.name === name) + 1]
            if (value) next?.focus()
          }}
        />
      ))}
    </div>
  )
}

function Refused({ error, provider }: { error: unknown; provider: Named }) {
  const left = error instanceof ApiError && error.code === 'mfa-rejected' ? error.triesLeft : undefined
  if (left === undefined) return <Problem error={error} provider={provider} />
  return <WrongAnswer error={error} provider={provider} left={left} />
}

function WrongAnswer({ error, provider, left }: { error: unknown; provider: Named; left: number }) {
  const { t, plural } = useTexts()
  useErrorEvent(error, provider.id)
  return (
    <Notice tone="bad" title={t.mfa.wrongCode} alert>
      <p>{plural(t.mfa.wrongLeft, left)}</p>
    </Notice>
  )
}

function answerOf(method: MfaMethod, typed: FormData): string | undefined {
  const text = (name: string) => String(typed.get(name) ?? '')
  if (method.type === 'Code') return text('answer').replace(/\s/g, '') || undefined
  if (method.type === 'Date') return dateAs(method.format, text('answer'))
  const characters = method.positions.map((position) => text(`character-${position}`))
  return characters.every((character) => character !== '') ? characters.join('') : undefined
}

type Words = ReturnType<typeof useTexts>['t']['mfa']
type Say = ReturnType<typeof useTexts>['say']

function leadOf(method: MfaMethod, words: Words, provider: string, say: Say) {
  if (method.type === 'Code') {
    const leads = { SMS: words.codeSms, EMAIL: words.codeEmail, AUTHENTICATOR_APP: words.codeApp }
    return say(leads[method.source], { provider })
  }
  const lead = say(method.type === 'Date' ? words.dateLead : words.charsLead, { provider })
  return (
    <>
      <p>{lead}</p>
      {method.message && <p>{say(words.provider, { provider, message: method.message })}</p>}
    </>
  )
}
