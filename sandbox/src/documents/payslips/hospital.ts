import { decimal, grouped, type Pence, sum } from '../../money.ts'
import type { Deduction, Frequency, Payment } from '../../payroll/types.ts'
import { periodsInYear } from '../../people/pay-dates.ts'
import { randomFor } from '../../random.ts'
import { a4, formatDay } from '../pen.ts'
import type { PayslipLayout, PayslipMatter } from '../types.ts'
import { deductionLabel, deductionRole, drawingOf, isByMonth, spread, taxCodeOf } from './layout-helpers.ts'
import { openPaper } from './fitted-pen.ts'
import { openTruth } from './ground-truth.ts'

const [left, right, middle] = [30, 565.28, 352]
const width = right - left
const rows = 30
const leading = 12
const shade = '#dfe5e1'

const words = {
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

/** Short, and with a mark for what does not count for the pension or for National Insurance. */
function paymentLabel({ description, isPensionable, isNiable, kind }: Payment): string {
  const short = abbreviations.reduce(
    (text, [long, abbreviation]) => text.replace(long, abbreviation),
    description,
  )
  const marks = kind === 'sacrifice' || kind === 'absence' ? [] : [!isPensionable && 'NP', !isNiable && 'NNI']
  return [short, ...marks.filter((mark) => mark !== false)].join(' ')
}

const labelOf = (deduction: Deduction, niLetter: string): string => {
  const label = deductionLabel(words, deduction)
  if (deduction.kind === 'national_insurance') return `${label} ${niLetter}`
  return deduction.amount < 0 ? `${label} R` : label
}

const frequencies: Record<Frequency, string> = {
  weekly: 'Week',
  fortnightly: '2 Weeks',
  four_weekly: 'Lunar Month',
  monthly: 'Calendar Month',
}

/** That of the day, so far as the slip tells it: an hour's pay, or in whole pounds what a year of the period's comes to. */
function salaryOf({ job, payslip }: PayslipMatter): Pence {
  const basic = payslip.payments.find(({ kind }) => kind === 'basic')
  if (basic?.rate !== undefined) return basic.rate
  if (basic?.isFixed) return Math.round((basic.amount * periodsInYear[payslip.frequency]) / 100) * 100
  return 'annual' in job.pay ? job.pay.annual : job.pay.hourly
}

export const hospital: PayslipLayout = {
  id: 'hospital',
  name: 'Hospital',
  about:
    'A large public employer: boxes of assignment and post, pay and allowances left, deductions right, balances and messages.',
  draw(matter) {
    const { person, job, payslip } = matter
    const ytd = payslip.yearToDate
    const truth = openTruth(hospital.id, matter)
    const shown = { name: '', employerName: '', payrollNumber: '', role: '' }
    const random = randomFor('hospital', job.id)
    const [band, point, reference] = [
      random.whole(3, 8),
      random.whole(1, 6),
      random.whole(10_000_000, 99_999_999),
    ]
    const pensionable = sum(
      payslip.payments.filter(({ isPensionable }) => isPensionable).map(({ amount }) => amount),
    )
    const nonTaxable = sum(payslip.payments.filter(({ isTaxable }) => !isTaxable).map(({ amount }) => amount))

    const sheets = spread(payslip.payments, payslip.deductions, rows).map((page) => {
      const paper = openPaper(a4, { size: 8 })
      const bold = { face: 'sans-bold' as const }
      const heading = (x: number, y: number, wide: number, title: string) => {
        paper.box(x, y, wide, 13, { fill: shade, stroke: '#000000' })
        paper.text(x + 3, y + 9.5, title, { ...bold, size: 7.5 })
      }

      shown.employerName = paper.within(left, 40, 380, job.employer.name, { size: 12, ...bold })
      paper.right(right, 40, page.of > 1 ? `PAY ADVICE   Page ${page.number} of ${page.of}` : 'PAY ADVICE', {
        size: 10,
      })
      heading(left, 48, width, 'EMPLOYEE AND PAYE INFORMATION')
      const [number = '', name = ''] = paper.cells(left, 61, 22, [
        ['ASSIGNMENT NUMBER', job.payrollNumber, 120],
        ['EMPLOYEE NAME', `${person.title} ${person.forename} ${person.surname}`.toUpperCase(), 255.28],
        ['LOCATION', job.employer.address.city, 160],
      ])
      const [, role = ''] = paper.cells(left, 83, 22, [
        ['DEPARTMENT', job.department, 165],
        ['JOB TITLE', job.role, 210.28],
        ['PAYSCALE DESCRIPTION', `Band ${band} Point ${point}`, 160],
      ])
      Object.assign(shown, { name, payrollNumber: number, role })
      paper.cells(left, 105, 22, [
        ['SAL/WAGE', grouped(salaryOf(matter)), 120],
        ['INC. DATE', formatDay(`2000${job.startDate.slice(4)}`, 'DD MMM').toUpperCase(), 85],
        ['STANDARD HRS', '37.50', 85],
        ['PT SAL/WAGE', '', 85.28],
        ['SD REF NUMBER', `SD${reference}`, 160],
      ])
      paper.cells(left, 127, 22, [
        ['TAX OFFICE NAME', 'NORTHERN', 120],
        ['TAX OFFICE REF', job.employer.payeReference, 85],
        ['TAX CODE', taxCodeOf(payslip), 170.28],
        ['NI NUMBER', person.niNumber, 160],
      ])

      const top = 155
      const foot = top + 26 + rows * leading + 4
      heading(left, top, middle - left, 'PAY AND ALLOWANCES')
      heading(middle, top, right - middle, 'DEDUCTIONS')
      paper.box(left, top, middle - left, foot - top, { stroke: '#000000' })
      paper.box(middle, top, right - middle, foot - top, { stroke: '#000000' })
      const small = { size: 6 }
      paper.text(left + 3, top + 22, 'DESCRIPTION', small).right(206, top + 22, 'WKD/EARNED', small)
      paper.right(247, top + 22, 'PAID/DUE', small).right(292, top + 22, 'RATE', small)
      paper.right(middle - 4, top + 22, 'AMOUNT', small)
      paper.text(middle + 3, top + 22, 'DESCRIPTION', small).right(right - 4, top + 22, 'AMOUNT', small)
      page.left.forEach((payment, n) => {
        const y = top + 34 + n * leading
        const { quantity, rate } = payment
        truth.payment(
          payment,
          paper.within(left + 3, y, quantity === undefined ? 190 : 132, paymentLabel(payment)),
          payment,
        )
        if (quantity !== undefined) paper.right(206, y, decimal(quantity)).right(247, y, decimal(quantity))
        if (rate !== undefined) paper.right(292, y, `${decimal(rate)}00`)
        paper.right(middle - 4, y, grouped(payment.amount), { role: 'payment_amount' })
      })
      page.right.forEach((deduction, n) => {
        const y = top + 34 + n * leading
        truth.deduction(deduction, paper.within(middle + 3, y, 130, labelOf(deduction, payslip.niLetter)))
        paper.right(right - 4, y, grouped(deduction.amount), { role: deductionRole(deduction) })
      })
      if (!page.isLast) {
        paper.text(left, foot + 14, 'Pay advice continued on next page.')
        return paper.sheet
      }

      const balances = foot + 6
      heading(left, balances, width, 'YEAR TO DATE BALANCES (THIS EMPLOYMENT ONLY)')
      const fifth = width / 5
      paper.cells(left, balances + 13, 22, [
        ['GROSS PAY', grouped(ytd.grossPay), fifth, 'ytd'],
        ['TAXABLE PAY', grouped(ytd.taxablePay), fifth, 'ytd'],
        ['TAX PAID', grouped(ytd.incomeTax), fifth, 'ytd'],
        ['NI PAY', grouped(ytd.niablePay), fifth, 'ytd'],
        ['NI CONTS', grouped(ytd.employeeNi), fifth, 'ytd'],
      ])
      paper.cells(left, balances + 35, 22, [
        ['PENSION CONTS', grouped(ytd.employeePension), fifth, 'ytd'],
        ['STUDENT LOAN', grouped(ytd.studentLoan + ytd.postgraduateLoan), fifth, 'ytd'],
        ['NI LETTER', payslip.niLetter, fifth],
        ['TAX PERIOD', `${isByMonth(payslip) ? 'MONTH' : 'WEEK'} ${payslip.taxPeriod}`, fifth],
        ['TAX YEAR', payslip.taxYear, fifth],
      ])
      const period = balances + 63
      heading(left, period, width, 'THIS PERIOD SUMMARY')
      paper.cells(left, period + 13, 22, [
        ['PENSIONABLE PAY', grouped(pensionable), fifth],
        ['TAXABLE PAY', grouped(payslip.taxablePay), fifth],
        ['NON-TAXABLE PAY', grouped(nonTaxable), fifth],
        ['TOTAL PAYMENTS', grouped(payslip.grossPay), fifth, 'gross_pay'],
        ['TOTAL DEDUCTIONS', grouped(payslip.totalDeductions), fifth, 'total_deductions'],
      ])
      paper.cells(left, period + 35, 22, [
        ['FREQUENCY', frequencies[payslip.frequency], fifth],
        ['PERIOD END DATE', formatDay(payslip.end, 'DD MMM YYYY').toUpperCase(), fifth],
        ['PAY DATE', formatDay(payslip.payDate, 'DD MMM YYYY').toUpperCase(), fifth, 'pay_date'],
        ['PAY METHOD', 'BACS', fifth],
      ])
      paper.box(left + 4 * fifth, period + 35, fifth, 22, { fill: shade, stroke: '#000000' })
      paper.text(left + 4 * fifth + 3, period + 43.4, 'NET PAY', { size: 6, ...bold })
      paper.right(right - 4, period + 53.5, grouped(payslip.netPay), { size: 10, ...bold, role: 'net_pay' })

      const message = period + 63
      heading(left, message, width, 'MESSAGES FROM EMPLOYER')
      paper.box(left, message, width, 58, { stroke: '#000000' })
      paper.lines(
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
      return paper.sheet
    })

    return {
      drawing: drawingOf(matter, { title: 'Pay advice', creator: 'Wardbook Pay Advice 12.2', sheets }),
      truth: truth.close({
        ...shown,
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
