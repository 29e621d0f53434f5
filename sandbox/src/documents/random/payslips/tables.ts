import { decimal, type PenceAmount } from '../../../money.ts'
import type {
  GeneratedPayslip,
  PayrollDeduction,
  PayrollDeductionKind,
  PayrollPayment,
} from '../../../payroll/types.ts'
import type { SeededRandom } from '../../../random.ts'
import { fitToWidth, toPrintable } from '../../fit-text.ts'
import type { Pen } from '../../pen.ts'
import { widthOf } from '../../text-metrics.ts'
import type { TextLook } from '../label-blocks.ts'
import { deductionLabels, type PayslipFigure, titleLabels } from './labels.ts'
import type { PayslipPlan } from './plan.ts'

/** A table row: cells by column name. */
export type PayslipRow = { label: string; cells: Record<string, string> }
type Column = { of: string; title: string }
export type PayslipTable = { title: string; columns: Column[]; rows: PayslipRow[]; total: PayslipRow | null }

type Money = (amount: PenceAmount) => string

/** Year-to-date figure of each deduction kind. */
const yearFigures: Partial<Record<PayrollDeductionKind, PayslipFigure>> = {
  income_tax: 'incomeTax',
  national_insurance: 'employeeNi',
  pension: 'employeePension',
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
}

export const yearFigureOf = ({ kind }: PayrollDeduction): PayslipFigure | undefined => yearFigures[kind]

export function paymentTable(
  payslip: GeneratedPayslip,
  plan: PayslipPlan,
  money: Money,
  random: SeededRandom,
): PayslipTable {
  const isInCapitals = random.chance(0.2)
  const printLabel = (text: string) => (isInCapitals ? toPrintable(text).toUpperCase() : toPrintable(text))
  const columns: Column[] = [
    ...(plan.hasUnits ? [{ of: 'units', title: random.pick(titleLabels.units) }] : []),
    ...(plan.hasRate ? [{ of: 'rate', title: random.pick(titleLabels.rate) }] : []),
    { of: 'amount', title: random.pick(titleLabels.amount) },
  ]
  const row = ({ description, quantity, rate, amount }: PayrollPayment, n: number): PayslipRow => ({
    label: printLabel(description),
    cells: {
      code: String(1010 + 35 * n),
      units: quantity === undefined ? '' : decimal(quantity),
      rate: rate === undefined ? '' : decimal(rate),
      amount: money(amount),
    },
  })
  return {
    title: random.pick(titleLabels.payments),
    columns,
    rows: payslip.payments.map(row),
    total: totalRow(plan, random.pick(titleLabels.totalPayments), money(payslip.grossPay)),
  }
}

export function deductionTable(
  payslip: GeneratedPayslip,
  plan: PayslipPlan,
  money: Money,
  random: SeededRandom,
): PayslipTable {
  const words = new Map<string, string>()
  const label = ({ kind, description }: PayrollDeduction): string => {
    const options = deductionLabels[kind as keyof typeof deductionLabels] as string[] | undefined
    const word = words.get(kind) ?? (options ? random.pick(options) : toPrintable(description))
    if (options) words.set(kind, word)
    return word
  }
  const amount = { of: 'amount', title: random.pick(titleLabels.amount) }
  const year = { of: 'year', title: random.pick(titleLabels.yearToDate) }
  const columns = !plan.areDeductionsToDate ? [amount] : plan.isYearFirst ? [year, amount] : [amount, year]
  const row = (deduction: PayrollDeduction, n: number): PayslipRow => {
    const figure = yearFigureOf(deduction)
    return {
      label: label(deduction),
      cells: {
        code: String(5000 + 20 * n),
        amount: money(deduction.amount),
        year: figure ? money(payslip.yearToDate[figure]) : '',
      },
    }
  }
  return {
    title: random.pick(titleLabels.deductions),
    columns,
    rows: payslip.deductions.map(row),
    total: totalRow(plan, random.pick(titleLabels.totalDeductions), money(payslip.totalDeductions)),
  }
}

const totalRow = ({ hasTotals, totalsAt }: PayslipPlan, label: string, amount: string): PayslipRow | null =>
  hasTotals && totalsAt === 'foot' ? { label, cells: { amount } } : null

export const heightOfTable = ({ rows, total }: PayslipTable, { leading }: TextLook): number =>
  (rows.length + (total ? 1 : 0) + 2) * leading + 14

/** Draws a table; returns the labels as printed and the next baseline. */
export function drawTable(
  pen: Pen,
  area: { x: number; y: number; width: number },
  table: PayslipTable,
  plan: PayslipPlan,
  look: TextLook,
): { labels: string[]; y: number } {
  const { x, width } = area
  const { size, leading, bold, accent } = look
  const all = table.total ? [...table.rows, table.total] : table.rows
  const widths = table.columns.map(({ of, title }) =>
    Math.max(
      ...[title, ...all.map(({ cells }) => cells[of] ?? '')].map((text) =>
        widthOf({ text, face: bold, size }),
      ),
    ),
  )
  const codeWidth = plan.hasCodes ? widthOf({ text: '0000', face: bold, size }) + 8 : 0
  const edges = widths.map(
    (_, n) => x + width - 4 - widths.slice(n + 1).reduce((total, one) => total + one + 10, 0),
  )
  const labelX = x + 4 + codeWidth
  const room = (edges[0] ?? x + width) - (widths[0] ?? 0) - 8 - labelX
  let y = area.y
  const isBand = plan.lines === 'bands'
  if (isBand) pen.box(x, y - size - 2, width, leading + 4, { fill: look.tint })
  const heading = { face: bold, colour: accent }
  const title = fitToWidth(table.title, room + codeWidth, { face: bold, size })
  pen.text(x + 4, y, title.text, { ...heading, size: title.size })
  for (const [n, column] of table.columns.entries()) pen.right(edges[n] ?? 0, y, column.title, heading)
  if (plan.lines === 'rules') pen.line(x, y + 4, x + width, y + 4, { colour: accent })
  y += leading + 5
  const drawRow = (row: PayslipRow, style: { face?: TextLook['face'] }) => {
    const fitted = fitToWidth(row.label, room, { face: style.face ?? look.face, size })
    if (plan.hasCodes && row.cells.code) pen.text(x + 4, y, row.cells.code, style)
    pen.text(labelX, y, fitted.text, { ...style, size: fitted.size })
    for (const [n, { of }] of table.columns.entries()) pen.right(edges[n] ?? 0, y, row.cells[of] ?? '', style)
    y += leading
    return fitted.text
  }
  const labels = table.rows.map((row) => drawRow(row, {}))
  if (table.total) {
    y += 3
    if (plan.lines !== 'none') pen.line(x, y - size - 1, x + width, y - size - 1, { colour: accent })
    drawRow(table.total, { face: bold })
  }
  return { labels, y }
}

export const minLabelWidth = 84

/** Returns the width that remains for the labels of a table. */
export function labelWidthIn(width: number, table: PayslipTable, plan: PayslipPlan, look: TextLook): number {
  const all = table.total ? [...table.rows, table.total] : table.rows
  const taken = table.columns.map(({ of, title }) =>
    Math.max(
      ...[title, ...all.map(({ cells }) => cells[of] ?? '')].map((text) =>
        widthOf({ text, face: look.bold, size: look.size }),
      ),
    ),
  )
  return width - taken.reduce((total, one) => total + one + 10, 0) - (plan.hasCodes ? 34 : 0)
}
