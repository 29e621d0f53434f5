import type { ApiKey } from '@payproof/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api, useOffsetList } from '../api.ts'
import { CreateDialog } from '../api-keys/create-dialog.tsx'
import { RevokeDialog } from '../api-keys/revoke-dialog.tsx'
import { useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable } from '../query-state.tsx'
import { useMember } from '../session.ts'

const route = getRouteApi('/inside/api-keys')

export function Page() {
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const [doing, setDoing] = useState<'create' | ApiKey>()
  const { may } = useMember()
  const list = useOffsetList({
    key: ['api-keys'],
    page,
    load: (query, options) => api.apiKeys.list(query, options).first(),
  })
  const onClose = () => setDoing(undefined)
  const create = may('Admin', 'Developer') && (
    <Button onClick={() => setDoing('create')}>Create API key</Button>
  )
  return (
    <PageFrame
      title="API keys"
      lead={
        <>
          Your programs use these keys to call the API. We show a key once, when you create it. The{' '}
          <a href="/docs/reference/" target="_blank" rel="noreferrer">
            API reference
          </a>{' '}
          has samples for every operation.
        </>
      }
      actions={create}
    >
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="API keys"
          rowsOf={({ api_keys }) => api_keys}
          keyOf={({ id }) => id}
          empty={<Empty title="No API keys yet" action={create} />}
          columns={[
            { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
            {
              title: 'Key',
              cell: ({ prefix, last_four }) => (
                <code>
                  {prefix}…{last_four}
                </code>
              ),
            },
            { title: 'Scopes', cell: ({ scopes }) => scopes?.join(', ') ?? 'All' },
            { title: 'Addresses', cell: ({ addresses }) => addresses?.join(', ') ?? 'Any' },
            { title: 'Created', cell: ({ created_at }) => dayOf(created_at) },
            {
              title: 'Last used',
              cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'Never'),
            },
            { title: 'Expires', cell: ({ expires_at }) => <Ending at={expires_at} /> },
            {
              title: 'Actions',
              quiet: true,
              align: 'end',
              cell: (key) => (
                <button type="button" className="tool" onClick={() => setDoing(key)}>
                  Revoke<span className="visually-hidden"> {key.name}</span>
                </button>
              ),
            },
          ]}
        />
      </div>
      {doing === 'create' && <CreateDialog onClose={onClose} />}
      {typeof doing === 'object' && <RevokeDialog apiKey={doing} onClose={onClose} />}
    </PageFrame>
  )
}

function Ending({ at }: { at: string | null }) {
  if (!at) return 'Never'
  return Date.parse(at) <= Date.now() ? <Badge tone="bad">Expired {dayOf(at)}</Badge> : dayOf(at)
}
