import type { User } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api, useCursorList, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable } from '../query-state.tsx'
import { BulkInviteDialog } from '../reviews/bulk-invite-dialog.tsx'
import { ExportButton } from '../reviews/export-button.tsx'
import { Filters, type QueueFilters } from '../reviews/queue-filters.tsx'
import { type QueueSort, queryOf } from '../reviews/queue-query.ts'
import { QueueTable } from '../reviews/queue-table.tsx'
import { SavedViewBar, viewQuery } from '../reviews/saved-views.tsx'
import { useMember } from '../session.ts'
import { RegisterDialog } from '../users/register-dialog.tsx'
import { nameOf } from '../users/user-frame.tsx'
import '../reviews/reviews.css'
import '../users/users.css'

const route = getRouteApi('/inside/users')

export function Page() {
  const [search, setFilters] = useFilters(route.useSearch())
  const { page = 1, cursor, ...filters } = search
  const [open, setOpen] = useState<'register' | 'bulk'>()
  const { may, id } = useMember()
  const seesPeople = may('FullMember', 'Underwriter')
  const current = viewQuery(filters)
  const onClose = () => setOpen(undefined)
  return (
    <PageFrame
      title="Users"
      lead="Everyone you’ve asked to share income, with the status of each review."
      actions={
        <>
          {seesPeople && !filters.recurring && <ExportButton query={queryOf(filters, id)} />}
          {may('FullMember') && (
            <>
              <Button kind="secondary" onClick={() => setOpen('bulk')}>
                Invite by CSV
              </Button>
              <Button onClick={() => setOpen('register')}>Register a user</Button>
            </>
          )}
        </>
      }
    >
      <SavedViewBar current={current} seesPeople={seesPeople} />
      <Filters key={current} filters={filters} seesPeople={seesPeople} onChange={setFilters} />
      <div className="panel panel-close">
        {filters.recurring ? (
          <RecurringList
            recurring={filters.recurring}
            page={page}
            onPage={(next) => setFilters({ page: next })}
          />
        ) : (
          <Queue filters={filters} cursor={cursor} setFilters={setFilters} />
        )}
      </div>
      {open === 'register' && <RegisterDialog onClose={onClose} />}
      {open === 'bulk' && <BulkInviteDialog onClose={onClose} />}
    </PageFrame>
  )
}

type QueueProps = {
  filters: QueueFilters & QueueSort
  cursor: string | undefined
  setFilters: (changes: QueueFilters & QueueSort & { cursor?: string | undefined }) => void
}

function Queue({ filters, cursor, setFilters }: QueueProps) {
  const { id, may } = useMember()
  const query = queryOf(filters, id)
  const list = useCursorList({
    key: ['reviews', query],
    cursor,
    load: (page, options) => api.reviews.list({ ...query, ...page }, options).first(),
  })
  const isFiltered = Object.keys(query).some((name) => name !== 'sort' && name !== 'direction')
  return (
    <QueueTable
      list={list}
      sorting={filters}
      onSort={setFilters}
      onCursor={(next) => setFilters({ cursor: next })}
      empty={
        isFiltered ? (
          <NoMatches search={filters.search} />
        ) : (
          <Empty title="No users yet">
            <p>
              {may('FullMember')
                ? 'Register a person here, or with POST /users.'
                : 'Your team has not registered anyone.'}
            </p>
          </Empty>
        )
      }
    />
  )
}

const NoMatches = ({ search }: { search: string | undefined }) => (
  <Empty title="No matches">
    <p>
      {search
        ? 'Enter at least the first three letters of a name or reference.'
        : 'No user matches these filters.'}
    </p>
  </Empty>
)

type RecurringProps = { recurring: 'on' | 'off'; page: number; onPage: (page: number) => void }

/** Users by whether recurring checks are on for them. */
function RecurringList({ recurring, page, onPage }: RecurringProps) {
  const list = useOffsetList({
    key: ['users', 'list', { recurring }],
    page,
    load: (query, options) =>
      api.users.listRecurring({ ...query, recurring_enabled: recurring === 'on' }, options).first(),
  })
  return (
    <OffsetTable
      list={list}
      onPage={onPage}
      caption="Users"
      rowsOf={({ users }) => users}
      keyOf={({ user_id }) => user_id}
      empty={<Empty title={`No users have recurring checks ${recurring}`} />}
      columns={[
        {
          title: 'Name',
          cell: (user: User) => (
            <Link to="/users/$user_id" params={{ user_id: user.user_id }}>
              {nameOf(user)}
            </Link>
          ),
        },
        { title: 'Registered', cell: ({ created_at }) => dayOf(created_at) },
      ]}
    />
  )
}
