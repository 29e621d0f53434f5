import type { TimelineEvent } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { clockOf, dayOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api, useCursorList } from '../api.ts'
import { text, useFilters } from '../filters.ts'
import { useProviderNames } from '../providers/names.ts'
import { CursorRows } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { FactsPanel } from '../users/facts-panel.tsx'
import { tellEvent } from '../users/timeline-text.ts'
import { UserFrame, useUserId } from '../users/user-frame.tsx'
import '../users/users.css'

export function Page() {
  return (
    <UserFrame>
      {(user) => (
        <div className="user-page">
          <FactsPanel user={user} />
          <Timeline />
        </div>
      )}
    </UserFrame>
  )
}

function Timeline() {
  const user_id = useUserId()
  const [{ cursor }, setFilters] = useFilters({ cursor: text })
  const list = useCursorList({
    key: ['users', user_id, 'timeline'],
    cursor,
    load: (query, options) => api.users.listTimeline(user_id, query, options).first(),
  })
  return (
    <section className="panel panel-close timeline" aria-labelledby="timeline">
      <h2 id="timeline" className="visually-hidden">
        What happened
      </h2>
      <CursorRows
        list={list}
        onCursor={(next) => setFilters({ cursor: next })}
        rowsOf={({ timeline }) => timeline}
        empty={<Empty title="Nothing has happened yet" />}
      >
        {(events, stale) => (
          <div aria-busy={stale || undefined}>
            {byDay(events).map(([day, own]) => (
              <section key={day} aria-label={day}>
                <h3>{day}</h3>
                <ol>
                  {own.map((event) => (
                    <Happening key={`${event.at} ${event.kind} ${event.id}`} event={event} />
                  ))}
                </ol>
              </section>
            ))}
          </div>
        )}
      </CursorRows>
    </section>
  )
}

function Happening({ event }: { event: TimelineEvent }) {
  const user_id = useUserId()
  const provider = useProviderNames()
  const { may } = useMember()
  const { words, more, by, link } = tellEvent(event, { provider, user: `/users/${user_id}` })
  return (
    <li>
      <time dateTime={event.at} title={event.at}>
        {clockOf(event.at)}
      </time>
      <div className="two-lines">
        <span>
          {words} {by && <span className="quiet">{by}</span>}
        </span>
        {more && <span className="quiet small">{more}</span>}
      </div>
      {link && (!link.isPersonal || may('FullMember')) && (
        <Link to={link.to} className="small">
          {link.label}
        </Link>
      )}
    </li>
  )
}

/** Events grouped by day, in their original order. */
function byDay(events: readonly TimelineEvent[]) {
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const day = dayOf(event.at)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
}
