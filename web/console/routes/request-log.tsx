import type { LoggedRequest } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { countOf } from '../../ui/format.ts'
import { shortened } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api, useCursorList } from '../api.ts'
import { oneOf, useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { CursorTable } from '../query-state.tsx'
import { actorKinds, HttpStatus, methods, statusClasses } from '../requests/labels.tsx'
import '../requests/requests.css'

const route = getRouteApi('/inside/request-log')

const callerNames = { api_key: 'API key', member: 'Member' }
const statusNames = {
  '2xx': 'Success',
  '3xx': 'Redirect',
  '4xx': 'Refused (4xx)',
  '5xx': 'Server error (5xx)',
}

export function Page() {
  const [filters, setFilters] = useFilters(route.useSearch())
  const { cursor, ...query } = filters
  const isFiltered = Object.values(query).some(Boolean)
  const list = useCursorList({
    key: ['request-log', query],
    cursor,
    load: (page, options) => api.requestLog.listRequests({ ...given(query), ...page }, options).first(),
  })
  return (
    <PageFrame
      title="Requests"
      lead="Requests from your API keys and members in the last 7 days. We don’t log the values in them."
      actions={
        <Button kind="secondary" busy={list.query.isFetching} onClick={() => void list.query.refetch()}>
          Refresh
        </Button>
      }
    >
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Status"
          value={query.status ?? ''}
          onChange={({ target }) => setFilters({ status: oneOf(...statusClasses)(target.value) })}
          options={[
            { value: '', label: 'Any' },
            ...statusClasses.map((value) => ({ value, label: statusNames[value] })),
          ]}
        />
        <SelectField
          label="Method"
          value={query.method ?? ''}
          onChange={({ target }) => setFilters({ method: oneOf(...methods)(target.value) })}
          options={[{ value: '', label: 'Any' }, ...methods.map((value) => ({ value, label: value }))]}
        />
        <SelectField
          label="Sent by"
          value={query.actor_kind ?? ''}
          onChange={({ target }) => setFilters({ actor_kind: oneOf(...actorKinds)(target.value) })}
          options={[
            { value: '', label: 'Anyone' },
            { value: 'api_key', label: 'API keys' },
            { value: 'member', label: 'Members' },
          ]}
        />
        {isFiltered && (
          <div className="actions">
            <Button kind="quiet" onClick={() => setFilters(noFilters)}>
              Clear
            </Button>
          </div>
        )}
      </form>
      {query.operation_id && (
        <p>
          Only <code>{query.operation_id}</code>
        </p>
      )}
      <div className="panel panel-close">
        <CursorTable
          list={list}
          onCursor={(next) => setFilters({ cursor: next })}
          caption="Requests"
          rowsOf={({ requests }) => requests}
          keyOf={({ request_id }) => request_id}
          empty={
            <Empty title={isFiltered ? 'No requests match these filters' : 'No requests yet'}>
              <p>A request appears here a few seconds after it was sent.</p>
            </Empty>
          }
          columns={[
            { title: 'When', phone: 'line', cell: ({ at }) => <Time at={at} seconds /> },
            { title: 'Request', phone: 'lead', cell: (request) => <RequestCell request={request} /> },
            { title: 'Status', phone: 'end', cell: (request) => <StatusCell request={request} /> },
            {
              title: 'Duration',
              phone: 'line',
              align: 'end',
              cell: ({ duration_ms }) => `${countOf(duration_ms)} ms`,
            },
            {
              title: 'Sent by',
              phone: 'line',
              cell: ({ actor_kind, actor_id }) => (
                <div className="two-lines">
                  <span>{callerNames[actor_kind]}</span>
                  <button type="button" className="link small" onClick={() => setFilters({ actor_id })}>
                    <code className="nowrap" title={actor_id}>
                      {shortened(actor_id)}
                    </code>
                  </button>
                </div>
              ),
            },
          ]}
        />
      </div>
    </PageFrame>
  )
}

const noFilters = {
  status: undefined,
  method: undefined,
  actor_kind: undefined,
  actor_id: undefined,
  operation_id: undefined,
}

type Query = Omit<ReturnType<typeof route.useSearch>, 'cursor'>

const given = ({ status, method, actor_kind, actor_id, operation_id }: Query) => ({
  ...(status && { status }),
  ...(method && { method }),
  ...(actor_kind && { actor_kind }),
  ...(actor_id && { actor_id }),
  ...(operation_id && { operation_id }),
})

const RequestCell = ({ request: { method, path, request_id, operation_id } }: { request: LoggedRequest }) => (
  <div className="request-path">
    <Link to="/request-log/$request_id" params={{ request_id }}>
      {method} <code>{path}</code>
    </Link>
    <Link className="small" to="/request-log" search={{ operation_id }}>
      {operation_id}
    </Link>
  </div>
)

const StatusCell = ({ request: { status, error_code } }: { request: LoggedRequest }) => (
  <div className="two-lines">
    <HttpStatus status={status} />
    {error_code && <span className="quiet small">{error_code}</span>}
  </div>
)
