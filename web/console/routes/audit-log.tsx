import type { AuditLine } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { startOfDay, wordsOf } from '../../ui/format.ts'
import { ShortId, shortened } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api, useCursorList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { CursorTable } from '../query-state.tsx'
import { useMember } from '../session.ts'

const dayMs = 86_400_000
/** Returns the timestamp at which a day ends, because the API expects timestamps and `to` is exclusive. */
const endOfDay = (date: string) => startOfDay(new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10))

const route = getRouteApi('/inside/audit-log')

export function Page() {
  const [filters, setFilters] = useFilters(route.useSearch())
  const { subject_id, actor_id, from, to, cursor } = filters
  const query = {
    ...(subject_id && { subject_id }),
    ...(actor_id && { actor_id }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  }
  const list = useCursorList({
    key: ['audit-log', query],
    cursor,
    load: (page, options) => api.auditLog.list({ ...query, ...page }, options).first(),
  })
  const names = useNames()
  const isFiltered = Object.keys(query).length > 0

  return (
    <PageFrame
      title="Audit log"
      lead="Who did what, newest first. Entries are hash-chained, so tampering is detectable."
    >
      <form
        key={JSON.stringify(query)}
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          const of = (name: string) => String(given.get(name) ?? '').trim() || undefined
          setFilters({
            subject_id: of('subject_id'),
            actor_id: of('actor_id'),
            from: of('from'),
            to: of('to'),
          })
        }}
      >
        <Field label="Subject" name="subject_id" placeholder="Id" defaultValue={subject_id} />
        <Field label="Actor" name="actor_id" placeholder="Id" defaultValue={actor_id} />
        <Field label="From" name="from" type="date" defaultValue={from} />
        <Field label="To" name="to" type="date" defaultValue={to} />
        <div className="actions">
          <Button type="submit" kind="secondary">
            Filter
          </Button>
          {isFiltered && (
            <Button
              kind="quiet"
              onClick={() =>
                setFilters({ subject_id: undefined, actor_id: undefined, from: undefined, to: undefined })
              }
            >
              Clear
            </Button>
          )}
        </div>
      </form>
      <div className="panel panel-close">
        <CursorTable
          list={list}
          onCursor={(next) => setFilters({ cursor: next })}
          caption="Audit log entries"
          rowsOf={({ audit_lines }) => audit_lines}
          keyOf={({ chain }) => chain}
          empty={<Empty title={isFiltered ? 'No entries match these filters' : 'Nothing has happened yet'} />}
          columns={[
            { title: 'When', cell: ({ at }) => <Time at={at} seconds /> },
            { title: 'What', cell: ({ action }) => wordsOf(action) },
            {
              title: 'Actor',
              cell: (line) => (
                <Who
                  line={line}
                  name={names.get(line.actor_id)}
                  onPick={() => setFilters({ actor_id: line.actor_id })}
                />
              ),
            },
            {
              title: 'Subject',
              cell: ({ subject_id: id }) =>
                id && (
                  <button type="button" className="link" onClick={() => setFilters({ subject_id: id })}>
                    {names.get(id) ?? <code title={id}>{shortened(id)}</code>}
                  </button>
                ),
            },
            { title: 'Request', cell: ({ request_id }) => <ShortId id={request_id} what="the request" /> },
            {
              title: 'Chain',
              cell: ({ chain, hash }) => (
                <code className="nowrap" title={hash}>
                  {chain}
                </code>
              ),
            },
          ]}
        />
      </div>
    </PageFrame>
  )
}

const kinds: Record<string, string> = { api_key: 'API key', public: 'Not signed in', operator: 'Operator' }

function Who({ line, name, onPick }: { line: AuditLine; name: string | undefined; onPick: () => void }) {
  const { actor_kind, actor_id } = line
  return (
    <div className="two-lines">
      <button type="button" className="link" onClick={onPick}>
        {name ?? <code title={actor_id}>{shortened(actor_id)}</code>}
      </button>
      <span className="quiet small">{kinds[actor_kind] ?? wordsOf(actor_kind)}</span>
    </div>
  )
}

/** Loads the names of members and keys, because the log contains only ids. The newest hundred of each are enough. */
function useNames() {
  const page = { limit: 100 }
  // Developers read the log, but not the members of the team.
  const seesMembers = useMember().may('FullMember')
  const { data } = useQuery({
    queryKey: ['names-in-audit-log'],
    staleTime: 60_000,
    async queryFn({ signal }) {
      const [members, { api_keys }] = await Promise.all([
        seesMembers
          ? api.members
              .list(page, { signal })
              .first()
              .then((list) => list.members)
          : [],
        api.apiKeys.list(page, { signal }).first(),
      ])
      const named = [...members.map(({ id, name, email }) => [id, name || email] as const)]
      return new Map([...named, ...api_keys.map(({ id, name }) => [id, name] as const)])
    },
  })
  return data ?? new Map<string, string>()
}
