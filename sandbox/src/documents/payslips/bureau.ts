import { grouped, type PenceAmount } from '../../money.ts'
import type { PayFigures, PaymentKind, PayrollDeductionKind, PayrollFrequency } from '../../payroll/types.ts'
import { toPrintable } from '../fit-text.ts'
import { formatDay } from '../pen.ts'
import { widthOf } from '../text-metrics.ts'
import type { PayslipPdfLayout } from '../types.ts'
import { createFittedPen, type LabelledValue } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  addressLines,
  deductionLabel,
  deductionRole,
  initials,
  maskedAccount,
  paginateColumns,
  payslipDrawing,
  printAddress,
  taxBasis,
} from './layout-helpers.ts'

const size = { width: 595.28, height: 419.53 }
const [left, right, top, bottom] = [18, 577, 20, 402]
const [paymentsAt, deductionsAt] = [170, 396]
const bodyTop = 96
const bodyBottom = 324
const rows = 22
const leading = 9.4
const hair = { width: 0.35 }
/** Separator of the parts of an address, which is printed on one line. */
const between = ' / '
const strong = { face: 'sans-bold' as const }

const labels = {
  income_tax: 'PAYE',
  national_insurance: 'NIC EE',
  pension: 'Pen. EE',
  student_loan: 'SL',
  postgraduate_loan: 'PGL',
}

/** Numeric codes of pay elements on the bureau's payslips. */
const paymentCodes: Record<PaymentKind, string> = {
  basic: '0010',
  overtime: '0120',
  shift: '0140',
  bonus: '0210',
  commission: '0220',
  holiday: '0300',
  absence: '0390',
  sick: '0410',
  maternity: '0420',
  paternity: '0430',
  shared_parental: '0440',
  adoption: '0450',
  bereavement: '0460',
  arrears: '0500',
  sacrifice: '0610',
  termination: '0700',
  expenses: '0800',
}
const deductionCodes: Record<PayrollDeductionKind, string> = {
  income_tax: '9010',
  national_insurance: '9020',
  pension: '9110',
  student_loan: '9210',
  postgraduate_loan: '9220',
  attachment_of_earnings: '9310',
  loan: '9400',
  other: '9500',
}

const frequencies: Record<PayrollFrequency, string> = {
  weekly: 'W',
  fortnightly: '2W',
  four_weekly: '4W',
  monthly: 'M',
}

const money = (amount: PenceAmount) => grouped(Math.abs(amount)) + (amount < 0 ? '-' : '')
const day = (date: string) => formatDay(date, 'DD.MM.YY')

const balances: [label: string, field: keyof PayFigures][] = [
  ['Gross', 'grossPay'],
  ['Txbl', 'taxablePay'],
  ['PAYE', 'incomeTax'],
  ['NIable', 'niablePay'],
  ['NIC EE', 'employeeNi'],
  ['NIC ER', 'employerNi'],
  ['Pen. EE', 'employeePension'],
  ['Pen. ER', 'employerPension'],
  ['SL', 'studentLoan'],
  ['PGL', 'postgraduateLoan'],
  ['Net', 'netPay'],
]

export const bureau: PayslipPdfLayout = {
  id: 'bureau',
  name: 'Bureau',
  about:
    'Mainframe-style payroll bureau: dense small print with codes, dotted dates and trailing minus signs.',
  draw(content) {
    const { person, job, payslip, address } = content
    const truth = createTruthRecorder(bureau.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '', role: '', address }

    const sheets = paginateColumns(payslip.payments, payslip.deductions, rows).map((page) => {
      const pen = createFittedPen(size, { size: 6.5 })
      /** Prints an amount. A trailing minus extends beyond the right edge, so that digits stay aligned. */
      const figures = (x: number, y: number, amount: PenceAmount, role?: string) => {
        pen.right(
          amount < 0 ? x + widthOf({ text: '-', size: 6.5 }) : x,
          y,
          money(amount),
          role ? { role } : {},
        )
      }
      const tiny = { size: 5, colour: '#333333' }

      pen.box(left, top, right - left, bottom - top, { stroke: '#000000' })
      printed.employerName = pen.fitText(left + 4, top + 11, 300, job.employer.name, { size: 8, ...strong })
      pen.text(330, top + 11, `Empr. ${job.employer.payeReference}`)
      pen.text(420, top + 11, `AO ${job.employer.accountsOfficeReference}`)
      pen.right(right - 4, top + 11, `Sht ${page.number}/${page.of}`)
      const label = { label: tiny }
      const [name = '', number = ''] = pen.cells(
        left,
        top + 18,
        19,
        [
          [
            'Name',
            `${person.surname.toUpperCase()}, ${initials(person)} (${person.title.toUpperCase()})`,
            219,
          ],
          ['Pers. No.', job.payrollNumber, 80],
          ['NI No.', person.niNumber, 70],
          ['NI Ltr', payslip.niLetter, 30],
          ['TC', payslip.taxCode, 50],
          ['Bas.', taxBasis(payslip) || 'C', 28],
          ['Pd', String(payslip.taxPeriod).padStart(2, '0'), 28],
          ['Frq', frequencies[payslip.frequency], 54],
        ],
        label,
      )
      const [role = ''] = pen.cells(
        left,
        top + 37,
        19,
        [
          ['Posn', job.role, 219],
          ['Dept', job.department, 130],
          ['From', day(payslip.start), 50],
          ['To', day(payslip.end), 50],
          ['Pd on', day(payslip.payDate), 56, 'pay_date'],
          ['Meth.', 'BACS', 54],
        ],
        label,
      )
      Object.assign(printed, { name, payrollNumber: number, role })
      const oneLine = addressLines(address).map(toPrintable).join(between)
      let rest = pen.fitText(left + 4, top + 66, right - left - 8, oneLine)
      printed.address = printAddress(address, (part) => {
        const { length } = toPrintable(part)
        const printed = rest.slice(0, length)
        rest = rest.slice(length + between.length)
        return printed
      })
      pen.line(left, top + 72, right, top + 72, hair)

      pen.text(left + 4, bodyTop + 7, 'BALANCES', { ...strong, size: 6 })
      pen.right(102, bodyTop + 7, 'Pd', tiny).right(paymentsAt - 6, bodyTop + 7, 'Yr', tiny)
      pen.text(paymentsAt + 4, bodyTop + 7, 'PAY ELEMENTS', { ...strong, size: 6 })
      pen.right(298, bodyTop + 7, 'Units', tiny).right(332, bodyTop + 7, 'Rate', tiny)
      pen.right(deductionsAt - 8, bodyTop + 7, 'Amt', tiny)
      pen.text(deductionsAt + 4, bodyTop + 7, 'DEDUCTIONS', { ...strong, size: 6 })
      pen.right(right - 8, bodyTop + 7, 'Amt', tiny)
      pen.line(left, bodyTop + 11, right, bodyTop + 11, hair)
      for (const x of [paymentsAt, deductionsAt]) pen.line(x, top + 72, x, bodyBottom, hair)
      page.left.forEach((payment, n) => {
        const y = bodyTop + 20 + n * leading
        const { quantity, rate, amount, description, kind } = payment
        pen.text(paymentsAt + 4, y, paymentCodes[kind])
        truth.payment(
          payment,
          pen.fitText(paymentsAt + 24, y, quantity === undefined ? 130 : 78, description),
          payment,
        )
        if (quantity !== undefined) figures(298, y, quantity)
        if (rate !== undefined) figures(332, y, rate)
        figures(deductionsAt - 8, y, amount, 'payment_amount')
      })
      page.right.forEach((deduction, n) => {
        const y = bodyTop + 20 + n * leading
        pen.text(deductionsAt + 4, y, deductionCodes[deduction.kind])
        truth.deduction(deduction, pen.fitText(deductionsAt + 24, y, 92, deductionLabel(labels, deduction)))
        figures(right - 8, y, deduction.amount, deductionRole(deduction))
      })
      pen.line(left, bodyBottom, right, bodyBottom, hair)
      if (!page.isLast) {
        pen.text(left + 4, bodyBottom + 12, 'c/f to next sheet')
        return pen.sheet
      }
      balances.forEach(([text, field], n) => {
        const y = bodyTop + 20 + n * leading
        pen.text(left + 4, y, text)
        figures(102, y, payslip[field])
        figures(paymentsAt - 6, y, payslip.yearToDate[field], 'ytd')
      })
      const totals: LabelledValue[] = [
        ['Tot. pay', money(payslip.grossPay), 'gross_pay'],
        ['Tot. dedns', money(payslip.totalDeductions), 'total_deductions'],
      ]
      pen.amounts(paymentsAt + 4, bodyBottom + 11, 0, deductionsAt - paymentsAt - 12, totals.slice(0, 1), {
        label: strong,
        value: strong,
      })
      pen.amounts(deductionsAt + 4, bodyBottom + 11, 0, right - deductionsAt - 12, totals.slice(1), {
        label: strong,
        value: strong,
      })
      pen.line(left, bodyBottom + 17, right, bodyBottom + 17, hair)
      pen.box(430, bodyBottom + 30, 140, 26, { stroke: '#000000' })
      pen.text(436, bodyBottom + 46, 'NET', { size: 9, ...strong })
      pen.right(564, bodyBottom + 47, money(payslip.netPay), { size: 11, ...strong, role: 'net_pay' })
      pen.text(436, bodyBottom + 68, `a/c ${maskedAccount(person)}`)
      pen.lines(
        left + 4,
        bodyBottom + 30,
        8.5,
        [
          'Bas.: C cumulative, W1/M1 not. Pd: tax period of the year from 06.04. Frq: W week, 2W fortnight, 4W four weeks, M month.',
          'SL student loan, PGL postgraduate loan. A minus behind an amount: taken from pay, or given back if among deductions.',
          `Txbl and PAYE are of this employment in ${payslip.taxYear.replace('-', '/')}.`,
        ],
        tiny,
      )
      return pen.sheet
    })

    return {
      drawing: payslipDrawing(content, {
        title: `PS ${job.payrollNumber} ${day(payslip.payDate)}`,
        creator: 'BPX Batch Print 7.40',
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
        yearToDate: ['gross_pay', 'net_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
