import type { ReactNode } from 'react'

export type TableColumn<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Alignment of numbers and amounts. */
  align?: 'end'
  /** Makes the title a button. `direction` is set on the column that the rows are sorted by. */
  sort?: { direction: 'asc' | 'desc' | undefined; onSort: () => void }
  /** Whether the title is visually hidden, e.g. for a column of buttons. */
  quiet?: boolean
  /**
   * Position of the value on a phone, for long lists: `lead` and `end` in the first line of the row, `line` in the second.
   * A table whose columns have none shows each value with its title.
   */
  phone?: 'lead' | 'end' | 'line' | 'hide'
}

type Props<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Whether the rows are those of the previous page, kept until the next page arrives. */
  stale?: boolean
}

const sorted = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '↑', desc: '↓', none: '↕' }

/** A table. On a phone each row becomes a card with labelled values, or two lines if the columns say where they are. */
export const DataTable = <Row,>({ caption, columns, rows, keyOf, stale }: Props<Row>) => (
  <table
    className={columns.some(({ phone }) => phone) ? 'data data-dense' : 'data'}
    aria-busy={stale || undefined}
  >
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ title, align, quiet, sort }) => (
          <th
            key={title}
            scope="col"
            data-align={align}
            aria-sort={sort?.direction && sorted[sort.direction]}
          >
            {sort ? (
              <button type="button" className="sort" onClick={sort.onSort}>
                {title}
                <span aria-hidden="true">{arrows[sort.direction ?? 'none']}</span>
              </button>
            ) : quiet ? (
              <span className="visually-hidden">{title}</span>
            ) : (
              title
            )}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ title, cell, align, quiet, phone }) => (
            <td key={title} data-align={align} data-title={quiet ? undefined : title} data-phone={phone}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
