import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { text, useFilters } from '../filters.ts'
import { OffsetTable } from '../query-state.tsx'
import { SandboxFrame } from '../sandbox/frame.tsx'
import { TestDataDialog } from '../sandbox/test-data-dialog.tsx'

const route = getRouteApi('/inside/sandbox')

export function Page() {
  const [{ page = 1, search }, setFilters] = useFilters(route.useSearch())
  const [isMaking, setMaking] = useState(false)
  const list = useOffsetList({
    key: ['sandbox', 'people', search],
    page,
    load: (query, options) =>
      api.sandbox.listPeople({ ...query, ...(search && { search }) }, options).first(),
  })
  return (
    <SandboxFrame actions={<Button onClick={() => setMaking(true)}>Create test users</Button>}>
      {isMaking && <TestDataDialog onClose={() => setMaking(false)} />}
      <form
        key={search}
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget).get('search')
          setFilters({ search: text(String(given ?? '')) })
        }}
      >
        <Field
          label="Name, user name or scenario"
          name="search"
          type="search"
          placeholder="weekly, bonus, two jobs"
          defaultValue={search ?? ''}
        />
        <Button type="submit" kind="secondary">
          Search
        </Button>
        {search && (
          <Button kind="quiet" onClick={() => setFilters({ search: undefined })}>
            Clear
          </Button>
        )}
      </form>
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Sandbox people"
          rowsOf={({ people }) => people}
          keyOf={({ user_name }) => user_name}
          empty={
            <Empty title="No matches">You can also use person.1, person.2 and so on as user names.</Empty>
          }
          columns={[
            {
              title: 'Name',
              phone: 'lead',
              cell: ({ user_name, name }) => (
                <Link to="/sandbox/people/$user_name" params={{ user_name }}>
                  {name}
                </Link>
              ),
            },
            { title: 'Scenario', phone: 'line', cell: ({ about }) => about },
            {
              title: 'User name',
              phone: 'line',
              cell: ({ user_name }) => <code className="nowrap">{user_name}</code>,
            },
          ]}
        />
      </div>
    </SandboxFrame>
  )
}
