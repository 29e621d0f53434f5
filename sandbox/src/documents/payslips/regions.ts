import { decimal, grouped } from '../../money.ts'
import type { PayrollFrequency, PayrollPayment } from '../../payroll/types.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipPdfLayout, PayslipSource } from '../types.ts'
import { createFittedPen, type LabelledValue } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  deductionLabel,
  deductionRole,
  maskedAccount,
  paginateColumns,
  payslipDrawing,
  printAddress,
} from './layout-helpers.ts'

const size = { width: a4.height, height: a4.width }
const [left, right, second, third] = [28, 814, 290, 556]
const regionWidth = 256
const top = 66
const bottom = 560
const leading = 12.5
const earningsRows = 33
const deductionRows = 12
const strong = { face: 'sans-bold' as const }
const rule = '#9aa3ab'
const tint = '#eef1f3'

const labels = {
  income_tax: 'PAYE',
  national_insurance: 'NI Employee',
  pension: 'Pension Employee Contribution',
  student_loan: 'Student Loan Repayment',
  postgraduate_loan: 'Postgraduate Loan Repayment',
}

const periodTypes: Record<PayrollFrequency, string> = {
  weekly: 'Weekly',
  fortnightly: 'Bi-Weekly',
  four_weekly: 'Lunar Month',
  monthly: 'Calendar Month',
}

/** A table row: a payment, or the heading of a non-empty group of payments. */
type EarningsRow = { heading: string } | { payment: PayrollPayment }

function earningRows(payments: PayrollPayment[]): EarningsRow[] {
  const isDirect = ({ isTaxable, isNiable }: PayrollPayment) => !isTaxable && !isNiable
  const groups: [heading: string, payments: PayrollPayment[]][] = [
    ['Regular Earnings', payments.filter((payment) => payment.isFixed && !isDirect(payment))],
    ['Irregular Earnings', payments.filter((payment) => !payment.isFixed && !isDirect(payment))],
    ['Direct Payments', payments.filter(isDirect)],
  ]
  return groups
    .filter(([, members]) => members.length > 0)
    .flatMap(([heading, members]) => [{ heading }, ...members.map((payment) => ({ payment }))])
}

function previousPay({ job, payslip }: PayslipSource): LabelledValue[] {
  const before = job.employment.p45Figures
  const isThisYear = before?.taxYear === payslip.taxYear
  return [
    ['Previous Taxable Pay', grouped(isThisYear ? before.taxablePay : 0)],
    ['Previous Tax Paid', grouped(isThisYear ? before.incomeTax : 0)],
  ]
}

export const regions: PayslipPdfLayout = {
  id: 'regions',
  name: 'Regions',
  about:
    'Enterprise software: many labelled regions, tax basis, pay from previous employment, net pay to a masked account.',
  draw(content) {
    const { person, job, payslip, address } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(regions.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '', role: '', address }

    const pages = paginateColumns(
      earningRows(payslip.payments),
      payslip.deductions,
      earningsRows,
      deductionRows,
    )
    const sheets = pages.map((page) => {
      const pen = createFittedPen(size, { size: 8 })
      const region = (x: number, y: number, title: string) => {
        pen.box(x, y, regionWidth, 14, { fill: tint, stroke: rule })
        pen.text(x + 5, y + 10, title, { ...strong, size: 8.5 })
        return y + 26
      }
      const columns = { value: 106, width: regionWidth - 112 }
      const label = { colour: '#444444' }

      pen.text(left, 40, 'Payslip', { size: 18 })
      printed.employerName = pen.fitText(110, 40, 460, job.employer.name, { size: 12 })
      pen.right(right, 40, `Page ${page.number} of ${page.of}`, label)
      pen.line(left, 52, right, 52, { width: 1, colour: rule })

      let y = region(left, top, 'Employee Details')
      const named = (name: string, value: string, style = {}) => {
        pen.text(left + 5, y, name, label)
        const printed = pen.fitText(left + 5 + columns.value, y, columns.width, value, style)
        y += leading
        return printed
      }
      printed.name = named('Employee Name', `${person.surname}, ${person.forename}`, strong)
      printed.payrollNumber = named('Payroll ID', job.payrollNumber)
      printed.role = named('Job', job.role)
      named('Department', job.department)
      named('NI Number', person.niNumber)
      printed.address = printAddress(address, (line, n) => named(n === 0 ? 'Address' : '', line))
      y = region(left, y, 'Employer Details')
      y = pen.pairs(
        left + 5,
        y,
        leading,
        columns,
        [
          ['PAYE Reference', job.employer.payeReference],
          ['Tax Office', 'Northern Tax Office'],
        ],
        { label },
      )
      y = region(left, y, 'Tax Details')
      y = pen.pairs(
        left + 5,
        y,
        leading,
        columns,
        [
          ['Tax Code', payslip.taxCode],
          ['Tax Basis', payslip.isCumulative ? 'Cumulative' : 'Week 1/Month 1 (non-cumulative)'],
          ['NI Category', payslip.niLetter],
          ...previousPay(content),
        ],
        { label },
      )
      y = region(left, y, 'Pay Period Details')
      pen.pairs(
        left + 5,
        y,
        leading,
        columns,
        [
          ['Period Type', periodTypes[payslip.frequency]],
          ['Period Start Date', formatDay(payslip.start, 'DD-MMM-YYYY')],
          ['Period End Date', formatDay(payslip.end, 'DD-MMM-YYYY')],
          ['Period Number', String(payslip.taxPeriod)],
          ['Payment Date', formatDay(payslip.payDate, 'DD-MMM-YYYY'), 'pay_date'],
        ],
        { label },
      )

      y = region(second, top, 'Earnings')
      pen.right(second + 148, top + 10, 'Units', label).right(second + 194, top + 10, 'Rate', label)
      pen.right(second + regionWidth - 5, top + 10, 'Amount', label)
      for (const row of page.left) {
        if ('heading' in row)
          pen.text(second + 5, y, row.heading, { ...strong, size: 7.5, colour: '#444444' })
        else {
          const { payment } = row
          const { quantity, rate, amount, description } = payment
          const wide = quantity === undefined ? 175 : 106
          truth.payment(payment, pen.fitText(second + 10, y, wide, description), payment)
          if (quantity !== undefined) pen.right(second + 148, y, decimal(quantity))
          if (rate !== undefined) pen.right(second + 194, y, decimal(rate))
          pen.right(second + regionWidth - 5, y, grouped(amount), { role: 'payment_amount' })
        }
        y += leading
      }
      if (page.isLast) {
        pen.line(second, bottom - 22, second + regionWidth, bottom - 22, { colour: rule })
        pen.amounts(
          second + 5,
          bottom - 10,
          leading,
          regionWidth - 10,
          [['Gross Earnings', grouped(payslip.grossPay), 'gross_pay']],
          { label: strong, value: strong },
        )
      }

      y = region(third, top, 'Deductions')
      pen.right(third + regionWidth - 5, top + 10, 'Amount', label)
      for (const deduction of page.right) {
        truth.deduction(deduction, pen.fitText(third + 10, y, 170, deductionLabel(labels, deduction)))
        pen.right(third + regionWidth - 5, y, grouped(deduction.amount), { role: deductionRole(deduction) })
        y += leading
      }
      if (!page.isLast) {
        pen.text(third + 5, bottom - 10, 'Continued', label)
        return pen.sheet
      }
      y = top + 26 + deductionRows * leading
      pen.line(third, y - 8, third + regionWidth, y - 8, { colour: rule })
      pen.amounts(
        third + 5,
        y + 3,
        leading,
        regionWidth - 10,
        [['Total Deductions', grouped(payslip.totalDeductions), 'total_deductions']],
        { label: strong, value: strong },
      )

      y = region(third, y + 14, 'Balances')
      pen
        .right(third + 176, y - 16, 'This Period', label)
        .right(third + regionWidth - 5, y - 16, 'Year to Date', label)
      const balances: [label: string, period: number, year: number][] = [
        ['Gross Earnings', payslip.grossPay, ytd.grossPay],
        ['Taxable Pay', payslip.taxablePay, ytd.taxablePay],
        ['PAYE', payslip.incomeTax, ytd.incomeTax],
        ['NIable Pay', payslip.niablePay, ytd.niablePay],
        ['NI Employee', payslip.employeeNi, ytd.employeeNi],
        ['NI Employer', payslip.employerNi, ytd.employerNi],
        ['Pension Employee', payslip.employeePension, ytd.employeePension],
        ['Pension Employer', payslip.employerPension, ytd.employerPension],
      ]
      for (const [name, period, year] of balances) {
        pen.text(third + 5, y, name)
        pen
          .right(third + 176, y, grouped(period))
          .right(third + regionWidth - 5, y, grouped(year), { role: 'ytd' })
        y += leading
      }

      y = region(third, bottom - 72, 'Net Pay Distribution')
      pen.text(third + 5, y, 'Payment Type', label).text(third + 84, y, 'Account Number', label)
      pen.right(third + regionWidth - 5, y, 'Amount', label)
      pen.text(third + 5, y + leading, 'BACS').text(third + 84, y + leading, maskedAccount(person))
      pen.right(third + regionWidth - 5, y + leading, grouped(payslip.netPay), { role: 'net_pay' })
      pen.amounts(
        third + 5,
        bottom - 10,
        leading,
        regionWidth - 10,
        [['Net Pay', grouped(payslip.netPay), 'net_pay']],
        {
          label: { ...strong, size: 11 },
          value: { ...strong, size: 11 },
        },
      )
      return pen.sheet
    })

    return {
      drawing: payslipDrawing(content, {
        title: `Payslip ${payslip.payDate}`,
        creator: 'Hallmote People Suite 11',
        sheets,
      }),
      truth: truth.build({
        ...printed,
        facts: [
          'NI_number',
          'employer_tax_reference',
          'pay_interval_start',
          'pay_interval_end',
          'pay_frequency',
          'tax_period',
          'ni_letter',
        ],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
