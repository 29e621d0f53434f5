import { expect, test } from 'vitest'
import { calculateTax, freePay } from './income-tax.ts'
import { calculateNationalInsurance } from './national-insurance.ts'
import { taxMonthOf, taxWeekOf } from './tax-calendar.ts'

const pounds = (amount: number) => Math.round(amount * 100)

test("calculates free pay as HMRC's tables do, split above code 500", () => {
  expect(freePay(1257, 1, 'month')).toBe(pounds(1048.26))
  expect(freePay(1257, 12, 'month')).toBe(pounds(12_579.12))
  expect(freePay(1257, 1, 'week')).toBe(pounds(241.92))
  expect(freePay(0, 7, 'month')).toBe(0)
})

test('calculates income tax by code, country and period', () => {
  const due = (code: string, taxable: number, number = 1, unit: 'week' | 'month' = 'month', year = 2025) =>
    calculateTax({ year, code, taxable: pounds(taxable), number, unit })
  expect(due('1257L', 3000)).toBe(pounds(390.2))
  expect(due('1257L', 1048.26)).toBe(0)
  expect(due('1257L', 9000, 3)).toBe(pounds(1171))
  expect(due('BR', 124)).toBe(pounds(24.8))
  expect(due('D0', 100.99)).toBe(pounds(40))
  expect(due('NT', 5000)).toBe(0)
  expect(due('K475', 3000)).toBe(pounds(730.06))
  expect(due('0T', 5000)).toBe(pounds(1371.66))
  expect(due('S1257L', 3000)).toBe(pounds(394.92))
  expect(due('C1257L', 3000)).toBe(due('1257L', 3000))
  expect(due('1257L', 3000, 1, 'month', 2019)).toBeNull()
  expect(due('nonsense', 3000)).toBeNull()
})

test('calculates National Insurance by category letter and frequency', () => {
  const due = (
    letter: string,
    earnings: number,
    frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly',
  ) => calculateNationalInsurance({ year: 2025, letter, earnings: pounds(earnings), frequency })
  expect(due('A', 3000, 'monthly')).toBe(pounds(156.16))
  expect(due('A', 5000, 'monthly')).toBe(pounds(3141 * 0.08 + 811 * 0.02))
  expect(due('A', 553.8, 'weekly')).toBe(pounds(24.94))
  expect(due('A', 1788.15, 'four_weekly')).toBe(pounds(65.61))
  expect(due('C', 3000, 'monthly')).toBe(0)
  expect(due('B', 2048, 'monthly')).toBe(pounds(18.5))
  expect(due('J', 2048, 'monthly')).toBe(pounds(20))
  expect(due('Q', 2048, 'monthly')).toBeNull()
})

test('starts tax months on the 6th and tax weeks every seventh day from 6 April', () => {
  expect(
    ['2025-04-05', '2025-04-06', '2025-05-05', '2025-05-06', '2025-12-31', '2026-01-05'].map(taxMonthOf),
  ).toEqual([12, 1, 1, 2, 9, 9])
  expect(['2025-04-06', '2025-04-12', '2025-04-13', '2026-04-05'].map(taxWeekOf)).toEqual([1, 1, 2, 53])
})
