import { a4, createPen, type Pen } from '../pen.ts'
import type { BankFormat, BankStatementFacts } from './bank-format.ts'
import { columnOf, drawMarker, drawTitles, drawTransaction, type RowContext } from './cells.ts'
import type { BankStatementRow, TransactionRow } from './rows.ts'

/** Paginates the rows; the column titles are repeated on every sheet. */
export function layOutSheets(format: BankFormat, facts: BankStatementFacts, rows: BankStatementRow[]): Pen[] {
  const { text, table, markers, rule } = format
  const pens: Pen[] = []
  const lineHeight = text.leading + text.gap
  // Height reserved for the carried-forward line, which every page except the last has.
  const spare = markers.carried || markers.continued ? lineHeight : 0
  let y = 0
  let lastDay = ''
  let balance = facts.opening
  let isBanded = false

  const pen = () => pens.at(-1) as Pen
  const rowContext = (): RowContext => {
    const columns = pens.length > 1 ? (format.laterColumns ?? format.columns) : format.columns
    return { format, facts, pen: pen(), columns, y }
  }

  function startSheet() {
    pens.push(createPen(a4, { size: text.size, face: text.face, colour: text.ink }))
    y = pens.length === 1 ? format.head(pen(), facts) : format.laterHead(pen(), facts)
  }

  function startTable() {
    y = drawTitles(rowContext())
    lastDay = ''
    isBanded = false
  }

  function continueOnNextSheet() {
    const carry = (marker: string) =>
      drawMarker(rowContext(), { text: marker, date: null, amount: balance, role: 'balance' })
    if (markers.carried) carry(markers.carried)
    if (markers.continued) pen().right(table.right, y, markers.continued, { face: 'sans-italic' })
    startSheet()
    startTable()
    if (!markers.brought) return
    carry(markers.brought)
    y += lineHeight
  }

  /** Returns the height of a row. Headings reserve extra height to stay together with the rows that follow. */
  function heightOf(row: BankStatementRow): number {
    if (row.is === 'heading') return 6 * lineHeight
    return row.is === 'transaction' ? row.lines.length * text.leading + text.gap : lineHeight
  }

  function drawTransactionRow(row: TransactionRow) {
    const { date } = row.transaction
    const [top, isNewDay] = [y - text.size - 1, date !== lastDay]
    if (format.band && isBanded)
      pen().box(table.left, top, table.right - table.left, heightOf(row), { fill: format.band })
    if (rule && lastDay !== '' && (rule.under === 'rows' || isNewDay))
      pen().line(table.left, top, table.right, top, { colour: rule.colour })
    drawTransaction(rowContext(), row, isNewDay || !format.isDateOncePerDay)
    isBanded = !isBanded
    lastDay = date
    balance = row.transaction.balance
  }

  startSheet()
  if (!format.sections) startTable()
  for (const row of rows) {
    const isFull = y + heightOf(row) > table.bottom - spare
    if (row.is === 'heading') {
      if (isFull) startSheet()
      pen().text(table.left, y + 8, row.text, { face: text.bold, size: text.size + 1.5, colour: text.accent })
      y += 14
      startTable()
      continue
    }
    if (isFull) continueOnNextSheet()
    if (row.is === 'transaction') drawTransactionRow(row)
    else if (row.is === 'marker') drawMarker(rowContext(), row)
    else if (row.is === 'year')
      pen().text(columnOf(rowContext().columns, 'date').x, y, row.text, { face: text.bold })
    else pen().text(columnOf(rowContext().columns, 'date').x, y, row.text)
    y += heightOf(row)
  }
  y -= text.size
  pen().line(table.left, y, table.right, y, { colour: text.accent })
  if (format.after) {
    if (y + format.after.height > table.bottom) startSheet()
    format.after.draw(pen(), facts, y)
  }
  return pens
}
