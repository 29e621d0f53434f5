import type { User } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { shortened } from '../../ui/short-id.tsx'
import { api } from '../api.ts'
import { FindingsStrip } from '../income/findings-strip.tsx'
import { PageFrame } from '../page-frame.tsx'
import { canOpen } from '../pages.ts'
import { QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'

/** Sections of a user, each with its own page and URL. */
const sections = [
  { path: '/users/$user_id', label: 'Summary' },
  { path: '/users/$user_id/connections', label: 'Connections' },
  { path: '/users/$user_id/income', label: 'Income' },
  { path: '/users/$user_id/payslips', label: 'Payslips' },
  { path: '/users/$user_id/statements', label: 'Bank statements' },
  { path: '/users/$user_id/tax', label: 'Tax years' },
  { path: '/users/$user_id/expenditure', label: 'Expenditure' },
  { path: '/users/$user_id/documents', label: 'Documents' },
  { path: '/users/$user_id/notes', label: 'Notes' },
  { path: '/users/$user_id/timeline', label: 'Timeline' },
] as const

const route = getRouteApi('/inside/users/$user_id')

export const useUserId = () => route.useParams().user_id

/** Returns the name, or the id for Support, who cannot see names. */
export const nameOf = ({ forename, surname, user_id }: User) =>
  [forename, surname].filter(Boolean).join(' ') || shortened(user_id)

type Props = {
  actions?: ReactNode
  /** Whether the page itself lists the findings. */
  listsFindings?: boolean
  children: (user: User) => ReactNode
}

/** Frame of every page about a user, with name and section tabs. */
export function UserFrame({ actions, listsFindings = false, children }: Props) {
  const user_id = useUserId()
  const member = useMember()
  const user = useQuery({
    queryKey: ['users', user_id],
    queryFn: ({ signal }) => api.users.get(user_id, { signal }),
  })
  const reference = user.data?.ext_id
  const tabs = useRef<HTMLElement>(null)
  // Not all tabs fit on a phone, so the current one is scrolled into view.
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <PageFrame
      title={user.data ? nameOf(user.data) : 'User'}
      lead={reference && `Your reference: ${reference}`}
      actions={
        <>
          {actions}
          {member.may('FullMember') && (
            <Link to="/users/$user_id/connect" params={{ user_id }} className="button button-primary">
              <span className="button-text">Connect</span>
            </Link>
          )}
        </>
      }
    >
      {!listsFindings && member.may('FullMember', 'Underwriter') && <FindingsStrip user_id={user_id} />}
      <nav ref={tabs} className="tabs" aria-label="About this user">
        {sections
          .filter(({ path }) => canOpen(member.role, path))
          .map(({ path, label }) => (
            <Link
              key={path}
              to={path}
              params={{ user_id }}
              activeOptions={{ exact: path === '/users/$user_id', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {label}
            </Link>
          ))}
      </nav>
      <QueryState query={user}>{children}</QueryState>
    </PageFrame>
  )
}
