import type { WebhookStatistics } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Bar, BarChart, CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, Chart, series } from '../../ui/chart.tsx'
import { clockOf, countOf } from '../../ui/format.ts'
import { Legend } from '../../ui/legend.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { QueryState } from '../query-state.tsx'

type Hour = WebhookStatistics['hours'][number]

/** `14:00` */
const hourOf = (iso: string) => clockOf(iso).slice(0, 5)
const msOf = (ms: number | null) => (ms === null ? '—' : `${countOf(ms)} ms`)
const sumOf = (hours: readonly Hour[], name: 'succeeded' | 'failed') =>
  hours.reduce((sum, hour) => sum + hour[name], 0)

/** Attempts and response times of the last 24 hours. Nothing is shown without attempts. */
export function Statistics({ webhookId }: { webhookId: string }) {
  const statistics = useQuery({
    queryKey: ['webhooks', webhookId, 'statistics'],
    queryFn: ({ signal }) => api.webhooks.getStatistics(webhookId, { signal }),
  })
  return (
    <QueryState query={statistics} lines={4}>
      {({ hours, counted_since }) => (
        <>
          {counted_since && (
            <Notice tone="note">
              This webhook is very busy, so the charts only count its newest 10,000 deliveries: those created
              since <Time at={counted_since} seconds />.
            </Notice>
          )}
          {sumOf(hours, 'succeeded') + sumOf(hours, 'failed') === 0 ? (
            <p className="quiet">No delivery attempts in the last 24 hours.</p>
          ) : (
            <Charts hours={hours} />
          )}
        </>
      )}
    </QueryState>
  )
}

const Charts = ({ hours }: { hours: Hour[] }) => (
  <div className="webhook-charts">
    <div className="panel">
      <AttemptChart hours={hours} />
    </div>
    <div className="panel">
      <DurationChart hours={hours} />
    </div>
  </div>
)

const failedColour = 'var(--bad)'

function AttemptChart({ hours }: { hours: Hour[] }) {
  const [succeeded, failed] = [sumOf(hours, 'succeeded'), sumOf(hours, 'failed')]
  return (
    <>
      <Chart
        title="Attempts by hour"
        summary={`In the last 24 hours ${countOf(succeeded)} attempts succeeded and ${countOf(failed)} failed.`}
        rows={hours}
        keyOf={({ hour }) => hour}
        columns={[
          { title: 'Hour', cell: ({ hour }) => hourOf(hour) },
          { title: 'Succeeded', align: 'end', cell: (hour) => countOf(hour.succeeded) },
          { title: 'Failed', align: 'end', cell: (hour) => countOf(hour.failed) },
        ]}
      >
        <BarChart data={hours}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} dataKey="hour" tickFormatter={hourOf} minTickGap={24} />
          <YAxis {...axis} width={36} allowDecimals={false} />
          <Tooltip labelFormatter={(hour) => hourOf(String(hour))} />
          <Bar
            dataKey="succeeded"
            name="Succeeded"
            stackId="all"
            fill={series[0]}
            isAnimationActive={false}
          />
          <Bar dataKey="failed" name="Failed" stackId="all" fill={failedColour} isAnimationActive={false} />
        </BarChart>
      </Chart>
      <Legend
        items={[
          { label: 'Succeeded', colour: series[0] },
          { label: 'Failed', colour: failedColour },
        ]}
      />
    </>
  )
}

function DurationChart({ hours }: { hours: Hour[] }) {
  const latest = hours.findLast(({ median_ms }) => median_ms !== null)
  return (
    <>
      <Chart
        title="Response time of your receiver"
        summary={`Median of the latest hour with attempts: ${msOf(latest?.median_ms ?? null)}.`}
        rows={hours}
        keyOf={({ hour }) => hour}
        columns={[
          { title: 'Hour', cell: ({ hour }) => hourOf(hour) },
          { title: 'Median', align: 'end', cell: ({ median_ms }) => msOf(median_ms) },
          { title: '95th percentile', align: 'end', cell: ({ p95_ms }) => msOf(p95_ms) },
        ]}
      >
        <LineChart data={hours}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} dataKey="hour" tickFormatter={hourOf} minTickGap={24} />
          <YAxis {...axis} width={56} tickFormatter={(ms) => `${countOf(Number(ms))} ms`} />
          <Tooltip
            labelFormatter={(hour) => hourOf(String(hour))}
            formatter={(ms) => `${countOf(Number(ms))} ms`}
          />
          <Line dataKey="median_ms" name="Median" stroke={series[0]} isAnimationActive={false} />
          <Line dataKey="p95_ms" name="95th percentile" stroke={series[1]} isAnimationActive={false} />
        </LineChart>
      </Chart>
      <Legend
        items={[
          { label: 'Median', colour: series[0] },
          { label: '95th percentile', colour: series[1] },
        ]}
      />
    </>
  )
}
