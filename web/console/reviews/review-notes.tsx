import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { QueryState } from '../query-state.tsx'

const shownNotes = 20

/** Internal notes of the team, newest first, with a field for another one. */
export function ReviewNotes({ user_id, count }: { user_id: string; count: number }) {
  const [isWriting, setWriting] = useState(false)
  const notes = useQuery({
    queryKey: ['users', user_id, 'review', 'notes'],
    enabled: count > 0,
    queryFn: ({ signal }) => api.reviews.listNotes(user_id, { limit: shownNotes }, { signal }).first(),
  })
  async function onDone() {
    setWriting(false)
    await queries.invalidateQueries({ queryKey: ['users', user_id, 'review'] })
  }
  return (
    <section className="review-notes" aria-label="Internal notes">
      <h3>{count === 0 ? 'Internal notes' : `Internal notes (${count})`}</h3>
      {isWriting ? (
        <Form
          submit="Save note"
          send={({ text = '' }) => api.reviews.createNote(user_id, { text })}
          onDone={() => void onDone()}
          onCancel={() => setWriting(false)}
        >
          {(errorOf) => (
            <TextField
              label="Note"
              name="text"
              rows={3}
              maxLength={4000}
              required
              hint="Only your team sees it."
              error={errorOf('text')}
            />
          )}
        </Form>
      ) : (
        <div>
          <Button kind="secondary" onClick={() => setWriting(true)}>
            Add a note
          </Button>
        </div>
      )}
      {count > 0 && (
        <QueryState query={notes} lines={2}>
          {({ notes: listed }) => (
            <ul>
              {listed.map(({ note_id, text, created_at, author }) => (
                <li key={note_id}>
                  <p className="note-text">{text}</p>
                  <p className="quiet small">
                    {author.name ?? 'API'}, <Time at={created_at} />
                  </p>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      )}
    </section>
  )
}
