import { formatDay, type Pen } from '../pen.ts'
import type { Face } from '../types.ts'
import type { Column, Facts, Form } from './bank-format.ts'
import type { MarkerRow, TransactionRow } from './rows.ts'
import { usedOn } from './descriptions.ts'

/** Where something is drawn: y is the baseline of its first line. */
export type Place = { form: Form; facts: Facts; pen: Pen; columns: Column[]; y: number }

const ofWords: Column['of'][] = ['date', 'created', 'code', 'description']
const alignOf = (of: Column['of']) => (ofWords.includes(of) ? 'left' : 'right')

export function columnOf(columns: Column[], ...names: Column['of'][]): Column {
  const column = columns.find(({ of }) => names.includes(of))
  if (!column) throw new Error(`The table has no column for ${names.join(' or ')}`)
  return column
}

/** The row of headings, from its upper edge; returns the baseline of the first row. */
export function drawTitles({ form, pen, columns, y }: Place): number {
  const { table, text, titles } = form
  const height = text.size + 9
  if (titles.fill) pen.box(table.left, y, table.right - table.left, height, { fill: titles.fill })
  else pen.line(table.left, y + height, table.right, y + height, { width: 0.8, colour: text.accent })
  const style = { face: titles.face ?? text.bold, colour: titles.ink ?? text.ink }
  for (const { of, x, title } of columns)
    pen.text(x, y + text.size + 3, title, { ...style, align: alignOf(of) })
  return y + height + text.size + 5
}

export function drawTransaction(place: Place, row: TransactionRow, isDated: boolean) {
  const { form, facts, pen, columns, y } = place
  const { amount, balance, date, kind } = row.transaction
  const { leading } = form.text
  const amountY = form.amountOn === 'last' ? y + (row.lines.length - 1) * leading : y
  const isCard = kind === 'card' || kind === 'contactless' || kind === 'refund'
  const cells: Record<Column['of'], string> = {
    date: isDated ? formatDay(date, form.dates) : '',
    created: formatDay(isCard ? usedOn(date) : date, form.dates),
    code: form.wording[kind][0],
    description: '',
    in: amount > 0 ? facts.sum(amount) : '',
    out: amount > 0 ? '' : facts.sum(-amount),
    amount: facts.sum(amount),
    balance: row.hasBalance ? facts.balance(balance) : '',
  }
  for (const { of, x, title } of columns) {
    if (form.hasHiddenLabels) {
      const label = of !== 'description' && cells[of] === '' ? `${title} blank.` : `${title}.`
      pen.text(x, y, label, { size: 3, colour: '#ffffff', align: alignOf(of) })
    }
    if (of === 'description') pen.lines(x, y, leading, row.lines)
    else if (of === 'balance')
      drawSum(place, { x, y: amountY, text: cells.balance, isOverdrawn: balance < 0, role: 'balance' })
    else if (alignOf(of) === 'left') pen.text(x, y, cells[of], of === 'date' ? { role: 'date' } : {})
    else drawSum(place, { x, y: amountY, text: cells[of], role: roleOf(kind) })
  }
}

const roleOf = (kind: string) => (kind === 'salary' ? 'salary_amount' : 'amount')

export function drawMarker(place: Place, { text, date, sum, role }: Omit<MarkerRow, 'is'>) {
  const { form, facts, pen, columns, y } = place
  const face = form.text.bold
  if (date) pen.text(columnOf(columns, 'date').x, y, formatDay(date, form.dates), { face })
  pen.text(columnOf(columns, 'description').x, y, text, { face })
  const { x } = columns.find(({ of }) => of === 'balance') ?? columnOf(columns, 'in')
  drawSum(place, { x, y, text: facts.balance(sum), isOverdrawn: sum < 0, role, face })
}

type Sum = { x: number; y: number; text: string; role: string; isOverdrawn?: boolean; face?: Face }

function drawSum({ form, pen }: Place, { x, y, text, role, isOverdrawn, face }: Sum) {
  if (text === '') return
  if (form.poundAt) pen.text(x - form.poundAt, y, '£')
  const hang = isOverdrawn ? form.overdrawn.hang * form.text.size : 0
  pen.right(x + hang, y, text, { role, ...(face && { face }) })
}
