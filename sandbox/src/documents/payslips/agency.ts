import { decimal, type Pence } from '../../money.ts'
import type { LoanPlan } from '../../payroll/types.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipLayout, PayslipMatter } from '../types.ts'
import { deductionLabel, deductionRole, drawingOf, initials, isByMonth, taxBasis } from './layout-helpers.ts'
import { openFlow, openPaper } from './fitted-pen.ts'
import { openTruth } from './ground-truth.ts'

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

const words = {
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

function loanPlans({ job, payslip }: PayslipMatter): string {
  const plans = job.employment.loans.findLast(({ from }) => from <= payslip.payDate)?.plans ?? []
  return plans.map((plan) => planNames[plan]).join(' + ') || 'None'
}

export const agency: PayslipLayout = {
  id: 'agency',
  name: 'Agency',
  about: 'Temporary work: week numbers, one line for each assignment with date, hours and rate.',
  draw(matter) {
    const { person, job, payslip } = matter
    const ytd = payslip.yearToDate
    const truth = openTruth(agency.id, matter)
    const shown = { name: '', employerName: '', payrollNumber: '', role: '' }
    const period = `${isByMonth(payslip) ? 'Month' : 'Week'} ${payslip.taxPeriod}`
    const ending = formatDay(payslip.end, 'DD/MM/YY')

    const flow = openFlow(
      (number) => {
        const paper = openPaper(a4, { size: 9 })
        paper.box(left, 30, right - left, 34, { fill: green })
        shown.employerName = paper.within(left + 10, 52, 340, job.employer.name, {
          size: 14,
          ...strong,
          colour: '#ffffff',
        })
        const sheet = number > 1 ? `${period}, sheet ${number}` : period
        paper.right(right - 10, 52, sheet, { size: 12, colour: '#ffffff' })
        return paper
      },
      { top: 80, bottom: 810 },
    )
    const [first, top] = flow.room(88)
    const [name = '', number = ''] = first.cells(left, top, 27, [
      ['Worker', `${person.title} ${initials(person)} ${person.surname}`.toUpperCase(), 223],
      ['Works Number', job.payrollNumber, 100],
      ['NI Number', person.niNumber, 100],
      ['NI Category', payslip.niLetter, 100],
    ])
    first.cells(left, top + 27, 27, [
      ['Tax Code', payslip.taxCode, 73],
      ['Basis', taxBasis(payslip) || 'Cum', 50],
      ['Student Loan', loanPlans(matter), 100],
      ['Tax Period', period, 100],
      ['Pay Date', formatDay(payslip.payDate, 'DD/MM/YY'), 100, 'pay_date'],
      ['Period Ending', ending, 100],
    ])
    Object.assign(shown, { name, payrollNumber: number })

    const bar = (title: string, more: [x: number, text: string, align: 'left' | 'right'][]) => {
      const [paper, y] = flow.room(24)
      paper.box(left, y, right - left, 16, { fill: '#e3efe9' })
      paper.text(endingAt, y + 11.5, title, { ...strong, colour: green })
      for (const [x, text, align] of more) paper.text(x, y + 11.5, text, { ...strong, size: 8, align })
    }
    const total = (label: string, amount: Pence, role: string) => {
      const [paper, y] = flow.room(leading + 14)
      paper.line(rateAt - 40, y, right, y, { colour: green })
      paper.right(rateAt, y + 11, label, strong).right(amountAt, y + 11, decimal(amount), { ...strong, role })
    }

    bar('Date', [
      [assignmentAt, 'Assignment', 'left'],
      [descriptionAt, 'Payment', 'left'],
      [hoursAt, 'Hours/Days', 'right'],
      [rateAt, 'Rate', 'right'],
      [amountAt, 'Gross', 'right'],
    ])
    for (const payment of payslip.payments) {
      const [paper, y] = flow.room(leading)
      const { quantity, rate } = payment
      paper.text(endingAt, y + 8, ending)
      shown.role = paper.within(assignmentAt, y + 8, 134, job.role)
      truth.payment(payment, paper.within(descriptionAt, y + 8, 140, payment.description), payment)
      if (quantity !== undefined) paper.right(hoursAt, y + 8, decimal(quantity))
      if (rate !== undefined) paper.right(rateAt, y + 8, decimal(rate))
      paper.right(amountAt, y + 8, decimal(payment.amount), { role: 'payment_amount' })
    }
    total('Total gross', payslip.grossPay, 'gross_pay')

    bar('Deductions', [[amountAt, 'Amount', 'right']])
    for (const deduction of payslip.deductions) {
      const [paper, y] = flow.room(leading)
      truth.deduction(deduction, paper.within(endingAt, y + 8, 300, deductionLabel(words, deduction)))
      paper.right(amountAt, y + 8, decimal(deduction.amount), { role: deductionRole(deduction) })
    }
    total('Total taken off', payslip.totalDeductions, 'total_deductions')

    const [last, foot] = flow.room(140)
    last.box(left, foot + 4, 300, 110, { stroke: green })
    last.text(left + 8, foot + 19, `Year to date ${payslip.taxYear.replace('-', '/')}`, {
      ...strong,
      colour: green,
    })
    last.sums(left + 8, foot + 36, 14, 284, [
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
      drawing: drawingOf(matter, {
        title: `Payslip ${period}`,
        creator: 'Hedgebank Back Office',
        sheets: flow.sheets(),
      }),
      truth: truth.close({
        ...shown,
        facts: ['NI_number', 'pay_interval_end', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
