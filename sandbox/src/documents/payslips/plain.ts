import { decimal, grouped, type PenceAmount } from '../../money.ts'
import { formatDay } from '../pen.ts'
import type { PayslipPdfLayout } from '../types.ts'
import { createFittedPen, createSheetFlow } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import { deductionLabel, deductionRole, payslipDrawing, taxBasis } from './layout-helpers.ts'

const size = { width: 419.53, height: 595.28 }
const [left, right] = [44, 376]
const leading = 20
const strong = { face: 'sans-bold' as const }

const labels = {
  income_tax: 'Tax',
  national_insurance: 'Nat. Ins.',
  pension: 'Pension',
  student_loan: 'Student loan',
  postgraduate_loan: 'Postgraduate loan',
}

const money = (amount: PenceAmount) => `${amount < 0 ? '- ' : ''}£ ${grouped(Math.abs(amount))}`

export const plain: PayslipPdfLayout = {
  id: 'plain',
  name: 'Plain',
  about: 'Legal minimum typed by a small employer: pay with hours, deductions and take-home pay.',
  draw(content) {
    const { person, job, payslip } = content
    const truth = createTruthRecorder(plain.id, content)
    const printed = { name: '', employerName: '' }

    const flow = createSheetFlow(() => createFittedPen(size, { size: 11 }), { top: 58, bottom: 560 })
    const [first, top] = flow.reserve(112)
    printed.employerName = first.fitText(left, top, right - left, job.employer.name, { size: 15 })
    first.text(left, top + 32, 'Wages paid to')
    printed.name = first.fitText(
      left + 92,
      top + 32,
      right - left - 92,
      `${person.forename} ${person.surname}`,
      strong,
    )
    first
      .text(left, top + 50, 'On')
      .text(left + 92, top + 50, formatDay(payslip.payDate, 'D/M/YYYY'), { role: 'pay_date' })
    const code = taxBasis(payslip) ? `${taxBasis(payslip)} ${payslip.taxCode}` : payslip.taxCode
    first.text(left, top + 68, 'Tax code').text(left + 92, top + 68, code)
    first.line(left, top + 84, right, top + 84)

    for (const payment of payslip.payments) {
      const { quantity, rate, unit = 'hours' } = payment
      const hasUnits = quantity !== undefined
      const [pen, y] = flow.reserve(hasUnits ? leading + 12 : leading)
      truth.payment(payment, pen.fitText(left, y, 210, payment.description), hasUnits ? payment : {})
      if (hasUnits) {
        const each = rate === undefined ? '' : ` at ${money(rate)}`
        pen.fitText(left + 12, y + 13, 240, `${decimal(quantity)} ${unit}${each}`, { size: 9 })
      }
      pen.right(right, y, money(payment.amount), { role: 'payment_amount' })
    }
    const total = (label: string, amount: PenceAmount, role: string) => {
      const [pen, y] = flow.reserve(leading + 12)
      pen.line(right - 100, y - 11, right, y - 11)
      pen.amounts(left, y + 4, 0, right - left, [[label, money(amount), role]], {
        label: strong,
        value: strong,
      })
    }
    total('Gross wages', payslip.grossPay, 'gross_pay')
    for (const deduction of payslip.deductions) {
      const [pen, y] = flow.reserve(leading)
      pen.text(left, y, 'Less', { size: 9 })
      truth.deduction(deduction, pen.fitText(left + 30, y, 190, deductionLabel(labels, deduction)))
      pen.right(right, y, money(deduction.amount), { role: deductionRole(deduction) })
    }
    total('All deductions', payslip.totalDeductions, 'total_deductions')
    const [last, foot] = flow.reserve(34)
    last.box(left - 8, foot - 8, right - left + 16, 30, { stroke: '#000000' })
    last.amounts(left, foot + 12, 0, right - left, [['Take-home pay', money(payslip.netPay), 'net_pay']], {
      label: { size: 13, ...strong },
      value: { size: 13, ...strong },
    })

    return {
      drawing: payslipDrawing(content, { title: 'Wages', creator: 'Wordwright 4.1', sheets: flow.sheets() }),
      truth: truth.build(printed),
    }
  },
}
