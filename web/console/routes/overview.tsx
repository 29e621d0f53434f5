import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { ActivityCharts, isQuiet } from '../overview/activity.tsx'
import { AttentionList } from '../overview/attention.tsx'
import { ConsentTestPanel } from '../overview/consent-test.tsx'
import { FirstSteps } from '../overview/first-steps.tsx'
import { providerColumns, ScreensTable } from '../overview/funnel.tsx'
import { MilestonesTable, StopsTable } from '../overview/milestones.tsx'
import { PageFrame } from '../page-frame.tsx'
import { useProviderNames } from '../providers/names.ts'
import { OffsetTable, QueryState } from '../query-state.tsx'
import '../overview/overview.css'

const periods = ['7', '30', '90'] as const
const dayMs = 86_400_000

const route = getRouteApi('/inside/overview')

export function Page() {
  const [{ days = '30', page = 1 }, setFilters] = useFilters(route.useSearch())
  const from = new Date(Date.now() - (Number(days) - 1) * dayMs).toISOString().slice(0, 10)
  const attention = useQuery({
    queryKey: ['attention'],
    queryFn: ({ signal }) => api.activity.getAttention({ signal }),
  })
  const activity = useQuery({
    queryKey: ['activity', from],
    queryFn: ({ signal }) => api.activity.get({ from }, { signal }),
    placeholderData: keepPreviousData,
  })
  const funnel = useOffsetList({
    key: ['funnel', from],
    page,
    load: (query, options) => api.journeys.getFunnel({ ...query, from }, options),
  })
  const hasNoUsers = useHasNoUsers(activity.data ? isQuiet(activity.data.days) : false)
  const nameOf = useProviderNames()
  if (hasNoUsers)
    return (
      <PageFrame title="Overview">
        <FirstSteps />
      </PageFrame>
    )
  return (
    <PageFrame
      title="Overview"
      actions={
        <Choice
          label="Period"
          options={periods.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(next) => setFilters({ days: next })}
        />
      }
    >
      <section className="panel" aria-labelledby="attention">
        <h2 id="attention">Needs attention</h2>
        <QueryState query={attention} lines={2}>
          {({ items }) => <AttentionList items={items} />}
        </QueryState>
      </section>
      <section className="stack" aria-label={`Activity of the last ${days} days`}>
        <QueryState query={activity} lines={8}>
          {(shown) => <ActivityCharts days={shown.days} />}
        </QueryState>
      </section>
      <section className="panel panel-close" aria-labelledby="funnel">
        <h2 id="funnel" className="panel-title">
          Journey funnel
        </h2>
        <QueryState query={funnel.query} lines={6}>
          {({ milestones }) => <MilestonesTable milestones={milestones} />}
        </QueryState>
      </section>
      {funnel.query.data?.consent_test && <ConsentTestPanel test={funnel.query.data.consent_test} />}
      <section className="panel panel-close" aria-labelledby="stops">
        <h2 id="stops" className="panel-title">
          Where people stop
        </h2>
        <QueryState query={funnel.query} lines={3}>
          {({ stops }) => <StopsTable stops={stops} />}
        </QueryState>
      </section>
      <section className="panel panel-close" aria-labelledby="screens">
        <h2 id="screens" className="panel-title">
          Screens shown
        </h2>
        <QueryState query={funnel.query} lines={6}>
          {({ screens }) => <ScreensTable screens={screens} />}
        </QueryState>
      </section>
      <section className="panel panel-close" aria-labelledby="by-provider">
        <h2 id="by-provider" className="panel-title">
          By provider
        </h2>
        <OffsetTable
          list={funnel}
          onPage={(next) => setFilters({ page: next })}
          caption="Journeys by provider"
          rowsOf={({ providers }) => providers}
          keyOf={({ provider }) => provider}
          columns={providerColumns(nameOf)}
          empty={<Empty title="No provider was chosen in this period" />}
        />
      </section>
    </PageFrame>
  )
}

/**
 * Whether the team has no users. Queried only if there was no activity, because an established team may also have a
 * quiet month.
 */
function useHasNoUsers(isQuietTime: boolean) {
  const { data } = useQuery({
    queryKey: ['users', 'is-there-anybody'],
    enabled: isQuietTime,
    queryFn: ({ signal }) => api.users.list({ limit: 1 }, { signal }).first(),
  })
  return isQuietTime && data?.pagination.total_count === 0
}
