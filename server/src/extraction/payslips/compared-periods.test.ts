import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Payslips that print the amounts of the period before beside those of this period.

const rows: [label: string, before: string, now: string, difference: string][] = [
  ['Basic salary', '2,400.00', '2,500.00', '100.00'],
  ['Pension exchange', '-120.00', '-125.00', '-5.00'],
  ['Gross pay', '2,280.00', '2,375.00', '95.00'],
  ['Income tax', '-246.40', '-265.40', '-19.00'],
  ['National Insurance', '-98.56', '-106.16', '-7.60'],
  ['Total deductions', '-344.96', '-371.56', '-26.60'],
  ['Take-home pay', '1,935.04', '2,003.44', '68.40'],
]

test.each<[string, string, string, 'before' | 'after']>([
  ['May 2025', 'Jun 2025', 'Difference', 'before'],
  ['May', 'June', 'Change', 'before'],
  ['Last month', 'This month', 'Change', 'before'],
  ['Previous', 'Current', 'Variance', 'before'],
  ['Month 2', 'Month 3', '+/-', 'before'],
  ['May 2025', 'June 2025', 'Movement', 'after'],
  ['Dec 24', 'Jan 25', 'Difference', 'before'],
  ['December', 'January', 'Difference', 'before'],
  ['Week 52', 'Week 1', 'Change', 'before'],
])('reads only the period of the payslip of %s, %s and %s', (before, now, difference, order) => {
  const [old, own] = order === 'before' ? [300, 400] : [400, 300]
  const parse = parsePayslip(
    drawPages([
      ...head,
      [100, to(old, before), to(own, now), to(500, difference)],
      ...rows.map(
        ([label, earlier, amount, change], n): PageLine => [
          120 + n * 12,
          [40, label],
          to(old, earlier),
          to(own, amount),
          to(500, change),
        ],
      ),
    ]),
  )
  expect(parse.submission?.income_information).toMatchObject({
    earnings: { gross_pay: '2375.00', net_pay: '2003.44' },
    deductions: {
      income_tax: '265.40',
      employee_ni: '106.16',
      employee_pension: null,
      total_deductions: '371.56',
    },
  })
  expect(parse.submission?.income_information.earnings.earning_elements).toMatchObject([
    { description: 'Basic salary', amount: '2500.00' },
    { description: 'Pension exchange', amount: '-125.00' },
  ])
  expect(parse.findings.map(({ code }) => code)).not.toContain('ARITHMETIC_CONTRADICTION')
})
