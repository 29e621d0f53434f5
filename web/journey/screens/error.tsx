import { useEffect } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorWordOf, isRecoverable, type RecoveryStep, stepsAfter } from '../errors.ts'
import { happened } from '../events/events.ts'
import { useCatalogue, useJourney } from '../journey.ts'
import { useProviderName } from '../names.ts'
import { Shown } from '../query-state.tsx'
import { go, usePlace } from '../router/navigation.ts'
import { accountOf, uploadOf, whereToGoOn } from '../router/next-screen.ts'
import type { JourneyRoute } from '../router/routes.ts'
import { useTexts } from '../texts/index.ts'

/** The screen to retry at; with an account id, that account is reconnected. */
const againAt = (provider: string, account: string | undefined): JourneyRoute =>
  provider === 'direct'
    ? { view: 'provider', provider }
    : { view: 'login', provider, ...(account && { account }) }

/** Error message, with the most helpful next step as the primary action. */
export function ErrorScreen() {
  const { t, say } = useTexts()
  const journey = useJourney()
  const { data: catalogue, isPending } = useCatalogue()
  const place = usePlace()
  const code = errorWordOf(place.code)
  const account = place.account === undefined ? undefined : accountOf(journey, place.account)
  const providerId = place.provider ?? account?.payroll_provider
  const provider = catalogue?.providers.find(({ id }) => id === providerId)
  const values = { provider: useProviderName(providerId), client: journey.client.name }
  // Addresses can be typed, so only names of catalogue providers are shown.
  const told = provider?.id
  useEffect(() => {
    if (isPending) return
    happened({ name: 'error', code, recoverable: isRecoverable(code), ...(told && { provider: told }) })
  }, [code, isPending, told])

  // The steps depend on the provider: wait for it to avoid a layout shift.
  if (isPending) {
    return (
      <Shown view="error" title={t.common.loading}>
        <Skeleton label={t.common.loading} />
      </Shown>
    )
  }
  const again = providerId === undefined ? undefined : againAt(providerId, account?.account_id)
  const upload = uploadOf(journey)
  const places: Partial<Record<RecoveryStep, JourneyRoute | undefined>> = {
    login: again,
    signInAgain: again,
    documents: upload,
    source: { view: 'source' },
    another: { view: 'employer' },
    consent: { view: 'consent' },
    goOn: whereToGoOn(journey),
  }
  const links: Partial<Record<RecoveryStep, string | undefined>> = {
    reset: provider?.reset_url,
    visit: provider?.url,
  }
  const steps = stepsAfter(code).filter((step) => places[step] || links[step])
  return (
    <Shown
      view="error"
      title={say(t.errors[code].title, values)}
      lead={say(t.errors[code].text, values)}
      actions={steps.map((step, at) => {
        const kind = at === 0 ? 'primary' : at === 1 ? 'secondary' : 'quiet'
        const words = say(t.errors.next[step], values)
        const to = places[step]
        if (to) {
          return (
            <Button key={step} kind={kind} onClick={() => go(to, { replace: true })}>
              {words}
            </Button>
          )
        }
        return (
          <ButtonLink key={step} kind={kind} href={links[step]} target="_blank" rel="noopener noreferrer">
            {words}
            <span className="visually-hidden"> ({t.common.newWindow})</span>
          </ButtonLink>
        )
      })}
    />
  )
}
