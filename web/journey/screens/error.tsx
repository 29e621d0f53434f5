import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorWordOf, isRecoverable, type RecoveryStep, stepsAfter } from '../errors.ts'
import { emitEvent } from '../events/events.ts'
import { readJourneyAgain, useCatalogue, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useProviderName } from '../names.ts'
import { Problem } from '../problem.tsx'
import { go, useRoute } from '../router/navigation.ts'
import { accountOf, routeToResume, uploadOf } from '../router/next-screen.ts'
import type { JourneyRoute } from '../router/routes.ts'
import { useTexts } from '../texts/index.ts'

/** Returns the screen for a retry; with an account id, that account is reconnected. */
const againAt = (provider: string, account: string | undefined): JourneyRoute =>
  provider === 'direct'
    ? { view: 'provider', provider }
    : { view: 'login', provider, ...(account && { account }) }

/** Shows an error message, with the most helpful next step as the primary action. */
export function ErrorScreen() {
  const { t, say } = useTexts()
  const journey = useJourney()
  const { data: catalogue, isPending } = useCatalogue()
  const route = useRoute()
  const code = errorWordOf(route.code)
  const account = route.account === undefined ? undefined : accountOf(journey, route.account)
  const providerId = route.provider ?? account?.payroll_provider
  const provider = catalogue?.providers.find(({ id }) => id === providerId)
  const values = { provider: useProviderName(providerId), client: journey.client.name }
  const resuming = useMutation({
    mutationFn: readJourneyAgain,
    onSuccess: (current) => go(routeToResume(current), { replace: true }),
  })
  // URLs can be typed, so only providers from the catalogue are reported.
  const shownProvider = provider?.id
  useEffect(() => {
    if (isPending) return
    emitEvent({
      name: 'error',
      code,
      recoverable: isRecoverable(code),
      ...(shownProvider && { provider: shownProvider }),
    })
  }, [code, isPending, shownProvider])

  // The steps depend on the provider, so wait for it to avoid a layout shift.
  if (isPending) {
    return (
      <JourneyScreen view="error" title={t.common.loading}>
        <Skeleton label={t.common.loading} />
      </JourneyScreen>
    )
  }
  const again = providerId === undefined ? undefined : againAt(providerId, account?.account_id)
  const upload = uploadOf(journey)
  const routes: Partial<Record<RecoveryStep, JourneyRoute | undefined>> = {
    login: again,
    signInAgain: again,
    documents: upload,
    source: { view: 'source' },
    another: { view: 'employer' },
    consent: { view: 'consent' },
  }
  // An error such as `account-duplicate` means that another tab got further, so this tab's journey is out of date.
  const actions: Partial<Record<RecoveryStep, () => void>> = { continue: () => resuming.mutate() }
  const links: Partial<Record<RecoveryStep, string | undefined>> = {
    reset: provider?.reset_url,
    visit: provider?.url,
  }
  const steps = stepsAfter(code).filter((step) => routes[step] || links[step] || actions[step])
  return (
    <JourneyScreen
      view="error"
      title={say(t.errors[code].title, values)}
      lead={say(t.errors[code].text, values)}
      actions={steps.map((step, at) => {
        const kind = at === 0 ? 'primary' : at === 1 ? 'secondary' : 'quiet'
        const words = say(t.errors.next[step], values)
        const to = routes[step]
        const act = to ? () => go(to, { replace: true }) : actions[step]
        if (act) {
          return (
            <Button key={step} kind={kind} busy={!to && resuming.isPending} onClick={act}>
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
    >
      <Problem error={resuming.error} />
    </JourneyScreen>
  )
}
