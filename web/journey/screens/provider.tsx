import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { connect, findDirectly, follow } from '../connecting.ts'
import { ContinueWithFound } from '../continue-found.tsx'
import { readJourneyAgain, useCatalogue, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useProviderName } from '../names.ts'
import { openErrorScreen, Problem } from '../problem.tsx'
import { go, useRoute } from '../router/navigation.ts'
import { hasData, routeForAccount } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'
import { SigningInTo } from '../trust/signing-in-to.tsx'
import type { Provider } from '../types.ts'

/** Explains the login at this provider and shows its health, before anything is typed. */
export function ProviderConfirm() {
  const { t } = useTexts()
  const { provider: id } = useRoute()
  const { data, error } = useCatalogue()
  if (id === 'direct') return <DirectConfirm />
  const provider = data?.providers.find((entry) => entry.id === id)
  if (provider) return <Confirm provider={provider} />
  return (
    <JourneyScreen
      view="provider"
      title={data ? t.provider.gone : t.common.loading}
      actions={
        data && (
          <Button onClick={() => go({ view: 'employer' }, { replace: true })}>
            {t.provider.chooseOther}
          </Button>
        )
      }
    >
      {!data && !error && <Skeleton label={t.common.loading} />}
      <Problem error={error} />
    </JourneyScreen>
  )
}

function Confirm({ provider }: { provider: Provider }) {
  const { t, say } = useTexts()
  const journey = useJourney()
  const { employer: employerId } = useRoute()
  const { data: catalogue } = useCatalogue()
  const employer = catalogue?.employers.find(({ id }) => id === employerId)?.name
  const { is_oauth2, health } = provider
  const name = useProviderName(provider.id)
  const asksHere = !is_oauth2 || provider.extra_login_params.length > 0
  const isTax = provider.id === 'taxauth'
  const connecting = useMutation({
    mutationFn: () => connect({ journey, provider, login: {} }),
    onSuccess: (account) => follow(account, { replace: false }),
    onError: (error) => openErrorScreen(error, { provider: provider.id }),
  })
  const already = journey.accounts.some(
    ({ payroll_provider, status }) => payroll_provider === provider.id && status === 'AUTHORISED',
  )
  const connectKind = already && hasData(journey) ? 'secondary' : 'primary'
  const values = { provider: name }
  return (
    <JourneyScreen
      view="provider"
      title={say(t.provider.title, values)}
      {...(employer && { lead: say(t.provider.of, { employer }) })}
      actions={
        <>
          {already && <ContinueWithFound kind="primary" />}
          {asksHere ? (
            <Button kind={connectKind} onClick={() => go({ view: 'login', provider: provider.id })}>
              {isTax ? t.common.continue : t.provider.continue}
            </Button>
          ) : (
            <Button kind={connectKind} busy={connecting.isPending} onClick={() => connecting.mutate()}>
              {say(t.provider.continueAway, values)}
            </Button>
          )}
          <Button kind="quiet" onClick={() => go({ view: isTax ? 'source' : 'employer' })}>
            {isTax ? t.common.anotherWay : t.provider.chooseOther}
          </Button>
        </>
      }
    >
      <SigningInTo provider={provider.id} />
      {health.state === 'degraded' && <Notice tone="warn">{say(t.provider.degraded, values)}</Notice>}
      {health.state === 'down' && <Notice tone="warn">{say(t.provider.down, values)}</Notice>}
      {already && <Notice>{say(t.provider.already, values)}</Notice>}
      <section className="stack-close">
        <h2>{t.provider.next}</h2>
        <ol className="next">
          <li>{say(is_oauth2 ? t.provider.awayText : t.provider.loginText, values)}</li>
          {!is_oauth2 && <li>{say(t.provider.passwordText, values)}</li>}
          <li>{isTax ? t.provider.readTaxText : t.provider.readText}</li>
        </ol>
      </section>
      {isTax && <TaxYearAvailability />}
      <Problem error={connecting.error} provider={{ id: provider.id, name }} />
    </JourneyScreen>
  )
}

/** Says when HMRC has figures, so that people do not sign in there in vain. */
function TaxYearAvailability() {
  const { t } = useTexts()
  const { taxWhen, taxWhoText, taxFromText, taxUntilText } = t.provider
  return (
    <section className="stack-close">
      <h2>{taxWhen}</h2>
      <ul>
        {[taxWhoText, taxFromText, taxUntilText].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Direct connection: there is no login; payroll providers are queried with the details that the client registered.
 */
function DirectConfirm() {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const finding = useMutation({
    mutationFn: findDirectly,
    onError: (error) => openErrorScreen(error, { provider: 'direct' }),
    async onSuccess({ accounts }) {
      await readJourneyAgain()
      const [first] = accounts
      if (!first) return go({ view: 'nothing_found', provider: 'direct' })
      go(accounts.length === 1 ? routeForAccount(first) : { view: 'progress' }, { replace: true })
    },
  })
  return (
    <JourneyScreen
      view="provider"
      title={t.provider.directTitle}
      lead={say(t.provider.directText, { client: client.name })}
      actions={
        <>
          <Button busy={finding.isPending} onClick={() => finding.mutate()}>
            {finding.isPending ? t.provider.finding : t.provider.find}
          </Button>
          <ContinueWithFound />
          <Button kind="quiet" onClick={() => go({ view: 'source' })}>
            {t.common.anotherWay}
          </Button>
        </>
      }
    >
      <Notice>{t.provider.directPassword}</Notice>
      <Problem error={finding.error} />
    </JourneyScreen>
  )
}
