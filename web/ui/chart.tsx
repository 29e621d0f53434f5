import { cloneElement, type ReactElement, useId, useState } from 'react'
import { ResponsiveContainer } from 'recharts'
import { type Column, DataTable } from './data-table.tsx'

type Props<Row> = {
  title: string
  /** What it shows in one sentence, for those who do not see it. */
  summary: string
  rows: readonly Row[]
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  height?: number
  /** A chart of Recharts, without a size of its own; draw it with `series` and isAnimationActive={false}. */
  children: ReactElement<{ accessibilityLayer?: boolean }>
}

/** Colours of lines and bars, in their order: apart also for those who see few colours, and in the dark. */
export const series = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'] as const

/** What every axis of ours has. */
export const axis = { stroke: 'var(--quiet)', fontSize: 12, tickLine: false } as const

/** A picture, and the same figures as a table for whoever wants them. */
export function Chart<Row>({ title, summary, rows, columns, keyOf, height = 240, children }: Props<Row>) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span className="chart-title">{title}</span>
        <button type="button" className="tool" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show the chart' : 'Show the figures'}
        </button>
      </figcaption>
      <p className="visually-hidden">{summary}</p>
      {asTable ? (
        <DataTable caption={title} {...{ rows, columns, keyOf }} />
      ) : (
        <div aria-hidden="true">
          <ResponsiveContainer width="100%" height={height}>
            {cloneElement(children, { accessibilityLayer: false })}
          </ResponsiveContainer>
        </div>
      )}
    </figure>
  )
}
