import { decimal, grouped, type Pence } from '../../money.ts'
import { formatDay } from '../pen.ts'
import type { PayslipLayout } from '../types.ts'
import { deductionLabel, deductionRole, drawingOf, taxBasis } from './layout-helpers.ts'
import { openFlow, openPaper } from './fitted-pen.ts'
import { openTruth } from './ground-truth.ts'

const size = { width: 419.53, height: 595.28 }
const [left, right] = [44, 376]
const leading = 20
const strong = { face: 'sans-bold' as const }

const words = {
  income_tax: 'Tax',
  national_insurance: 'Nat. Ins.',
  pension: 'Pension',
  student_loan: 'Student loan',
  postgraduate_loan: 'Postgraduate loan',
}

const money = (amount: Pence) => `${amount < 0 ? '- ' : ''}£ ${grouped(Math.abs(amount))}`

export const plain: PayslipLayout = {
  id: 'plain',
  name: 'Plain',
  about:
    'What the law asks for and hardly more: pay with hours, deductions, take-home pay. A small employer typed it.',
  draw(matter) {
    const { person, job, payslip } = matter
    const truth = openTruth(plain.id, matter)
    const shown = { name: '', employerName: '' }

    const flow = openFlow(() => openPaper(size, { size: 11 }), { top: 58, bottom: 560 })
    const [first, top] = flow.room(112)
    shown.employerName = first.within(left, top, right - left, job.employer.name, { size: 15 })
    first.text(left, top + 32, 'Wages paid to')
    shown.name = first.within(
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
      const [paper, y] = flow.room(hasUnits ? leading + 12 : leading)
      truth.payment(payment, paper.within(left, y, 210, payment.description), hasUnits ? payment : {})
      if (hasUnits) {
        const each = rate === undefined ? '' : ` at ${money(rate)}`
        paper.within(left + 12, y + 13, 240, `${decimal(quantity)} ${unit}${each}`, { size: 9 })
      }
      paper.right(right, y, money(payment.amount), { role: 'payment_amount' })
    }
    const total = (label: string, amount: Pence, role: string) => {
      const [paper, y] = flow.room(leading + 12)
      paper.line(right - 100, y - 11, right, y - 11)
      paper.sums(left, y + 4, 0, right - left, [[label, money(amount), role]], {
        label: strong,
        value: strong,
      })
    }
    total('Gross wages', payslip.grossPay, 'gross_pay')
    for (const deduction of payslip.deductions) {
      const [paper, y] = flow.room(leading)
      paper.text(left, y, 'Less', { size: 9 })
      truth.deduction(deduction, paper.within(left + 30, y, 190, deductionLabel(words, deduction)))
      paper.right(right, y, money(deduction.amount), { role: deductionRole(deduction) })
    }
    total('All deductions', payslip.totalDeductions, 'total_deductions')
    const [last, foot] = flow.room(34)
    last.box(left - 8, foot - 8, right - left + 16, 30, { stroke: '#000000' })
    last.sums(left, foot + 12, 0, right - left, [['Take-home pay', money(payslip.netPay), 'net_pay']], {
      label: { size: 13, ...strong },
      value: { size: 13, ...strong },
    })

    return {
      drawing: drawingOf(matter, { title: 'Wages', creator: 'Wordwright 4.1', sheets: flow.sheets() }),
      truth: truth.close(shown),
    }
  },
}
