import { decimal, grouped, type PenceAmount, totalOf } from '../../money.ts'
import type {
  PayFigures,
  PayrollDeduction,
  PayrollDeductionKind,
  PayrollPayment,
} from '../../payroll/types.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipPdfLayout } from '../types.ts'
import { createFittedPen, createSheetFlow } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  addressLines,
  deductionLabel,
  deductionRole,
  payslipDrawing,
  printAddress,
  taxCodeOf,
} from './layout-helpers.ts'

const [left, right] = [48, 547]
const [unitsAt, rateAt, periodAt, yearAt] = [282, 345, 446, right]
const leading = 16
const grey = '#7a7f87'
const hair = '#c9cdd3'
const strong = { face: 'sans-bold' as const }

const labels = {
  income_tax: 'PAYE',
  national_insurance: 'NI',
  pension: 'Workplace pension (employee)',
  student_loan: 'Student loan',
  postgraduate_loan: 'Postgraduate loan',
}

/** Year-to-date figures of deductions; other deductions have none. */
const yearFields: Partial<Record<PayrollDeductionKind, keyof PayFigures>> = {
  income_tax: 'incomeTax',
  national_insurance: 'employeeNi',
  pension: 'employeePension',
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
}

const money = (amount: PenceAmount) => (amount < 0 ? `(${grouped(-amount)})` : grouped(amount))

const isTax = ({ kind }: PayrollDeduction) => kind === 'income_tax' || kind === 'national_insurance'
const isReimbursement = ({ kind }: PayrollPayment) => kind === 'expenses'

export const columns: PayslipPdfLayout = {
  id: 'columns',
  name: 'Columns',
  about: 'Online bookkeeping: earnings, taxes and deductions stacked, each with THIS PERIOD and YTD columns.',
  draw(content) {
    const { person, job, payslip, address } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(columns.id, content)
    const printed = { name: '', employerName: '', address }

    const flow = createSheetFlow(
      (number) => {
        const pen = createFittedPen(a4, { size: 9 })
        pen.right(right, 806, `Page ${number}`, { size: 7.5, colour: grey })
        if (number > 1)
          pen.fitText(
            left,
            48,
            400,
            `${person.forename} ${person.surname}, ${formatDay(payslip.payDate, 'D MMMM YYYY')}`,
            { colour: grey },
          )
        return pen
      },
      { top: 66, bottom: 790 },
    )
    const [first, top] = flow.reserve(164)
    const label = { size: 7, colour: grey }
    printed.employerName = first.fitText(left, top, 300, job.employer.name, { size: 13, ...strong })
    addressLines(job.employer.address).forEach((line, n) => {
      first.fitText(left, top + 15 + n * 11, 240, line, { size: 8, colour: grey })
    })
    first.text(left, top + 86, 'PAYSLIP FOR', label)
    printed.name = first.fitText(left, top + 99, 240, `${person.forename} ${person.surname}`, {
      size: 10,
      ...strong,
    })
    printed.address = printAddress(address, (line, n) =>
      first.fitText(left, top + 111 + n * 11, 240, line, { size: 8 }),
    )
    const facts: [label: string, value: string, role?: string][] = [
      ['PAYMENT DATE', formatDay(payslip.payDate, 'D MMMM YYYY'), 'pay_date'],
      ['PAY PERIOD', `${formatDay(payslip.start, 'DD/MM/YYYY')} to ${formatDay(payslip.end, 'DD/MM/YYYY')}`],
      ['TAX CODE', taxCodeOf(payslip)],
      ['NI NUMBER', person.niNumber],
      ['NI CATEGORY', payslip.niLetter],
      ['EMPLOYER PAYE REFERENCE', job.employer.payeReference],
    ]
    facts.forEach(([name, value, role], n) => {
      first.text(388, top + n * 25, name, label)
      first.text(388, top + 10.5 + n * 25, value, role ? { role } : {})
    })

    const [summary, at] = flow.reserve(58)
    const figures: [label: string, amount: PenceAmount, role: string][] = [
      ['GROSS PAY', payslip.grossPay, 'gross_pay'],
      ['TOTAL DEDUCTIONS', payslip.totalDeductions, 'total_deductions'],
      ['NET PAY', payslip.netPay, 'net_pay'],
    ]
    summary
      .line(left, at - 4, right, at - 4, { colour: hair })
      .line(left, at + 36, right, at + 36, { colour: hair })
    figures.forEach(([name, amount, role], n) => {
      summary.text(left + n * 170, at + 9, name, label)
      summary.text(left + n * 170, at + 27, money(amount), { size: 14, ...strong, role })
    })

    const head = (title: string, hasUnits: boolean) => {
      const [pen, y] = flow.reserve(leading * 2.6)
      pen.text(left, y + 18, title, { ...strong, size: 8 })
      if (hasUnits) pen.right(unitsAt, y + 18, 'HOURS/DAYS', label).right(rateAt, y + 18, 'RATE', label)
      pen.right(periodAt, y + 18, 'THIS PERIOD (£)', label).right(yearAt, y + 18, 'YTD (£)', label)
      pen.line(left, y + 23, right, y + 23, { colour: '#000000', width: 0.8 })
    }
    const total = (name: string, period: PenceAmount, year: PenceAmount | null) => {
      const [pen, y] = flow.reserve(leading)
      pen.line(left, y - 10.5, right, y - 10.5, { colour: hair })
      pen.text(left, y, name, strong).right(periodAt, y, money(period), strong)
      if (year !== null) pen.right(yearAt, y, money(year), { ...strong, role: 'ytd' })
    }
    const amounts = (lines: { amount: PenceAmount }[]) => totalOf(lines.map(({ amount }) => amount))

    const payments = (
      title: string,
      lines: PayrollPayment[],
      totalName: string,
      year: PenceAmount | null,
    ) => {
      if (lines.length === 0) return
      head(title, true)
      for (const payment of lines) {
        const [pen, y] = flow.reserve(leading)
        const { quantity, rate, amount, description } = payment
        truth.payment(payment, pen.fitText(left, y, 180, description), payment)
        if (quantity !== undefined)
          pen.right(unitsAt, y, quantity < 0 ? `(${decimal(-quantity)})` : decimal(quantity))
        if (rate !== undefined) pen.right(rateAt, y, money(rate))
        pen.right(periodAt, y, money(amount), { role: 'payment_amount' })
      }
      total(totalName, amounts(lines), year)
    }
    const deductions = (title: string, lines: PayrollDeduction[], totalName: string) => {
      if (lines.length === 0) return
      head(title, false)
      for (const deduction of lines) {
        const [pen, y] = flow.reserve(leading)
        const field = yearFields[deduction.kind]
        truth.deduction(deduction, pen.fitText(left, y, 270, deductionLabel(labels, deduction)))
        pen.right(periodAt, y, money(deduction.amount), { role: deductionRole(deduction) })
        if (field) pen.right(yearAt, y, money(ytd[field]), { role: 'ytd' })
      }
      total(totalName, amounts(lines), null)
    }

    const reimbursements = payslip.payments.filter(isReimbursement)
    const earnings = payslip.payments.filter((payment) => !isReimbursement(payment))
    payments('EARNINGS', earnings, 'Total earnings', reimbursements.length > 0 ? null : ytd.grossPay)
    payments('REIMBURSEMENTS', reimbursements, 'Total reimbursements', null)
    deductions('TAXES', payslip.deductions.filter(isTax), 'Total taxes')
    deductions(
      'DEDUCTIONS',
      payslip.deductions.filter((deduction) => !isTax(deduction)),
      'Total other deductions',
    )

    head('EMPLOYER CONTRIBUTIONS', false)
    const contributions: [label: string, period: PenceAmount, year: PenceAmount][] = [
      ['NI (employer)', payslip.employerNi, ytd.employerNi],
      ['Workplace pension (employer)', payslip.employerPension, ytd.employerPension],
    ]
    for (const [name, period, year] of contributions) {
      const [pen, y] = flow.reserve(leading)
      pen.text(left, y, name).right(periodAt, y, money(period)).right(yearAt, y, money(year), { role: 'ytd' })
    }
    head('SUMMARY', false)
    const sums: [label: string, period: PenceAmount, year: PenceAmount, role: string | undefined][] = [
      ['Gross pay', payslip.grossPay, ytd.grossPay, 'gross_pay'],
      ['Taxable pay', payslip.taxablePay, ytd.taxablePay, undefined],
      ['Tax', payslip.incomeTax, ytd.incomeTax, 'income_tax'],
      ['Employee NI', payslip.employeeNi, ytd.employeeNi, undefined],
      ['Net pay', payslip.netPay, ytd.netPay, 'net_pay'],
    ]
    for (const [name, period, year, role] of sums) {
      const [pen, y] = flow.reserve(leading)
      pen.text(left, y, name).right(periodAt, y, money(period), role ? { role } : {})
      pen.right(yearAt, y, money(year), { role: 'ytd' })
    }

    return {
      drawing: payslipDrawing(content, {
        title: 'Payslip',
        creator: 'Sorrelbank Pay',
        sheets: flow.sheets(),
      }),
      truth: truth.build({
        ...printed,
        facts: ['NI_number', 'employer_tax_reference', 'pay_interval_start', 'pay_interval_end', 'ni_letter'],
        yearToDate: ['gross_pay', 'net_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
