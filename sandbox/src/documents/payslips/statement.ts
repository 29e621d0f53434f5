import { decimal, grouped, type PenceAmount } from '../../money.ts'
import type { PayrollFrequency, PayrollPayment } from '../../payroll/types.ts'
import { a4, formatDay } from '../pen.ts'
import { widthOf } from '../text-metrics.ts'
import type { PayslipPdfLayout } from '../types.ts'
import { createFittedPen, createSheetFlow, type LabelledValue } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  addressLines,
  deductionLabel,
  deductionRole,
  initials,
  isMonthly,
  payslipDrawing,
  printAddress,
  taxBasis,
} from './layout-helpers.ts'

const [left, right] = [62, 533]
const leading = 17
const strong = { face: 'serif-bold' as const }

const labels = {
  income_tax: 'Income Tax (PAYE)',
  national_insurance: 'National Insurance contributions',
  pension: 'Your pension contribution',
  student_loan: 'Student loan repayment',
  postgraduate_loan: 'Postgraduate loan repayment',
}

const spans: Record<PayrollFrequency, string> = {
  weekly: 'week',
  fortnightly: 'fortnight',
  four_weekly: 'four weeks',
  monthly: 'month',
}

const money = (amount: PenceAmount) => (amount < 0 ? `(£${grouped(-amount)})` : `£${grouped(amount)}`)

const unitsText = ({ quantity, rate, unit = 'hours' }: PayrollPayment) =>
  quantity === undefined
    ? ''
    : `${decimal(quantity)} ${unit}${rate === undefined ? '' : ` at ${money(rate)}`}`

export const statement: PayslipPdfLayout = {
  id: 'statement',
  name: 'Statement',
  about: 'Letter with earnings, deductions and net pay in sentences; long ones continue on a second page.',
  draw(content) {
    const { person, job, payslip, address } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(statement.id, content)
    const printedName = `${person.title} ${initials(person)} ${person.surname}`
    const printed = { name: '', employerName: '', payrollNumber: '', role: '', address }

    const flow = createSheetFlow(
      (number) => {
        const pen = createFittedPen(a4, { size: 11, face: 'serif' })
        if (number > 1) pen.fitText(left, 50, right - left, `${printedName}, continued`, { size: 9 })
        pen.text((left + right) / 2, 812, `Page ${number}`, { size: 9, align: 'centre' })
        return pen
      },
      { top: 72, bottom: 790 },
    )
    const [first, top] = flow.reserve(178)
    printed.employerName = first.fitText(left, top, right - left, job.employer.name, { size: 16, ...strong })
    first.fitText(left, top + 14, right - left, addressLines(job.employer.address).join(', '), { size: 9 })
    first.line(left, top + 21, right, top + 21, { width: 1 })
    printed.name = first.fitText(left, top + 52, 270, printedName)
    printed.address = printAddress(address, (line, n) => first.fitText(left, top + 66 + n * 14, 270, line))
    const references: LabelledValue[] = [
      ['Date paid:', formatDay(payslip.payDate, 'DDth MMMM YYYY'), 'pay_date'],
      ['Our reference:', ''],
      ['NI number:', person.niNumber.replace(/(..)(..)(..)(..)(.)/, '$1 $2 $3 $4 $5')],
      ['Tax code:', payslip.taxCode],
      ['Tax basis:', taxBasis(payslip) || 'cumulative'],
      ['Tax period:', `${isMonthly(payslip) ? 'month' : 'week'} ${payslip.taxPeriod}`],
    ]
    first.pairs(352, top + 52, 14, { value: 76, width: right - 428 }, references, {
      label: { size: 9.5 },
      value: { size: 10 },
    })
    printed.payrollNumber = first.fitText(428, top + 66, right - 428, job.payrollNumber, { size: 10 })
    const span = `${formatDay(payslip.start, 'D MMMM YYYY')} to ${formatDay(payslip.end, 'D MMMM YYYY')}`
    first.text(left, top + 166, `Your pay for the ${spans[payslip.frequency]} ${span}`, {
      size: 13,
      ...strong,
    })

    const [intro, at] = flow.reserve(42)
    intro.text(left, at + 8, 'Position held:')
    printed.role = intro.fitText(left + 74, at + 8, right - left - 74, job.role)
    const paid = money(payslip.netPay)
    const afterPaid = left + 68 + widthOf({ text: paid, size: 11, ...strong })
    intro.text(left, at + 24, 'We have paid').text(left + 65, at + 24, paid, { ...strong, role: 'net_pay' })
    intro.text(afterPaid, at + 24, 'into your bank account. It is made up as follows.')

    const title = (text: string) => {
      const [pen, y] = flow.reserve(leading * 2.4)
      pen.text(left, y + 22, text, { size: 12, ...strong })
      pen.line(left, y + 27, right, y + 27)
    }
    const total = (label: string, amount: PenceAmount, role: string) => {
      const [pen, y] = flow.reserve(leading * 1.2)
      pen.line(right - 90, y - 4, right, y - 4)
      pen.amounts(left, y + 9, 0, right - left, [[label, money(amount), role]], {
        label: strong,
        value: strong,
      })
    }

    title('What you earned')
    for (const payment of payslip.payments) {
      const [pen, y] = flow.reserve(leading)
      const text = unitsText(payment)
      truth.payment(
        payment,
        pen.fitText(left, y + 5, text === '' ? 360 : 215, payment.description),
        text === '' ? {} : payment,
      )
      pen.fitText(left + 222, y + 5, 140, text, { size: 10 })
      pen.right(right, y + 5, money(payment.amount), { role: 'payment_amount' })
    }
    total('Pay before deductions', payslip.grossPay, 'gross_pay')
    title('What we have taken off')
    for (const deduction of payslip.deductions) {
      const [pen, y] = flow.reserve(leading)
      truth.deduction(deduction, pen.fitText(left, y + 5, 360, deductionLabel(labels, deduction)))
      pen.right(right, y + 5, money(deduction.amount), { role: deductionRole(deduction) })
    }
    total('Total taken off', payslip.totalDeductions, 'total_deductions')

    const [net, y] = flow.reserve(40)
    net.line(left, y + 8, right, y + 8, { width: 1 }).line(left, y + 30, right, y + 30, { width: 1 })
    net.amounts(left, y + 23, 0, right - left, [['Pay after deductions', money(payslip.netPay), 'net_pay']], {
      label: { size: 13, ...strong },
      value: { size: 13, ...strong },
    })

    const [close, foot] = flow.reserve(120)
    close.text(left, foot + 20, `Since the tax year ${payslip.taxYear.replace('-', '/')} began`, {
      size: 12,
      ...strong,
    })
    close.amounts(left, foot + 38, 15, right - left, [
      ['Pay before deductions, so far', money(ytd.grossPay), 'ytd'],
      ['Pay that is taxed, so far', money(ytd.taxablePay), 'ytd'],
      ['Income Tax, so far', money(ytd.incomeTax), 'ytd'],
      ['National Insurance, so far', money(ytd.employeeNi), 'ytd'],
      ['Paid to you, so far', money(ytd.netPay), 'ytd'],
    ])

    return {
      drawing: payslipDrawing(content, {
        title: 'Pay statement',
        creator: 'Correspondence Writer 9',
        sheets: flow.sheets(),
      }),
      truth: truth.build({
        ...printed,
        facts: ['NI_number', 'pay_interval_start', 'pay_interval_end', 'pay_frequency', 'tax_period'],
        yearToDate: ['gross_pay', 'net_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
