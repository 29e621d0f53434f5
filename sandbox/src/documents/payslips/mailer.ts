import { decimal, type Pence } from '../../money.ts'
import { formatDay, wrap } from '../pen.ts'
import { printable } from '../fit-text.ts'
import type { PayslipLayout } from '../types.ts'
import {
  deductionLabel,
  deductionRole,
  drawingOf,
  initials,
  isByMonth,
  printAddress,
  spread,
  taxCodeOf,
} from './layout-helpers.ts'
import { openPaper } from './fitted-pen.ts'
import { openTruth } from './ground-truth.ts'

/** A line printer's grid: 102 places across, six lines to the inch. */
const size = { width: 612, height: 528 }
const place = 6
const line = 12
const rows = 15
const windowWidth = 46

const words = {
  income_tax: 'INCOME TAX',
  national_insurance: 'NAT. INS.',
  pension: 'SUPERANNUATION',
  student_loan: 'STUDENT LOAN',
  postgraduate_loan: 'POSTGRAD LOAN',
}

/** The sign stands behind the figures, in a place of its own, so that they stay in line. */
const money = (amount: Pence) => decimal(Math.abs(amount)) + (amount < 0 ? '-' : '')

export const mailer: PayslipLayout = {
  id: 'mailer',
  name: 'Mailer',
  about:
    'A security mailer from a line printer: capitals on a grid, minus behind the figures, address in a window.',
  draw(matter) {
    const { person, job, payslip, address } = matter
    const ytd = payslip.yearToDate
    const truth = openTruth(mailer.id, matter)
    const shown = { name: '', employerName: '', payrollNumber: '', address }

    const sheets = spread(payslip.payments, payslip.deductions, rows).map((page) => {
      const paper = openPaper(size, { size: 10, face: 'mono' })
      /** Text from a place on, cut where the next column begins. */
      const print = (column: number, row: number, most: number, text: string, role?: string): string => {
        const cut = printable(text.toUpperCase()).slice(0, most).trimEnd()
        paper.text(column * place, row * line, cut, role ? { role } : {})
        return cut
      }
      /** Figures that end before a place; a minus goes into that place. */
      const figures = (column: number, row: number, amount: Pence, role?: string) => {
        paper.right((column + (amount < 0 ? 1 : 0)) * place, row * line, money(amount), role ? { role } : {})
      }
      const bar = (row: number) => paper.line(3 * place, row * line - 9, 99 * place, row * line - 9)

      shown.employerName = print(3, 2, 62, job.employer.name)
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
      shown.payrollNumber = print(3, 5, 14, job.payrollNumber)
      print(18, 5, 12, formatDay(payslip.payDate, 'DD MMM YY'), 'pay_date')
      print(31, 5, 10, `${isByMonth(payslip) ? 'MTH' : 'WK'} ${String(payslip.taxPeriod).padStart(2, '0')}`)
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
        truth.deduction(deduction, print(59, 8 + n, 26, deductionLabel(words, deduction)))
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

      // The lower half is what shows through the window, and beside it what is torn open first.
      const window = foot + 4
      paper.box(3 * place, window * line - 14, 51 * place, 13.6 * line, { stroke: '#777777' })
      print(5, window, windowWidth, 'PRIVATE AND CONFIDENTIAL')
      let row = window + 2
      const inWindow = (text: string) =>
        wrap(text, windowWidth)
          .slice(0, 2)
          .map((part) => print(5, row++, windowWidth, part))
          .join(' ')
      shown.name = inWindow(`${person.title} ${initials(person)} ${person.surname}`)
      shown.address = printAddress(address, inWindow)
      if (!page.isLast) return paper.sheet
      print(59, window, 30, 'TOTALS THIS TAX YEAR')
      const totals: [label: string, amount: Pence][] = [
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
      paper.box(59 * place - 6, (window + 8) * line, 41 * place, 3 * line, { stroke: '#000000' })
      print(60, window + 9.8, 12, 'NET PAY')
      paper.right(98 * place, (window + 9.8) * line, money(payslip.netPay), {
        size: 14,
        face: 'mono-bold',
        role: 'net_pay',
      })
      print(59, window + 12.2, 38, 'PAID BY CREDIT TRANSFER')
      return paper.sheet
    })

    return {
      drawing: drawingOf(matter, { title: 'PAY ADVICE', creator: 'PRT480 Spool Writer', sheets }),
      truth: truth.close({
        ...shown,
        facts: ['NI_number', 'employer_tax_reference', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
