import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { FirstPassword } from './account/first-password.tsx'
import { RequiredFactor } from './account/required-factor.tsx'
import { StepUp } from './account/step-up-dialog.tsx'
import { isSandbox } from './environment.ts'
import { NavIcon } from './nav-icon.tsx'
import { useAskedToWait } from './overload-notice.ts'
import { groups } from './pages.ts'
import { CommandPalette, opensPalette } from './palette/command-palette.tsx'
import { currentPath } from './paths.ts'
import { roleNames } from './roles.ts'
import { type Session, useSession } from './session.ts'
import { signOut } from './sign-out.ts'
import { visibleEntries } from './visible-entries.ts'

/**
 * Frame of every page: navigation and account menu. Without a session, redirects to the sign-in page, which returns
 * here.
 */
export function Shell() {
  const session = useSession()
  const { navigate } = useRouter()
  useEffect(() => {
    if (!session) void navigate({ to: '/signin', search: { next: currentPath() }, replace: true })
  }, [session, navigate])
  if (!session) return null
  if (session.member.status === 'force_change_password')
    return (
      <>
        <FirstPassword session={session} />
        <StepUp />
      </>
    )
  if (session.mustSetUpFactor)
    return (
      <>
        <RequiredFactor session={session} />
        <StepUp />
      </>
    )
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
      <StepUp />
    </div>
  )
}

function Side({ session }: { session: Session }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!opensPalette(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <header className="side">
      <div className="side-top">
        <Link to="/" className="brand">
          <Mark />
          Payproof
        </Link>
        {isSandbox && <Badge tone="warn">Sandbox</Badge>}
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
        <div>
          <button
            type="button"
            className="palette-button"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => setPaletteOpen(true)}
          >
            <NavIcon name="search" />
            Go to…
            <kbd>Ctrl K</kbd>
          </button>
          <Navigation session={session} />
        </div>
        <Who session={session} />
      </div>
      {isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}
    </header>
  )
}

function Navigation({ session }: { session: Session }) {
  const visible = visibleEntries(session)
  return (
    <nav aria-label="Console pages">
      {groups.map((group) => {
        const own = visible.filter((entry) => entry.group === group)
        if (own.length === 0) return null
        return (
          <div key={group} className="nav-group">
            <p id={`nav-${group}`}>{group}</p>
            <ul aria-labelledby={`nav-${group}`}>
              {own.map(({ path, label, icon }) => (
                <li key={path}>
                  <Link to={path} activeProps={{ 'aria-current': 'page' }}>
                    <NavIcon name={icon} />
                    {label}
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
      <p className="who-name">
        <Link to="/account">{member.name || member.email}</Link>
      </p>
      <p className="who-email">{member.email}</p>
      <p className="who-foot">
        <Badge>{roleNames[member.role]}</Badge>
        <button type="button" className="link" onClick={() => void signOut().catch(() => {})}>
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
      {isAsked && <Notice tone="warn">The service is busy. The page will continue automatically.</Notice>}
    </div>
  )
}
