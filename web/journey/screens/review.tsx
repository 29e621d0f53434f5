import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type FoundThing, foundThings } from '../found.ts'
import { useFindings, useJourney, useWatchedJourney } from '../journey.ts'
import { useProviderNames } from '../names.ts'
import { type About, NoteDialog } from '../note-dialog.tsx'
import { Problem } from '../problem.tsx'
import { Shown } from '../query-state.tsx'
import { go } from '../router/navigation.ts'
import { isReading } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'
import type { Note } from '../types.ts'

const lookMs = 4_000

/** Retrieved data field by field, each with a way to dispute it. */
export function Review() {
  const texts = useTexts()
  const { t, say } = texts
  const journey = useJourney()
  const reading = isReading(journey)
  useWatchedJourney(reading ? lookMs : 0)
  const { data, error } = useFindings(reading ? lookMs : 0)
  const nameOf = useProviderNames()
  const [about, setAbout] = useState<About>()
  const things = data ? foundThings(data, texts, nameOf) : []
  return (
    <Shown
      view="review"
      title={t.review.title}
      lead={say(t.review.lead, { client: journey.client.name })}
      actions={
        <Button onClick={() => go({ view: 'more' })}>
          {data?.notes.length || things.length === 0 ? t.review.confirmNotes : t.review.confirm}
        </Button>
      }
    >
      {!data && !error && <Skeleton lines={4} label={t.common.loading} />}
      <Problem error={error} />
      {data && things.length === 0 && (
        <Notice title={t.review.nothing}>{reading && <p>{t.review.nothingText}</p>}</Notice>
      )}
      {things.map((thing) => (
        <Thing
          key={`${thing.subject}-${thing.submissionId}`}
          thing={thing}
          notes={data?.notes ?? []}
          onWrong={setAbout}
        />
      ))}
      {reading && things.length > 0 && <Notice>{t.review.stillReading}</Notice>}
      {about && <NoteDialog about={about} onClose={() => setAbout(undefined)} />}
    </Shown>
  )
}

type ThingProps = { thing: FoundThing; notes: Note[]; onWrong: (about: About) => void }

function Thing({ thing, notes, onWrong }: ThingProps) {
  const { t, say } = useTexts()
  const { subject, submissionId, title, detail, fields } = thing
  const own = notes.filter((note) => note.subject === subject && note.submission_id === submissionId)
  return (
    <section className="card">
      <div>
        <h2>{title}</h2>
        {detail && <p className="quiet small">{detail}</p>}
      </div>
      <dl className="facts">
        {fields.map(({ field, name, value }) => (
          <div key={`${field}-${name}`} className="fact">
            <dt>{name}</dt>
            <dd>
              {value}
              {own
                .filter((note) => note.field === field)
                .map(({ id, text }) => (
                  <span key={id} className="fact-note">
                    {say(t.review.noteSaved, { text })}
                  </span>
                ))}
            </dd>
            <dd className="fact-action">
              <button
                type="button"
                className="text-button text-button-small"
                aria-label={say(t.review.wrongWith, { field: `${title}: ${name}` })}
                onClick={() => onWrong({ subject, submissionId, field, name, value })}
              >
                {t.review.wrong}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
