import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { api, queries } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { safeRedirect } from '../paths.ts'
import { Problem } from '../query-state.tsx'
import { beginSession } from '../session.ts'

const refusals: Record<string, string> = {
  browser: 'The sign-in was started in another browser, or more than ten minutes ago. Start again.',
  provider: 'We could not reach the sign-in of your organisation. Try again, or ask an administrator.',
  response: 'The sign-in of your organisation was not completed. Start again.',
  email: 'Your organisation has not verified your email address. Ask an administrator.',
  member: 'You are not a member of this team, or you sign in with a password. Ask an administrator.',
  role: 'Your organisation has not given you a role here. Ask an administrator.',
}

const route = getRouteApi('/sso')

/** The page to which a single sign-on returns, with a session or with an error. */
export function SingleSignOnResult() {
  const { error } = route.useSearch()
  return error === undefined ? <OpenSession /> : <Refused reason={error} />
}

const Refused = ({ reason }: { reason: string }) => (
  <AuthLayout title="You are not signed in">
    <Notice tone="bad" alert>
      <p>{refusals[reason] ?? refusals.response}</p>
    </Notice>
    <p className="small">
      <Link to="/signin">Back to sign in</Link>
    </p>
  </AuthLayout>
)

function OpenSession() {
  const { history } = useRouter()
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => {
    api.members.getCurrentSession().then(
      (current) => {
        queries.clear()
        beginSession(current)
        history.replace(safeRedirect(undefined))
      },
      (error) => setProblem(error),
    )
  }, [history])
  return (
    <AuthLayout title="Signing you in">
      {problem !== undefined && <Problem error={problem} onRetry={() => location.reload()} />}
    </AuthLayout>
  )
}
