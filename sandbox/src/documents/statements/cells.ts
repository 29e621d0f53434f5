import { formatDay, type Pen } from '../pen.ts'
import type { FontFace } from '../types.ts'
import type { BankColumn, BankFormat, BankStatementFacts } from './bank-format.ts'
import { cardUsedOn } from './descriptions.ts'
import type { MarkerRow, TransactionRow } from './rows.ts'

/** Drawing context of a row; y is the baseline of its first line. */
export type RowContext = {
  format: BankFormat
  facts: BankStatementFacts
  pen: Pen
  columns: BankColumn[]
  y: number
}

const textColumns: BankColumn['of'][] = ['date', 'created', 'code', 'description']
const alignOf = (of: BankColumn['of']) => (textColumns.includes(of) ? 'left' : 'right')

export function columnOf(columns: BankColumn[], ...names: BankColumn['of'][]): BankColumn {
  const column = columns.find(({ of }) => names.includes(of))
  if (!column) throw new Error(`The table has no column for ${names.join(' or ')}`)
  return column
}

/** Draws the header row from its top edge; returns the baseline of the first row. */
export function drawTitles({ format, pen, columns, y }: RowContext): number {
  const { table, text, titles } = format
  const height = text.size + 9
  if (titles.fill) pen.box(table.left, y, table.right - table.left, height, { fill: titles.fill })
  else pen.line(table.left, y + height, table.right, y + height, { width: 0.8, colour: text.accent })
  const style = { face: titles.face ?? text.bold, colour: titles.ink ?? text.ink }
  for (const { of, x, title } of columns)
    pen.text(x, y + text.size + 3, title, { ...style, align: alignOf(of) })
  return y + height + text.size + 5
}

export function drawTransaction(context: RowContext, row: TransactionRow, isDated: boolean) {
  const { format, facts, pen, columns, y } = context
  const { amount, balance, date, kind } = row.transaction
  const { leading } = format.text
  const amountY = format.amountOn === 'last' ? y + (row.lines.length - 1) * leading : y
  const isCard = kind === 'card' || kind === 'contactless' || kind === 'refund'
  const cells: Record<BankColumn['of'], string> = {
    date: isDated ? formatDay(date, format.dates) : '',
    created: formatDay(isCard ? cardUsedOn(date) : date, format.dates),
    code: format.wording[kind][0],
    description: '',
    in: amount > 0 ? facts.formatAmount(amount) : '',
    out: amount > 0 ? '' : facts.formatAmount(-amount),
    amount: facts.formatAmount(amount),
    balance: row.hasBalance ? facts.balance(balance) : '',
  }
  for (const { of, x, title } of columns) {
    if (format.hasHiddenLabels) {
      const label = of !== 'description' && cells[of] === '' ? `${title} blank.` : `${title}.`
      pen.text(x, y, label, { size: 3, colour: '#ffffff', align: alignOf(of) })
    }
    if (of === 'description') pen.lines(x, y, leading, row.lines)
    else if (of === 'balance')
      drawAmount(context, { x, y: amountY, text: cells.balance, isOverdrawn: balance < 0, role: 'balance' })
    else if (alignOf(of) === 'left') pen.text(x, y, cells[of], of === 'date' ? { role: 'date' } : {})
    else drawAmount(context, { x, y: amountY, text: cells[of], role: roleOf(kind) })
  }
}

const roleOf = (kind: string) => (kind === 'salary' ? 'salary_amount' : 'amount')

export function drawMarker(context: RowContext, { text, date, amount, role }: Omit<MarkerRow, 'is'>) {
  const { format, facts, pen, columns, y } = context
  const face = format.text.bold
  if (date) pen.text(columnOf(columns, 'date').x, y, formatDay(date, format.dates), { face })
  pen.text(columnOf(columns, 'description').x, y, text, { face })
  const { x } = columns.find(({ of }) => of === 'balance') ?? columnOf(columns, 'in')
  drawAmount(context, { x, y, text: facts.balance(amount), isOverdrawn: amount < 0, role, face })
}

type AmountCell = { x: number; y: number; text: string; role: string; isOverdrawn?: boolean; face?: FontFace }

function drawAmount({ format, pen }: RowContext, { x, y, text, role, isOverdrawn, face }: AmountCell) {
  if (text === '') return
  if (format.poundAt) pen.text(x - format.poundAt, y, '£')
  const hang = isOverdrawn ? format.overdrawn.hang * format.text.size : 0
  pen.right(x + hang, y, text, { role, ...(face && { face }) })
}
