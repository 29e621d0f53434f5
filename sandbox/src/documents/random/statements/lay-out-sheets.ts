import { addDays } from '../../../calendar.ts'
import { decimal } from '../../../money.ts'
import type { Random } from '../../../random.ts'
import { openSheet, type Pen } from '../../pen.ts'
import type { Sheet } from '../../types.ts'
import { drawPairs } from '../label-blocks.ts'
import { broken } from '../break-lines.ts'
import { writeDay } from '../format-date.ts'
import type { Column } from './columns.ts'
import { isSum } from './columns.ts'
import type { Facts, Pair } from './header-facts.ts'
import { type Head, panelWidth } from './page-header.ts'
import { type Period, totalIn, totalOut } from './periods.ts'
import type { PenceWriter } from './money.ts'
import type { Plan } from './plan.ts'
import { type Row, rowsOf } from './rows.ts'
import type { Style } from './style.ts'
import { openTable, type Spot } from './table.ts'
import { afterTexts, pageWords } from './labels.ts'

export const mostShift = 24

type Parts = {
  plan: Plan
  style: Style
  facts: Facts
  columns: Column[]
  periods: Period[]
  write: PenceWriter
  head: Head
  random: Random
}
type Line = { date: string; description: string; amount: string; type: 'credit' | 'debit' }

/** Puts all periods on as many sheets as they need; what was printed of every row comes back with them. */
export function layOut(parts: Parts): { sheets: Sheet[]; lines: Line[] } {
  const { plan, style, facts, columns, periods, write, head, random } = parts
  const table = openTable(plan, style, write)
  const [carried, brought] = random.pick(pageWords)
  const isCarried = plan.isCarried && plan.columns.includes('balance')
  const bottom = style.height - style.margin - 26
  const room = columns.find(({ role }) => role === 'description')?.width ?? 100
  const pens: Pen[] = []
  const lines: Line[] = []
  const texts = random.some(afterTexts, random.whole(0, 3))
  let y = 0
  let shift = 0
  let period = periods[0] as Period
  let balance = 0

  const pen = () => pens.at(-1) as Pen

  function spot(): Spot {
    const move = (column: Column) => (plan.shift === 'sums' && !isSum(column.role) ? 0 : shift)
    const moved = columns.map((column) => ({ ...column, x: column.x + move(column) }))
    const left =
      style.margin + (plan.panel === 'left' ? panelWidth + 6 : 0) + (plan.shift === 'table' ? shift : 0)
    const end = style.width - style.margin - (plan.panel === 'right' ? panelWidth + 6 : 0)
    return {
      pen: pen(),
      columns: moved,
      y,
      left,
      right: end - (plan.shift === 'none' ? 0 : mostShift - shift),
    }
  }

  function turn(isFirstOfPeriod: boolean, n: number) {
    pens.push(openSheet(style, { size: style.size, face: style.face, colour: style.ink }))
    shift = plan.shift === 'none' || pens.length === 1 ? 0 : random.whole(0, mostShift)
    y = isFirstOfPeriod ? head.first(pen(), period, n) : head.later(pen())
    if (plan.panel !== 'none') head.panel(pen(), period, y, isFirstOfPeriod)
    y += 4
  }

  function startTable(isFirst: boolean) {
    if (plan.headers !== 'missing' && (isFirst || plan.areHeadersRepeated)) y = table.titles(spot())
    else y += style.size + 4
  }

  function goOn() {
    if (isCarried) table.marker(spot(), carried, null, balance)
    turn(false, 0)
    startTable(false)
    if (!isCarried) return
    table.marker(spot(), brought, null, balance)
    y += table.heightOf({ is: 'heading', text: '' })
  }

  function place(row: Row) {
    if (row.is === 'section') {
      pen().text(spot().left, y + 6, row.text, {
        face: style.bold,
        size: style.size + 2,
        colour: style.accent,
      })
      y += 14
      y = table.titles(spot())
      return
    }
    if (row.is === 'titles') {
      y = table.titles({ ...spot(), y: y - style.size })
      return
    }
    if (row.is === 'entry') {
      table.entry(spot(), row)
      balance = row.entry.balance
      const { date, amount } = row.entry
      const type = amount > 0 ? 'credit' : 'debit'
      lines.push({ date, description: row.lines.join(' '), amount: decimal(amount), type })
    } else if (row.is === 'marker') table.marker(spot(), row.text, row.date, row.balance)
    else if (row.is === 'total') table.total(spot(), row)
    else if (row.is === 'promotion') table.promotion(spot(), row.lines)
    else pen().text(spot().left, y, row.text, { face: style.bold })
    y += table.heightOf(row)
  }

  /** What follows the table of a period. */
  function end(isLast: boolean) {
    const look = head.look
    const pairs: Pair[] = []
    if (plan.summary === 'after') pairs.push(...head.summaryOf(period))
    if (plan.totals === 'lines') {
      pairs.push(
        ['Total paid in', write.loose(totalIn(period))],
        ['Total paid out', write.loose(totalOut(period))],
      )
    }
    const { left, right } = spot()
    const shown = isLast ? texts.flatMap((text) => broken(text, right - left, { ...look, size: 7 })) : []
    const upcoming = isLast && plan.hasUpcoming ? 3 : 0
    const height = (pairs.length + upcoming) * look.leading * 1.2 + shown.length * 9 + 50
    if (y + height > bottom) turn(false, 0)
    y += 12
    if (pairs.length > 0)
      y =
        drawPairs(pen(), 'right', { x: spot().left, y, width: Math.min(260, right - left) }, pairs, look) + 8
    if (upcoming > 0) comingUp()
    if (shown.length > 0) y = pen().lines(spot().left, y + 4, 9, shown, { size: 7 })
  }

  /** Dated sums that have not been paid yet, and say so. */
  function comingUp() {
    const { left } = spot()
    pen().text(left, y, 'Payments due after this statement, not yet taken', { face: style.bold })
    y += head.look.leading * 1.2
    for (const [n, party] of ['Oxbow Gym', 'Cloudshed Storage'].entries()) {
      const day = writeDay(addDays(period.end, 4 + 3 * n), 'DD MMM YYYY')
      pen()
        .text(left, y, day)
        .text(left + 80, y, party)
        .right(left + 260, y, write.plain(2_799 - 1_300 * n).text)
      y += head.look.leading * 1.2
    }
    y += 6
  }

  for (const [n, next] of periods.entries()) {
    period = next
    balance = period.opening
    turn(true, n)
    if (plan.signs !== 'sections') startTable(true)
    for (const row of rowsOf(period, plan, style, room, random)) {
      const spare = isCarried ? 2 * style.size + 4 : 0
      // A heading is not left alone at the foot of a page.
      const least = row.is === 'heading' ? 60 : row.is === 'section' ? 90 : table.heightOf(row)
      if (y + least > bottom - spare) row.is === 'section' ? turn(false, 0) : goOn()
      place(row)
    }
    end(n === periods.length - 1)
  }
  pens.forEach((one, n) => {
    drawFoot(one, n)
  })
  const turned = plan.turned === 'no' ? [] : plan.turned === 'all' ? pens : [random.pick(pens)]
  const angle = random.pick([90, 270] as const)
  return {
    sheets: pens.map((one) => (turned.includes(one) ? { ...one.sheet, turned: angle } : one.sheet)),
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
