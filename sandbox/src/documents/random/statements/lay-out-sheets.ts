import { addDays } from '../../../calendar.ts'
import { decimal } from '../../../money.ts'
import type { SeededRandom } from '../../../random.ts'
import { createPen, type Pen } from '../../pen.ts'
import type { Sheet } from '../../types.ts'
import { breakLines } from '../break-lines.ts'
import { formatDate } from '../format-date.ts'
import { drawLabelledValues } from '../label-blocks.ts'
import type { StatementColumn } from './columns.ts'
import { isAmount } from './columns.ts'
import type { RandomStatementFacts, StatementFact } from './header-facts.ts'
import { afterTexts, pageBreakLabels } from './labels.ts'
import type { AmountFormatter } from './money.ts'
import { type PageHeader, panelWidth } from './page-header.ts'
import { type RandomStatementPeriod, totalIn, totalOut } from './periods.ts'
import type { StatementPlan } from './plan.ts'
import { type RandomStatementRow, rowsOf } from './rows.ts'
import type { StatementStyle } from './style.ts'
import { createTable, type RowPosition } from './table.ts'

export const maxShift = 24

type LayoutInput = {
  plan: StatementPlan
  style: StatementStyle
  facts: RandomStatementFacts
  columns: StatementColumn[]
  periods: RandomStatementPeriod[]
  format: AmountFormatter
  head: PageHeader
  random: SeededRandom
}
type PrintedTransaction = { date: string; description: string; amount: string; type: 'credit' | 'debit' }

/** Paginates all periods; returns the sheets and the transactions as printed. */
export function layOutStatement(input: LayoutInput): { sheets: Sheet[]; lines: PrintedTransaction[] } {
  const { plan, style, facts, columns, periods, format, head, random } = input
  const table = createTable(plan, style, format)
  const [carried, brought] = random.pick(pageBreakLabels)
  const isCarried = plan.isCarried && plan.columns.includes('balance')
  const bottom = style.height - style.margin - 26
  const room = columns.find(({ role }) => role === 'description')?.width ?? 100
  const pens: Pen[] = []
  const lines: PrintedTransaction[] = []
  const texts = random.sample(afterTexts, random.integer(0, 3))
  let y = 0
  let shift = 0
  let period = periods[0] as RandomStatementPeriod
  let balance = 0

  const pen = () => pens.at(-1) as Pen

  function rowPosition(): RowPosition {
    const move = (column: StatementColumn) => (plan.shift === 'sums' && !isAmount(column.role) ? 0 : shift)
    const moved = columns.map((column) => ({ ...column, x: column.x + move(column) }))
    const left =
      style.margin + (plan.panel === 'left' ? panelWidth + 6 : 0) + (plan.shift === 'table' ? shift : 0)
    const drawAfterTable = style.width - style.margin - (plan.panel === 'right' ? panelWidth + 6 : 0)
    return {
      pen: pen(),
      columns: moved,
      y,
      left,
      right: drawAfterTable - (plan.shift === 'none' ? 0 : maxShift - shift),
    }
  }

  function startSheet(isFirstOfPeriod: boolean, n: number) {
    pens.push(createPen(style, { size: style.size, face: style.face, colour: style.ink }))
    shift = plan.shift === 'none' || pens.length === 1 ? 0 : random.integer(0, maxShift)
    y = isFirstOfPeriod ? head.first(pen(), period, n) : head.later(pen())
    if (plan.panel !== 'none') head.panel(pen(), period, y, isFirstOfPeriod)
    y += 4
  }

  function startTable(isFirst: boolean) {
    if (plan.headers !== 'missing' && (isFirst || plan.areHeadersRepeated)) y = table.titles(rowPosition())
    else y += style.size + 4
  }

  function continueOnNextSheet() {
    if (isCarried) table.marker(rowPosition(), carried, null, balance)
    startSheet(false, 0)
    startTable(false)
    if (!isCarried) return
    table.marker(rowPosition(), brought, null, balance)
    y += table.heightOf({ is: 'heading', text: '' })
  }

  function drawRow(row: RandomStatementRow) {
    if (row.is === 'section') {
      pen().text(rowPosition().left, y + 6, row.text, {
        face: style.bold,
        size: style.size + 2,
        colour: style.accent,
      })
      y += 14
      y = table.titles(rowPosition())
      return
    }
    if (row.is === 'titles') {
      y = table.titles({ ...rowPosition(), y: y - style.size })
      return
    }
    if (row.is === 'entry') {
      table.entry(rowPosition(), row)
      balance = row.entry.balance
      const { date, amount } = row.entry
      const type = amount > 0 ? 'credit' : 'debit'
      lines.push({ date, description: row.lines.join(' '), amount: decimal(amount), type })
    } else if (row.is === 'marker') table.marker(rowPosition(), row.text, row.date, row.balance)
    else if (row.is === 'total') table.total(rowPosition(), row)
    else if (row.is === 'promotion') table.promotion(rowPosition(), row.lines)
    else pen().text(rowPosition().left, y, row.text, { face: style.bold })
    y += table.heightOf(row)
  }

  /** Draws the summary and notes after the table of a period. */
  function drawAfterTable(isLast: boolean) {
    const look = head.look
    const pairs: StatementFact[] = []
    if (plan.summary === 'after') pairs.push(...head.summaryOf(period))
    if (plan.totals === 'lines') {
      pairs.push(
        ['Total paid in', format.loose(totalIn(period))],
        ['Total paid out', format.loose(totalOut(period))],
      )
    }
    const { left, right } = rowPosition()
    const shown = isLast ? texts.flatMap((text) => breakLines(text, right - left, { ...look, size: 7 })) : []
    const upcoming = isLast && plan.hasUpcoming ? 3 : 0
    const height = (pairs.length + upcoming) * look.leading * 1.2 + shown.length * 9 + 50
    if (y + height > bottom) startSheet(false, 0)
    y += 12
    if (pairs.length > 0)
      y =
        drawLabelledValues(
          pen(),
          'right',
          { x: rowPosition().left, y, width: Math.min(260, right - left) },
          pairs,
          look,
        ) + 8
    if (upcoming > 0) drawUpcomingPayments()
    if (shown.length > 0) y = pen().lines(rowPosition().left, y + 4, 9, shown, { size: 7 })
  }

  /** Draws future payments, as distractors. */
  function drawUpcomingPayments() {
    const { left } = rowPosition()
    pen().text(left, y, 'Payments due after this statement, not yet taken', { face: style.bold })
    y += head.look.leading * 1.2
    for (const [n, party] of ['Oxbow Gym', 'Cloudshed Storage'].entries()) {
      const day = formatDate(addDays(period.end, 4 + 3 * n), 'DD MMM YYYY')
      pen()
        .text(left, y, day)
        .text(left + 80, y, party)
        .right(left + 260, y, format.plain(2_799 - 1_300 * n).text)
      y += head.look.leading * 1.2
    }
    y += 6
  }

  for (const [n, next] of periods.entries()) {
    period = next
    balance = period.opening
    startSheet(true, n)
    if (plan.signs !== 'sections') startTable(true)
    for (const row of rowsOf(period, plan, style, room, random)) {
      const spare = isCarried ? 2 * style.size + 4 : 0
      // Keep headings together with the rows that follow.
      const minHeight = row.is === 'heading' ? 60 : row.is === 'section' ? 90 : table.heightOf(row)
      if (y + minHeight > bottom - spare) row.is === 'section' ? startSheet(false, 0) : continueOnNextSheet()
      drawRow(row)
    }
    drawAfterTable(n === periods.length - 1)
  }
  pens.forEach((one, n) => {
    drawFoot(one, n)
  })
  const turned = plan.turned === 'no' ? [] : plan.turned === 'all' ? pens : [random.pick(pens)]
  const angle = random.pick([90, 270] as const)
  return {
    sheets: pens.map((one) => (turned.includes(one) ? { ...one.sheet, rotation: angle } : one.sheet)),
    lines,
  }

  function drawFoot(one: Pen, n: number) {
    const at = style.height - style.margin + 8
    const number = plan.pageNumbers.replace('{n}', String(n + 1)).replace('{of}', String(pens.length))
    if (plan.pageNumbers !== 'none') one.right(style.width - style.margin, at, number, { size: 7 })
    if (plan.bank === 'foot' || plan.foot === 'legal')
      one.text(
        style.margin,
        at,
        `${facts.bank.legal}. Registered in England and Wales no. 0099418. An invented bank.`,
        { size: 6.5 },
      )
    else if (plan.foot === 'short') one.text(style.margin, at, facts.bank.name, { size: 7 })
  }
}
