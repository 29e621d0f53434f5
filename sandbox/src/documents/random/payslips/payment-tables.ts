import { decimal } from '../../../money.ts'
import type { Slip } from './drawing-context.ts'
import {
  deductionTable,
  drawTable,
  heightOfTable,
  leastRoom,
  paymentTable,
  roomIn,
  type SlipTable,
  yearFigureOf,
} from './tables.ts'

export function drawTables(slip: Slip) {
  const { plan, payslip, look, left, right, random, money, printed } = slip
  const { size } = look
  const payments = paymentTable(payslip, plan, money, random)
  const deductions = deductionTable(payslip, plan, money, random)
  const isBeside = plan.tables === 'side by side' || plan.tables === 'deductions left'
  const half = (right - left - 16) / 2
  const isFitting = (width: number) =>
    [payments, deductions].every((table) => roomIn(width, table, plan, look) > leastRoom)
  for (const spare of ['rate', 'units']) {
    if (isFitting(isBeside ? half : right - left)) break
    payments.columns = payments.columns.filter(({ of }) => of !== spare)
  }
  const hasColumn = (of: string) => payments.columns.some((column) => column.of === of)
  const done = (table: SlipTable, labels: string[]) => {
    if (table === payments) {
      printed.earnings = payslip.payments.map(({ amount, quantity, rate }, n) => ({
        description: labels[n] ?? '',
        amount: decimal(amount),
        quantity: hasColumn('units') && quantity !== undefined ? decimal(quantity) : null,
        rate: hasColumn('rate') && rate !== undefined ? decimal(rate) : null,
      }))
      printed.hasGross ||= table.total !== null
      return
    }
    printed.deductions = payslip.deductions.map(({ amount }, n) => ({
      description: labels[n] ?? '',
      amount: decimal(amount),
    }))
    printed.hasTotalDeductions ||= table.total !== null
    for (const deduction of plan.areDeductionsToDate ? payslip.deductions : []) {
      const figure = yearFigureOf(deduction)
      if (figure) printed.year.add(figure)
    }
  }
  if (plan.tables === 'one list') {
    drawOneList(slip, payments, deductions, done)
    return
  }
  const isSwapped = plan.tables === 'deductions left' || plan.tables === 'deductions first'
  const order = isSwapped ? [deductions, payments] : [payments, deductions]
  const heights = order.map((table) => heightOfTable(table, look))
  if (isBeside) {
    slip.keep(Math.max(...heights))
    const ends = order.map((table, n) => {
      const place = { x: left + n * (half + 16), y: slip.y, width: half }
      const drawn = drawTable(slip.pen(), place, table, plan, look)
      done(table, drawn.labels)
      return drawn.y
    })
    if (plan.lines === 'boxes')
      for (const n of [0, 1])
        slip.pen().box(left + n * (half + 16), slip.y - size - 5, half, Math.max(...ends) - slip.y + 6, {
          stroke: look.accent,
        })
    slip.y = Math.max(...ends) + 12
    return
  }
  for (const [n, table] of order.entries()) {
    slip.keep(heights[n] ?? 0)
    const drawn = drawTable(slip.pen(), { x: left, y: slip.y, width: right - left }, table, plan, look)
    done(table, drawn.labels)
    slip.y = drawn.y + 12
  }
}

/** Payments and deductions in the same columns: told apart by a heading between them, or by their signs. */
function drawOneList(
  slip: Slip,
  payments: SlipTable,
  deductions: SlipTable,
  done: (table: SlipTable, labels: string[]) => void,
) {
  const { plan, payslip, look, left, right, random, money } = slip
  const isSigned = plan.listSigns === 'negative'
  const taken = deductions.rows.map((row, n) => ({
    ...row,
    cells: {
      ...row.cells,
      year: '',
      amount: money((isSigned ? -1 : 1) * (payslip.deductions[n]?.amount ?? 0)),
    },
  }))
  const between = isSigned ? [] : [{ label: deductions.title, cells: {} }]
  const total = deductions.total ? [deductions.total] : []
  const rows = [...payments.rows, ...(payments.total ? [payments.total] : []), ...between, ...taken, ...total]
  const title = isSigned ? random.pick(['Description', 'Details', 'Pay and deductions']) : payments.title
  slip.keep(heightOfTable({ ...payments, rows }, look))
  const width = Math.min(right - left, 420)
  const drawn = drawTable(
    slip.pen(),
    { x: left, y: slip.y, width },
    { title, columns: payments.columns, rows, total: null },
    plan,
    look,
  )
  done(payments, drawn.labels.slice(0, payments.rows.length))
  const from = payments.rows.length + (payments.total ? 1 : 0) + between.length
  done(deductions, drawn.labels.slice(from, from + taken.length))
  slip.y = drawn.y + 12
}
