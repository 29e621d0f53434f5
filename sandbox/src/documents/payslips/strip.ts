import { decimal } from '../../money.ts'
import type { Payment } from '../../payroll/types.ts'
import { formatDay } from '../pen.ts'
import type { PayslipLayout } from '../types.ts'
import { deductionLabel, deductionRole, drawingOf, initials, isByMonth, spread, taxCodeOf } from './layout-helpers.ts'
import { openPaper } from './fitted-pen.ts'
import { openTruth } from './ground-truth.ts'

const size = { width: 595.28, height: 297.64 }
const [left, right, top, bottom] = [16, 579, 14, 284]
const bodyTop = 44
const bodyBottom = 182
const rows = 10
const leading = 11.4
const grey = '#d9d9d9'
const small = { size: 6.5 }

const words = {
  income_tax: 'PAYE Tax',
  national_insurance: 'National Insurance',
  pension: 'Pension Ee',
  student_loan: 'Student Loan',
  postgraduate_loan: 'Postgrad Loan',
}

/** This print knows no payment without units: a salary is one of itself. */
const unitsOf = ({ quantity, rate, amount }: Payment) =>
  quantity === undefined ? { quantity: 100, rate: amount } : { quantity, rate }

export const strip: PayslipLayout = {
  id: 'strip',
  name: 'Strip',
  about:
    'The print of an accounting package, a third of a sheet: a strip on top, boxes below, net pay bottom right.',
  draw(matter) {
    const { person, job, payslip } = matter
    const ytd = payslip.yearToDate
    const truth = openTruth(strip.id, matter)
    const shown = { name: '', employerName: '', payrollNumber: '' }

    const sheets = spread(payslip.payments, payslip.deductions, rows).map((page) => {
      const paper = openPaper(size, { size: 8 })
      const cell = (x: number, width: number, label: string, value: string, role?: string) => {
        paper.text(x + 4, top + 9, label, { ...small, face: 'sans-bold' })
        return paper.within(x + 4, top + 23, width - 8, value, { size: 9, ...(role && { role }) })
      }

      paper.box(left, top, right - left, bottom - top, { stroke: '#000000' })
      shown.payrollNumber = cell(left, 84, 'Employee No.', job.payrollNumber)
      shown.name = cell(100, 239, 'Employee Name', `${person.title} ${initials(person)} ${person.surname}`)
      cell(339, 110, 'Process Date', formatDay(payslip.payDate, 'DD/MM/YYYY'), 'pay_date')
      cell(449, 130, 'National Insurance Number', person.niNumber)
      for (const x of [100, 339, 449]) paper.line(x, top, x, bodyTop, { width: 0.7 })

      paper.box(left, bodyTop, right - left, 14, { fill: grey, stroke: '#000000' })
      const head = { face: 'sans-bold' as const }
      paper.text(left + 4, bodyTop + 10, 'Payments', head).right(228, bodyTop + 10, 'Units', head)
      paper.right(284, bodyTop + 10, 'Rate', head).right(357, bodyTop + 10, 'Amount', head)
      paper.text(369, bodyTop + 10, 'Deductions', head).right(right - 6, bodyTop + 10, 'Amount', head)
      paper.line(363, bodyTop, 363, bodyBottom, { width: 0.7 })

      page.left.forEach((payment, n) => {
        const y = bodyTop + 25 + n * leading
        const units = unitsOf(payment)
        truth.payment(payment, paper.within(left + 4, y, 165, payment.description), units)
        paper.right(228, y, decimal(units.quantity))
        if (units.rate !== undefined) paper.right(284, y, decimal(units.rate))
        paper.right(357, y, decimal(payment.amount), { role: 'payment_amount' })
      })
      page.right.forEach((deduction, n) => {
        const y = bodyTop + 25 + n * leading
        truth.deduction(deduction, paper.within(369, y, 140, deductionLabel(words, deduction)))
        paper.right(right - 6, y, decimal(deduction.amount), { role: deductionRole(deduction) })
      })

      paper.line(left, bodyBottom, right, bodyBottom, { width: 0.7 })
      shown.employerName = paper.within(left + 4, bodyBottom + 14, 180, job.employer.name, {
        size: 9,
        face: 'sans-bold',
      })
      paper.pairs(left + 4, bodyBottom + 30, 12, { value: 74, width: 106 }, [
        ['Tax Code:', taxCodeOf(payslip)],
        ['NI Category:', payslip.niLetter],
        ['Payment Method:', 'BACS'],
        ['Payment Period:', `${isByMonth(payslip) ? 'Mth' : 'Wk'} ${payslip.taxPeriod}`],
      ])
      const sheetNumber = `Sheet ${page.number} of ${page.of}${page.isLast ? '' : ', CONTINUED'}`
      if (page.of > 1) paper.text(left + 4, bottom - 8, sheetNumber, small)
      for (const x of [206, 345, 487]) paper.line(x, bodyBottom, x, bottom, { width: 0.7 })
      if (!page.isLast) return paper.sheet

      paper.text(212, bodyBottom + 12, 'This Period', head).text(351, bodyBottom + 12, 'Year To Date', head)
      paper.line(206, bodyBottom + 17, 487, bodyBottom + 17, { width: 0.4 })
      paper.sums(212, bodyBottom + 29, 12, 127, [
        ['Total Gross Pay', decimal(payslip.grossPay), 'gross_pay'],
        ['Gross for Tax', decimal(payslip.taxablePay)],
        ['Earnings for NI', decimal(payslip.niablePay)],
        ['Total Deductions', decimal(payslip.totalDeductions), 'total_deductions'],
      ])
      paper.sums(351, bodyBottom + 29, 12, 130, [
        ['Total Gross Pay TD', decimal(ytd.grossPay), 'ytd'],
        ['Gross for Tax TD', decimal(ytd.taxablePay), 'ytd'],
        ['Tax Paid TD', decimal(ytd.incomeTax), 'ytd'],
        ['Earnings for NI TD', decimal(ytd.niablePay), 'ytd'],
        ['National Insurance TD', decimal(ytd.employeeNi), 'ytd'],
        ['Pension Ee TD', decimal(ytd.employeePension), 'ytd'],
      ])
      paper.box(493, bottom - 50, 80, 44, { stroke: '#000000' })
      paper.text(497, bottom - 38, 'Net Pay', head)
      paper.right(569, bottom - 15, decimal(payslip.netPay), { size: 11, face: 'sans-bold', role: 'net_pay' })
      return paper.sheet
    })

    return {
      drawing: drawingOf(matter, {
        title: `Payslip ${job.payrollNumber}`,
        creator: 'Tallystone Accounts 31',
        sheets,
      }),
      truth: truth.close({
        ...shown,
        facts: ['NI_number', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
