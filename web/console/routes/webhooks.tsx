import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { CreateDialog } from '../webhooks/create-dialog.tsx'
import { eventName, WebhookState } from '../webhooks/labels.tsx'
import { statusOf } from '../webhooks/queries.ts'
import '../webhooks/webhooks.css'

const route = getRouteApi('/inside/webhooks')

export function Page() {
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const [isCreating, setCreating] = useState(false)
  const { may } = useMember()
  const list = useOffsetList({
    key: ['webhooks', 'list'],
    page,
    load: (query, options) => api.webhooks.list(query, options).first(),
  })
  const create = may('Admin', 'Developer') && <Button onClick={() => setCreating(true)}>Add a webhook</Button>
  return (
    <PageFrame
      title="Webhooks"
      lead="Your receivers, which are notified when a user has new data."
      actions={create}
    >
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Webhooks"
          rowsOf={({ webhooks }) => webhooks}
          keyOf={({ webhook_id }) => webhook_id}
          empty={
            <Empty title="No webhooks yet" action={create}>
              <p>Without one, your systems have to poll the API.</p>
            </Empty>
          }
          columns={[
            {
              title: 'Name',
              cell: ({ webhook_id, name }) => (
                <Link to="/webhooks/$webhook_id" params={{ webhook_id }}>
                  <strong>{name}</strong>
                </Link>
              ),
            },
            { title: 'State', cell: ({ webhook_id }) => <StateOf id={webhook_id} /> },
            { title: 'Address', cell: ({ url }) => <code>{url}</code> },
            { title: 'Events', cell: ({ events }) => events.map(eventName).join(', ') },
            { title: 'Added', cell: ({ created_at }) => <span className="nowrap">{dayOf(created_at)}</span> },
          ]}
        />
      </div>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </PageFrame>
  )
}

/** Loads the status of each webhook, because the list does not include it; there are at most fifty webhooks. */
function StateOf({ id }: { id: string }) {
  const { data, isError } = useQuery({ ...statusOf(id), staleTime: 60_000 })
  if (data) return <WebhookState status={data} />
  return <span className="quiet">{isError ? 'Not known' : '…'}</span>
}
