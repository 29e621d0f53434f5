import type { AnswerValue, PayslipAnswer } from './answer.ts'
import type { LocatedValue } from './locate.ts'
import { type LocatedAmount, type Proposal, showAmount } from './proposal.ts'
import { type DrawnSheet, drawSheet, label, type SheetText, show, title } from './sheet.ts'

const columns = { label: 40, quantity: 400, rate: 480, amount: 580, year: 700 }

export type LocatedPayLine = {
  description: LocatedValue
  quantity: LocatedValue | null
  rate: LocatedValue | null
  amount: LocatedAmount
  year: LocatedAmount | null
}

/** A payslip as the model understands it, with the places of its values. */
export type DrawnPayslip = {
  sheet: DrawnSheet
  amounts: LocatedAmount[]
  earnings: LocatedPayLine[]
  deductions: LocatedPayLine[]
  gross: LocatedAmount | null
  total: LocatedAmount | null
  net: LocatedAmount | null
  isYearPlausible: boolean
}

/** Draws a payslip as the model understands it: facts, payments, deductions, totals and year to date. */
export function drawPayslip(answer: PayslipAnswer, proposal: Proposal): DrawnPayslip {
  const { require, requireDescription, requireAmount, optionalAmount, optionalFact } = proposal
  const readLine = (line: PayslipAnswer['earnings'][number]): LocatedPayLine => {
    const quantity = line.quantity && require(line.quantity)
    const rate = line.rate && require(line.rate)
    const amount = requireAmount(line.amount)
    if (quantity && rate && explainsAmount(quantity, rate, amount)) proposal.explainUnits([quantity, rate])
    return {
      description: requireDescription(line.description),
      quantity,
      rate,
      amount,
      year: optionalAmount(line.year_to_date),
    }
  }
  const [earnings, deductions] = [answer.earnings.map(readLine), answer.deductions.map(readLine)]
  const gross = optionalAmount(answer.gross_pay)
  const total = optionalAmount(answer.total_deductions)
  const net = optionalAmount(answer.net_pay)
  const year = {
    gross: optionalAmount(answer.year_to_date.gross_pay),
    taxable: optionalAmount(answer.year_to_date.taxable_pay),
    tax: optionalAmount(answer.year_to_date.tax),
    ni: optionalAmount(answer.year_to_date.national_insurance),
    net: optionalAmount(answer.year_to_date.net_pay),
  }
  const fact = (text: string, value: AnswerValue | null): SheetText[][] => {
    const located = optionalFact(value)
    return located ? [[label(columns.label, text), show(200, located)]] : []
  }
  const showUnits = (x: number, value: LocatedValue | null): SheetText[] =>
    value ? [{ ...show(x, value), alignsRight: true }] : []
  const drawLine = ({ description, quantity, rate, amount, year: toDate }: LocatedPayLine): SheetText[] => [
    show(columns.label, description),
    ...showUnits(columns.quantity, quantity),
    ...showUnits(columns.rate, rate),
    showAmount(columns.amount, amount),
    ...(toDate ? [showAmount(columns.year, toDate)] : []),
  ]
  const drawTotal = (text: string, amount: LocatedAmount | null, x = columns.amount): SheetText[][] =>
    amount ? [[label(columns.label, text), showAmount(x, amount)]] : []
  const hasYears = [...earnings, ...deductions].some((line) => line.year)
  const titles = (text: string): SheetText[] => [
    label(columns.label, text),
    title(columns.quantity, 'Units'),
    title(columns.rate, 'Rate'),
    title(columns.amount, 'This period'),
    ...(hasYears ? [title(columns.year, 'Year to date')] : []),
  ]
  const yearLines = [
    ...drawTotal('Gross pay to date', year.gross),
    ...drawTotal('Taxable pay to date', year.taxable),
    ...drawTotal('Tax paid to date', year.tax),
    ...drawTotal('NI paid to date', year.ni),
    ...drawTotal('Net pay to date', year.net),
  ]
  const lines: SheetText[][] = [
    [label(columns.label, 'Payslip')],
    ...fact('Employer', answer.employer_name),
    ...fact('Employee name', answer.employee_name),
    ...fact('NI number', answer.ni_number),
    ...fact('Tax code', answer.tax_code),
    ...fact('Pay date', answer.pay_date),
    ...fact('Period start', answer.period_start),
    ...fact('Period end', answer.period_end),
    [],
    titles('Payments'),
    ...earnings.map(drawLine),
    ...drawTotal('Gross pay', gross),
    [],
    titles('Deductions'),
    ...deductions.map(drawLine),
    ...drawTotal('Total deductions', total),
    [],
    ...drawTotal('Net pay', net),
    [],
    ...(yearLines.length > 0 ? [[label(columns.label, 'Year to date')], ...yearLines] : []),
  ]
  const pairs = [
    ...[...earnings, ...deductions].map((line) => [line.amount, line.year] as const),
    [gross, year.gross] as const,
    [net, year.net] as const,
  ]
  return {
    sheet: drawSheet(lines, { titles: titles('Payments'), isOcr: proposal.isOcr }),
    amounts: [
      ...[...earnings, ...deductions].flatMap((line) =>
        line.year ? [line.amount, line.year] : [line.amount],
      ),
      ...[gross, total, net, ...Object.values(year)].filter((amount) => amount !== null),
    ],
    earnings,
    deductions,
    gross,
    total,
    net,
    isYearPlausible: pairs.every(
      ([amount, toDate]) =>
        !amount || !toDate || amount.isNegative || toDate.isNegative || toDate.pence >= amount.pence,
    ),
  }
}

/** A rate is printed to the penny or more exactly, so a product differs from the amount by half a penny for each unit. */
const pencePerUnit = 0.5
const overtimeFactors = [1, 1.25, 1.33, 4 / 3, 1.5, 2]

/** Whether hours and rate are on the line of the amount, and give it. Other numbers would hide what they are. */
function explainsAmount(quantity: LocatedValue, rate: LocatedValue, amount: LocatedAmount): boolean {
  const [line] = amount.words.map((word) => word.line)
  const [hours, pounds] = [quantity, rate].map(({ text }) => Number(text.replace(/[£,]/g, '')))
  const product = (hours ?? Number.NaN) * (pounds ?? Number.NaN) * 100
  const tolerance = Math.abs(hours ?? 0) * pencePerUnit + 1
  return (
    [...quantity.words, ...rate.words].every((word) => word.line === line) &&
    overtimeFactors.some((factor) => Math.abs(Math.abs(product * factor) - amount.pence) <= tolerance)
  )
}
