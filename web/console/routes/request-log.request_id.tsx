import type { LoggedRequest } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { countOf } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { isSandbox } from '../environment.ts'
import { PageFrame } from '../page-frame.tsx'
import { QueryState } from '../query-state.tsx'
import { bodySkeleton, canReplay, curlOf } from '../requests/curl.ts'
import { HttpStatus } from '../requests/labels.tsx'
import { Replay } from '../requests/replay.tsx'
import '../requests/requests.css'

const route = getRouteApi('/inside/request-log/$request_id')

export function Page() {
  const { request_id } = route.useParams()
  const found = useQuery({
    queryKey: ['request-log', 'one', request_id],
    queryFn: ({ signal }) => api.requestLog.listRequests({ request_id, limit: 1 }, { signal }).first(),
  })
  const request = found.data?.requests[0]
  return (
    <PageFrame
      title={request ? `${request.method} ${request.route}` : 'Request'}
      lead={<Link to="/request-log">All requests</Link>}
    >
      <QueryState query={found} lines={8}>
        {({ requests: [one] }) =>
          one ? (
            <Details request={one} />
          ) : (
            <Empty title="This request is not in the log">
              <p>Requests are kept for 7 days, and new ones appear after a few seconds.</p>
            </Empty>
          )
        }
      </QueryState>
    </PageFrame>
  )
}

function Details({ request }: { request: LoggedRequest }) {
  const { status, error_code, error_fields, query, body_fields } = request
  const curl = curlOf(request, location.origin)
  return (
    <>
      <div className="panel">
        <Facts
          beside
          facts={[
            { name: 'Status', value: <HttpStatus status={status} /> },
            ...(error_code ? [{ name: 'Error code', value: <code>{error_code}</code> }] : []),
            ...(error_fields.length > 0
              ? [{ name: 'Fields to correct', value: error_fields.join(', ') }]
              : []),
            { name: 'Sent', value: <Time at={request.at} seconds /> },
            { name: 'Duration', value: `${countOf(request.duration_ms)} ms` },
            {
              name: request.actor_kind === 'member' ? 'Member' : 'API key',
              value: <ShortId id={request.actor_id} what="the caller" />,
            },
            { name: 'Path', value: <code>{request.path}</code> },
            {
              name: 'Operation',
              value: (
                <Link to="/request-log" search={{ operation_id: request.operation_id }}>
                  {request.operation_id}
                </Link>
              ),
            },
            ...query.map(({ name, value }) => ({
              name: `Query: ${name}`,
              value: value === null ? <span className="quiet">Not logged</span> : <code>{value}</code>,
            })),
            { name: 'Request id', value: <ShortId id={request.request_id} what="the request" /> },
          ]}
        />
      </div>
      {body_fields.length > 0 && (
        <section className="panel" aria-labelledby="request-body">
          <h2 id="request-body">Body</h2>
          <p className="quiet small">Field names only. We do not log the values.</p>
          <JsonView text={JSON.stringify(bodySkeleton(body_fields))} label="Fields of the body" />
        </section>
      )}
      <section className="panel" aria-labelledby="curl">
        <div className="panel-head">
          <h2 id="curl">As a curl command</h2>
          <CopyButton text={curl} what="the command" />
        </div>
        <JsonView text={curl} label="curl command" />
      </section>
      {isSandbox && canReplay(request) && <Replay request={request} />}
    </>
  )
}
