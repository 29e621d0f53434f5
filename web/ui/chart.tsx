import { cloneElement, type ReactElement, useId, useState } from 'react'
import { ResponsiveContainer } from 'recharts'
import { DataTable, type TableColumn } from './data-table.tsx'

type Props<Row> = {
  title: string
  /** Text alternative in one sentence. */
  summary: string
  rows: readonly Row[]
  columns: TableColumn<Row>[]
  keyOf: (row: Row) => string
  height?: number
  /**
   * A Recharts chart without a size of its own. Take its colours from `series` and set `isAnimationActive={false}`.
   */
  children: ReactElement<{ accessibilityLayer?: boolean }>
}

/** Colours of the series in order. They are distinguishable for colour-blind people and in dark mode. */
export const series = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'] as const

/** Defaults for every axis. */
export const axis = { stroke: 'var(--quiet)', fontSize: 12, tickLine: false } as const

/** A chart that can also show its figures as a table. */
export function Chart<Row>({ title, summary, rows, columns, keyOf, height = 240, children }: Props<Row>) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span className="chart-title">{title}</span>
        <button type="button" className="tool" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'View as chart' : 'View as table'}
        </button>
      </figcaption>
      <p className="visually-hidden">{summary}</p>
      {asTable ? (
        <DataTable caption={title} rows={rows} columns={columns} keyOf={keyOf} />
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
