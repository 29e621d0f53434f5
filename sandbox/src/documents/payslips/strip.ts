import { decimal } from '../../money.ts'
import type { PayrollPayment } from '../../payroll/types.ts'
import { formatDay } from '../pen.ts'
import type { PayslipPdfLayout } from '../types.ts'
import { createFittedPen } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  deductionLabel,
  deductionRole,
  initials,
  isMonthly,
  paginateColumns,
  payslipDrawing,
  taxCodeOf,
} from './layout-helpers.ts'

const size = { width: 595.28, height: 297.64 }
const [left, right, top, bottom] = [16, 579, 14, 284]
const bodyTop = 44
const bodyBottom = 182
const rows = 10
const leading = 11.4
const grey = '#d9d9d9'
const small = { size: 6.5 }

const labels = {
  income_tax: 'PAYE Tax',
  national_insurance: 'National Insurance',
  pension: 'Pension Ee',
  student_loan: 'Student Loan',
  postgraduate_loan: 'Postgrad Loan',
}

/** Returns quantity and rate. This layout prints salaried pay as quantity 1.00. */
const unitsOf = ({ quantity, rate, amount }: PayrollPayment) =>
  quantity === undefined ? { quantity: 100, rate: amount } : { quantity, rate }

export const strip: PayslipPdfLayout = {
  id: 'strip',
  name: 'Strip',
  about: 'Accounting package, a third of a page: header strip on top, boxes below, net pay bottom right.',
  draw(content) {
    const { person, job, payslip } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(strip.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '' }

    const sheets = paginateColumns(payslip.payments, payslip.deductions, rows).map((page) => {
      const pen = createFittedPen(size, { size: 8 })
      const cell = (x: number, width: number, label: string, value: string, role?: string) => {
        pen.text(x + 4, top + 9, label, { ...small, face: 'sans-bold' })
        return pen.fitText(x + 4, top + 23, width - 8, value, { size: 9, ...(role && { role }) })
      }

      pen.box(left, top, right - left, bottom - top, { stroke: '#000000' })
      printed.payrollNumber = cell(left, 84, 'Employee No.', job.payrollNumber)
      printed.name = cell(100, 239, 'Employee Name', `${person.title} ${initials(person)} ${person.surname}`)
      cell(339, 110, 'Process Date', formatDay(payslip.payDate, 'DD/MM/YYYY'), 'pay_date')
      cell(449, 130, 'National Insurance Number', person.niNumber)
      for (const x of [100, 339, 449]) pen.line(x, top, x, bodyTop, { width: 0.7 })

      pen.box(left, bodyTop, right - left, 14, { fill: grey, stroke: '#000000' })
      const head = { face: 'sans-bold' as const }
      pen.text(left + 4, bodyTop + 10, 'Payments', head).right(228, bodyTop + 10, 'Units', head)
      pen.right(284, bodyTop + 10, 'Rate', head).right(357, bodyTop + 10, 'Amount', head)
      pen.text(369, bodyTop + 10, 'Deductions', head).right(right - 6, bodyTop + 10, 'Amount', head)
      pen.line(363, bodyTop, 363, bodyBottom, { width: 0.7 })

      page.left.forEach((payment, n) => {
        const y = bodyTop + 25 + n * leading
        const units = unitsOf(payment)
        truth.payment(payment, pen.fitText(left + 4, y, 165, payment.description), units)
        pen.right(228, y, decimal(units.quantity))
        if (units.rate !== undefined) pen.right(284, y, decimal(units.rate))
        pen.right(357, y, decimal(payment.amount), { role: 'payment_amount' })
      })
      page.right.forEach((deduction, n) => {
        const y = bodyTop + 25 + n * leading
        truth.deduction(deduction, pen.fitText(369, y, 140, deductionLabel(labels, deduction)))
        pen.right(right - 6, y, decimal(deduction.amount), { role: deductionRole(deduction) })
      })

      pen.line(left, bodyBottom, right, bodyBottom, { width: 0.7 })
      printed.employerName = pen.fitText(left + 4, bodyBottom + 14, 180, job.employer.name, {
        size: 9,
        face: 'sans-bold',
      })
      pen.pairs(left + 4, bodyBottom + 30, 12, { value: 74, width: 106 }, [
        ['Tax Code:', taxCodeOf(payslip)],
        ['NI Category:', payslip.niLetter],
        ['Payment Method:', 'BACS'],
        ['Payment Period:', `${isMonthly(payslip) ? 'Mth' : 'Wk'} ${payslip.taxPeriod}`],
      ])
      const sheetNumber = `Sheet ${page.number} of ${page.of}${page.isLast ? '' : ', CONTINUED'}`
      if (page.of > 1) pen.text(left + 4, bottom - 8, sheetNumber, small)
      for (const x of [206, 345, 487]) pen.line(x, bodyBottom, x, bottom, { width: 0.7 })
      if (!page.isLast) return pen.sheet

      pen.text(212, bodyBottom + 12, 'This Period', head).text(351, bodyBottom + 12, 'Year To Date', head)
      pen.line(206, bodyBottom + 17, 487, bodyBottom + 17, { width: 0.4 })
      pen.amounts(212, bodyBottom + 29, 12, 127, [
        ['Total Gross Pay', decimal(payslip.grossPay), 'gross_pay'],
        ['Gross for Tax', decimal(payslip.taxablePay)],
        ['Earnings for NI', decimal(payslip.niablePay)],
        ['Total Deductions', decimal(payslip.totalDeductions), 'total_deductions'],
      ])
      pen.amounts(351, bodyBottom + 29, 12, 130, [
        ['Total Gross Pay TD', decimal(ytd.grossPay), 'ytd'],
        ['Gross for Tax TD', decimal(ytd.taxablePay), 'ytd'],
        ['Tax Paid TD', decimal(ytd.incomeTax), 'ytd'],
        ['Earnings for NI TD', decimal(ytd.niablePay), 'ytd'],
        ['National Insurance TD', decimal(ytd.employeeNi), 'ytd'],
        ['Pension Ee TD', decimal(ytd.employeePension), 'ytd'],
      ])
      pen.box(493, bottom - 50, 80, 44, { stroke: '#000000' })
      pen.text(497, bottom - 38, 'Net Pay', head)
      pen.right(569, bottom - 15, decimal(payslip.netPay), { size: 11, face: 'sans-bold', role: 'net_pay' })
      return pen.sheet
    })

    return {
      drawing: payslipDrawing(content, {
        title: `Payslip ${job.payrollNumber}`,
        creator: 'Tallystone Accounts 31',
        sheets,
      }),
      truth: truth.build({
        ...printed,
        facts: ['NI_number', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
