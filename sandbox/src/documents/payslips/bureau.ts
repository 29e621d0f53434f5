import { grouped, type Pence } from '../../money.ts'
import type { DeductionKind, Figures, Frequency, PaymentKind } from '../../payroll/types.ts'
import { formatDay } from '../pen.ts'
import { printable } from '../fit-text.ts'
import { widthOf } from '../text-metrics.ts'
import type { PayslipLayout } from '../types.ts'
import {
  addressLines,
  deductionLabel,
  deductionRole,
  drawingOf,
  initials,
  maskedAccount,
  printAddress,
  spread,
  taxBasis,
} from './layout-helpers.ts'
import { openPaper, type Pair } from './fitted-pen.ts'
import { openTruth } from './ground-truth.ts'

const size = { width: 595.28, height: 419.53 }
const [left, right, top, bottom] = [18, 577, 20, 402]
const [paymentsAt, deductionsAt] = [170, 396]
const bodyTop = 96
const bodyBottom = 324
const rows = 22
const leading = 9.4
const hair = { width: 0.35 }
/** Of the parts of an address, which stand on one line. */
const between = ' / '
const strong = { face: 'sans-bold' as const }

const words = {
  income_tax: 'PAYE',
  national_insurance: 'NIC EE',
  pension: 'Pen. EE',
  student_loan: 'SL',
  postgraduate_loan: 'PGL',
}

/** Every element has the number under which the bureau keeps it. */
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
const deductionCodes: Record<DeductionKind, string> = {
  income_tax: '9010',
  national_insurance: '9020',
  pension: '9110',
  student_loan: '9210',
  postgraduate_loan: '9220',
  attachment_of_earnings: '9310',
  loan: '9400',
  other: '9500',
}

const frequencies: Record<Frequency, string> = {
  weekly: 'W',
  fortnightly: '2W',
  four_weekly: '4W',
  monthly: 'M',
}

const money = (amount: Pence) => grouped(Math.abs(amount)) + (amount < 0 ? '-' : '')
const day = (date: string) => formatDay(date, 'DD.MM.YY')

const balances: [label: string, field: keyof Figures][] = [
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

export const bureau: PayslipLayout = {
  id: 'bureau',
  name: 'Bureau',
  about:
    'A payroll bureau of the mainframe school: everything, small, in codes; dates with dots, minus behind the figures.',
  draw(matter) {
    const { person, job, payslip, address } = matter
    const truth = openTruth(bureau.id, matter)
    const shown = { name: '', employerName: '', payrollNumber: '', role: '', address }

    const sheets = spread(payslip.payments, payslip.deductions, rows).map((page) => {
      const paper = openPaper(size, { size: 6.5 })
      /** The minus stands behind its place, so that figures stay in line. */
      const figures = (x: number, y: number, amount: Pence, role?: string) => {
        paper.right(
          amount < 0 ? x + widthOf({ text: '-', size: 6.5 }) : x,
          y,
          money(amount),
          role ? { role } : {},
        )
      }
      const tiny = { size: 5, colour: '#333333' }

      paper.box(left, top, right - left, bottom - top, { stroke: '#000000' })
      shown.employerName = paper.within(left + 4, top + 11, 300, job.employer.name, { size: 8, ...strong })
      paper.text(330, top + 11, `Empr. ${job.employer.payeReference}`)
      paper.text(420, top + 11, `AO ${job.employer.accountsOfficeReference}`)
      paper.right(right - 4, top + 11, `Sht ${page.number}/${page.of}`)
      const label = { label: tiny }
      const [name = '', number = ''] = paper.cells(
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
      const [role = ''] = paper.cells(
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
      Object.assign(shown, { name, payrollNumber: number, role })
      const oneLine = addressLines(address).map(printable).join(between)
      let rest = paper.within(left + 4, top + 66, right - left - 8, oneLine)
      shown.address = printAddress(address, (part) => {
        const { length } = printable(part)
        const printed = rest.slice(0, length)
        rest = rest.slice(length + between.length)
        return printed
      })
      paper.line(left, top + 72, right, top + 72, hair)

      paper.text(left + 4, bodyTop + 7, 'BALANCES', { ...strong, size: 6 })
      paper.right(102, bodyTop + 7, 'Pd', tiny).right(paymentsAt - 6, bodyTop + 7, 'Yr', tiny)
      paper.text(paymentsAt + 4, bodyTop + 7, 'PAY ELEMENTS', { ...strong, size: 6 })
      paper.right(298, bodyTop + 7, 'Units', tiny).right(332, bodyTop + 7, 'Rate', tiny)
      paper.right(deductionsAt - 8, bodyTop + 7, 'Amt', tiny)
      paper.text(deductionsAt + 4, bodyTop + 7, 'DEDUCTIONS', { ...strong, size: 6 })
      paper.right(right - 8, bodyTop + 7, 'Amt', tiny)
      paper.line(left, bodyTop + 11, right, bodyTop + 11, hair)
      for (const x of [paymentsAt, deductionsAt]) paper.line(x, top + 72, x, bodyBottom, hair)
      page.left.forEach((payment, n) => {
        const y = bodyTop + 20 + n * leading
        const { quantity, rate, amount, description, kind } = payment
        paper.text(paymentsAt + 4, y, paymentCodes[kind])
        truth.payment(
          payment,
          paper.within(paymentsAt + 24, y, quantity === undefined ? 130 : 78, description),
          payment,
        )
        if (quantity !== undefined) figures(298, y, quantity)
        if (rate !== undefined) figures(332, y, rate)
        figures(deductionsAt - 8, y, amount, 'payment_amount')
      })
      page.right.forEach((deduction, n) => {
        const y = bodyTop + 20 + n * leading
        paper.text(deductionsAt + 4, y, deductionCodes[deduction.kind])
        truth.deduction(deduction, paper.within(deductionsAt + 24, y, 92, deductionLabel(words, deduction)))
        figures(right - 8, y, deduction.amount, deductionRole(deduction))
      })
      paper.line(left, bodyBottom, right, bodyBottom, hair)
      if (!page.isLast) {
        paper.text(left + 4, bodyBottom + 12, 'c/f to next sheet')
        return paper.sheet
      }
      balances.forEach(([text, field], n) => {
        const y = bodyTop + 20 + n * leading
        paper.text(left + 4, y, text)
        figures(102, y, payslip[field])
        figures(paymentsAt - 6, y, payslip.yearToDate[field], 'ytd')
      })
      const totals: Pair[] = [
        ['Tot. pay', money(payslip.grossPay), 'gross_pay'],
        ['Tot. dedns', money(payslip.totalDeductions), 'total_deductions'],
      ]
      paper.sums(paymentsAt + 4, bodyBottom + 11, 0, deductionsAt - paymentsAt - 12, totals.slice(0, 1), {
        label: strong,
        value: strong,
      })
      paper.sums(deductionsAt + 4, bodyBottom + 11, 0, right - deductionsAt - 12, totals.slice(1), {
        label: strong,
        value: strong,
      })
      paper.line(left, bodyBottom + 17, right, bodyBottom + 17, hair)
      paper.box(430, bodyBottom + 30, 140, 26, { stroke: '#000000' })
      paper.text(436, bodyBottom + 46, 'NET', { size: 9, ...strong })
      paper.right(564, bodyBottom + 47, money(payslip.netPay), { size: 11, ...strong, role: 'net_pay' })
      paper.text(436, bodyBottom + 68, `a/c ${maskedAccount(person)}`)
      paper.lines(
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
      return paper.sheet
    })

    return {
      drawing: drawingOf(matter, {
        title: `PS ${job.payrollNumber} ${day(payslip.payDate)}`,
        creator: 'BPX Batch Print 7.40',
        sheets,
      }),
      truth: truth.close({
        ...shown,
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
