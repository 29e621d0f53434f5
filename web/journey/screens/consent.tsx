import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { call } from '../api.ts'
import { emitEvent } from '../events/events.ts'
import { readJourneyAgain, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { Problem } from '../problem.tsx'
import { go } from '../router/navigation.ts'
import { routeAfterConsent } from '../router/next-screen.ts'
import { leave } from '../session/leaving.ts'
import { useTexts } from '../texts/index.ts'
import { Contact, Registers } from '../trust/client-facts.tsx'

/** Consent in layers: who asks, why, what and how long; the full agreement opens in place. */
export function Consent() {
  const { t, say, moment } = useTexts()
  const journey = useJourney()
  const { term, authorisation, client } = journey
  const { language } = useTermText()
  const agreed = authorisation?.authorisation_version === term.authorisation_version
  const agreeing = useMutation({
    async mutationFn() {
      const user_agent = navigator.userAgent.slice(0, 1024)
      const body = { user_id: journey.user_id, user_agent, term_id: term.id, language }
      await call('POST', '/authorisations', { body })
      emitEvent({ name: 'consent_accepted' })
      await readJourneyAgain()
    },
    onSuccess: () => go(routeAfterConsent(journey)),
  })
  const leaving = useMutation({ mutationFn: () => leave(journey) })
  return (
    <JourneyScreen
      view="consent"
      title={say(t.consent.title, { client: client.name })}
      lead={t.consent.lead}
      sticky={!agreed}
      actions={
        agreed ? (
          <Button onClick={() => go(routeAfterConsent(journey))}>{t.common.continue}</Button>
        ) : (
          <>
            <Button busy={agreeing.isPending} onClick={() => agreeing.mutate()}>
              {t.consent.agree}
            </Button>
            <Button kind="secondary" busy={leaving.isPending} onClick={() => leaving.mutate()}>
              {t.consent.notNow}
            </Button>
          </>
        )
      }
    >
      {agreed && (
        <Notice tone="good">{say(t.consent.agreed, { date: moment(authorisation.accepted_at) })}</Notice>
      )}
      {journey.consent_layout === 'questions' ? <Questions /> : <List />}
      <Contact />
      <FullAgreement />
      <Problem error={agreeing.error ?? leaving.error} />
    </JourneyScreen>
  )
}

/** The facts as a list with icons. */
function List() {
  const { t, say } = useTexts()
  const { client, reference } = useJourney()
  const duration = useDuration()
  return (
    <>
      <section className="stack-close">
        <h2>{say(t.consent.purpose, { client: client.name })}</h2>
        <Purpose />
        <p className="quiet">{say(t.welcome.reference, { reference })}</p>
        <Registers />
      </section>
      <section className="stack-close">
        <h2>{t.consent.shared}</h2>
        <SharedData />
      </section>
      <section className="stack-close">
        <h2>{say(t.consent.notShared, { client: client.name })}</h2>
        <DataNotShared />
      </section>
      <section className="stack-close">
        <h2>{t.consent.kept}</h2>
        <ul className="icon-list">
          <Item icon="clock">{duration.checks}</Item>
          <Item icon="lock">{duration.retention}</Item>
          <Item icon="hand">{t.consent.withdraw}</Item>
        </ul>
      </section>
    </>
  )
}

/** The same facts as questions that people ask, with answers. */
function Questions() {
  const { t, say } = useTexts()
  const { client, reference } = useJourney()
  const { questions } = t.consent
  const values = { client: client.name }
  const duration = useDuration()
  return (
    <>
      <section className="stack-close">
        <h2>{questions.who}</h2>
        <p>{client.name}</p>
        <p className="quiet">{say(t.welcome.reference, { reference })}</p>
        <Registers />
      </section>
      <section className="stack-close">
        <h2>{questions.why}</h2>
        <Purpose />
      </section>
      <section className="stack-close">
        <h2>{say(questions.see, values)}</h2>
        <SharedData />
      </section>
      <section className="stack-close">
        <h2>{say(questions.notSee, values)}</h2>
        <DataNotShared />
      </section>
      <section className="stack-close">
        <h2>{questions.long}</h2>
        <p>{duration.checks}</p>
        <p>{duration.retention}</p>
      </section>
      <section className="stack-close">
        <h2>{questions.stop}</h2>
        <p>{t.consent.withdraw}</p>
      </section>
    </>
  )
}

function Purpose() {
  const { t, language } = useTexts()
  const { client } = useJourney()
  const welsh = language === 'cy' ? client.data_purpose_cy : null
  return welsh || !client.data_purpose ? (
    <p>{welsh ?? t.consent.purposeDefault}</p>
  ) : (
    <p lang="en">{client.data_purpose}</p>
  )
}

function SharedData() {
  const { t, plural } = useTexts()
  const { period_months } = useJourney()
  return (
    <ul className="icon-list">
      <Item icon="briefcase">{t.consent.sharedJob}</Item>
      <Item icon="payslip">{plural(t.consent.sharedPay, period_months)}</Item>
      <Item icon="person">{t.consent.sharedPerson}</Item>
      <Item icon="bank">{t.consent.sharedBank}</Item>
    </ul>
  )
}

function DataNotShared() {
  const { t } = useTexts()
  return (
    <ul className="icon-list icon-list-not">
      <Item icon="cross">{t.consent.notPassword}</Item>
      <Item icon="cross">{t.consent.notBank}</Item>
    </ul>
  )
}

const Item = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)

/** Whether we check again, and how long the client keeps the data. */
function useDuration() {
  const { t, say, plural, day } = useTexts()
  const { client, term, recurring } = useJourney()
  const values = { client: client.name }
  const frequency = recurring && t.consent.frequency[recurring.frequency as keyof typeof t.consent.frequency]
  const until = recurring?.ends_at
  const recurringText = until ? say(t.consent.recurringUntil, { date: day(until) }) : t.consent.recurring
  return {
    checks:
      term.authorisation_category === 'one_time'
        ? t.consent.oneTime
        : [recurringText, frequency].filter(Boolean).join(' '),
    retention: client.data_retention_months
      ? plural(t.consent.keptMonths, client.data_retention_months, values)
      : say(t.consent.keptUnknown, values),
  }
}

/** The text of the term in the person's language, or else in English. */
function useTermText() {
  const { language } = useTexts()
  const { term } = useJourney()
  const translation = term.translations.find((each) => each.language === language)
  const { name, authorisation_text: text } = translation ?? term
  return {
    name,
    text,
    language: translation?.language ?? 'en',
    isFallback: !translation && language !== 'en',
  }
}

function FullAgreement() {
  const { t, say } = useTexts()
  const { term } = useJourney()
  const { name, text, language, isFallback } = useTermText()
  return (
    <section className="stack-close">
      {isFallback && <p>{t.consent.onlyEnglish}</p>}
      <details className="agreement">
        <summary>{t.consent.readAll}</summary>
        <div className="agreement-text" lang={language}>
          {text}
        </div>
        <p className="quiet small" lang={language}>
          {say(t.consent.version, { name, version: term.authorisation_version })}
        </p>
      </details>
    </section>
  )
}
