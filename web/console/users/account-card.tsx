import type { Account, AccountHistory } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf, momentOf, timeOf } from '../../ui/format.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { api, pageSize } from '../api.ts'
import { useProviderNames } from '../providers/names.ts'
import { Shown } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { accountStates, reasonOf } from './account-labels.ts'
import { useUserId } from './user-frame.tsx'

type Props = { account: Account; onDelete: () => void }

/** One provider account: status, reason and history. */
export function AccountCard({ account, onDelete }: Props) {
  const { account_id, payroll_provider, user_name, status, created_at, mfa_enabled, latest_pay_date } =
    account
  const [isOpen, setOpen] = useState(false)
  const { may } = useMember()
  const name = useProviderNames()(payroll_provider)
  const { tone, words } = accountStates[status]
  // A working account needs no reason.
  const history = useQuery({
    queryKey: ['accounts', account_id, 'history'],
    queryFn: ({ signal }) => api.accounts.getHistory(account_id, { limit: pageSize }, { signal }).first(),
    enabled: isOpen || status !== 'AUTHORISED',
  })
  const [latest] = history.data?.history ?? []
  return (
    <article className="panel account" aria-label={`Account at ${name}`}>
      <div className="account-top">
        <div className="account-name">
          <h3>{name}</h3>
          <Badge tone={tone}>{words}</Badge>
        </div>
        {may('FullMember') && (
          <Button kind="quiet" onClick={onDelete} aria-label={`Delete the account at ${name}`}>
            Delete
          </Button>
        )}
      </div>
      {status !== 'AUTHORISED' && <WhatToDo status={status} reason={latest?.reason} />}
      <Facts
        facts={[
          ...(may('FullMember') ? [{ name: 'Login', value: user_name }] : []),
          { name: 'Account', value: <ShortId id={account_id} what="the account" /> },
          { name: 'Made', value: timeOf(created_at) },
          { name: 'Second step', value: mfa_enabled ? 'Asked for' : 'None' },
          { name: 'Latest pay date', value: latest_pay_date && dayOf(latest_pay_date) },
        ]}
      />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>History</summary>
        {isOpen && <Shown query={history}>{(page) => <Moves page={page} />}</Shown>}
      </details>
    </article>
  )
}

function WhatToDo({ status, reason }: { status: Account['status']; reason: string | undefined }) {
  const user_id = useUserId()
  const { may } = useMember()
  return (
    <p>
      {reason && `${reasonOf(reason)}. `}
      {status === 'PENDING' ? (
        'It waits for the person.'
      ) : (
        <>
          The person can reconnect in the journey.{' '}
          {may('FullMember') && (
            <Link to="/users/$user_id/connect" params={{ user_id } as never}>
              Make a link
            </Link>
          )}
        </>
      )}
    </p>
  )
}

const Moves = ({ page: { pagination, history } }: { page: AccountHistory }) => (
  <>
    <DataTable
      caption="Moves of the account, the newest first"
      rows={history}
      keyOf={({ at, status, reason }) => `${at} ${status} ${reason}`}
      columns={[
        { title: 'When', cell: ({ at }) => momentOf(at) },
        {
          title: 'State',
          cell: ({ status }) => <span className="nowrap">{accountStates[status].words}</span>,
        },
        { title: 'Why', cell: ({ reason }) => reasonOf(reason) },
      ]}
    />
    {pagination.total_count > history.length && (
      <p className="quiet small">
        The newest {history.length} of {pagination.total_count}.
      </p>
    )}
  </>
)
