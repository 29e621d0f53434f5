import { useJourney } from './journey.ts'
import type { About } from './note-dialog.tsx'
import type { ReviewItem } from './review-items.ts'
import { useTexts } from './texts/index.ts'
import type { Note } from './types.ts'

type Props = { item: ReviewItem; notes: readonly Note[]; onWrong: (about: About) => void; level?: 2 | 3 }

/** One job, tax year or bank account with its values, each with a way to dispute it. */
export function ReviewCard({ item, notes, onWrong, level = 2 }: Props) {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const { subject, submissionId, title, detail, fields } = item
  const own = notes.filter((note) => note.subject === subject && note.submission_id === submissionId)
  return (
    <section className="card">
      <div>
        {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
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
                .map(({ id, text, answer }) => (
                  <span key={id} className="fact-note">
                    {say(t.review.noteSaved, { text })}
                    {answer && (
                      <span className="fact-answer">
                        {say(t.review.answered, { client: client.name, text: answer.text })}
                      </span>
                    )}
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
