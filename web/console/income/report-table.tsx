import type { TableColumn } from '../../ui/data-table.tsx'

type Props<Row> = {
  caption: string
  columns: TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table for the printed report. It stays a table at every width and scrolls horizontally if needed. */
export const ReportTable = <Row,>({ caption, columns, rows, keyOf }: Props<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section className="paper-scroll" tabIndex={0} aria-label={caption}>
    <table className="paper-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, align, cell }) => (
              <td key={title} data-align={align}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
