import { decimal } from '../../../money.ts'
import type { PayslipDrawing } from './drawing-context.ts'
import {
  deductionTable,
  drawTable,
  heightOfTable,
  labelWidthIn,
  minLabelWidth,
  type PayslipTable,
  paymentTable,
  yearFigureOf,
} from './tables.ts'

export function drawTables(drawing: PayslipDrawing) {
  const { plan, payslip, look, left, right, random, money, printed } = drawing
  const { size } = look
  const payments = paymentTable(payslip, plan, money, random)
  const deductions = deductionTable(payslip, plan, money, random)
  const isSideBySide = plan.tables === 'side by side' || plan.tables === 'deductions left'
  const half = (right - left - 16) / 2
  const fits = (width: number) =>
    [payments, deductions].every((table) => labelWidthIn(width, table, plan, look) > minLabelWidth)
  for (const spare of ['rate', 'units']) {
    if (fits(isSideBySide ? half : right - left)) break
    payments.columns = payments.columns.filter(({ of }) => of !== spare)
  }
  const hasColumn = (of: string) => payments.columns.some((column) => column.of === of)
  const recordPrinted = (table: PayslipTable, labels: string[]) => {
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
    drawOneList(drawing, payments, deductions, recordPrinted)
    return
  }
  const isSwapped = plan.tables === 'deductions left' || plan.tables === 'deductions first'
  const order = isSwapped ? [deductions, payments] : [payments, deductions]
  const heights = order.map((table) => heightOfTable(table, look))
  if (isSideBySide) {
    drawing.ensureRoom(Math.max(...heights))
    const ends = order.map((table, n) => {
      const area = { x: left + n * (half + 16), y: drawing.y, width: half }
      const drawn = drawTable(drawing.pen(), area, table, plan, look)
      recordPrinted(table, drawn.labels)
      return drawn.y
    })
    if (plan.lines === 'boxes')
      for (const n of [0, 1])
        drawing
          .pen()
          .box(left + n * (half + 16), drawing.y - size - 5, half, Math.max(...ends) - drawing.y + 6, {
            stroke: look.accent,
          })
    drawing.y = Math.max(...ends) + 12
    return
  }
  for (const [n, table] of order.entries()) {
    drawing.ensureRoom(heights[n] ?? 0)
    const drawn = drawTable(drawing.pen(), { x: left, y: drawing.y, width: right - left }, table, plan, look)
    recordPrinted(table, drawn.labels)
    drawing.y = drawn.y + 12
  }
}

/** Draws payments and deductions in the same columns, separated by a heading or distinguished by their signs. */
function drawOneList(
  drawing: PayslipDrawing,
  payments: PayslipTable,
  deductions: PayslipTable,
  recordPrinted: (table: PayslipTable, labels: string[]) => void,
) {
  const { plan, payslip, look, left, right, random, money } = drawing
  const isSigned = plan.listSigns === 'negative'
  const deductionRows = deductions.rows.map((row, n) => ({
    ...row,
    cells: {
      ...row.cells,
      year: '',
      amount: money((isSigned ? -1 : 1) * (payslip.deductions[n]?.amount ?? 0)),
    },
  }))
  const between = isSigned ? [] : [{ label: deductions.title, cells: {} }]
  const total = deductions.total ? [deductions.total] : []
  const rows = [
    ...payments.rows,
    ...(payments.total ? [payments.total] : []),
    ...between,
    ...deductionRows,
    ...total,
  ]
  const title = isSigned ? random.pick(['Description', 'Details', 'Pay and deductions']) : payments.title
  drawing.ensureRoom(heightOfTable({ ...payments, rows }, look))
  const width = Math.min(right - left, 420)
  const drawn = drawTable(
    drawing.pen(),
    { x: left, y: drawing.y, width },
    { title, columns: payments.columns, rows, total: null },
    plan,
    look,
  )
  recordPrinted(payments, drawn.labels.slice(0, payments.rows.length))
  const from = payments.rows.length + (payments.total ? 1 : 0) + between.length
  recordPrinted(deductions, drawn.labels.slice(from, from + deductionRows.length))
  drawing.y = drawn.y + 12
}
