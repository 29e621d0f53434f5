import { decimal, type Pence } from '../../../money.ts'
import type { Deduction, DeductionKind, Payment, Payslip } from '../../../payroll/types.ts'
import type { Random } from '../../../random.ts'
import type { Pen } from '../../pen.ts'
import { fit, printable } from '../../fit-text.ts'
import { widthOf } from '../../text-metrics.ts'
import type { Look } from '../label-blocks.ts'
import type { PayslipPlan } from './plan.ts'
import { deductionWords, type Figure, titleWords } from './labels.ts'

/** A line as it is to be printed: cells by the name of their column. */
export type SlipRow = { label: string; cells: Record<string, string> }
type Column = { of: string; title: string }
export type SlipTable = { title: string; columns: Column[]; rows: SlipRow[]; total: SlipRow | null }

type Money = (amount: Pence) => string

/** What the year-to-date column of a deduction is called among the figures. */
const yearFigures: Partial<Record<DeductionKind, Figure>> = {
  income_tax: 'incomeTax',
  national_insurance: 'employeeNi',
  pension: 'employeePension',
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
}

export const yearFigureOf = ({ kind }: Deduction): Figure | undefined => yearFigures[kind]

export function paymentTable(payslip: Payslip, plan: PayslipPlan, money: Money, random: Random): SlipTable {
  const isInCapitals = random.chance(0.2)
  const written = (text: string) => (isInCapitals ? printable(text).toUpperCase() : printable(text))
  const columns: Column[] = [
    ...(plan.hasUnits ? [{ of: 'units', title: random.pick(titleWords.units) }] : []),
    ...(plan.hasRate ? [{ of: 'rate', title: random.pick(titleWords.rate) }] : []),
    { of: 'amount', title: random.pick(titleWords.amount) },
  ]
  const row = ({ description, quantity, rate, amount }: Payment, n: number): SlipRow => ({
    label: written(description),
    cells: {
      code: String(1010 + 35 * n),
      units: quantity === undefined ? '' : decimal(quantity),
      rate: rate === undefined ? '' : decimal(rate),
      amount: money(amount),
    },
  })
  return {
    title: random.pick(titleWords.payments),
    columns,
    rows: payslip.payments.map(row),
    total: totalRow(plan, random.pick(titleWords.totalPayments), money(payslip.grossPay)),
  }
}

export function deductionTable(payslip: Payslip, plan: PayslipPlan, money: Money, random: Random): SlipTable {
  const words = new Map<string, string>()
  const label = ({ kind, description }: Deduction): string => {
    const own = deductionWords[kind as keyof typeof deductionWords] as string[] | undefined
    const word = words.get(kind) ?? (own ? random.pick(own) : printable(description))
    if (own) words.set(kind, word)
    return word
  }
  const amount = { of: 'amount', title: random.pick(titleWords.amount) }
  const year = { of: 'year', title: random.pick(titleWords.yearToDate) }
  const columns = !plan.areDeductionsToDate ? [amount] : plan.isYearFirst ? [year, amount] : [amount, year]
  const row = (deduction: Deduction, n: number): SlipRow => {
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
    title: random.pick(titleWords.deductions),
    columns,
    rows: payslip.deductions.map(row),
    total: totalRow(plan, random.pick(titleWords.totalDeductions), money(payslip.totalDeductions)),
  }
}

const totalRow = ({ hasTotals, totalsAt }: PayslipPlan, label: string, amount: string): SlipRow | null =>
  hasTotals && totalsAt === 'foot' ? { label, cells: { amount } } : null

export const heightOfTable = ({ rows, total }: SlipTable, { leading }: Look): number =>
  (rows.length + (total ? 1 : 0) + 2) * leading + 14

/** Draws a table and returns the labels as they fitted, and where it ends. */
export function drawTable(
  pen: Pen,
  place: { x: number; y: number; width: number },
  table: SlipTable,
  plan: PayslipPlan,
  look: Look,
): { labels: string[]; y: number } {
  const { x, width } = place
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
    (_, n) => x + width - 4 - widths.slice(n + 1).reduce((sum, one) => sum + one + 10, 0),
  )
  const labelX = x + 4 + codeWidth
  const room = (edges[0] ?? x + width) - (widths[0] ?? 0) - 8 - labelX
  let y = place.y
  const isBand = plan.lines === 'bands'
  if (isBand) pen.box(x, y - size - 2, width, leading + 4, { fill: look.tint })
  const heading = { face: bold, colour: accent }
  const title = fit(table.title, room + codeWidth, { face: bold, size })
  pen.text(x + 4, y, title.text, { ...heading, size: title.size })
  for (const [n, column] of table.columns.entries()) pen.right(edges[n] ?? 0, y, column.title, heading)
  if (plan.lines === 'rules') pen.line(x, y + 4, x + width, y + 4, { colour: accent })
  y += leading + 5
  const put = (row: SlipRow, style: { face?: Look['face'] }) => {
    const fitted = fit(row.label, room, { face: style.face ?? look.face, size })
    if (plan.hasCodes && row.cells.code) pen.text(x + 4, y, row.cells.code, style)
    pen.text(labelX, y, fitted.text, { ...style, size: fitted.size })
    for (const [n, { of }] of table.columns.entries()) pen.right(edges[n] ?? 0, y, row.cells[of] ?? '', style)
    y += leading
    return fitted.text
  }
  const labels = table.rows.map((row) => put(row, {}))
  if (table.total) {
    y += 3
    if (plan.lines !== 'none') pen.line(x, y - size - 1, x + width, y - size - 1, { colour: accent })
    put(table.total, { face: bold })
  }
  return { labels, y }
}

export const leastRoom = 84

/** How much room is left for the labels of a table. */
export function roomIn(width: number, table: SlipTable, plan: PayslipPlan, look: Look): number {
  const all = table.total ? [...table.rows, table.total] : table.rows
  const taken = table.columns.map(({ of, title }) =>
    Math.max(
      ...[title, ...all.map(({ cells }) => cells[of] ?? '')].map((text) =>
        widthOf({ text, face: look.bold, size: look.size }),
      ),
    ),
  )
  return width - taken.reduce((sum, one) => sum + one + 10, 0) - (plan.hasCodes ? 34 : 0)
}
