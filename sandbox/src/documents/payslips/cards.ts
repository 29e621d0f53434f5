import { addMonths, daysBetween } from '../../calendar.ts'
import { decimal, grouped, type PenceAmount } from '../../money.ts'
import { randomFor } from '../../random.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipPdfLayout, PayslipSource } from '../types.ts'
import { createFittedPen, type LabelledValue } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  deductionLabel,
  deductionRole,
  isMonthly,
  paginateColumns,
  payslipDrawing,
  printAddress,
  taxCodeOf,
} from './layout-helpers.ts'

const [left, right, second] = [36, 559.28, 303.64]
const cardWidth = second - left - 12
const rows = 14
const leading = 17
const ink = '#1d2433'
const soft = '#6b7385'
const edge = '#d5d9e2'
const ground = '#f5f6fa'
const accent = '#4b3f8f'

const labels = {
  income_tax: 'Income tax',
  national_insurance: 'Employee National Insurance',
  pension: 'Employee pension',
  student_loan: 'Student loan',
  postgraduate_loan: 'Postgraduate loan',
}

const money = (amount: PenceAmount) => `${amount < 0 ? '-' : ''}£${grouped(Math.abs(amount))}`

/** Returns invented leave figures in hundredths of a day; days taken grow over the calendar year. */
function leaveOf({ job, payslip }: PayslipSource) {
  const begins = `${payslip.end.slice(0, 4)}-01-01`
  const share = daysBetween(begins, payslip.end) / daysBetween(begins, addMonths(begins, 12))
  const allowance = 2500
  const habit = randomFor('cards', 'leave', job.id).integer(60, 100)
  const taken = Math.floor((allowance * share * habit) / 5_000) * 50
  return { allowance, taken, left: allowance - taken }
}

export const cards: PayslipPdfLayout = {
  id: 'cards',
  name: 'Cards',
  about:
    'Modern online payroll: home address, salary sacrifice and absence as negative payments, employer contributions, leave.',
  draw(content) {
    const { person, job, payslip, address } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(cards.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '', role: '', address }
    const leave = leaveOf(content)

    const sheets = paginateColumns(payslip.payments, payslip.deductions, rows).map((page) => {
      const pen = createFittedPen(a4, { size: 9, colour: ink })
      const quiet = { colour: soft }
      const bold = { face: 'sans-bold' as const }
      const card = (x: number, y: number, height: number, title: string) => {
        pen.box(x, y, cardWidth, height, { fill: '#ffffff', stroke: edge })
        pen.text(x + 12, y + 19, title, { ...bold, size: 10.5, colour: accent })
      }

      pen.box(0, 0, a4.width, a4.height, { fill: ground })
      pen.text(left, 52, `Payslip for ${formatDay(payslip.end, 'MMMM YYYY')}`, { size: 18, ...bold })
      printed.employerName = pen.fitText(left, 68, 400, job.employer.name, { size: 10, ...quiet })
      if (page.of > 1) pen.right(right, 68, `${page.number}/${page.of}`, quiet)

      card(left, 82, 124, 'Employee')
      printed.name = pen.fitText(left + 12, 118, cardWidth - 24, `${person.forename} ${person.surname}`, bold)
      printed.role = pen.fitText(left + 12, 131, cardWidth - 24, job.role, quiet)
      printed.address = printAddress(address, (line, n) =>
        pen.fitText(left + 12, 146 + n * 12, cardWidth - 24, line),
      )
      card(second, 82, 124, 'Pay details')
      const details: LabelledValue[] = [
        ['Pay date', formatDay(payslip.payDate, 'DD MMMM YYYY'), 'pay_date'],
        ['Pay period', `${formatDay(payslip.start, 'D MMM YYYY')} - ${formatDay(payslip.end, 'D MMM YYYY')}`],
        ['Tax period', `${isMonthly(payslip) ? 'Month' : 'Week'} ${payslip.taxPeriod}`],
        ['Tax code', taxCodeOf(payslip)],
        ['National Insurance', `${person.niNumber} (${payslip.niLetter})`],
        ['Payment method', 'Bank transfer'],
      ]
      pen.pairs(second + 12, 118, 13, { value: 92, width: cardWidth - 116 }, details, { label: quiet })
      pen.text(second + 12, 196, 'Payroll number', quiet)
      printed.payrollNumber = pen.fitText(second + 104, 196, cardWidth - 116, job.payrollNumber)

      const top = 218
      const high = 56 + Math.max(6, page.left.length, page.right.length) * leading
      card(left, top, high, 'Payments')
      card(second, top, high, 'Deductions')
      page.left.forEach((payment, n) => {
        const y = top + 38 + n * leading
        const { quantity, rate } = payment
        const amount = money(payment.amount)
        const hasUnits = quantity !== undefined && rate !== undefined
        truth.payment(
          payment,
          pen.fitText(left + 12, y, hasUnits ? 98 : 155, payment.description),
          hasUnits ? payment : {},
        )
        if (hasUnits)
          pen.right(left + 184, y, `${decimal(quantity)} x ${money(rate)}`, { ...quiet, size: 7.5 })
        pen.right(left + cardWidth - 12, y, amount, { role: 'payment_amount' })
        pen.line(left + 12, y + 5, left + cardWidth - 12, y + 5, { colour: edge })
      })
      page.right.forEach((deduction, n) => {
        const y = top + 38 + n * leading
        truth.deduction(deduction, pen.fitText(second + 12, y, 160, deductionLabel(labels, deduction)))
        pen.right(right - 12, y, money(deduction.amount), { role: deductionRole(deduction) })
        pen.line(second + 12, y + 5, right - 12, y + 5, { colour: edge })
      })
      if (!page.isLast) {
        pen.text(left + 12, top + high - 11, 'More on the next page', quiet)
        return pen.sheet
      }
      const totals = { label: bold, value: bold }
      pen.amounts(
        left + 12,
        top + high - 11,
        0,
        cardWidth - 24,
        [['Gross pay', money(payslip.grossPay), 'gross_pay']],
        totals,
      )
      pen.amounts(
        second + 12,
        top + high - 11,
        0,
        cardWidth - 24,
        [['Total deductions', money(payslip.totalDeductions), 'total_deductions']],
        totals,
      )

      const lower = top + high + 12
      card(left, lower, 70, 'Employer contributions')
      pen.amounts(left + 12, lower + 38, leading, cardWidth - 24, [
        ['Employer National Insurance', money(payslip.employerNi)],
        ['Employer pension', money(payslip.employerPension)],
      ])
      card(left, lower + 82, 88, 'Annual leave (days)')
      pen.amounts(left + 12, lower + 120, leading, cardWidth - 24, [
        ['Allowance', decimal(leave.allowance)],
        ['Taken', decimal(leave.taken)],
        ['Balance', decimal(leave.left)],
      ])
      card(second, lower, 170, 'Year to date')
      pen.amounts(second + 12, lower + 38, leading, cardWidth - 24, [
        ['Gross pay', money(ytd.grossPay), 'ytd'],
        ['Taxable pay', money(ytd.taxablePay), 'ytd'],
        ['Income tax', money(ytd.incomeTax), 'ytd'],
        ['Employee National Insurance', money(ytd.employeeNi), 'ytd'],
        ['Employee pension', money(ytd.employeePension), 'ytd'],
        ['Employer pension', money(ytd.employerPension), 'ytd'],
        ['Student and postgraduate loan', money(ytd.studentLoan + ytd.postgraduateLoan), 'ytd'],
        ['Net pay', money(ytd.netPay), 'ytd'],
      ])
      pen.box(left, lower + 182, right - left, 52, { fill: accent })
      pen.text(left + 16, lower + 214, 'Net pay', { size: 14, colour: '#ffffff' })
      pen.right(right - 16, lower + 216, money(payslip.netPay), {
        size: 22,
        ...bold,
        colour: '#ffffff',
        role: 'net_pay',
      })
      return pen.sheet
    })

    return {
      drawing: payslipDrawing(content, {
        title: `Payslip ${formatDay(payslip.end, 'MMMM YYYY')}`,
        creator: 'Wrenfold Pay',
        sheets,
      }),
      truth: truth.build({
        ...printed,
        facts: ['NI_number', 'pay_interval_start', 'pay_interval_end', 'tax_period', 'ni_letter'],
        yearToDate: ['gross_pay', 'net_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
