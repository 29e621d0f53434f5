import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { call } from '../api.ts'
import { readJourneyAgain, useFindings, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useAggregator, useProviderName } from '../names.ts'
import { openErrorScreen, Problem } from '../problem.tsx'
import { ConfirmPerson, isUnconfirmed } from '../returning/confirm-person.tsx'
import { go, useRoute } from '../router/navigation.ts'
import { accountOf, routeToResume } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'
import type { JourneyAccount } from '../types.ts'

type Decision = 'keep' | 'stop'

/** Asks whether a bank is read for another 90 days. Both answers have the same weight. */
export function KeepSharing() {
  const journey = useJourney()
  const { account: id = '' } = useRoute()
  // The findings are refused on a device that is not trusted, as the decision is.
  const { error } = useFindings()
  const account = accountOf(journey, id)
  if (!account) return null
  if (isUnconfirmed(error)) return <ConfirmPerson view="keep_sharing" />
  return account.consent?.is_due ? (
    <Question account={account} confirmBy={account.consent.confirm_by} />
  ) : (
    <Decided account={account} />
  )
}

function Question({ account, confirmBy }: { account: JourneyAccount; confirmBy: string }) {
  const { t, say, day } = useTexts()
  const journey = useJourney()
  const { account_id, payroll_provider, status } = account
  const name = useProviderName(payroll_provider)
  const aggregator = useAggregator(payroll_provider) ?? ''
  const values = { provider: name, aggregator, client: journey.client.name, day: day(confirmBy) }
  const deciding = useMutation({
    mutationFn: async (decision: Decision) => {
      await call('POST', `/accounts/${account_id}/consent`, { body: { decision } })
      return readJourneyAgain()
    },
    onError: (error) => openErrorScreen(error, { provider: payroll_provider, account: account_id }),
  })
  const isBusy = (decision: Decision) => deciding.isPending && deciding.variables === decision
  // Without a valid agreement, the person agrees first and then returns to this question.
  const keep = () => (journey.authorisation ? deciding.mutate('keep') : go({ view: 'consent' }))
  return (
    <JourneyScreen
      view="keep_sharing"
      title={t.keepSharing.title}
      lead={
        <>
          <p>{say(status === 'AUTHORISED' ? t.keepSharing.lead : t.keepSharing.leadPaused, values)}</p>
          <p>{say(t.keepSharing.why, values)}</p>
        </>
      }
      actions={
        <>
          <Button kind="secondary" busy={isBusy('keep')} onClick={keep}>
            {t.keepSharing.keep}
          </Button>
          <Button kind="secondary" busy={isBusy('stop')} onClick={() => deciding.mutate('stop')}>
            {t.keepSharing.stop}
          </Button>
        </>
      }
    >
      <ul>
        {[t.keepSharing.keepText, t.keepSharing.stopText].map((text) => (
          <li key={text}>{say(text, values)}</li>
        ))}
      </ul>
      {/* An informed consent names the firm that reads the account and the data, as the first one did. */}
      {aggregator && (
        <section className="stack-close">
          <h2>{t.bank.facts}</h2>
          <ul>
            {[t.bank.firmText, t.bank.seeText, t.bank.moneyText].map((text) => (
              <li key={text}>{say(text, values)}</li>
            ))}
          </ul>
        </section>
      )}
      <Problem error={deciding.error} provider={{ id: payroll_provider, name }} />
    </JourneyScreen>
  )
}

function Decided({ account: { consent, payroll_provider } }: { account: JourneyAccount }) {
  const { t, say, day } = useTexts()
  const journey = useJourney()
  const values = { provider: useProviderName(payroll_provider), client: journey.client.name }
  return (
    <JourneyScreen
      view="keep_sharing"
      title={consent ? t.keepSharing.kept : t.keepSharing.stopped}
      lead={
        consent
          ? say(t.keepSharing.keptText, { ...values, day: day(consent.confirm_by) })
          : say(t.keepSharing.stoppedText, values)
      }
      actions={<Button onClick={() => go(routeToResume(journey))}>{t.common.continue}</Button>}
    />
  )
}
