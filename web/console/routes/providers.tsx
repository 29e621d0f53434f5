import type { Catalogue, Configuration } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { countOf } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import { Empty } from '../../ui/states.tsx'
import { api, pageSize } from '../api.ts'
import { oneOf, text, useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { EmployerMisses } from '../providers/employer-misses.tsx'
import { useCatalogue } from '../providers/names.ts'
import { QueryState } from '../query-state.tsx'

type Provider = Catalogue['providers'][number]
type State = Provider['health']['state']

const states: Record<State, { tone: Tone; words: string }> = {
  operational: { tone: 'good', words: 'Working' },
  degraded: { tone: 'warn', words: 'Degraded' },
  down: { tone: 'bad', words: 'Down' },
  unknown: { tone: 'plain', words: 'No recent calls' },
}
const stateNames = Object.keys(states) as State[]
const stateOptions = [
  { value: '', label: 'Any' },
  ...stateNames.map((value) => ({ value, label: states[value].words })),
]

const route = getRouteApi('/inside/providers')

export function Page() {
  const [filters, setFilters] = useFilters(route.useSearch())
  const { page = 1, search, state } = filters
  const catalogue = useCatalogue()
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => api.configuration.get({ signal }),
  })
  return (
    <PageFrame
      title="Providers"
      lead="The sources of payroll data and their current health. Health covers the last hour and all clients of this service."
    >
      <form
        key={`${search} ${state}`}
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          const fieldValue = (name: string) => String(given.get(name) ?? '')
          setFilters({ search: text(fieldValue('search')), state: oneOf(...stateNames)(fieldValue('state')) })
        }}
      >
        <Field label="Provider or employer" name="search" type="search" defaultValue={search ?? ''} />
        <SelectField label="Health" name="state" options={stateOptions} defaultValue={state ?? ''} />
        <Button type="submit" kind="secondary">
          Filter
        </Button>
        {(search || state) && (
          <Button kind="quiet" onClick={() => setFilters({ search: undefined, state: undefined })}>
            Clear
          </Button>
        )}
      </form>
      <div className="panel panel-close">
        <QueryState query={catalogue} lines={8}>
          {(all) => (
            <ProviderTable
              found={providersIn(all, filters)}
              catalogue={all}
              configuration={configuration.data}
              page={page}
              onPage={(next) => setFilters({ page: next })}
            />
          )}
        </QueryState>
      </div>
      <EmployerMisses />
    </PageFrame>
  )
}

type TableProps = {
  found: Provider[]
  catalogue: Catalogue
  configuration: Configuration | undefined
  page: number
  onPage: (page: number) => void
}

function ProviderTable({ found, catalogue, configuration, page, onPage }: TableProps) {
  if (found.length === 0) return <Empty title="No providers match these filters" />
  const employers = countEmployers(catalogue)
  return (
    <>
      <DataTable
        caption="Providers"
        rows={found.slice((page - 1) * pageSize, page * pageSize)}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Provider', cell: (provider) => <Name provider={provider} /> },
          { title: 'Health', cell: ({ health }) => <Health health={health} /> },
          { title: 'Calls', align: 'end', cell: ({ health }) => countOf(health.calls) },
          { title: 'How people sign in', cell: (provider) => <SignIn provider={provider} /> },
          { title: 'Employers', align: 'end', cell: ({ id }) => countOf(employers.get(id) ?? 0) },
          {
            title: 'For your users',
            cell: (provider) =>
              configuration &&
              (isOffered(provider, configuration) ? (
                <Badge tone="good">On</Badge>
              ) : (
                <Badge tone="plain">Off</Badge>
              )),
          },
        ]}
      />
      <Pager page={page} size={pageSize} total={found.length} onPage={onPage} />
    </>
  )
}

const Name = ({ provider: { id, name, url, reset_url } }: { provider: Provider }) => (
  <div className="two-lines">
    <span>{name}</span>
    <code className="quiet small">{id}</code>
    <span className="small provider-links">
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          Website
        </a>
      )}
      {reset_url && (
        <a href={reset_url} target="_blank" rel="noreferrer">
          Forgotten password
        </a>
      )}
    </span>
  </div>
)

function Health({ health: { state, success_rate, median_ms } }: Pick<Provider, 'health'>) {
  const { tone, words } = states[state]
  const details = [
    success_rate !== null && `${Math.floor(success_rate * 1000) / 10} % answered`,
    median_ms !== null && `median ${countOf(median_ms)} ms`,
  ].filter(Boolean)
  return (
    <div className="two-lines">
      <Badge tone={tone}>{words}</Badge>
      {details.length > 0 && <span className="quiet small">{details.join(', ')}</span>}
    </div>
  )
}

function SignIn({ provider }: { provider: Provider }) {
  const { is_direct, is_oauth2, extra_login_params: fields, max_login_attempts } = provider
  if (is_direct) return 'No sign-in: direct connection'
  const more = fields.map(({ display_name }) => display_name).join(', ')
  if (is_oauth2)
    return (
      <div className="two-lines">
        <span>On the provider’s own page</span>
        {more && <span className="quiet small">We ask for: {more}</span>}
      </div>
    )
  return (
    <div className="two-lines">
      <span>User name and password{more && `, ${more}`}</span>
      <span className="quiet small">
        {max_login_attempts === 1 ? '1 attempt' : `${max_login_attempts} attempts`}
      </span>
    </div>
  )
}

/** Whether the client's settings offer this provider. A user's own settings may override them. */
const isOffered = ({ id }: Provider, { taxauth_enabled, payroll_connections_enabled }: Configuration) =>
  (id === 'taxauth' ? taxauth_enabled : payroll_connections_enabled) === true

/** Lists providers whose name or id, or the name of an employer whose payroll they run, matches the search. */
function providersIn(
  { providers, employers }: Catalogue,
  { search, state }: { search?: string | undefined; state?: State | undefined },
) {
  const part = search?.toLowerCase() ?? ''
  const has = (words: string) => words.toLowerCase().includes(part)
  const byEmployer = new Set(employers.filter(({ name }) => has(name)).flatMap((one) => one.providers))
  return providers.filter(
    ({ id, name, health }) =>
      (!state || health.state === state) && (!part || has(name) || has(id) || byEmployer.has(id)),
  )
}

function countEmployers({ employers }: Catalogue) {
  const counts = new Map<string, number>()
  for (const id of employers.flatMap(({ providers }) => providers)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
