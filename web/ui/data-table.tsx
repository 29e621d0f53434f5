import type { ReactNode } from 'react'

export type TableColumn<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Right-align numbers and amounts. */
  align?: 'end'
  /** A column of buttons has a visually hidden title. */
  quiet?: boolean
}

type Props<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Rows of the previous page are kept until the next ones arrive. */
  stale?: boolean
}

/** A table; on a phone each row becomes a card with labelled values. */
export const DataTable = <Row,>({ caption, columns, rows, keyOf, stale }: Props<Row>) => (
  <table className="data" aria-busy={stale || undefined}>
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ title, align, quiet }) => (
          <th key={title} scope="col" data-align={align}>
            {quiet ? <span className="visually-hidden">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ title, cell, align, quiet }) => (
            <td key={title} data-align={align} data-title={quiet ? undefined : title}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
