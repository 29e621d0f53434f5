import type { Activity } from '@payproof/sdk'
import { Bar, BarChart, CartesianGrid, Legend, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, Chart, series } from '../../ui/chart.tsx'
import { countOf, dayOf } from '../../ui/format.ts'

type Day = Activity['days'][number]
type Name = Exclude<keyof Day, 'day'>
type Line = { name: Name; label: string; colour?: string }

const charts: { title: string; lines: Line[] }[] = [
  {
    title: 'Connections',
    lines: [
      { name: 'connections_succeeded', label: 'Connected' },
      { name: 'connections_failed', label: 'Failed', colour: 'var(--bad)' },
    ],
  },
  {
    title: 'Submissions',
    lines: [
      { name: 'payroll_submissions', label: 'Payslips' },
      { name: 'bank_statement_submissions', label: 'Bank statements' },
      { name: 'tax_income_submissions', label: 'Tax years' },
    ],
  },
  {
    title: 'Deliveries',
    lines: [
      { name: 'deliveries_succeeded', label: 'Delivered' },
      { name: 'deliveries_failed', label: 'Failed', colour: 'var(--bad)' },
    ],
  },
]

const figures: { label: string; names: Name[] }[] = [
  { label: 'Users registered', names: ['users_registered'] },
  { label: 'Journeys opened', names: ['journeys'] },
  { label: 'Connections', names: ['connections_succeeded'] },
  {
    label: 'Submissions',
    names: ['payroll_submissions', 'bank_statement_submissions', 'tax_income_submissions'],
  },
  { label: 'Deliveries', names: ['deliveries_succeeded'] },
]

const sumOf = (days: readonly Day[], ...names: Name[]) =>
  days.reduce((total, day) => total + names.reduce((sum, name) => sum + day[name], 0), 0)

/** Whether there was no activity. */
export const isQuiet = (days: readonly Day[]) => figures.every(({ names }) => sumOf(days, ...names) === 0)

/** Formats a day as `15 Jun`. */
const shortDay = (day: string) => dayOf(day).replace(/ \d{4}$/, '')

/** Shows the totals for the period and a daily chart. */
export const ActivityCharts = ({ days }: { days: Day[] }) => (
  <>
    <dl className="figures">
      {figures.map(({ label, names }) => (
        <div key={label} className="panel">
          <dt>{label}</dt>
          <dd>{countOf(sumOf(days, ...names))}</dd>
        </div>
      ))}
    </dl>
    <div className="charts">
      {charts.map(({ title, lines }) => (
        <div key={title} className="panel">
          <DayChart title={title} lines={lines} days={days} />
        </div>
      ))}
    </div>
  </>
)

function DayChart({ title, lines, days }: { title: string; lines: Line[]; days: Day[] }) {
  const totals = lines.map(({ name, label }) => `${label}: ${countOf(sumOf(days, name))}`)
  return (
    <Chart
      title={title}
      summary={`${title} in ${days.length} days. ${totals.join(', ')}.`}
      rows={days.toReversed()}
      keyOf={({ day }) => day}
      height={200}
      columns={[
        { title: 'Day', cell: ({ day }) => dayOf(day) },
        ...lines.map(({ name, label }) => ({
          title: label,
          align: 'end' as const,
          cell: (day: Day) => countOf(day[name]),
        })),
      ]}
    >
      <BarChart data={days} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" {...axis} tickFormatter={shortDay} minTickGap={24} />
        <YAxis {...axis} allowDecimals={false} width={36} axisLine={false} />
        <Tooltip
          cursor={{ fill: 'var(--sunken)' }}
          isAnimationActive={false}
          labelFormatter={(day) => dayOf(String(day))}
          contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 6 }}
        />
        <Legend iconType="square" iconSize={10} itemSorter={null} wrapperStyle={{ fontSize: 12 }} />
        {lines.map(({ name, label, colour }, at) => (
          <Bar
            key={name}
            dataKey={name}
            name={label}
            stackId="all"
            fill={colour ?? series[at % series.length] ?? series[0]}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </Chart>
  )
}
