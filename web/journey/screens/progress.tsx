import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type StepItem, Steps } from '../../ui/steps.tsx'
import { readFindingsAgain, useFindings, useJourney, useWatchedJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useIsBank, useProviderName } from '../names.ts'
import { go, useRoute } from '../router/navigation.ts'
import { accountOf, isReading } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'

const lookMs = 2_000
const slowAfterMs = 60_000
const minDisplayMs = 700

/** Shows the progress: signing in, reading, checking. The work continues on the server even if the page is closed. */
export function ProgressScreen() {
  const { t, say } = useTexts()
  const journey = useJourney()
  const { account: id } = useRoute()
  useWatchedJourney(lookMs)
  const account = id === undefined ? journey.accounts[0] : accountOf(journey, id)
  const provider = useProviderName(account?.payroll_provider)
  const isSlow = useAfter(slowAfterMs)
  const isRead = id === undefined ? !isReading(journey) : account?.progress === 'done'
  useEffect(() => {
    if (!isRead) return
    let isHere = true
    // The results for the next screen are prefetched; if that fails, the next screen shows the error.
    const shown = new Promise((resolve) => setTimeout(resolve, minDisplayMs))
    Promise.allSettled([readFindingsAgain(), shown]).then(() => {
      if (isHere) go({ view: 'review' }, { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [isRead])
  const at = isRead ? 2 : account?.progress === 'waiting' ? 0 : 1
  const steps = [t.progress.signingIn, t.progress.reading, t.progress.checking].map(
    (name, step): StepItem => {
      const state = step < at ? 'done' : step === at ? 'now' : 'later'
      return { name, state, words: `(${t.progress[state]})` }
    },
  )
  const isTax = account?.payroll_provider === 'taxauth'
  const isBank = useIsBank(account?.payroll_provider)
  return (
    <JourneyScreen
      view="progress"
      title={isTax ? t.progress.titleTax : isBank ? t.progress.titleBank : t.progress.title}
      lead={t.progress.lead}
      actions={
        <Button kind={isSlow ? 'primary' : 'secondary'} onClick={() => go({ view: 'more' })}>
          {t.progress.notWait}
        </Button>
      }
    >
      <Steps steps={steps} />
      <p className="visually-hidden" role="status">
        {steps[at]?.name}
      </p>
      <FoundSoFar />
      <div className="reserved">
        {isSlow ? (
          <Notice tone="warn">
            <p>{say(t.progress.slow, { provider, client: journey.client.name })}</p>
          </Notice>
        ) : (
          <Notice>
            <p>{t.progress.safe}</p>
          </Notice>
        )}
      </div>
    </JourneyScreen>
  )
}

/** Names what was found, as soon as there is something. */
function FoundSoFar() {
  const { t, plural } = useTexts()
  const { months } = useJourney()
  const { data } = useFindings(lookMs)
  const count = months.filter(({ has_payslip }) => has_payslip).length
  const employers = [...new Set(data?.jobs.flatMap(({ employer_name }) => employer_name ?? []))]
  if (count === 0 && employers.length === 0) return null
  return (
    <div className="stack-close" role="status">
      {employers.map((name) => (
        <p key={name}>{name}</p>
      ))}
      {count > 0 && <p>{plural(t.found.soFar, count, { total: months.length })}</p>}
    </div>
  )
}

function useAfter(milliseconds: number) {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isAfter
}
