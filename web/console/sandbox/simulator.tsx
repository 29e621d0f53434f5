import type { SandboxPersonDetails } from '@payproof/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Clock } from '../../ui/time.tsx'
import { api, queries } from '../api.ts'
import { Progress } from '../connect/progress.tsx'
import { type SentLink, sentOf } from '../connect/sent.ts'
import { useProviderNames } from '../providers/names.ts'
import { Problem, QueryState } from '../query-state.tsx'
import { describeEvent } from '../users/timeline-text.ts'
import { newReference, registerPerson } from './register-person.ts'

type Started = { user_id: string; link: string; sent: SentLink }

async function start(person: SandboxPersonDetails): Promise<Started> {
  const { user_id } = await registerPerson(person, newReference())
  const made = await api.userTokens.create({ user_id })
  void queries.invalidateQueries({ queryKey: ['users'] })
  void queries.invalidateQueries({ queryKey: ['reviews'] })
  return { user_id, link: made.webapp_link, sent: sentOf(made) }
}

/** Registers the person as a new user, opens the journey in a tab, and shows live what happens. */
export function Simulator({ person }: { person: SandboxPersonDetails }) {
  const starting = useMutation({ mutationFn: () => start(person) })
  const { data: started, error, isPending } = starting
  return (
    <section className="panel" aria-labelledby="simulator">
      <h2 id="simulator">Try the journey</h2>
      <p className="quiet">
        Registers {person.identity.forename} as a new user and creates a link. Open it, sign in with the
        details above, and see here what your system would see.
      </p>
      {error && <Problem error={error} />}
      <div className="actions">
        <Button kind={started ? 'secondary' : 'primary'} busy={isPending} onClick={() => starting.mutate()}>
          {started ? 'Start again' : `Start as ${person.identity.forename}`}
        </Button>
        {started && (
          <a className="button button-primary" href={started.link} target="_blank" rel="noreferrer">
            Open the journey
          </a>
        )}
      </div>
      {started && (
        <div className="side-by-side" key={started.user_id}>
          <Progress user_id={started.user_id} sent={started.sent} />
          <LiveTimeline user_id={started.user_id} />
        </div>
      )}
    </section>
  )
}

const liveIntervalMs = 2_000
const shownEvents = 20

/** The newest events about a user, polled while the page is visible. */
function LiveTimeline({ user_id }: { user_id: string }) {
  const provider = useProviderNames()
  const timeline = useQuery({
    queryKey: ['users', user_id, 'live-timeline'],
    queryFn: ({ signal }) => api.users.listTimeline(user_id, { limit: shownEvents }, { signal }).first(),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : liveIntervalMs),
  })
  return (
    <section className="panel" aria-labelledby="live">
      <h2 id="live">Live events</h2>
      <QueryState query={timeline}>
        {({ timeline: events }) => (
          <ol className="live-events" aria-live="polite">
            {events.map((event) => (
              <li key={`${event.at} ${event.kind} ${event.id}`}>
                <Clock at={event.at} />
                <span>{describeEvent(event, { provider }).words}</span>
              </li>
            ))}
          </ol>
        )}
      </QueryState>
      <p className="small">
        <Link to="/users/$user_id" params={{ user_id }}>
          See the user
        </Link>
        {' · '}
        <Link to="/events" search={{ user_id }}>
          See their webhook events
        </Link>
      </p>
    </section>
  )
}
