import { decimal, type PenceAmount } from '../../money.ts'
import type { LoanPlan } from '../../payroll/types.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipPdfLayout, PayslipSource } from '../types.ts'
import { createFittedPen, createSheetFlow } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  deductionLabel,
  deductionRole,
  initials,
  isMonthly,
  payslipDrawing,
  taxBasis,
} from './layout-helpers.ts'

const [left, right] = [36, 559]
const [endingAt, assignmentAt, descriptionAt, hoursAt, rateAt, amountAt] = [
  left + 5,
  96,
  238,
  428,
  484,
  right - 5,
]
const leading = 15
const green = '#1f6b4a'
const strong = { face: 'sans-bold' as const }

const labels = {
  income_tax: 'Tax',
  national_insurance: 'NI',
  pension: 'Pension (worker)',
  student_loan: 'Student Loan',
  postgraduate_loan: 'Postgraduate Loan',
}

const planNames: Record<LoanPlan, string> = {
  plan_1: 'Plan 1',
  plan_2: 'Plan 2',
  plan_4: 'Plan 4',
  plan_5: 'Plan 5',
  postgraduate: 'PGL',
}

function loanPlans({ job, payslip }: PayslipSource): string {
  const plans = job.employment.loans.findLast(({ from }) => from <= payslip.payDate)?.plans ?? []
  return plans.map((plan) => planNames[plan]).join(' + ') || 'None'
}

export const agency: PayslipPdfLayout = {
  id: 'agency',
  name: 'Agency',
  about: 'Temporary work: week numbers, one line per assignment with date, hours and rate.',
  draw(content) {
    const { person, job, payslip } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(agency.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '', role: '' }
    const period = `${isMonthly(payslip) ? 'Month' : 'Week'} ${payslip.taxPeriod}`
    const ending = formatDay(payslip.end, 'DD/MM/YY')

    const flow = createSheetFlow(
      (number) => {
        const pen = createFittedPen(a4, { size: 9 })
        pen.box(left, 30, right - left, 34, { fill: green })
        printed.employerName = pen.fitText(left + 10, 52, 340, job.employer.name, {
          size: 14,
          ...strong,
          colour: '#ffffff',
        })
        const sheet = number > 1 ? `${period}, sheet ${number}` : period
        pen.right(right - 10, 52, sheet, { size: 12, colour: '#ffffff' })
        return pen
      },
      { top: 80, bottom: 810 },
    )
    const [first, top] = flow.reserve(88)
    const [name = '', number = ''] = first.cells(left, top, 27, [
      ['Worker', `${person.title} ${initials(person)} ${person.surname}`.toUpperCase(), 223],
      ['Works Number', job.payrollNumber, 100],
      ['NI Number', person.niNumber, 100],
      ['NI Category', payslip.niLetter, 100],
    ])
    first.cells(left, top + 27, 27, [
      ['Tax Code', payslip.taxCode, 73],
      ['Basis', taxBasis(payslip) || 'Cum', 50],
      ['Student Loan', loanPlans(content), 100],
      ['Tax Period', period, 100],
      ['Pay Date', formatDay(payslip.payDate, 'DD/MM/YY'), 100, 'pay_date'],
      ['Period Ending', ending, 100],
    ])
    Object.assign(printed, { name, payrollNumber: number })

    const bar = (title: string, more: [x: number, text: string, align: 'left' | 'right'][]) => {
      const [pen, y] = flow.reserve(24)
      pen.box(left, y, right - left, 16, { fill: '#e3efe9' })
      pen.text(endingAt, y + 11.5, title, { ...strong, colour: green })
      for (const [x, text, align] of more) pen.text(x, y + 11.5, text, { ...strong, size: 8, align })
    }
    const total = (label: string, amount: PenceAmount, role: string) => {
      const [pen, y] = flow.reserve(leading + 14)
      pen.line(rateAt - 40, y, right, y, { colour: green })
      pen.right(rateAt, y + 11, label, strong).right(amountAt, y + 11, decimal(amount), { ...strong, role })
    }

    bar('Date', [
      [assignmentAt, 'Assignment', 'left'],
      [descriptionAt, 'Payment', 'left'],
      [hoursAt, 'Hours/Days', 'right'],
      [rateAt, 'Rate', 'right'],
      [amountAt, 'Gross', 'right'],
    ])
    for (const payment of payslip.payments) {
      const [pen, y] = flow.reserve(leading)
      const { quantity, rate } = payment
      pen.text(endingAt, y + 8, ending)
      printed.role = pen.fitText(assignmentAt, y + 8, 134, job.role)
      truth.payment(payment, pen.fitText(descriptionAt, y + 8, 140, payment.description), payment)
      if (quantity !== undefined) pen.right(hoursAt, y + 8, decimal(quantity))
      if (rate !== undefined) pen.right(rateAt, y + 8, decimal(rate))
      pen.right(amountAt, y + 8, decimal(payment.amount), { role: 'payment_amount' })
    }
    total('Total gross', payslip.grossPay, 'gross_pay')

    bar('Deductions', [[amountAt, 'Amount', 'right']])
    for (const deduction of payslip.deductions) {
      const [pen, y] = flow.reserve(leading)
      truth.deduction(deduction, pen.fitText(endingAt, y + 8, 300, deductionLabel(labels, deduction)))
      pen.right(amountAt, y + 8, decimal(deduction.amount), { role: deductionRole(deduction) })
    }
    total('Total taken off', payslip.totalDeductions, 'total_deductions')

    const [last, foot] = flow.reserve(140)
    last.box(left, foot + 4, 300, 110, { stroke: green })
    last.text(left + 8, foot + 19, `Year to date ${payslip.taxYear.replace('-', '/')}`, {
      ...strong,
      colour: green,
    })
    last.amounts(left + 8, foot + 36, 14, 284, [
      ['Gross to date', decimal(ytd.grossPay), 'ytd'],
      ['Taxable to date', decimal(ytd.taxablePay), 'ytd'],
      ['Tax to date', decimal(ytd.incomeTax), 'ytd'],
      ['NI to date', decimal(ytd.employeeNi), 'ytd'],
      ['Pension to date', decimal(ytd.employeePension), 'ytd'],
      ['Student loan to date', decimal(ytd.studentLoan + ytd.postgraduateLoan), 'ytd'],
    ])
    last.box(356, foot + 4, right - 356, 60, { fill: green })
    last.text(366, foot + 22, 'Amount paid to you', { colour: '#ffffff' })
    last.right(right - 10, foot + 50, decimal(payslip.netPay), {
      size: 20,
      ...strong,
      colour: '#ffffff',
      role: 'net_pay',
    })
    last.text(356, foot + 80, 'Paid by BACS to the account you gave us.', { size: 8 })

    return {
      drawing: payslipDrawing(content, {
        title: `Payslip ${period}`,
        creator: 'Hedgebank Back Office',
        sheets: flow.sheets(),
      }),
      truth: truth.build({
        ...printed,
        facts: ['NI_number', 'pay_interval_end', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
