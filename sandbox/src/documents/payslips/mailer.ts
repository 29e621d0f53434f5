import { decimal, type PenceAmount } from '../../money.ts'
import { toPrintable } from '../fit-text.ts'
import { formatDay, wrap } from '../pen.ts'
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
  printAddress,
  taxCodeOf,
} from './layout-helpers.ts'

/** Line-printer grid in points: 102 columns, and six lines per inch. */
const size = { width: 612, height: 528 }
const columnWidth = 6
const lineHeight = 12
const rows = 15
const windowWidth = 46

const labels = {
  income_tax: 'INCOME TAX',
  national_insurance: 'NAT. INS.',
  pension: 'SUPERANNUATION',
  student_loan: 'STUDENT LOAN',
  postgraduate_loan: 'POSTGRAD LOAN',
}

/** Formats an amount with a trailing minus in its own column, so that digits stay aligned. */
const money = (amount: PenceAmount) => decimal(Math.abs(amount)) + (amount < 0 ? '-' : '')

export const mailer: PayslipPdfLayout = {
  id: 'mailer',
  name: 'Mailer',
  about: 'Security mailer from a line printer: capitals on a grid, trailing minus signs, address window.',
  draw(content) {
    const { person, job, payslip, address } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(mailer.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '', address }

    const sheets = paginateColumns(payslip.payments, payslip.deductions, rows).map((page) => {
      const pen = createFittedPen(size, { size: 10, face: 'mono' })
      /** Prints text at a column, truncated to a maximum length. */
      const print = (column: number, row: number, maxLength: number, text: string, role?: string): string => {
        const cut = toPrintable(text.toUpperCase()).slice(0, maxLength).trimEnd()
        pen.text(column * columnWidth, row * lineHeight, cut, role ? { role } : {})
        return cut
      }
      /** Prints a right-aligned amount that ends before a column; a trailing minus occupies that column. */
      const figures = (column: number, row: number, amount: PenceAmount, role?: string) => {
        pen.right(
          (column + (amount < 0 ? 1 : 0)) * columnWidth,
          row * lineHeight,
          money(amount),
          role ? { role } : {},
        )
      }
      const bar = (row: number) =>
        pen.line(3 * columnWidth, row * lineHeight - 9, 99 * columnWidth, row * lineHeight - 9)

      printed.employerName = print(3, 2, 62, job.employer.name)
      print(78, 2, 21, 'PAY ADVICE')
      print(90, 2, 9, page.of > 1 ? `${page.number} OF ${page.of}` : '')
      bar(3.2)
      print(3, 4, 12, 'REF. NO.')
      print(18, 4, 12, 'DATE PAID')
      print(31, 4, 10, 'PERIOD')
      print(43, 4, 12, 'TAX CODE')
      print(57, 4, 12, 'N.I. NUMBER')
      print(71, 4, 8, 'N.I. CAT')
      print(82, 4, 16, 'TAX DISTRICT REF')
      printed.payrollNumber = print(3, 5, 14, job.payrollNumber)
      print(18, 5, 12, formatDay(payslip.payDate, 'DD MMM YY'), 'pay_date')
      print(31, 5, 10, `${isMonthly(payslip) ? 'MTH' : 'WK'} ${String(payslip.taxPeriod).padStart(2, '0')}`)
      print(43, 5, 12, taxCodeOf(payslip))
      print(57, 5, 12, person.niNumber)
      print(71, 5, 8, payslip.niLetter)
      print(82, 5, 16, job.employer.payeReference)
      bar(6.2)
      print(3, 7, 22, 'PAY')
      print(29, 7, 5, 'UNITS')
      print(39, 7, 4, 'RATE')
      print(50, 7, 6, 'AMOUNT')
      print(59, 7, 18, 'DEDUCTION')
      print(92, 7, 6, 'AMOUNT')
      page.left.forEach((payment, n) => {
        const { quantity, rate } = payment
        truth.payment(
          payment,
          print(3, 8 + n, quantity === undefined ? 38 : 23, payment.description),
          payment,
        )
        if (quantity !== undefined) figures(34, 8 + n, quantity)
        if (rate !== undefined) figures(43, 8 + n, rate)
        figures(56, 8 + n, payment.amount, 'payment_amount')
      })
      page.right.forEach((deduction, n) => {
        truth.deduction(deduction, print(59, 8 + n, 26, deductionLabel(labels, deduction)))
        figures(98, 8 + n, deduction.amount, deductionRole(deduction))
      })
      const foot = 8 + rows
      bar(foot + 0.4)
      if (page.isLast) {
        print(3, foot + 1.2, 22, 'GROSS PAY')
        figures(56, foot + 1.2, payslip.grossPay, 'gross_pay')
        print(59, foot + 1.2, 22, 'DEDUCTIONS')
        figures(98, foot + 1.2, payslip.totalDeductions, 'total_deductions')
      } else print(3, foot + 1.2, 40, 'CARRIED TO NEXT ADVICE')
      bar(foot + 2.4)

      // The lower half contains the address window and, to its right, the year-to-date panel.
      const window = foot + 4
      pen.box(3 * columnWidth, window * lineHeight - 14, 51 * columnWidth, 13.6 * lineHeight, {
        stroke: '#777777',
      })
      print(5, window, windowWidth, 'PRIVATE AND CONFIDENTIAL')
      let row = window + 2
      const inWindow = (text: string) =>
        wrap(text, windowWidth)
          .slice(0, 2)
          .map((part) => print(5, row++, windowWidth, part))
          .join(' ')
      printed.name = inWindow(`${person.title} ${initials(person)} ${person.surname}`)
      printed.address = printAddress(address, inWindow)
      if (!page.isLast) return pen.sheet
      print(59, window, 30, 'TOTALS THIS TAX YEAR')
      const totals: [label: string, amount: PenceAmount][] = [
        ['GROSS PAY TO DATE', ytd.grossPay],
        ['TAXABLE TO DATE', ytd.taxablePay],
        ['TAX TO DATE', ytd.incomeTax],
        ['NAT. INS. TO DATE', ytd.employeeNi],
        ['SUPERANN. TO DATE', ytd.employeePension],
      ]
      totals.forEach(([label, amount], n) => {
        print(59, window + 1.5 + n, 26, label)
        figures(98, window + 1.5 + n, amount, 'ytd')
      })
      pen.box(59 * columnWidth - 6, (window + 8) * lineHeight, 41 * columnWidth, 3 * lineHeight, {
        stroke: '#000000',
      })
      print(60, window + 9.8, 12, 'NET PAY')
      pen.right(98 * columnWidth, (window + 9.8) * lineHeight, money(payslip.netPay), {
        size: 14,
        face: 'mono-bold',
        role: 'net_pay',
      })
      print(59, window + 12.2, 38, 'PAID BY CREDIT TRANSFER')
      return pen.sheet
    })

    return {
      drawing: payslipDrawing(content, { title: 'PAY ADVICE', creator: 'PRT480 Spool Writer', sheets }),
      truth: truth.build({
        ...printed,
        facts: ['NI_number', 'employer_tax_reference', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
