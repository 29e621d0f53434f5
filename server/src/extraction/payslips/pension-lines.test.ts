import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Lines of employee pensions whose schemes have names of their own, and several pension lines on one payslip.

const read = (deductions: [string, string][], ...notes: PageLine[]) => {
  const total = deductions.reduce((sum, [, amount]) => sum + Number(amount), 365.6 + 156.16)
  const rows: [string, string][] = [['PAYE', '365.60'], ['NI', '156.16'], ...deductions]
  const lines = rows.map(
    ([label, amount], n): PageLine => [
      112 + n * 12,
      ...(n === 0 ? [[40, 'Salary'] as const, to(280, '3000.00')] : []).map((piece) => piece as never),
      [320, label],
      to(520, amount),
    ],
  )
  const parse = parsePayslip(
    drawPages([
      ...head,
      [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
      ...lines,
      [220, [40, 'Total payments'], to(280, '3000.00'), [320, 'Total deductions'], to(520, total.toFixed(2))],
      [236, [320, 'Net pay'], to(520, (3000 - total).toFixed(2))],
      ...notes,
    ]),
  )
  return {
    pension: parse.submission?.income_information.deductions.employee_pension,
    failed: parse.checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name),
  }
}

test.each([
  'PNPF Contributions',
  'HBPS EE 6%',
  'RPS',
  'Royal London',
  'Aviva contribution 5%',
  'SIPP',
  'Co. Pension 3.5%',
  'Company pension 5% (EE)',
  'Retirement Savings Plan',
])('adds an additional contribution to the main one: %s', (label) => {
  expect(
    read([
      [label, '120.00'],
      ['AVC', '50.00'],
    ]).pension,
  ).toBe('170.00')
})

test.each(['Aviva Health', 'FBU Contribution', 'Car contribution', 'TIPS'])(
  'reads no pension: %s',
  (label) => {
    const { pension, failed } = read([[label, '20.00']])
    expect(pension).toBeNull()
    expect(failed).not.toContain('kinds')
  },
)

test('does not certify an additional contribution beside an unknown deduction', () => {
  expect(
    read([
      ['Quillhaven Fund', '120.00'],
      ['AVC', '50.00'],
    ]).failed,
  ).toContain('kinds')
  expect(
    read([
      ['Union subs', '12.00'],
      ['AVC', '50.00'],
    ]).failed,
  ).not.toContain('kinds')
})

test('does not certify an unknown contribution, or an unknown deduction beside a pension to date', () => {
  expect(read([['Quillhaven contribution', '120.00']]).failed).toContain('kinds')
  expect(read([['Quillhaven', '120.00']]).failed).not.toContain('kinds')
  expect(
    read([['Quillhaven', '120.00']], [260, [40, 'Pension to date'], to(280, '360.00')]).failed,
  ).toContain('kinds')
})
