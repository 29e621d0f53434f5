import { decimal, grouped, type PenceAmount, totalOf } from '../../money.ts'
import type { PayrollDeduction, PayrollFrequency, PayrollPayment } from '../../payroll/types.ts'
import { periodsInYear } from '../../people/pay-dates.ts'
import { randomFor } from '../../random.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipPdfLayout, PayslipSource } from '../types.ts'
import { createFittedPen } from './fitted-pen.ts'
import { createTruthRecorder } from './ground-truth.ts'
import {
  deductionLabel,
  deductionRole,
  isMonthly,
  paginateColumns,
  payslipDrawing,
  taxCodeOf,
} from './layout-helpers.ts'

const [left, right, middle] = [30, 565.28, 352]
const width = right - left
const rows = 30
const leading = 12
const shade = '#dfe5e1'

const labels = {
  income_tax: 'PAYE',
  national_insurance: 'NI',
  pension: 'Pension',
  student_loan: 'Student Loan',
  postgraduate_loan: 'PG Loan',
}

const abbreviations: [RegExp, string][] = [
  [/overtime/i, 'OT'],
  [/enhancement/i, 'EN'],
  [/arrears/i, 'ARRS'],
  [/high cost area( supplement| allowance)?/i, 'HCAS'],
  [/statutory sick pay/i, 'SSP'],
  [/occupational sick pay/i, 'OSP'],
  [/statutory maternity pay/i, 'SMP'],
  [/statutory paternity pay/i, 'SPP'],
  [/shared parental (pay|leave)/i, 'ShPL'],
  [/allowance/i, 'Allow'],
]

/** Abbreviates the description and marks non-pensionable (NP) and non-NIable (NNI) payments. */
function paymentLabel({ description, isPensionable, isNiable, kind }: PayrollPayment): string {
  const short = abbreviations.reduce(
    (text, [long, abbreviation]) => text.replace(long, abbreviation),
    description,
  )
  const marks = kind === 'sacrifice' || kind === 'absence' ? [] : [!isPensionable && 'NP', !isNiable && 'NNI']
  return [short, ...marks.filter((mark) => mark !== false)].join(' ')
}

const labelOf = (deduction: PayrollDeduction, niLetter: string): string => {
  const label = deductionLabel(labels, deduction)
  if (deduction.kind === 'national_insurance') return `${label} ${niLetter}`
  return deduction.amount < 0 ? `${label} R` : label
}

const frequencies: Record<PayrollFrequency, string> = {
  weekly: 'Week',
  fortnightly: '2 Weeks',
  four_weekly: 'Lunar Month',
  monthly: 'Calendar Month',
}

/** Derives the current pay rate from the payslip: the hourly rate, or annualised basic pay in whole pounds. */
function salaryOf({ job, payslip }: PayslipSource): PenceAmount {
  const basic = payslip.payments.find(({ kind }) => kind === 'basic')
  if (basic?.rate !== undefined) return basic.rate
  if (basic?.isFixed) return Math.round((basic.amount * periodsInYear[payslip.frequency]) / 100) * 100
  return 'annual' in job.pay ? job.pay.annual : job.pay.hourly
}

export const hospital: PayslipPdfLayout = {
  id: 'hospital',
  name: 'Hospital',
  about:
    'Large public employer: boxes for assignment and post, pay and allowances left, deductions right, balances and messages.',
  draw(content) {
    const { person, job, payslip } = content
    const ytd = payslip.yearToDate
    const truth = createTruthRecorder(hospital.id, content)
    const printed = { name: '', employerName: '', payrollNumber: '', role: '' }
    const random = randomFor('hospital', job.id)
    const [band, point, reference] = [
      random.integer(3, 8),
      random.integer(1, 6),
      random.integer(10_000_000, 99_999_999),
    ]
    const pensionable = totalOf(
      payslip.payments.filter(({ isPensionable }) => isPensionable).map(({ amount }) => amount),
    )
    const nonTaxable = totalOf(
      payslip.payments.filter(({ isTaxable }) => !isTaxable).map(({ amount }) => amount),
    )

    const sheets = paginateColumns(payslip.payments, payslip.deductions, rows).map((page) => {
      const pen = createFittedPen(a4, { size: 8 })
      const bold = { face: 'sans-bold' as const }
      const heading = (x: number, y: number, wide: number, title: string) => {
        pen.box(x, y, wide, 13, { fill: shade, stroke: '#000000' })
        pen.text(x + 3, y + 9.5, title, { ...bold, size: 7.5 })
      }

      printed.employerName = pen.fitText(left, 40, 380, job.employer.name, { size: 12, ...bold })
      pen.right(right, 40, page.of > 1 ? `PAY ADVICE   Page ${page.number} of ${page.of}` : 'PAY ADVICE', {
        size: 10,
      })
      heading(left, 48, width, 'EMPLOYEE AND PAYE INFORMATION')
      const [number = '', name = ''] = pen.cells(left, 61, 22, [
        ['ASSIGNMENT NUMBER', job.payrollNumber, 120],
        ['EMPLOYEE NAME', `${person.title} ${person.forename} ${person.surname}`.toUpperCase(), 255.28],
        ['LOCATION', job.employer.address.city, 160],
      ])
      const [, role = ''] = pen.cells(left, 83, 22, [
        ['DEPARTMENT', job.department, 165],
        ['JOB TITLE', job.role, 210.28],
        ['PAYSCALE DESCRIPTION', `Band ${band} Point ${point}`, 160],
      ])
      Object.assign(printed, { name, payrollNumber: number, role })
      pen.cells(left, 105, 22, [
        ['SAL/WAGE', grouped(salaryOf(content)), 120],
        ['INC. DATE', formatDay(`2000${job.startDate.slice(4)}`, 'DD MMM').toUpperCase(), 85],
        ['STANDARD HRS', '37.50', 85],
        ['PT SAL/WAGE', '', 85.28],
        ['SD REF NUMBER', `SD${reference}`, 160],
      ])
      pen.cells(left, 127, 22, [
        ['TAX OFFICE NAME', 'NORTHERN', 120],
        ['TAX OFFICE REF', job.employer.payeReference, 85],
        ['TAX CODE', taxCodeOf(payslip), 170.28],
        ['NI NUMBER', person.niNumber, 160],
      ])

      const top = 155
      const foot = top + 26 + rows * leading + 4
      heading(left, top, middle - left, 'PAY AND ALLOWANCES')
      heading(middle, top, right - middle, 'DEDUCTIONS')
      pen.box(left, top, middle - left, foot - top, { stroke: '#000000' })
      pen.box(middle, top, right - middle, foot - top, { stroke: '#000000' })
      const small = { size: 6 }
      pen.text(left + 3, top + 22, 'DESCRIPTION', small).right(206, top + 22, 'WKD/EARNED', small)
      pen.right(247, top + 22, 'PAID/DUE', small).right(292, top + 22, 'RATE', small)
      pen.right(middle - 4, top + 22, 'AMOUNT', small)
      pen.text(middle + 3, top + 22, 'DESCRIPTION', small).right(right - 4, top + 22, 'AMOUNT', small)
      page.left.forEach((payment, n) => {
        const y = top + 34 + n * leading
        const { quantity, rate } = payment
        truth.payment(
          payment,
          pen.fitText(left + 3, y, quantity === undefined ? 190 : 132, paymentLabel(payment)),
          payment,
        )
        if (quantity !== undefined) pen.right(206, y, decimal(quantity)).right(247, y, decimal(quantity))
        if (rate !== undefined) pen.right(292, y, `${decimal(rate)}00`)
        pen.right(middle - 4, y, grouped(payment.amount), { role: 'payment_amount' })
      })
      page.right.forEach((deduction, n) => {
        const y = top + 34 + n * leading
        truth.deduction(deduction, pen.fitText(middle + 3, y, 130, labelOf(deduction, payslip.niLetter)))
        pen.right(right - 4, y, grouped(deduction.amount), { role: deductionRole(deduction) })
      })
      if (!page.isLast) {
        pen.text(left, foot + 14, 'Pay advice continued on next page.')
        return pen.sheet
      }

      const balances = foot + 6
      heading(left, balances, width, 'YEAR TO DATE BALANCES (THIS EMPLOYMENT ONLY)')
      const fifth = width / 5
      pen.cells(left, balances + 13, 22, [
        ['GROSS PAY', grouped(ytd.grossPay), fifth, 'ytd'],
        ['TAXABLE PAY', grouped(ytd.taxablePay), fifth, 'ytd'],
        ['TAX PAID', grouped(ytd.incomeTax), fifth, 'ytd'],
        ['NI PAY', grouped(ytd.niablePay), fifth, 'ytd'],
        ['NI CONTS', grouped(ytd.employeeNi), fifth, 'ytd'],
      ])
      pen.cells(left, balances + 35, 22, [
        ['PENSION CONTS', grouped(ytd.employeePension), fifth, 'ytd'],
        ['STUDENT LOAN', grouped(ytd.studentLoan + ytd.postgraduateLoan), fifth, 'ytd'],
        ['NI LETTER', payslip.niLetter, fifth],
        ['TAX PERIOD', `${isMonthly(payslip) ? 'MONTH' : 'WEEK'} ${payslip.taxPeriod}`, fifth],
        ['TAX YEAR', payslip.taxYear, fifth],
      ])
      const period = balances + 63
      heading(left, period, width, 'THIS PERIOD SUMMARY')
      pen.cells(left, period + 13, 22, [
        ['PENSIONABLE PAY', grouped(pensionable), fifth],
        ['TAXABLE PAY', grouped(payslip.taxablePay), fifth],
        ['NON-TAXABLE PAY', grouped(nonTaxable), fifth],
        ['TOTAL PAYMENTS', grouped(payslip.grossPay), fifth, 'gross_pay'],
        ['TOTAL DEDUCTIONS', grouped(payslip.totalDeductions), fifth, 'total_deductions'],
      ])
      pen.cells(left, period + 35, 22, [
        ['FREQUENCY', frequencies[payslip.frequency], fifth],
        ['PERIOD END DATE', formatDay(payslip.end, 'DD MMM YYYY').toUpperCase(), fifth],
        ['PAY DATE', formatDay(payslip.payDate, 'DD MMM YYYY').toUpperCase(), fifth, 'pay_date'],
        ['PAY METHOD', 'BACS', fifth],
      ])
      pen.box(left + 4 * fifth, period + 35, fifth, 22, { fill: shade, stroke: '#000000' })
      pen.text(left + 4 * fifth + 3, period + 43.4, 'NET PAY', { size: 6, ...bold })
      pen.right(right - 4, period + 53.5, grouped(payslip.netPay), { size: 10, ...bold, role: 'net_pay' })

      const message = period + 63
      heading(left, message, width, 'MESSAGES FROM EMPLOYER')
      pen.box(left, message, width, 58, { stroke: '#000000' })
      pen.lines(
        left + 4,
        message + 25,
        11,
        [
          'Please check that your address and bank details are up to date in self service.',
          'EN enhancement   OT overtime   ARRS arrears   R refund   NP non-pensionable   NNI not NI-able   HCAS high cost area',
          'SSP, SMP, SPP, ShPL statutory payments   OSP occupational sick pay',
        ],
        { size: 7 },
      )
      return pen.sheet
    })

    return {
      drawing: payslipDrawing(content, { title: 'Pay advice', creator: 'Wardbook Pay Advice 12.2', sheets }),
      truth: truth.build({
        ...printed,
        facts: [
          'NI_number',
          'employer_tax_reference',
          'pay_interval_end',
          'pay_frequency',
          'tax_period',
          'ni_letter',
        ],
        yearToDate: ['gross_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'],
      }),
    }
  },
}
