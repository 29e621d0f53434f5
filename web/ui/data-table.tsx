import type { ReactNode } from 'react'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers and money stand under each other. */
  align?: 'end'
  /** A column of buttons has a title that is heard, not seen. */
  quiet?: boolean
}

type Props<Row> = {
  /** What the rows are, for those who hear the table. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The rows are those of the page before, until the next ones are there. */
  stale?: boolean
}

/** A table; on a phone each row is a card, with the titles beside the values. */
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
