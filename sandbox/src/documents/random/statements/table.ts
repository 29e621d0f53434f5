import type { PenceAmount } from '../../../money.ts'
import type { Pen } from '../../pen.ts'
import { widthOf } from '../../text-metrics.ts'
import { amountIn, dateText, isAmount, type StatementColumn } from './columns.ts'
import type { AmountFormatter, FormattedAmount } from './money.ts'
import type { StatementPlan } from './plan.ts'
import type { RandomStatementRow } from './rows.ts'
import type { StatementStyle } from './style.ts'

/** Position of a row; y is the baseline of its first line. */
export type RowPosition = { pen: Pen; columns: StatementColumn[]; y: number; left: number; right: number }

export function createTable(plan: StatementPlan, style: StatementStyle, format: AmountFormatter) {
  const { size, leading, gap, accent, bold } = style
  let isBanded = false
  let lastDay = ''

  function drawAmount(
    { pen, y }: RowPosition,
    { x, width, hang }: StatementColumn,
    { text, after }: FormattedAmount,
    isBold = false,
  ) {
    if (text === '') return
    const look = isBold ? { face: bold } : {}
    const left = plan.align === 'left' ? x : x - width
    if (plan.pound === 'split') pen.text(left, y, '£', look)
    const room = plan.pound === 'split' ? widthOf({ text: '£', face: bold, size }) + 3 : 0
    if (plan.align === 'left') pen.text(x + room, y, text, look)
    else if (hang === 0) pen.right(x, y, text, look)
    else {
      const face = isBold ? bold : style.face
      pen.right(x - hang + widthOf({ text: after, face, size }), y, text, look)
    }
  }

  function titles({ pen, columns, y, left, right }: RowPosition): number {
    const height = size + 8
    if (style.isTitleFilled) pen.box(left - 3, y, right - left + 6, height, { fill: accent })
    else pen.line(left, y + height, right, y + height, { width: 0.8, colour: accent })
    const look = { face: bold, colour: style.isTitleFilled ? '#ffffff' : accent }
    for (const { role, x, title, hang } of columns) {
      const isRight = isAmount(role) && plan.align !== 'left'
      pen.text(
        isRight ? x - (widthOf({ text: title, face: bold, size }) + hang < 30 ? hang : 0) : x,
        y + size + 2.5,
        title,
        {
          ...look,
          align: isRight ? 'right' : 'left',
        },
      )
    }
    isBanded = false
    return y + height + size + 4
  }

  function entry(position: RowPosition, row: Extract<RandomStatementRow, { is: 'entry' }>) {
    const { pen, columns, y, left, right } = position
    const { date, other, amount, balance, code, reference } = row.entry
    const height = heightOf(row)
    const top = y - size - gap / 2 + 1
    if (plan.rules === 'bands' && isBanded)
      pen.box(left - 2, top, right - left + 4, height, { fill: style.tint })
    if (plan.rules === 'rows' || plan.rules === 'grid' || (plan.rules === 'days' && date !== lastDay))
      pen.line(left, top, right, top, { width: 0.3, colour: '#999999' })
    isBanded = !isBanded
    lastDay = date
    const last = row.lines.length - 1
    const amountLine = { first: 0, middle: Math.floor(last / 2), last }[plan.amountOn]
    const amountY = y + amountLine * leading
    const textY = plan.isDateBesideAmount ? amountY : y
    for (const column of columns) {
      const { role, x, title } = column
      if (plan.hasHiddenLabels)
        pen.text(isAmount(role) && plan.align !== 'left' ? x - 12 : x, y, `${title}.`, hidden)
      if (role === 'date' && row.isDated) pen.text(x, textY, dateText(plan, date))
      if (role === 'other date') pen.text(x, textY, dateText(plan, other))
      if (role === 'code') pen.text(x, y, code)
      if (role === 'reference') pen.text(x, y, reference)
      if (role === 'description') pen.lines(x, y, leading, row.lines)
      if (role === 'balance' && !row.hasBalance) continue
      if (isAmount(role))
        drawAmount(
          { ...position, y: amountY },
          column,
          amountIn(role, role === 'balance' ? balance : amount, format),
        )
    }
  }

  /** Draws a balance or carried-forward line, with text in the description column and a balance. */
  function marker(position: RowPosition, text: string, date: string | null, balance: PenceAmount) {
    const { pen, columns, y } = position
    const at = (role: string) => columns.find((column) => column.role === role)
    const dateColumn = at('date')
    if (date && dateColumn) pen.text(dateColumn.x, y, dateText(plan, date), { face: bold })
    pen.text(at('description')?.x ?? position.left, y, text, { face: bold })
    const column = at('balance')
    if (column) drawAmount(position, column, format.balance(balance), true)
  }

  function total(position: RowPosition, row: Extract<RandomStatementRow, { is: 'total' }>) {
    const { pen, columns, y, left, right } = position
    pen.line(left, y - size - 1, right, y - size - 1, { colour: accent })
    pen.text(columns.find(({ role }) => role === 'description')?.x ?? left, y, row.text, { face: bold })
    for (const column of columns) {
      const { role } = column
      if (role === 'in' && row.in !== null) drawAmount(position, column, format.plain(row.in), true)
      if (role === 'out' && row.out !== null) drawAmount(position, column, format.plain(row.out), true)
      if (role === 'amount' && (row.in === null) !== (row.out === null))
        drawAmount(position, column, format.plain(row.in ?? row.out ?? 0), true)
    }
  }

  function promotion({ pen, y, left, right }: RowPosition, lines: string[]) {
    pen.box(left, y - size - 1, right - left, lines.length * leading + 4, { fill: style.tint })
    pen.lines(left + 6, y, leading, lines, { colour: accent, size: Math.min(size, 8) })
  }

  function heightOf(row: RandomStatementRow): number {
    if (row.is === 'entry') return row.lines.length * leading + gap
    if (row.is === 'promotion') return row.lines.length * leading + gap + 6
    if (row.is === 'titles') return 2 * size + 18
    if (row.is === 'section') return 3 * size + 26
    return leading + gap + 2
  }

  return { titles, entry, marker, total, promotion, heightOf }
}

const hidden = { size: 2.5, colour: '#ffffff' }

export type StatementTable = ReturnType<typeof createTable>
