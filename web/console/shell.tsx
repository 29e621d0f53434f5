import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/notice.tsx'
import { queries } from './api.ts'
import { isSandbox } from './environment.ts'
import { useAskedToWait } from './overload-notice.ts'
import { type ConsolePage, groups, pages } from './pages.ts'
import { addressNow } from './places.ts'
import { endSession, isAtLeast, roleNames, type Session, sessionNow, useSession } from './session.ts'

/** Navigation entries visible to the signed-in member. */
export function visibleIn(all: readonly ConsolePage[], session: Session | undefined = sessionNow()) {
  const role = session?.member.role ?? 'Support'
  return all.filter(
    ({ nav, least = 'Support', sandboxOnly }) => nav && isAtLeast(role, least) && (isSandbox || !sandboxOnly),
  )
}

/**
 * Frame of every page: navigation and account menu. Redirects to the sign-in page and back without a session.
 */
export function Shell() {
  const session = useSession()
  const { navigate } = useRouter()
  useEffect(() => {
    if (!session) void navigate({ to: '/signin', search: { next: addressNow() } as never, replace: true })
  }, [session, navigate])
  if (!session) return null
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Side session={session} />
      <main id="main" tabIndex={-1}>
        <AskedToWait />
        <Outlet />
      </main>
    </div>
  )
}

function Side({ session }: { session: Session }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  return (
    <header className="side">
      <div className="side-top">
        <Link to="/" className="brand">
          <span className="brand-mark" aria-hidden="true" />
          Payproof
        </Link>
        {isSandbox && <Badge tone="note">Sandbox</Badge>}
        <button
          type="button"
          className="side-toggle"
          aria-expanded={isOpen}
          aria-controls="side-body"
          onClick={() => setOpenAt(isOpen ? undefined : pathname)}
        >
          Menu
        </button>
      </div>
      <div className="side-body" id="side-body" data-open={isOpen || undefined}>
        <Navigation session={session} />
        <Who session={session} />
      </div>
    </header>
  )
}

function Navigation({ session }: { session: Session }) {
  const visible = visibleIn(pages, session)
  return (
    <nav aria-label="Pages of the console">
      {groups.map((group) => {
        const own = visible.filter(({ nav }) => nav?.group === group)
        if (own.length === 0) return null
        return (
          <div key={group} className="nav-group">
            <p id={`nav-${group}`}>{group}</p>
            <ul aria-labelledby={`nav-${group}`}>
              {own.map(({ path, nav }) => (
                <li key={path}>
                  <Link to={path} activeProps={{ 'aria-current': 'page' }}>
                    {nav?.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function Who({ session: { member } }: { session: Session }) {
  return (
    <div className="who-am-i">
      <p className="who-name">{member.name || member.email}</p>
      <p className="who-email">{member.email}</p>
      <p className="who-foot">
        <Badge>{roleNames[member.role]}</Badge>
        <button
          type="button"
          className="link"
          onClick={() => {
            endSession()
            queries.clear()
          }}
        >
          Sign out
        </button>
      </p>
    </div>
  )
}

function AskedToWait() {
  const isAsked = useAskedToWait()
  return (
    <div role="status">
      {isAsked && (
        <Notice tone="warn">The service asks us to wait. We go on by ourselves in a moment.</Notice>
      )}
    </div>
  )
}
