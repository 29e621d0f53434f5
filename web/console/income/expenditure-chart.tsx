import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, Chart, series } from '../../ui/chart.tsx'
import { moneyOf, monthOf } from '../../ui/format.ts'
import { Legend } from '../../ui/legend.tsx'
import { heightOf, penceOf } from '../../ui/pence.ts'
import { axisMoney, tooltip } from './chart-labels.ts'
import type { WorkedMonthPanel } from './working.tsx'

const shown = [
  { key: 'cost_of_living', label: 'Cost of living', colour: series[0] },
  { key: 'housing', label: 'Housing', colour: series[1] },
] as const
const netPay = { label: 'Net pay', colour: series[2] }

/**
 * Shows only months with an estimate. The bars use floats, because a share of pay can have more decimals than pence.
 */
export function ExpenditureChart({ months }: { months: WorkedMonthPanel[] }) {
  const points = [...months].reverse().map(({ date, expenditure, net_pay }) => ({
    date,
    cost_of_living: heightOf(penceOf(expenditure?.cost_of_living) ?? 0n),
    housing: heightOf(penceOf(expenditure?.housing) ?? 0n),
    net_pay: Number(net_pay),
  }))
  return (
    <>
      <Chart
        title="Estimated spending and net pay"
        summary={`${months.length} months: cost of living, housing and net pay.`}
        rows={months}
        keyOf={({ date }) => date}
        columns={[
          { title: 'Month', cell: ({ date }) => monthOf(date) },
          { title: 'Net pay', align: 'end', cell: ({ net_pay }) => moneyOf(net_pay) },
          ...shown.map(({ key, label }) => ({
            title: label,
            align: 'end' as const,
            cell: ({ expenditure }: WorkedMonthPanel) => expenditure && moneyOf(expenditure[key]),
          })),
        ]}
      >
        <ComposedChart data={points} margin={{ top: 4, right: 4, bottom: 0, left: 4 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} dataKey="date" tickFormatter={monthOf} minTickGap={16} />
          <YAxis {...axis} axisLine={false} width={56} tickFormatter={axisMoney} />
          <Tooltip {...tooltip} labelFormatter={(month) => monthOf(String(month))} />
          {shown.map(({ key, label, colour }) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              fill={colour}
              stackId="spent"
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
          <Line
            dataKey="net_pay"
            name={netPay.label}
            stroke={netPay.colour}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </Chart>
      <Legend items={[...shown, netPay]} />
    </>
  )
}
