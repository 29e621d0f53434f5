import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Year-to-date amounts in boxes with captions, and amounts of the period beside a year-to-date table.

const read = (...lines: PageLine[]) => parsePayslip(drawPages(lines)).submission?.income_information
const payments: PageLine[] = [
  [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
  [112, [40, 'Salary'], to(280, '3000.00'), [320, 'PAYE'], to(520, '365.60')],
  [124, [320, 'NI'], to(520, '156.16')],
]

test('reads net pay on the line of the year title as that of the period', () => {
  const income = read(
    ...head,
    [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
    [112, [40, 'Basic pay'], to(280, '138.79'), [320, 'PAYE'], to(520, '0.00')],
    [124, [40, 'Gross pay'], to(280, '138.79'), [320, 'NI'], to(520, '0.00')],
    [136, [320, 'Total deductions'], to(520, '0.00')],
    [160, [40, 'Year to date'], [320, 'NET PAY'], to(520, '£138.79')],
    [174, [44, 'Taxable pay'], to(280, '138.79')],
    [186, [44, 'Tax paid'], to(280, '0.00')],
  )
  expect(income?.earnings).toMatchObject({
    net_pay: '138.79',
    year_to_date: { net_pay: null, total_taxable_earnings: '138.79', total_tax_paid: '0.00' },
  })
})

test('does not take council tax with a Welsh name for income tax', () => {
  const income = read(
    ...head,
    ...payments,
    [136, [320, 'Treth y Cyngor / Council Tax'], to(520, '88.00')],
    [160, [320, 'Net pay'], to(520, '2390.24')],
  )
  expect(income?.deductions.income_tax).toBe('365.60')
})
