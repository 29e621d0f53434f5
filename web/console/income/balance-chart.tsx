import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, Chart, series } from '../../ui/chart.tsx'
import { dayOf, moneyOf } from '../../ui/format.ts'
import { heightOf, textOf } from '../../ui/pence.ts'
import { axisMoney, tooltip } from './chart-labels.ts'
import type { Balance } from './credits.ts'

/** Balance chart with a time scale: days are spaced proportionally. */
export function BalanceChart({ days }: { days: Balance[] }) {
  const points = days.map(({ date, pence }) => ({ at: Date.parse(date), balance: heightOf(pence) }))
  const wordOf = (at: unknown) => dayOf(new Date(Number(at)).toISOString())
  return (
    <Chart
      title="Balance"
      summary={`The balance at the end of ${days.length} days.`}
      rows={days}
      keyOf={({ date }) => date}
      columns={[
        { title: 'At the end of', cell: ({ date }) => dayOf(date) },
        { title: 'Balance', align: 'end', cell: ({ pence }) => moneyOf(textOf(pence)) },
      ]}
    >
      <LineChart data={points} margin={{ top: 4, right: 12, bottom: 0, left: 4 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          {...axis}
          dataKey="at"
          type="number"
          scale="time"
          domain={['dataMin', 'dataMax']}
          tickFormatter={wordOf}
          minTickGap={24}
        />
        <YAxis {...axis} axisLine={false} width={60} tickFormatter={axisMoney} />
        <Tooltip {...tooltip} labelFormatter={wordOf} />
        <Line
          type="stepAfter"
          dataKey="balance"
          name="Balance"
          stroke={series[0]}
          strokeWidth={2}
          dot={false}
          isAnimationActive={false}
        />
      </LineChart>
    </Chart>
  )
}
