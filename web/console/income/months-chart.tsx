import type { IncomeSummary } from '@payproof/sdk'
import { Bar, BarChart, CartesianGrid, Cell, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, Chart, series } from '../../ui/chart.tsx'
import { moneyOf, monthOf } from '../../ui/format.ts'
import { Legend } from '../../ui/legend.tsx'
import { heightOf, penceOf } from '../../ui/pence.ts'
import { axisMoney, tooltip } from './chart-labels.ts'

export type Measure = 'gross' | 'net'
type SummaryMonth = IncomeSummary['months'][number]
type Props = { summary: IncomeSummary; measure: Measure }

const hatch = 'part-month'

/** Charts the counted pay by calendar month: one bar per month, part months hatched, with the average as a line. */
export function MonthsChart({ summary, measure }: Props) {
  const { months, income } = summary
  const average = income.averages.findLast((each) => each[measure] !== null)
  const averagePence = penceOf(average?.[measure])
  const bars = months.map((month) => ({
    month: month.month,
    status: month.status,
    pay: heightOf(penceOf(month[measure]) ?? 0n),
  }))
  const parts = months.filter(({ status }) => status === 'part').length
  return (
    <>
      <Chart<SummaryMonth>
        title={`Pay by month, ${measure}`}
        summary={`${months.length} months, ${parts} of them part months.`}
        rows={[...months].reverse()}
        keyOf={({ month }) => month}
        columns={[
          { title: 'Month', cell: ({ month }) => <span className="nowrap">{monthOf(month)}</span> },
          { title: 'Gross', align: 'end', cell: ({ gross }) => amount(gross) },
          { title: 'Net', align: 'end', cell: ({ net }) => amount(net) },
          {
            title: 'Coverage',
            cell: ({ status, covered_days }) =>
              status === 'part'
                ? `Part month: ${covered_days} days`
                : status === 'none'
                  ? 'No pay'
                  : 'Complete',
          },
          {
            title: 'Sources',
            cell: ({ sources }) =>
              sources
                .map(
                  ({ source, difference }) =>
                    `${sourceNames[source]}${differs(difference) ? ' (differs)' : ''}`,
                )
                .join(', '),
          },
        ]}
      >
        <BarChart data={bars} margin={{ top: 4, right: 4, bottom: 0, left: 4 }}>
          <defs>
            <pattern
              id={hatch}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill="var(--sunken)" />
              <rect width="3" height="6" fill={series[0]} />
            </pattern>
          </defs>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} dataKey="month" tickFormatter={monthOf} minTickGap={16} />
          <YAxis {...axis} axisLine={false} width={56} tickFormatter={axisMoney} />
          <Tooltip
            {...tooltip}
            labelFormatter={(month) => {
              const part = months.find((each) => each.month === month)?.status === 'part'
              return `${monthOf(String(month))}${part ? ', part month' : ''}`
            }}
          />
          <Bar
            dataKey="pay"
            name={measure === 'gross' ? 'Gross pay' : 'Net pay'}
            maxBarSize={36}
            isAnimationActive={false}
          >
            {bars.map(({ month, status }) => (
              <Cell key={month} fill={status === 'part' ? `url(#${hatch})` : series[0]} />
            ))}
          </Bar>
          {averagePence !== undefined && (
            <ReferenceLine
              y={heightOf(averagePence)}
              stroke={series[1]}
              strokeWidth={2}
              strokeDasharray="6 4"
            />
          )}
        </BarChart>
      </Chart>
      <Legend
        items={[
          { label: measure === 'gross' ? 'Gross pay' : 'Net pay', colour: series[0] },
          ...(average
            ? [
                {
                  label: `Average of ${average.month_count} months: ${moneyOf(average[measure] ?? '')}`,
                  colour: series[1],
                },
              ]
            : []),
        ]}
      />
      {parts > 0 && (
        <p className="quiet small">Hatched months are not complete. We leave them out of averages.</p>
      )}
    </>
  )
}

export const sourceNames: Record<'payroll' | 'payslip' | 'bank' | 'tax_year', string> = {
  payroll: 'Payroll',
  payslip: 'Uploaded payslips',
  bank: 'Bank',
  tax_year: 'HMRC',
}

const differs = (difference: string | null) => difference !== null && penceOf(difference) !== 0n
const amount = (text: string | null) => (text === null ? <span className="quiet">—</span> : moneyOf(text))
