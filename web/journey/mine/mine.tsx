import './mine.css'
import type { JourneyShared } from '@payproof/sdk'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCatalogue, useFindings, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useProviderNames } from '../names.ts'
import { type About, NoteDialog } from '../note-dialog.tsx'
import { Problem } from '../problem.tsx'
import { ConfirmPerson, isUnconfirmed } from '../returning/confirm-person.tsx'
import { ReviewCard } from '../review-card.tsx'
import { reviewItemsOf } from '../review-items.ts'
import { useTexts } from '../texts/index.ts'
import { Agreements } from './agreements.tsx'
import { Rights } from './rights.tsx'
import { type Done, hasData, useShared } from './shared.ts'

/** The person's data page: the data they shared, with whom, under which term, and their rights. */
export function Mine() {
  const { t, say } = useTexts()
  const { client, reference } = useJourney()
  const { data: shared, error } = useShared()
  const [done, setDone] = useState<Done>()
  const confirmation = useRef<HTMLDivElement>(null)
  // The button that was used disappears, so the focus is moved to the result.
  useEffect(() => {
    if (done) confirmation.current?.focus()
  }, [done])
  if (isUnconfirmed(error)) return <ConfirmPerson view="mine" />
  const values = { client: client.name }
  return (
    <JourneyScreen view="mine" title={t.mine.title} lead={say(t.mine.lead, values)}>
      <div className="stack-close">
        <div ref={confirmation} role="status" tabIndex={-1}>
          {done && (
            <Notice tone="good" title={t.mine[done]}>
              {done === 'deleted' && <p>{say(t.mine.deletedText, values)}</p>}
            </Notice>
          )}
        </div>
        <p className="mine-reference">
          <span className="quiet">{t.mine.reference}</span> <strong>{reference}</strong>
        </p>
      </div>
      {!shared && !error && <Skeleton label={t.common.loading} />}
      <Problem error={error} />
      {shared && !error && (
        <>
          {!hasData(shared) && done !== 'deleted' && <p>{t.mine.nothing}</p>}
          <Agreements given={shared.authorisations} onWithdrawn={() => setDone('withdrawn')} />
          <SharedData />
          <Views views={shared.views} />
          <Accounts accounts={shared.accounts} />
          <Documents documents={shared.documents} />
          <Also shared={shared} />
          <Rights canDelete={hasData(shared)} onDone={setDone} />
        </>
      )}
    </JourneyScreen>
  )
}

/** The values themselves, as the client sees them, each with a way to dispute it. */
function SharedData() {
  const texts = useTexts()
  const { t, say } = texts
  const { client } = useJourney()
  const { data } = useFindings()
  const nameOf = useProviderNames()
  const [about, setAbout] = useState<About>()
  const items = data ? reviewItemsOf(data, texts, nameOf) : []
  if (items.length === 0) return null
  return (
    <section className="stack-close">
      <h2>{say(t.mine.data, { client: client.name })}</h2>
      {items.map((item) => (
        <ReviewCard
          key={`${item.subject}-${item.submissionId}`}
          item={item}
          notes={data?.notes ?? []}
          onWrong={setAbout}
          level={3}
        />
      ))}
      {about && <NoteDialog about={about} onClose={() => setAbout(undefined)} />}
    </section>
  )
}

/** On which days the client looked at the data. */
function Views({ views }: Pick<JourneyShared, 'views'>) {
  const { t, say, moment } = useTexts()
  const { client } = useJourney()
  const values = { client: client.name }
  return (
    <section className="stack-close">
      <h2>{t.mine.views}</h2>
      {views.length === 0 ? (
        <p>{say(t.mine.notViewed, values)}</p>
      ) : (
        <ul className="mine-list">
          {views.map(({ by, last_at }) => (
            <li key={`${by}-${last_at}`}>{say(t.mine.viewedBy[by], { ...values, date: moment(last_at) })}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Accounts({ accounts }: Pick<JourneyShared, 'accounts'>) {
  const { t, say, plural, moment } = useTexts()
  const { data: catalogue } = useCatalogue()
  if (accounts.length === 0) return null
  const nameOf = (provider: string) =>
    catalogue?.providers.find(({ id }) => id === provider)?.name ?? provider
  const isBank = (provider: string) =>
    catalogue?.providers.some(({ id, aggregator }) => id === provider && aggregator !== null)
  const countWords = (provider: string) => {
    if (provider === 'taxauth') return t.mine.taxYears
    return isBank(provider) ? t.done.statements : t.mine.payslips
  }
  return (
    <section className="stack-close">
      <h2>{t.mine.accounts}</h2>
      <ul className="mine-list">
        {accounts.map(({ account_id, payroll_provider, status, created_at, submissions }) => (
          <li key={account_id}>
            <p className="name-and-badge">
              <strong className="mine-name">{nameOf(payroll_provider)}</strong>
              <span className={`badge ${status === 'AUTHORISED' ? '' : 'badge-ended'}`}>
                {t.mine.accountStatus[status]}
              </span>
            </p>
            <p className="quiet small">
              {say(t.mine.connectedOn, { date: moment(created_at) })}
              {submissions > 0 && ` · ${plural(countWords(payroll_provider), submissions)}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Documents({ documents }: Pick<JourneyShared, 'documents'>) {
  const { t, say, plural, moment } = useTexts()
  if (documents.length === 0) return null
  return (
    <section className="stack-close">
      <h2>{t.mine.documents}</h2>
      <ul className="mine-list">
        {documents.map(({ id, type, file_name, created_at, pages }) => (
          <li key={id}>
            <p className="mine-name">
              <strong>{file_name}</strong>
            </p>
            <p className="quiet small">
              {`${t.mine[type]} · ${plural(t.mine.pages, pages)} · ${say(t.mine.addedOn, { date: moment(created_at) })}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Also({ shared: { tax_years, notes } }: { shared: JourneyShared }) {
  const { t, plural } = useTexts()
  const words = [
    ...(tax_years > 0 ? [plural(t.mine.taxYears, tax_years)] : []),
    ...(notes > 0 ? [plural(t.mine.notes, notes)] : []),
  ]
  if (words.length === 0) return null
  return (
    <section className="stack-close">
      <h2>{t.mine.also}</h2>
      <ul className="mine-list">
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  )
}
