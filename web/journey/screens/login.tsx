import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApiError } from '../api.ts'
import { connect, type JourneyLogin as Entered, findSame, follow } from '../connecting.ts'
import { type FieldError, faultOf, tidied } from '../fields.ts'
import { useCatalogue, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useProviderName } from '../names.ts'
import { errorCodeFor, type Named, openErrorScreen, Problem } from '../problem.tsx'
import { go, useRoute } from '../router/navigation.ts'
import { accountOf, uploadOf } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'
import { openSafety } from '../trust/safety.ts'
import { SigningInTo } from '../trust/signing-in-to.tsx'
import type { LoginField, Provider } from '../types.ts'

const slowAfterMs = 6_000
const plainField = { required: true, type: 'text', max_length: 320 }

export function Login() {
  const { t } = useTexts()
  const { provider: id } = useRoute()
  const { data, error } = useCatalogue()
  const provider = data?.providers.find((entry) => entry.id === id)
  if (provider) return <LoginForm provider={provider} />
  return (
    <JourneyScreen view="login" title={data ? t.provider.gone : t.common.loading}>
      {data ? (
        <Button onClick={() => go({ view: 'employer' }, { replace: true })}>{t.provider.chooseOther}</Button>
      ) : (
        !error && <Skeleton label={t.common.loading} />
      )}
      <Problem error={error} />
    </JourneyScreen>
  )
}

/** Login form, generated from the provider's catalogue entry. */
function LoginForm({ provider }: { provider: Provider }) {
  const { t, say } = useTexts()
  const journey = useJourney()
  const upload = uploadOf(journey)
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Record<string, FieldError>>({})
  const fields = fieldsOf(provider, t.login)
  const ended = useEndedAccount(provider)
  const signingIn = useMutation({
    async mutationFn(entered: Entered) {
      const same = entered.user_name && (await findSame(journey, provider, entered.user_name))
      if (same && same.status === 'AUTHORISED') throw new ApiError(400, 'account-duplicate')
      const isEnded = same && (same.status === 'EXPIRED' || same.status === 'INVALID')
      const accountId = provider.is_oauth2 ? ended : isEnded ? same.account_id : undefined
      return connect({ journey, provider, login: entered, accountId })
    },
    onSuccess: (account) => follow(account, { replace: true }),
    onError(error) {
      openErrorScreen(error, { provider: provider.id, account: ended })
      // After a failed attempt the password is cleared and focused.
      const password = form.current?.elements.namedItem('password')
      if (password instanceof HTMLInputElement) {
        password.value = ''
        password.focus()
      }
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signingIn.isPending) return
    const typed = new FormData(event.currentTarget)
    const found: Record<string, FieldError> = {}
    const values: Record<string, string> = {}
    for (const { key, validation } of fields) {
      const raw = String(typed.get(key) ?? '')
      // Passwords are not trimmed, because spaces are significant.
      values[key] = key === 'password' ? raw : tidied(raw, validation)
      const fault = faultOf(values[key], validation)
      if (fault) found[key] = fault
    }
    setFaults(found)
    const [first] = fields.filter(({ key }) => found[key])
    if (first) return (form.current?.elements.namedItem(first.key) as HTMLInputElement | null)?.focus()
    signingIn.mutate(enteredOf(provider, values))
  }
  const isTax = provider.id === 'taxauth'
  const name = useProviderName(provider.id)
  const values = { provider: name }
  const failed = signingIn.error !== null && !signingIn.isPending
  return (
    <JourneyScreen
      view="login"
      title={isTax ? t.login.taxTitle : say(t.login.title, values)}
      lead={
        isTax
          ? t.login.taxLead
          : provider.is_oauth2
            ? say(t.provider.awayText, values)
            : say(t.login.lead, values)
      }
    >
      <SigningInTo provider={provider.id} />
      {failed && <FailedLogin error={signingIn.error} provider={{ id: provider.id, name }} />}
      <form className="stack" ref={form} noValidate onSubmit={submit}>
        {fields.map((field) => (
          <LoginInput key={field.key} field={field} fault={faults[field.key]} />
        ))}
        <Meanwhile pending={signingIn.isPending} text={provider.is_oauth2 ? '' : t.login.safe} />
        <button type="button" className="text-button text-button-small" onClick={openSafety}>
          {t.trust.title}
        </button>
        <div className="actions">
          <Button type="submit" busy={signingIn.isPending}>
            {signingIn.isPending
              ? t.login.busy
              : provider.is_oauth2
                ? say(t.login.submitAway, values)
                : t.login.submit}
          </Button>
          {failed && upload && (
            <Button kind="secondary" onClick={() => go(upload)}>
              {upload.kind === 'payslips' ? t.common.uploadInstead : t.common.uploadStatementsInstead}
            </Button>
          )}
        </div>
      </form>
      {!provider.is_oauth2 && (
        <p>
          <a className="tall" href={provider.reset_url} target="_blank" rel="noopener noreferrer">
            {say(t.login.reset, values)}
            <span className="visually-hidden"> ({t.common.newWindow})</span>
          </a>
        </p>
      )}
    </JourneyScreen>
  )
}

/** Returns the account to reconnect, if the URL contains one. */
function useEndedAccount(provider: Provider) {
  const journey = useJourney()
  const { account: id } = useRoute()
  const account = id === undefined ? undefined : accountOf(journey, id)
  const isEnded = account?.status === 'EXPIRED' || account?.status === 'INVALID'
  return isEnded && account.payroll_provider === provider.id ? account.account_id : undefined
}

function LoginInput({ field, fault }: { field: FormField; fault: FieldError | undefined }) {
  const { t, say } = useTexts()
  const { key, label, validation } = field
  const error = fault && say(t.login[fault.kind === 'needed' ? 'needed' : fault.kind], { ...fault })
  return (
    <Field
      name={key}
      label={validation.required ? label : say(t.login.optional, { label })}
      hint={field.hint}
      error={error}
      required={validation.required}
      maxLength={1024}
      spellCheck={false}
      autoCapitalize={validation.type === 'ni_number' ? 'characters' : 'none'}
      autoCorrect="off"
      {...inputOf(key, validation.type)}
      {...(key === 'password' && { reveal: { show: t.login.show, hide: t.login.hide } })}
    />
  )
}

/** Shows the error, the number of attempts left, and an alternative. */
function FailedLogin({ error, provider }: { error: unknown; provider: Named }) {
  const { t, plural } = useTexts()
  const left =
    error instanceof ApiError && errorCodeFor(error) === 'login-refused' ? error.triesLeft : undefined
  return (
    <div className="stack-close">
      <Problem error={error} provider={provider} />
      {left !== undefined && (
        <Notice tone="warn">
          <p>{plural(t.errors.attemptsLeft, left, { provider: provider.name })}</p>
        </Notice>
      )}
    </div>
  )
}

/** Shows a message if the provider is slow; without it, the wait would look like a failure. */
function Meanwhile({ pending, text }: { pending: boolean; text: string }) {
  const { t } = useTexts()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!pending) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [pending])
  return (
    <p role="status" className="quiet small">
      {pending && isSlow ? t.login.slow : text}
    </p>
  )
}

type FormField = { key: string; label: string; hint?: string; validation: LoginField['validation'] }
type Words = ReturnType<typeof useTexts>['t']['login']

function fieldsOf(provider: Provider, words: Words): FormField[] {
  const hints: Record<string, string> = { unique_tax_reference: words.utrHint, ni_number: words.niHint }
  const extras = provider.extra_login_params.map(({ key, display_name, validation }) => {
    const hint = hints[key] ?? (validation.type === 'date' ? validation.date_format : undefined)
    return { key, label: display_name, validation, ...(hint && { hint }) }
  })
  if (provider.is_oauth2) return extras
  return [
    { key: 'user_name', label: words.userName, hint: words.userNameHint, validation: plainField },
    { key: 'password', label: words.password, validation: { ...plainField, max_length: 1024 } },
    ...extras,
  ]
}

function enteredOf(
  { is_oauth2 }: Provider,
  { user_name, password, ...others }: Record<string, string>,
): Entered {
  const extras = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  const extra = Object.keys(extras).length > 0 ? { extra_login_params: extras } : {}
  if (is_oauth2 || user_name === undefined || password === undefined) return extra
  return { user_name, password, ...extra }
}

function inputOf(key: string, type: string) {
  if (key === 'user_name') return { autoComplete: 'username' }
  if (key === 'password') return { type: 'password', autoComplete: 'current-password' }
  const isNumeric = type === 'digits' || type === 'date'
  return {
    autoComplete: 'off',
    ...(isNumeric && { inputMode: 'numeric' as const }),
    ...(type === 'number' && { inputMode: 'decimal' as const }),
  }
}
