import type { User } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { shortened } from '../../ui/short-id.tsx'
import { api } from '../api.ts'
import { PageFrame } from '../page-frame.tsx'
import { Shown } from '../query-state.tsx'
import { type ConsoleRole, useMember } from '../session.ts'

/** Sections of a user, each with its own page and address. */
const sections: { path: string; label: string; least?: ConsoleRole }[] = [
  { path: '/users/$user_id', label: 'Timeline' },
  { path: '/users/$user_id/connections', label: 'Connections' },
  { path: '/users/$user_id/income', label: 'Income', least: 'FullMember' },
  { path: '/users/$user_id/payslips', label: 'Payslips', least: 'FullMember' },
  { path: '/users/$user_id/statements', label: 'Bank statements', least: 'FullMember' },
  { path: '/users/$user_id/tax', label: 'Tax years', least: 'FullMember' },
  { path: '/users/$user_id/expenditure', label: 'Expenditure', least: 'FullMember' },
  { path: '/users/$user_id/documents', label: 'Documents' },
  { path: '/users/$user_id/notes', label: 'Notes', least: 'FullMember' },
]

export const useUserId = () => (useParams({ strict: false }) as { user_id: string }).user_id

/** The name, or the id for Support, who cannot see names. */
export const nameOf = ({ forename, surname, user_id }: User) =>
  [forename, surname].filter(Boolean).join(' ') || shortened(user_id)

type Props = { actions?: ReactNode; children: (user: User) => ReactNode }

/** Frame of every page about a user: name and section tabs. */
export function UserFrame({ actions, children }: Props) {
  const user_id = useUserId()
  const member = useMember()
  const user = useQuery({
    queryKey: ['users', user_id],
    queryFn: ({ signal }) => api.users.get(user_id, { signal }),
  })
  const reference = user.data?.ext_id
  const tabs = useRef<HTMLElement>(null)
  // On a phone only some tabs fit.
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
            <Link
              to="/users/$user_id/connect"
              params={{ user_id } as never}
              className="button button-primary"
            >
              <span className="button-text">Connect</span>
            </Link>
          )}
        </>
      }
    >
      <nav ref={tabs} className="tabs" aria-label="About this user">
        {sections
          .filter(({ least }) => !least || member.may(least))
          .map(({ path, label }) => (
            <Link
              key={path}
              to={path}
              params={{ user_id } as never}
              activeOptions={{ exact: path === '/users/$user_id', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {label}
            </Link>
          ))}
      </nav>
      <Shown query={user}>{children}</Shown>
    </PageFrame>
  )
}
