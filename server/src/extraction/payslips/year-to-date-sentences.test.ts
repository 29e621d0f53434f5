import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Year-to-date amounts that letters and notes state in sentences.

const pay: PageLine[] = [
  [120, [40, 'Salary'], to(300, '£620.00')],
  [132, [40, 'Gross pay'], to(300, '£620.00')],
  [144, [40, 'Income tax'], to(300, '£37.20')],
  [156, [40, 'National Insurance'], to(300, '£14.83')],
  [168, [40, 'Total deductions'], to(300, '£52.03')],
  [180, [40, 'Net pay'], to(300, '£567.97')],
]

const read = (...sentences: string[]) =>
  parsePayslip(
    drawPages([...head, ...pay, ...sentences.map((sentence, n): PageLine => [220 + n * 10, [40, sentence]])]),
  ).submission?.income_information

test.each([
  [
    'Since 6 April 2025 your gross pay has come to £2,480.00, from which £148.80 of income tax',
    'and £59.32 of National Insurance have been taken.',
  ],
  [
    'Totals since you started with us on 6th May 2025: pay £2,480.00, tax £148.80, NI £59.32,',
    'take-home £2,271.88.',
  ],
  ['Amounts since your employment began: gross pay £2,480.00, tax £148.80, NI £59.32.'],
  ['So far this tax year your earnings now stand at £2,480.00, tax at £148.80 and NI at £59.32.'],
  ['This tax year your gross pay has reached £2,480.00, your tax £148.80 and your NI £59.32.'],
  [
    'You have earned £2,480.00 so far this tax year. Of that, £148.80 has gone in tax and £59.32',
    'in National Insurance.',
  ],
  ['Tax year to 30 June 2025: gross pay £2,480.00, tax £148.80, NI £59.32.'],
  ['Your totals with us to 30 June 2025 are gross pay £2,480.00, tax £148.80 and NI £59.32.'],
  ['P45 figures: total gross pay in this employment £2,480.00, total tax £148.80, NI £59.32.'],
  ['Your P45 will show total pay of £2,480.00, total tax of £148.80 and NI of £59.32.'],
  ['Year to 30/06/2025: gross pay 2,480.00; PAYE 148.80; NIC 59.32'],
])('reads the year to date in %s', (...sentences) => {
  const income = read(...sentences)
  expect(income).toMatchObject({
    earnings: {
      gross_pay: '620.00',
      net_pay: '567.97',
      year_to_date: { gross_pay: '2480.00', total_tax_paid: '148.80', total_ni_paid: '59.32' },
    },
    deductions: { income_tax: '37.20', employee_ni: '14.83' },
  })
})

test.each([
  'P45 from your previous employment: gross pay £2,480.00, tax £148.80.',
  'Previous pay 2,480.00 and previous tax 148.80 were taken from your P45.',
  'Brought forward from your P45: pay £2,480.00, tax £148.80, NI £59.32.',
])('reads no year to date of a former employment in %s', (sentence) => {
  expect(read(sentence)?.earnings.year_to_date).toBeNull()
})

test.each([
  'We have paid £54.45 into your pension on your behalf.',
  'We paid £54.45 to the workplace scheme for you.',
  'We also paid £54.45 to HMRC as National Insurance.',
])('reads no net pay in %s', (sentence) => {
  const parse = parsePayslip(drawPages([...head, ...pay, [220, [40, sentence]]]))
  expect(parse.submission?.income_information.earnings.net_pay).toBe('567.97')
  expect(parse.checks.find(({ name }) => name === 'agreement')).toMatchObject({ isPassed: true })
})
