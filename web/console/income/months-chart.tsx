import type { PayrollSubmission } from '@payproof/sdk'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, Chart, series as colours } from '../../ui/chart.tsx'
import { moneyOf, monthOf } from '../../ui/format.ts'
import { Legend } from '../../ui/legend.tsx'
import { heightOf, textOf } from '../../ui/pence.ts'
import { byMonth, type Measure, type MonthlyPay } from './by-month.ts'
import { axisMoney, tooltip } from './chart-labels.ts'
import type { Names } from './sources.ts'

type Props = { payslips: readonly PayrollSubmission[]; measure: Measure; names: Names }

/** Bars of one source are stacked; sources are side by side, because they may report the same money. */
export function MonthsChart({ payslips, measure, names }: Props) {
  const { series, months } = byMonth(payslips, measure, names)
  const sources = new Set(series.map(({ source }) => source)).size
  const word = measure === 'gross_pay' ? 'gross' : 'net'
  const shown = series.map((one, index) => ({ ...one, colour: colours[index % colours.length] ?? '' }))
  const bars = months.map(({ month, pence }) => ({
    month,
    ...Object.fromEntries([...pence].map(([key, amount]) => [key, heightOf(amount)])),
  }))
  return (
    <>
      <Chart<MonthlyPay>
        title={`Pay by month, ${word}`}
        summary={`${series.length} series from ${sources} sources over ${months.length} months.`}
        rows={[...months].reverse()}
        keyOf={({ month }) => month}
        columns={[
          { title: 'Month', cell: ({ month }) => <span className="nowrap">{monthOf(month)}</span> },
          ...series.map(({ key, label }) => ({
            title: label,
            align: 'end' as const,
            cell: ({ pence }: MonthlyPay) => {
              const amount = pence.get(key)
              return amount === undefined ? <span className="quiet">—</span> : moneyOf(textOf(amount))
            },
          })),
        ]}
      >
        <BarChart data={bars} margin={{ top: 4, right: 4, bottom: 0, left: 4 }} barGap={1}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} dataKey="month" tickFormatter={monthOf} minTickGap={16} />
          <YAxis {...axis} axisLine={false} width={56} tickFormatter={axisMoney} />
          <Tooltip {...tooltip} labelFormatter={(month) => monthOf(String(month))} />
          {shown.map(({ key, label, source, colour }) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              stackId={source}
              fill={colour}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </Chart>
      <Legend items={shown} />
      {sources > 1 && (
        <p className="quiet small">
          Sources stand side by side and are never added up: they may tell of the same payment.
        </p>
      )}
    </>
  )
}
