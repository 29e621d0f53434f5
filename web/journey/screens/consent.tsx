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
    onSuccess: () => go({ view: 'source' }),
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
          <Button onClick={() => go({ view: 'source' })}>{t.common.continue}</Button>
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
      <Purpose />
      <Shared />
      <Kept />
      <Contact />
      <FullAgreement />
      <Problem error={agreeing.error ?? leaving.error} />
    </JourneyScreen>
  )
}

function Purpose() {
  const { t, say, language } = useTexts()
  const { client, reference } = useJourney()
  const welsh = language === 'cy' ? client.data_purpose_cy : null
  return (
    <section className="stack-close">
      <h2>{say(t.consent.purpose, { client: client.name })}</h2>
      {welsh || !client.data_purpose ? (
        <p>{welsh ?? t.consent.purposeDefault}</p>
      ) : (
        <p lang="en">{client.data_purpose}</p>
      )}
      <p className="quiet">{say(t.welcome.reference, { reference })}</p>
      <Registers />
    </section>
  )
}

function Shared() {
  const { t, plural } = useTexts()
  const { period_months } = useJourney()
  return (
    <>
      <section className="stack-close">
        <h2>{t.consent.shared}</h2>
        <ul className="icon-list">
          <Item icon="briefcase">{t.consent.sharedJob}</Item>
          <Item icon="payslip">{plural(t.consent.sharedPay, period_months)}</Item>
          <Item icon="person">{t.consent.sharedPerson}</Item>
          <Item icon="bank">{t.consent.sharedBank}</Item>
        </ul>
      </section>
      <section className="stack-close">
        <h2>{t.consent.notShared}</h2>
        <ul className="icon-list icon-list-not">
          <Item icon="cross">{t.consent.notPassword}</Item>
          <Item icon="cross">{t.consent.notBank}</Item>
        </ul>
      </section>
    </>
  )
}

const Item = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)

/** For how long: whether we check again, and how long the client keeps the data. */
function Kept() {
  const { t, say, plural, day } = useTexts()
  const { client, term, recurring } = useJourney()
  const values = { client: client.name }
  const how = recurring && t.consent.frequency[recurring.frequency as keyof typeof t.consent.frequency]
  const isOnce = term.authorisation_category === 'one_time'
  const until = recurring?.ends_at
  return (
    <section className="stack-close">
      <h2>{t.consent.kept}</h2>
      <ul className="icon-list">
        <Item icon="clock">
          {isOnce
            ? t.consent.oneTime
            : until
              ? say(t.consent.recurringUntil, { date: day(until) })
              : t.consent.recurring}
          {!isOnce && how && ` ${how}`}
        </Item>
        <Item icon="lock">
          {client.data_retention_months
            ? plural(t.consent.keptMonths, client.data_retention_months, values)
            : say(t.consent.keptUnknown, values)}
        </Item>
        <Item icon="hand">{t.consent.withdraw}</Item>
      </ul>
    </section>
  )
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
