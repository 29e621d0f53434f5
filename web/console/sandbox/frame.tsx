import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageFrame } from '../page-frame.tsx'

/** Sections of the sandbox, each with its own page and URL. */
const pages = [
  { path: '/sandbox', label: 'People' },
  { path: '/sandbox/clock', label: 'Clock' },
  { path: '/sandbox/providers', label: 'Scenarios' },
  { path: '/sandbox/inbox', label: 'Inbox' },
] as const

type Props = { title?: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

export const SandboxFrame = ({ title = 'Sandbox', lead, actions, children }: Props) => (
  <PageFrame
    title={title}
    lead={lead ?? 'Invented people to test with. What you change here affects your client only.'}
    actions={actions}
  >
    <nav className="tabs" aria-label="Sandbox pages">
      {pages.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {label}
        </Link>
      ))}
    </nav>
    {children}
  </PageFrame>
)
