import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { useProviderNames } from '../providers/names.ts'
import { useMember } from '../session.ts'
import { reasonOf } from './account-labels.ts'
import { type FailedLogin, failedLoginsIn } from './failed-login-events.ts'
import { useUserId } from './user-frame.tsx'

/** Events of the timeline that are searched for failed logins. */
const maxEvents = 100
const maxCards = 4

/** Cards for logins that a provider refused, so that support can tell the person what to do. */
export function FailedLogins() {
  const user_id = useUserId()
  const timeline = useQuery({
    queryKey: ['users', user_id, 'timeline', 'failed logins'],
    queryFn: ({ signal }) => api.users.listTimeline(user_id, { limit: maxEvents }, { signal }).first(),
  })
  const logins = failedLoginsIn(timeline.data?.timeline ?? []).slice(0, maxCards)
  if (logins.length === 0) return null
  return (
    <section className="stack" aria-labelledby="failed-logins">
      <h2 id="failed-logins">Failed logins</h2>
      <div className="accounts">
        {logins.map((login) => (
          <FailedLoginCard key={`${login.provider} ${login.reason}`} login={login} />
        ))}
      </div>
    </section>
  )
}

function FailedLoginCard({ login: { provider, reason, at, count } }: { login: FailedLogin }) {
  const user_id = useUserId()
  const { may } = useMember()
  const name = useProviderNames()(provider)
  return (
    <article className="panel account" aria-label={`Failed login at ${name}`}>
      <div className="account-name">
        <h3>{name}</h3>
        <Badge tone="bad">Refused</Badge>
      </div>
      <p>
        {reasonOf(reason)}.{' '}
        <span className="quiet">
          {count > 1 && `${count} times, last on `}
          <Time at={at} />
        </span>
      </p>
      {may('FullMember') && (
        <p>
          <Link to="/users/$user_id/connect" params={{ user_id }}>
            Send the person a new link
          </Link>
        </p>
      )}
    </article>
  )
}
