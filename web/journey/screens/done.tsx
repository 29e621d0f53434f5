import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { countJobs } from '../count-jobs.ts'
import { Illustration } from '../illustration.tsx'
import { useFindings, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { Problem } from '../problem.tsx'
import { go } from '../router/navigation.ts'
import { hasShared, isReading } from '../router/next-screen.ts'
import { inFrame } from '../session/boot.ts'
import { leave } from '../session/leaving.ts'
import { useTexts } from '../texts/index.ts'

/** Shows the reference number, what was shared, and how to withdraw. */
export function Done() {
  const { t, say } = useTexts()
  const journey = useJourney()
  const client = journey.client.name
  const leaving = useMutation({ mutationFn: () => leave(journey) })
  const canReturn = inFrame || journey.client.has_callback
  return (
    <JourneyScreen
      view="done"
      illustration={hasShared(journey) && <Illustration name="done" />}
      title={t.done.title}
      lead={say(hasShared(journey) ? t.done.lead : t.done.leadNothing, { client })}
      actions={
        <>
          {canReturn && (
            <Button busy={leaving.isPending} onClick={() => leaving.mutate()}>
              {inFrame ? t.done.close : say(t.done.goBack, { client })}
            </Button>
          )}
          <Button kind={canReturn ? 'quiet' : 'secondary'} onClick={() => go({ view: 'mine' })}>
            {t.done.seeData}
          </Button>
        </>
      }
    >
      <dl className="card">
        <div>
          <dt className="quiet small">{t.done.reference}</dt>
          <dd className="reference">{journey.reference}</dd>
        </div>
      </dl>
      <SharedList />
      <NextSteps />
      {isReading(journey) && <Notice>{say(t.done.stillReading, { client })}</Notice>}
      <section className="stack-close">
        <h2>{t.done.withdraw}</h2>
        <p>{t.done.withdrawText}</p>
      </section>
      <Problem error={leaving.error} />
    </JourneyScreen>
  )
}

/** Shows the client's own next steps, or a general sentence. */
function NextSteps() {
  const { t, say, language } = useTexts()
  const journey = useJourney()
  const { name, next_steps, next_steps_cy } = journey.client
  if (!hasShared(journey)) return null
  const welsh = language === 'cy' ? next_steps_cy : null
  return (
    <section className="stack-close">
      <h2>{t.done.next}</h2>
      {welsh || !next_steps ? (
        <p className="own-lines">{welsh ?? say(t.done.nextDefault, { client: name })}</p>
      ) : (
        <p className="own-lines" lang="en">
          {next_steps}
        </p>
      )}
    </section>
  )
}

function SharedList() {
  const { t, plural } = useTexts()
  const { accounts, documents } = useJourney()
  const { data } = useFindings()
  const jobs = countJobs(data?.jobs ?? [])
  const connections = accounts.filter(({ status }) => status === 'AUTHORISED').length
  const lines = [
    connections > 0 && plural(t.done.accounts, connections),
    jobs > 0 && plural(t.done.jobs, jobs),
    documents.payslips > 0 && plural(t.done.payslips, documents.payslips),
    documents.bank_statements > 0 && plural(t.done.statements, documents.bank_statements),
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return null
  return (
    <section className="stack-close">
      <h2>{t.done.shared}</h2>
      <ul className="points">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
