import type { TimelineEvent } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Choice } from '../../ui/choice.tsx'
import { dayOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { Clock } from '../../ui/time.tsx'
import { api, useCursorList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { useProviderNames } from '../providers/names.ts'
import { CursorRows } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { describeEvent, type EventLink } from '../users/timeline-text.ts'
import { UserFrame, useUserId } from '../users/user-frame.tsx'
import '../users/users.css'

const choices = [
  { value: 'data', label: 'Without webhooks' },
  { value: 'all', label: 'All events' },
] as const

const route = getRouteApi('/inside/users/$user_id/timeline')

export function Page() {
  return <UserFrame>{() => <Timeline />}</UserFrame>
}

function Timeline() {
  const user_id = useUserId()
  const [{ cursor, show }, setFilters] = useFilters(route.useSearch())
  const list = useCursorList({
    key: ['users', user_id, 'timeline'],
    cursor,
    load: (query, options) => api.users.listTimeline(user_id, query, options).first(),
  })
  const isShown = ({ kind }: TimelineEvent) => show === 'all' || !kind.startsWith('delivery.')
  return (
    <section className="panel panel-close timeline" aria-labelledby="timeline">
      <div className="panel-top">
        <h2 id="timeline">Timeline</h2>
        <Choice
          label="Events to show"
          options={choices}
          value={show ?? 'data'}
          onChange={(value) => setFilters({ show: value === 'all' ? 'all' : undefined })}
        />
      </div>
      <CursorRows
        list={list}
        onCursor={(next) => setFilters({ cursor: next })}
        rowsOf={({ timeline }) => timeline}
        isShown={isShown}
        empty={<Empty title="Nothing has happened yet" />}
      >
        {(events, stale) => (
          <div aria-busy={stale || undefined}>
            {byDay(events).map(([day, own]) => (
              <section key={day} aria-label={day}>
                <h3>{day}</h3>
                <ol>
                  {own.map((event) => (
                    <TimelineItem key={`${event.at} ${event.kind} ${event.id}`} event={event} />
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

function TimelineItem({ event }: { event: TimelineEvent }) {
  const user_id = useUserId()
  const provider = useProviderNames()
  const { may } = useMember()
  const { words, more, by, link } = describeEvent(event, { provider })
  return (
    <li>
      <Clock at={event.at} />
      <div className="two-lines">
        <span>
          {words} {by && <span className="quiet">{by}</span>}
        </span>
        {more && <span className="quiet small">{more}</span>}
      </div>
      {link && (!('isPersonal' in link) || may('FullMember', 'Underwriter')) && (
        <MoreAbout link={link} user_id={user_id} />
      )}
    </li>
  )
}

function MoreAbout({ link, user_id }: { link: EventLink; user_id: string }) {
  if ('section' in link)
    return (
      <Link to={`/users/$user_id/${link.section}`} params={{ user_id }} className="small">
        {link.label}
      </Link>
    )
  if ('document_id' in link)
    return (
      <Link
        to="/users/$user_id/documents/$document_id"
        params={{ user_id, document_id: link.document_id }}
        className="small"
      >
        {link.label}
      </Link>
    )
  const { webhook_id, delivery_id, label } = link
  return (
    <Link
      to="/webhooks/$webhook_id/deliveries/$delivery_id"
      params={{ webhook_id, delivery_id }}
      className="small"
    >
      {label}
    </Link>
  )
}

/** Groups events by day, in their original order. */
function byDay(events: readonly TimelineEvent[]) {
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const day = dayOf(event.at)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
}
