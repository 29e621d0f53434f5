import type { User } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { dayOf } from '../../ui/format.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { oneOf, text, useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { FlagBadges, useFlags } from '../users/flags.tsx'
import { RegisterDialog } from '../users/register-dialog.tsx'
import { nameOf } from '../users/user-frame.tsx'
import '../users/users.css'

const route = getRouteApi('/inside/users')

export function Page() {
  const [filters, setFilters] = useFilters(route.useSearch())
  const { page = 1, search, recurring } = filters
  const [isRegistering, setRegistering] = useState(false)
  const { may } = useMember()
  const seesPeople = may('FullMember', 'Underwriter')
  const list = useOffsetList({
    key: ['users', 'list', { search, recurring }],
    page,
    load: (query, options) =>
      recurring
        ? api.users.listRecurring({ ...query, recurring_enabled: recurring === 'on' }, options).first()
        : api.users.list({ ...query, ...(search && { search }) }, options).first(),
  })
  const flags = useFlags(list.query.data?.users.map(({ user_id }) => user_id) ?? [])

  return (
    <PageFrame
      title="Users"
      lead="Everyone you’ve asked for income, newest first."
      actions={may('FullMember') && <Button onClick={() => setRegistering(true)}>Register a user</Button>}
    >
      <Filters
        key={`${search} ${recurring}`}
        search={search}
        recurring={recurring}
        seesPeople={seesPeople}
        onSearch={(next) => setFilters({ search: next, recurring: undefined })}
        onRecurring={(next) => setFilters({ search: undefined, recurring: next })}
      />
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Users"
          rowsOf={({ users }) => users}
          keyOf={({ user_id }) => user_id}
          empty={<NoUsers search={search} recurring={recurring} seesPeople={seesPeople} />}
          columns={[
            {
              title: seesPeople ? 'Name' : 'User',
              cell: (user) => (
                <Link to="/users/$user_id" params={{ user_id: user.user_id }}>
                  {nameOf(user)}
                </Link>
              ),
            },
            ...(seesPeople ? personal : []),
            { title: 'To check', cell: ({ user_id }) => <FlagBadges flags={flags.get(user_id) ?? []} /> },
            { title: 'Registered', cell: ({ created_at }) => dayOf(created_at) },
            {
              title: 'History requested',
              cell: ({ payroll_period_months: months }) =>
                months ? `${months} ${months === 1 ? 'month' : 'months'}` : '—',
            },
            {
              title: 'Actions',
              quiet: true,
              align: 'end',
              cell: (user) =>
                may('FullMember') && (
                  <Link to="/users/$user_id/connect" params={{ user_id: user.user_id }}>
                    Connect<span className="visually-hidden"> {nameOf(user)}</span>
                  </Link>
                ),
            },
          ]}
        />
      </div>
      {isRegistering && <RegisterDialog onClose={() => setRegistering(false)} />}
    </PageFrame>
  )
}

/** Columns for Support, who see ids instead of names. */
const personal: TableColumn<User>[] = [
  { title: 'Your reference', cell: ({ ext_id }) => ext_id ?? '—' },
  { title: 'Id', cell: ({ user_id }) => <ShortId id={user_id} what="the user" /> },
]

type UserFilters = { search: string | undefined; recurring: 'on' | 'off' | undefined; seesPeople: boolean }
type FilterProps = UserFilters & {
  onSearch: (text: string | undefined) => void
  onRecurring: (choice: UserFilters['recurring']) => void
}

/**
 * Filters of the user list. The API either searches for one user or lists users by their recurring checks, not both.
 */
function Filters({ search, recurring, seesPeople, onSearch, onRecurring }: FilterProps) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSearch(text(String(new FormData(event.currentTarget).get('search') ?? '')))
  }
  return (
    <form className="filters users-filters" onSubmit={onSubmit}>
      <Field
        label="Find a user"
        name="search"
        type="search"
        autoComplete="off"
        defaultValue={search}
        hint={
          seesPeople
            ? 'By your reference, id, surname, or forename and surname, in full.'
            : 'By reference or id, in full. Your role does not find people by their names.'
        }
      />
      <div className="actions">
        <Button type="submit" kind="secondary">
          Find
        </Button>
        {search && (
          <Button kind="quiet" onClick={() => onSearch(undefined)}>
            Clear
          </Button>
        )}
      </div>
      <SelectField
        label="Recurring checks"
        value={recurring ?? ''}
        onChange={({ target }) => onRecurring(oneOf('on', 'off')(target.value))}
        options={[
          { value: '', label: 'Everybody' },
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
      />
    </form>
  )
}

function NoUsers({ search, recurring, seesPeople }: UserFilters) {
  if (search)
    return (
      <Empty title="No matches">
        <p>Search matches whole names, references or ids only.</p>
      </Empty>
    )
  if (recurring) return <Empty title={`Recurring checks are ${recurring} for nobody`} />
  return (
    <Empty title="No users yet">
      <p>
        {seesPeople ? 'Register somebody here, or with POST /users.' : 'Your team has registered nobody.'}
      </p>
    </Empty>
  )
}
