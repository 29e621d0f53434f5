import type { Account, AccountHistory } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf, timeOf } from '../../ui/format.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { api, pageSize } from '../api.ts'
import { useProviderNames } from '../providers/names.ts'
import { QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { AcceptIdentity } from './accept-identity.tsx'
import { accountStates, reasonOf } from './account-labels.ts'
import { IdentityMatch } from './identity-match.tsx'
import { useUserId } from './user-frame.tsx'

type Props = { account: Account; onDelete: () => void }

/** Shows one provider account: status, reason and history. */
export function AccountCard({ account, onDelete }: Props) {
  const { account_id, payroll_provider, user_name, status, created_at, mfa_enabled, latest_pay_date } =
    account
  const [isOpen, setOpen] = useState(false)
  const { may } = useMember()
  const name = useProviderNames()(payroll_provider)
  const { tone, words } = accountStates[status]
  // The history, which has the reason for a failure, is loaded only if the card is open or the account is not
  // authorised.
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
          ...(may('FullMember', 'Underwriter') ? [{ name: 'Login', value: user_name }] : []),
          { name: 'Account', value: <ShortId id={account_id} what="the account" /> },
          { name: 'Created', value: <Time at={created_at} /> },
          { name: 'Second factor', value: mfa_enabled ? 'Required' : 'None' },
          { name: 'Latest pay date', value: latest_pay_date && dayOf(latest_pay_date) },
          { name: 'Retrieval', value: <Retrieval retrieval={account.retrieval} /> },
          {
            name: 'Identity',
            value: (
              <span className="badges">
                <IdentityMatch match={account.identity_match} acceptedAt={account.identity_accepted_at} />
                {account.identity_match === 'none' && !account.identity_accepted_at && (
                  <AcceptIdentity account_id={account_id} />
                )}
              </span>
            ),
          },
        ]}
      />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>History</summary>
        {isOpen && <QueryState query={history}>{(page) => <Moves page={page} />}</QueryState>}
      </details>
    </article>
  )
}

const retrievalStates: Record<Account['retrieval']['state'], string> = {
  pending: 'Not started',
  running: 'Running',
  retrying: 'Failed, retrying',
  done: 'Done',
  failed: 'Failed',
}

function Retrieval({ retrieval }: Pick<Account, 'retrieval'>) {
  const { state, reason, next_attempt_at } = retrieval
  return (
    <>
      {retrievalStates[state]}
      {reason && `: ${reasonOf(reason)}`}
      {next_attempt_at && `. Next attempt: ${timeOf(next_attempt_at)}`}
    </>
  )
}

function WhatToDo({ status, reason }: { status: Account['status']; reason: string | undefined }) {
  const user_id = useUserId()
  const { may } = useMember()
  return (
    <p>
      {reason && `${reasonOf(reason)}. `}
      {status === 'PENDING' ? (
        'Waiting for the person.'
      ) : (
        <>
          The person can reconnect in the journey.{' '}
          {may('FullMember') && (
            <Link to="/users/$user_id/connect" params={{ user_id }}>
              Create a link
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
      caption="Account history, newest first"
      rows={history}
      keyOf={({ at, status, reason }) => `${at} ${status} ${reason}`}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} seconds /> },
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
