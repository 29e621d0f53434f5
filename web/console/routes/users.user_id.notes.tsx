import type { JourneyNote } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { wordsOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { OffsetTable } from '../query-state.tsx'
import { AnswerButton } from '../users/answer-note.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'
import '../users/users.css'

const route = getRouteApi('/inside/users/$user_id/notes')

export function Page() {
  return <UserFrame>{() => <Notes />}</UserFrame>
}

const about = {
  job: { path: '/users/$user_id/payslips', words: 'A job' },
  bank_account: { path: '/users/$user_id/statements', words: 'A bank account' },
  tax_year: { path: '/users/$user_id/tax', words: 'A tax year' },
} as const satisfies Record<JourneyNote['subject'], { path: string; words: string }>

function Notes() {
  const user_id = useUserId()
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const list = useOffsetList({
    key: ['users', user_id, 'notes'],
    page,
    load: (query, options) => api.journeys.listNotes(user_id, query, options).first(),
  })
  return (
    <>
      <p className="quiet">What the person said about their data. The data itself is not changed.</p>
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Notes about this user"
          rowsOf={({ notes }) => notes}
          keyOf={({ id }) => id}
          empty={
            <Empty title="No notes">
              <p>In the journey, a person can say that something is wrong.</p>
            </Empty>
          }
          columns={[
            { title: 'Note', cell: ({ text }) => <p className="note-text">{text}</p> },
            {
              title: 'About',
              cell: ({ subject, field }) => (
                <div className="two-lines">
                  <Link to={about[subject].path} params={{ user_id }}>
                    {about[subject].words}
                  </Link>
                  {field !== 'other' && <span className="quiet small">{wordsOf(field)}</span>}
                </div>
              ),
            },
            {
              title: 'Your answer',
              cell: (note) => (
                <div className="two-lines">
                  {note.answer && <p className="note-text">{note.answer.text}</p>}
                  <AnswerButton note={note} />
                </div>
              ),
            },
            { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      </div>
    </>
  )
}
