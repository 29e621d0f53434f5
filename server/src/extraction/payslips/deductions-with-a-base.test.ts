import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Deductions printed with the pay that they are calculated from and its percentage: `Pension | 2,000.00 | 5% | 100.00`.

const read = (...lines: PageLine[]) => {
  const parse = parsePayslip(drawPages([...head, ...lines]))
  const income = parse.submission?.income_information
  return {
    parse,
    income,
    deductions: income?.deductions.deductions_elements.map(({ description, amount }) => [
      description,
      amount,
    ]),
  }
}

const expected = {
  earnings: { gross_pay: '2600.00', net_pay: '1921.20' },
  deductions: {
    income_tax: '310.40',
    employee_ni: '124.16',
    employee_pension: '119.24',
    loan_deductions: '125.00',
    total_deductions: '678.80',
  },
}
const elements = [
  ['Income tax', '310.40'],
  ['National Insurance (A)', '124.16'],
  ['Auto-enrolment pension', '119.24'],
  ['Student loan plan 1', '125.00'],
]

test('reads one list with columns for base, rate, earnings, deductions and employer', () => {
  const { income, deductions, parse } = read(
    [
      100,
      [40, 'Description'],
      to(270, 'Base'),
      to(320, 'Rate'),
      to(390, 'Earnings'),
      to(460, 'Deductions'),
      to(530, 'Employer'),
    ],
    [112, [40, 'Gross pay']],
    [124, [40, 'Salary'], to(390, '2,600.00')],
    [136, [40, 'Total gross pay'], to(390, '2,600.00')],
    [148, [40, 'Tax and National Insurance']],
    [160, [40, 'Income tax'], to(270, '2,600.00'), to(460, '310.40')],
    [
      172,
      [40, 'National Insurance (A)'],
      to(270, '2,600.00'),
      to(320, '8%'),
      to(460, '124.16'),
      to(530, '327.45'),
    ],
    [184, [40, 'Pension']],
    [
      196,
      [40, 'Auto-enrolment pension'],
      to(270, '2,384.80'),
      to(320, '5%'),
      to(460, '119.24'),
      to(530, '71.54'),
    ],
    [208, [40, 'Other']],
    [220, [40, 'Student loan plan 1'], to(270, '2,600.00'), to(320, '9%'), to(460, '125.00')],
    [232, [40, 'Total deductions'], to(460, '678.80'), to(530, '398.99')],
    [262, to(450, 'Net pay'), to(530, '£1,921.20')],
  )
  expect(income).toMatchObject(expected)
  expect(deductions).toEqual(elements)
  expect(parse.checks.find(({ name }) => name === 'net')).toMatchObject({ isPassed: true })
})

test.each([
  ['Pay subject to deduction', '%', ['', '8.00', '5.00', '9.00']],
  ['Calculated on', 'Percentage', ['', '8.00 %', '5.00 %', '9.00 %']],
  ['Basis', 'Rate %', ['', '8%', '5%', '9%']],
  ['Base', 'Rate', ['', '8.00%', '5.00%', '9.00%']],
])('reads a table of deductions with the columns %s and %s', (base, rate, rates) => {
  const row = (y: number, n: number, pay: string): PageLine => {
    const [label = '', amount = ''] = elements[n] ?? []
    const percent = rates[n] ? [to(420, rates[n])] : []
    return [y, [40, label], to(360, pay), ...percent, to(530, amount)]
  }
  const { income, deductions } = read(
    [100, [40, 'Earnings'], to(530, 'Amount')],
    [112, [40, 'Salary'], to(530, '2,600.00')],
    [124, [40, 'Gross pay'], to(530, '2,600.00')],
    [150, [40, 'Deductions'], to(360, base), to(420, rate), to(530, 'Amount')],
    row(162, 0, '2,600.00'),
    row(174, 1, '2,600.00'),
    row(186, 2, '2,384.80'),
    row(198, 3, '2,600.00'),
    [210, [40, 'Total deductions'], to(530, '678.80')],
    [236, [40, 'Net pay'], to(530, '1,921.20')],
  )
  expect(income).toMatchObject(expected)
  expect(deductions).toEqual(elements)
})

test('reads deductions with their base without column titles', () => {
  const { income, deductions } = read(
    [112, [40, 'Salary'], to(530, '2,600.00')],
    [124, [40, 'Gross pay'], to(530, '2,600.00')],
    [162, [40, 'Income tax'], to(360, '2,600.00'), to(530, '310.40')],
    [174, [40, 'National Insurance (A)'], to(360, '2,600.00'), to(420, '8%'), to(530, '124.16')],
    [186, [40, 'Auto-enrolment pension'], to(360, '2,384.80'), to(420, '5%'), to(530, '119.24')],
    [198, [40, 'Student loan plan 1'], to(360, '2,600.00'), to(420, '9%'), to(530, '125.00')],
    [210, [40, 'Total deductions'], to(530, '678.80')],
    [236, [40, 'Net pay'], to(530, '1,921.20')],
  )
  expect(income).toMatchObject(expected)
  expect(deductions).toEqual(elements)
})
