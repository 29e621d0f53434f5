import type { Account } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Pager } from '../../ui/pager.tsx'
import { Empty } from '../../ui/states.tsx'
import { api, pageSize, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { AccountCard } from '../users/account-card.tsx'
import { Consents } from '../users/consents.tsx'
import { DeleteAccountDialog } from '../users/delete-account-dialog.tsx'
import { FailedLogins } from '../users/failed-logins.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'
import '../users/users.css'

const route = getRouteApi('/inside/users/$user_id/connections')

export function Page() {
  const [{ page = 1, consents = 1 }, setFilters] = useFilters(route.useSearch())
  return (
    <UserFrame>
      {() => (
        <>
          <section className="stack" aria-labelledby="accounts">
            <h2 id="accounts">Accounts</h2>
            <Accounts page={page} onPage={(next) => setFilters({ page: next, consents })} />
          </section>
          <FailedLogins />
          <section className="stack" aria-labelledby="consents">
            <h2 id="consents">Consents</h2>
            <Consents page={consents} onPage={(next) => setFilters({ page, consents: next })} />
          </section>
        </>
      )}
    </UserFrame>
  )
}

function Accounts({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const user_id = useUserId()
  const [doomed, setDoomed] = useState<Account>()
  const { query, total } = useOffsetList({
    key: ['accounts', user_id],
    page,
    load: (query, options) => api.accounts.list({ user_id, ...query }, options).first(),
  })
  return (
    <QueryState query={query}>
      {({ accounts }) =>
        total === 0 ? (
          <NoAccount />
        ) : (
          <>
            <div className="accounts">
              {accounts.map((account) => (
                <AccountCard key={account.account_id} account={account} onDelete={() => setDoomed(account)} />
              ))}
            </div>
            {total > pageSize && <Pager page={page} total={total} onPage={onPage} size={pageSize} />}
            {doomed && <DeleteAccountDialog account={doomed} onClose={() => setDoomed(undefined)} />}
          </>
        )
      }
    </QueryState>
  )
}

function NoAccount() {
  const user_id = useUserId()
  const { may } = useMember()
  return (
    <Empty title="Nothing is connected yet">
      {may('FullMember') && (
        <p>
          <Link to="/users/$user_id/connect" params={{ user_id }}>
            Create a journey link
          </Link>{' '}
          for the person.
        </p>
      )}
    </Empty>
  )
}
