import type { AuthorisationTerm } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { dayOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { shownTerm, useActiveTerms } from '../configuration/term.ts'
import { useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { categories, categoryNames, categoryOptions } from '../terms/categories.ts'
import { NewDialog } from '../terms/new-dialog.tsx'
import { ActiveSwitch } from '../terms/switch.tsx'

const every = { value: 'all', label: 'All' } as const

const route = getRouteApi('/inside/terms')

export function Page() {
  const [{ page = 1, category }, setFilters] = useFilters(route.useSearch())
  const [isAdding, setIsAdding] = useState(false)
  const { may } = useMember()
  const list = useOffsetList({
    key: ['terms', category],
    page,
    first: 0,
    load: (query, options) =>
      api.authorisations
        .listTerms({ ...query, ...(category && { authorisation_category: category }) }, options)
        .first(),
  })
  const active = useActiveTerms()
  const shown = new Set(categories.map((one) => shownTerm(active.data?.terms ?? [], one)?.id))
  return (
    <PageFrame
      title="Terms"
      lead="What people agree to before we collect any data. You can’t edit a published version; add a new one instead."
      actions={may('Admin') && <Button onClick={() => setIsAdding(true)}>New version</Button>}
    >
      <Choice
        label="What people agree to"
        options={[every, ...categoryOptions]}
        value={category ?? 'all'}
        onChange={(next) => setFilters({ category: next === 'all' ? undefined : next })}
      />
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Your terms"
          rowsOf={({ terms }) => terms}
          keyOf={({ id }) => id}
          empty={<Empty title="No terms of this kind yet" />}
          columns={[
            {
              title: 'Name',
              cell: ({ id, name }) => (
                <Link to="/terms/$term_id" params={{ term_id: id }}>
                  {name}
                </Link>
              ),
            },
            { title: 'Kind of consent', cell: (term) => categoryNames[term.authorisation_category] },
            { title: 'Version', align: 'end', cell: (term) => term.authorisation_version },
            { title: 'Written by', cell: ({ is_system_term }) => (is_system_term ? 'Payproof' : 'You') },
            { title: 'State', cell: (term) => <State term={term} isShown={shown.has(term.id)} /> },
            { title: 'Added', cell: ({ created_at }) => dayOf(created_at) },
            {
              title: 'Actions',
              quiet: true,
              align: 'end',
              cell: (term) => may('Admin') && !term.is_system_term && <ActiveSwitch term={term} />,
            },
          ]}
        />
      </div>
      {isAdding && <NewDialog onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}

/** Shows the status of a term; `isShown` marks the active term that people are asked to accept. */
function State({ term: { is_active }, isShown }: { term: AuthorisationTerm; isShown: boolean }) {
  if (isShown) return <Badge tone="good">Shown to people</Badge>
  return is_active ? <Badge tone="note">Active</Badge> : <Badge>Off</Badge>
}
