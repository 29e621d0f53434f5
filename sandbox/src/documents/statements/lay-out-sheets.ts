import { a4, openSheet, type Pen } from '../pen.ts'
import { columnOf, drawMarker, drawTitles, drawTransaction, type Place } from './cells.ts'
import type { Facts, Form } from './bank-format.ts'
import type { Row, TransactionRow } from './rows.ts'

/** Puts the rows on as many sheets as they need; the headings of the table stand on every one of them. */
export function layOut(form: Form, facts: Facts, rows: Row[]): Pen[] {
  const { text, table, markers, rule } = form
  const pens: Pen[] = []
  const lineHeight = text.leading + text.gap
  // Kept free for what a page that is not the last one ends with.
  const spare = markers.carried || markers.continued ? lineHeight : 0
  let y = 0
  let lastDay = ''
  let balance = facts.opening
  let isBanded = false

  const pen = () => pens.at(-1) as Pen
  const here = (): Place => {
    const columns = pens.length > 1 ? (form.laterColumns ?? form.columns) : form.columns
    return { form, facts, pen: pen(), columns, y }
  }

  function turn() {
    pens.push(openSheet(a4, { size: text.size, face: text.face, colour: text.ink }))
    y = pens.length === 1 ? form.head(pen(), facts) : form.laterHead(pen(), facts)
  }

  function startTable() {
    y = drawTitles(here())
    lastDay = ''
    isBanded = false
  }

  function goOn() {
    const carry = (marker: string) =>
      drawMarker(here(), { text: marker, date: null, sum: balance, role: 'balance' })
    if (markers.carried) carry(markers.carried)
    if (markers.continued) pen().right(table.right, y, markers.continued, { face: 'sans-italic' })
    turn()
    startTable()
    if (!markers.brought) return
    carry(markers.brought)
    y += lineHeight
  }

  /** A heading is not left alone at the foot of a page. */
  function heightOf(row: Row): number {
    if (row.is === 'heading') return 6 * lineHeight
    return row.is === 'transaction' ? row.lines.length * text.leading + text.gap : lineHeight
  }

  function place(row: TransactionRow) {
    const { date } = row.transaction
    const [top, isNewDay] = [y - text.size - 1, date !== lastDay]
    if (form.band && isBanded)
      pen().box(table.left, top, table.right - table.left, heightOf(row), { fill: form.band })
    if (rule && lastDay !== '' && (rule.under === 'rows' || isNewDay))
      pen().line(table.left, top, table.right, top, { colour: rule.colour })
    drawTransaction(here(), row, isNewDay || !form.isDateOncePerDay)
    isBanded = !isBanded
    lastDay = date
    balance = row.transaction.balance
  }

  turn()
  if (!form.sections) startTable()
  for (const row of rows) {
    const isFull = y + heightOf(row) > table.bottom - spare
    if (row.is === 'heading') {
      if (isFull) turn()
      pen().text(table.left, y + 8, row.text, { face: text.bold, size: text.size + 1.5, colour: text.accent })
      y += 14
      startTable()
      continue
    }
    if (isFull) goOn()
    if (row.is === 'transaction') place(row)
    else if (row.is === 'marker') drawMarker(here(), row)
    else if (row.is === 'year')
      pen().text(columnOf(here().columns, 'date').x, y, row.text, { face: text.bold })
    else pen().text(columnOf(here().columns, 'date').x, y, row.text)
    y += heightOf(row)
  }
  y -= text.size
  pen().line(table.left, y, table.right, y, { colour: text.accent })
  if (form.after) {
    if (y + form.after.height > table.bottom) turn()
    form.after.draw(pen(), facts, y)
  }
  return pens
}
