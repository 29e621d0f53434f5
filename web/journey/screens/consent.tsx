import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { call } from '../api.ts'
import { happened } from '../events/events.ts'
import { readJourneyAgain, useJourney } from '../journey.ts'
import { Problem } from '../problem.tsx'
import { Shown } from '../query-state.tsx'
import { go } from '../router/navigation.ts'
import { useTexts } from '../texts/index.ts'

export function Consent() {
  const { t, say, moment } = useTexts()
  const journey = useJourney()
  const { term, authorisation } = journey
  const id = useId()
  const agreed = authorisation?.authorisation_version === term.authorisation_version
  const agreeing = useMutation({
    async mutationFn() {
      const user_agent = navigator.userAgent.slice(0, 1024)
      const body = { user_id: journey.user_id, user_agent, term_id: term.id }
      await call('POST', '/authorisations', { body })
      happened({ name: 'consent_accepted' })
      await readJourneyAgain()
    },
    onSuccess: () => go({ view: 'source' }),
  })
  return (
    <Shown
      view="consent"
      title={t.consent.title}
      lead={t.consent.lead}
      actions={
        agreed ? (
          <Button onClick={() => go({ view: 'source' })}>{t.common.continue}</Button>
        ) : (
          <>
            <Button busy={agreeing.isPending} onClick={() => agreeing.mutate()}>
              {t.consent.agree}
            </Button>
            <p className="quiet small center">{t.consent.withdraw}</p>
          </>
        )
      }
    >
      <InPlainWords />
      <section className="stack-close" aria-labelledby={id}>
        <h2 id={id}>{t.consent.term}</h2>
        {/* A scrollable box must be focusable for keyboard users. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
        <section className="term" tabIndex={0} aria-label={term.name}>
          {term.authorisation_text}
        </section>
        <p className="quiet small">
          {say(t.consent.version, { name: term.name, version: term.authorisation_version })}
        </p>
      </section>
      {agreed && (
        <Notice tone="good">{say(t.consent.agreed, { date: moment(authorisation.accepted_at) })}</Notice>
      )}
      <Problem error={agreeing.error} />
    </Shown>
  )
}

/** One-off or recurring. */
function InPlainWords() {
  const { t, say, day } = useTexts()
  const { term, recurring } = useJourney()
  if (term.authorisation_category === 'one_time') return <Notice>{t.consent.oneTime}</Notice>
  const how = recurring && t.consent.frequency[recurring.frequency as keyof typeof t.consent.frequency]
  return (
    <Notice>
      <p>
        {recurring?.ends_at
          ? say(t.consent.recurringUntil, { date: day(recurring.ends_at) })
          : t.consent.recurring}
      </p>
      {how && <p>{how}</p>}
    </Notice>
  )
}
