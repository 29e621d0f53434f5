import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tile } from '../../ui/tile.tsx'
import { connect, findDirectly, follow } from '../connecting.ts'
import { ContinueWithFound } from '../continue-found.tsx'
import { emitEvent } from '../events/events.ts'
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
  const banks = data?.providers.filter(({ aggregator }) => aggregator !== null) ?? []
  if (id === 'bank' && banks.length > 1) return <BankChoice banks={banks} />
  const provider = id === 'bank' ? banks[0] : data?.providers.find((entry) => entry.id === id)
  if (provider) return <Confirm provider={provider} />
  return (
    <JourneyScreen
      view="provider"
      title={data ? t.provider.gone : t.common.loading}
      actions={
        data && (
          <Button onClick={() => go({ view: id === 'bank' ? 'source' : 'employer' }, { replace: true })}>
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
  const { aggregator } = provider
  const isPayroll = !isTax && aggregator === null
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
      title={aggregator ? t.bank.title : say(t.provider.title, values)}
      {...(aggregator && { lead: t.bank.lead })}
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
          <Button kind="quiet" onClick={() => go({ view: isPayroll ? 'employer' : 'source' })}>
            {isPayroll ? t.provider.chooseOther : t.common.anotherWay}
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
        {aggregator ? (
          <ol className="next">
            <li>{say(t.bank.awayText, values)}</li>
            <li>{t.bank.agreeText}</li>
            <li>{t.bank.readText}</li>
          </ol>
        ) : (
          <ol className="next">
            <li>{say(is_oauth2 ? t.provider.awayText : t.provider.loginText, values)}</li>
            {!is_oauth2 && <li>{say(t.provider.passwordText, values)}</li>}
            <li>{isTax ? t.provider.readTaxText : t.provider.readText}</li>
          </ol>
        )}
      </section>
      {isTax && <TaxYearAvailability />}
      {aggregator && <BankConsentFacts aggregator={aggregator} />}
      <Problem error={connecting.error} provider={{ id: provider.id, name }} />
    </JourneyScreen>
  )
}

/** Lists the banks, so that the person picks the one into which they are paid. */
function BankChoice({ banks }: { banks: readonly Provider[] }) {
  const { t } = useTexts()
  const select = (provider: string) => {
    emitEvent({ name: 'provider_selected', provider })
    go({ view: 'provider', provider })
  }
  return (
    <JourneyScreen
      view="provider"
      title={t.bank.choose}
      lead={t.bank.chooseLead}
      actions={
        <Button kind="quiet" onClick={() => go({ view: 'source' })}>
          {t.common.anotherWay}
        </Button>
      }
    >
      <ul className="tiles">
        {banks.map(({ id, name }) => (
          <li key={id}>
            <Tile title={name} logo={`/journeys/logos/${id}`} onClick={() => select(id)} />
          </li>
        ))}
      </ul>
    </JourneyScreen>
  )
}

/** Says who reads the account, what they see, and for how long. */
function BankConsentFacts({ aggregator }: { aggregator: string }) {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const { firmText, seeText, moneyText, daysText } = t.bank
  return (
    <section className="stack-close">
      <h2>{t.bank.facts}</h2>
      <ul>
        {[firmText, seeText, moneyText, daysText].map((text) => (
          <li key={text}>{say(text, { aggregator, client: client.name })}</li>
        ))}
      </ul>
    </section>
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
