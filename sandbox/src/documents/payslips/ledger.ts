import { decimal, grouped, type PenceAmount } from '../../money.ts'
import type { PayFigures } from '../../payroll/types.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipPdfLayout } from '../types.ts'
import { createFittedPen } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  deductionLabel,
  deductionRole,
  isMonthly,
  paginateColumns,
  payslipDrawing,
  taxBasis,
} from './layout-helpers.ts'

const [left, right, middle] = [42, 553, 300]
const rows = 22
const leading = 14
const blue = '#2f5573'
const pale = '#eaf0f4'

const labels = {
  income_tax: 'PAYE Tax',
  national_insurance: 'EE NIC',
  pension: 'EE Pension',
  student_loan: 'Student Loan',
  postgraduate_loan: 'PG Loan',
}

const money = (amount: PenceAmount) => `${amount < 0 ? '-' : ''}£${grouped(Math.abs(amount))}`

/** Rows of the table at the bottom. The fields exist both for the period and for the year to date. */
const table: [label: string, field: keyof PayFigures, role?: string][] = [
  ['Gross Pay', 'grossPay', 'gross_pay'],
  ['Taxable Pay', 'taxablePay'],
  ['Tax', 'incomeTax', 'income_tax'],
  ['NICable Pay', 'niablePay'],
  ['EE NIC', 'employeeNi'],
  ['ER NIC', 'employerNi'],
  ['EE Pension', 'employeePension'],
  ['ER Pension', 'employerPension'],
  ['Student Loan', 'studentLoan'],
  ['PG Loan', 'postgraduateLoan'],
  ['Net Pay', 'netPay', 'net_pay'],
]

export const ledger: PayslipPdfLayout = {
  id: 'ledger',
  name: 'Ledger',
  about:
    'Payments and deductions side by side, EE and ER prefixes for employee and employer, one table for period and year.',
  draw(content) {
    const { person, job, payslip } = content
    const truth = createTruthRecorder(ledger.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '', role: '' }

    const sheets = paginateColumns(payslip.payments, payslip.deductions, rows).map((page) => {
      const pen = createFittedPen(a4, { size: 9.5 })
      const head = { face: 'sans-bold' as const, colour: '#ffffff' }

      printed.employerName = pen.fitText(left, 58, 330, job.employer.name, {
        size: 15,
        face: 'sans-bold',
        colour: blue,
      })
      pen.fitText(left, 72, 330, `PAYE ref. ${job.employer.payeReference}`, { size: 8, colour: '#555555' })
      pen.right(right, 58, 'PAYSLIP', { size: 15, colour: blue })
      if (page.of > 1)
        pen.right(right, 72, `Sheet ${page.number} of ${page.of}`, { size: 8, colour: '#555555' })
      pen.line(left, 82, right, 82, { width: 1.5, colour: blue })

      const label = { colour: '#555555', size: 8.5 }
      pen.text(left, 101, 'Employee', label)
      printed.name = pen.fitText(left + 76, 101, 170, `${person.forename} ${person.surname}`, {
        face: 'sans-bold',
      })
      pen.text(left, 117, 'Job title', label)
      printed.role = pen.fitText(left + 76, 117, 170, job.role)
      pen.text(left, 133, 'Works number', label)
      printed.payrollNumber = pen.fitText(left + 76, 133, 170, job.payrollNumber)
      pen.pairs(
        middle,
        101,
        16,
        { value: 84, width: 160 },
        [
          ['Pay date', formatDay(payslip.payDate, 'D MMM YYYY'), 'pay_date'],
          [
            'Pay period',
            `${isMonthly(payslip) ? 'Month' : 'Week'} ${payslip.taxPeriod}, ${payslip.taxYear.replace('-', '/')}`,
          ],
          ['NI number', person.niNumber],
        ],
        { label },
      )
      pen.pairs(
        left,
        149,
        16,
        { value: 76, width: 170 },
        [['Tax code', payslip.taxCode + (taxBasis(payslip) && ` (${taxBasis(payslip)})`)]],
        { label },
      )
      pen.pairs(middle, 149, 16, { value: 84, width: 160 }, [['NI table', payslip.niLetter]], { label })

      const y = 168
      pen.box(left, y, 248, 18, { fill: blue }).box(middle, y, right - middle, 18, { fill: blue })
      pen
        .text(left + 6, y + 12.5, 'Payments', head)
        .right(left + 166, y + 12.5, 'Hours/Days', { ...head, size: 8 })
      pen.right(left + 242, y + 12.5, 'Amount', head)
      pen.text(middle + 6, y + 12.5, 'Deductions', head).right(right - 6, y + 12.5, 'Amount', head)
      const foot = y + 18 + rows * leading + 10
      page.left.forEach((payment, n) => {
        const at = y + 33 + n * leading
        const { quantity } = payment
        truth.payment(
          payment,
          pen.fitText(left + 6, at, quantity === undefined ? 165 : 126, payment.description),
          { quantity },
        )
        if (quantity !== undefined) pen.right(left + 166, at, decimal(quantity), { colour: '#555555' })
        pen.right(left + 242, at, money(payment.amount), { role: 'payment_amount' })
      })
      page.right.forEach((deduction, n) => {
        const at = y + 33 + n * leading
        truth.deduction(deduction, pen.fitText(middle + 6, at, 165, deductionLabel(labels, deduction)))
        pen.right(right - 6, at, money(deduction.amount), { role: deductionRole(deduction) })
      })
      pen
        .line(left, foot, left + 248, foot, { colour: blue })
        .line(middle, foot, right, foot, { colour: blue })
      if (!page.isLast) {
        pen.text(left + 6, foot + 14, 'Continued on the next sheet', { face: 'sans-italic' })
        return pen.sheet
      }

      const bold = { face: 'sans-bold' as const }
      pen.amounts(
        left + 6,
        foot + 14,
        leading,
        236,
        [['Total payments', money(payslip.grossPay), 'gross_pay']],
        { label: bold, value: bold },
      )
      pen.amounts(
        middle + 6,
        foot + 14,
        leading,
        right - middle - 12,
        [['Total deductions', money(payslip.totalDeductions), 'total_deductions']],
        { label: bold, value: bold },
      )

      const start = foot + 26
      pen.box(left, start, 330, 18, { fill: blue })
      pen
        .right(left + 214, start + 12.5, 'This period', head)
        .right(left + 324, start + 12.5, 'Year to date', head)
      table.forEach(([name, field, role], n) => {
        const at = start + 18 + n * 15
        if (n % 2) pen.box(left, at, 330, 15, { fill: pale })
        pen.text(left + 6, at + 11, name)
        pen.right(left + 214, at + 11, money(payslip[field]), role ? { role } : {})
        pen.right(left + 324, at + 11, money(payslip.yearToDate[field]), { role: 'ytd' })
      })
      pen.box(398, start, right - 398, 62, { fill: pale, stroke: blue })
      pen.text(406, start + 18, 'Net Pay', { size: 11, colour: blue, face: 'sans-bold' })
      pen.right(right - 8, start + 46, money(payslip.netPay), {
        size: 18,
        face: 'sans-bold',
        role: 'net_pay',
      })
      pen.text(398, start + 80, 'Paid by bank transfer', { size: 8, colour: '#555555' })
      return pen.sheet
    })

    return {
      drawing: payslipDrawing(content, {
        title: `Payslip for ${person.forename} ${person.surname}`,
        creator: 'Ottercombe Payroll 2026.3',
        sheets,
      }),
      truth: truth.build({
        ...printed,
        facts: ['NI_number', 'employer_tax_reference', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'net_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
