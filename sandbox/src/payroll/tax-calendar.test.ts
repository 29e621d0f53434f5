import { expect, test } from 'vitest'
import { taxMonthOf, taxPeriodOf, taxWeekOf, taxYearOf } from './tax-calendar.ts'

test('a tax year runs from 6 April to 5 April; years without tables are undefined', () => {
  const bounds = ['2024-04-06', '2025-04-05', '2025-04-06', '2026-04-05', '2026-04-06', '2027-04-05']
  expect(bounds.map(taxYearOf)).toEqual(['2024-25', '2024-25', '2025-26', '2025-26', '2026-27', '2026-27'])
  expect(['2024-04-05', '2027-04-06'].map(taxYearOf)).toEqual([undefined, undefined])
})

test('a tax month runs from the 6th to the 5th', () => {
  const days = [
    '2025-04-06',
    '2025-05-05',
    '2025-05-06',
    '2026-01-05',
    '2026-01-06',
    '2026-03-06',
    '2026-04-05',
  ]
  expect(days.map(taxMonthOf)).toEqual([1, 1, 2, 9, 10, 12, 12])
})

test('tax weeks are counted from 6 April; week 53 has one day, or two in a leap year', () => {
  expect(['2024-04-06', '2024-04-12', '2024-04-13'].map(taxWeekOf)).toEqual([1, 1, 2])
  expect(['2025-03-29', '2025-04-04', '2025-04-05', '2025-04-06'].map(taxWeekOf)).toEqual([52, 52, 53, 1])
  expect(['2028-04-03', '2028-04-04', '2028-04-05'].map(taxWeekOf)).toEqual([52, 53, 53])
})

test('longer periods are numbered by their last week', () => {
  const days = ['2025-04-06', '2025-04-13', '2025-04-20', '2026-04-04', '2026-04-05']
  expect(days.map((day) => taxPeriodOf(day, 'weekly'))).toEqual([1, 2, 3, 52, 53])
  expect(days.map((day) => taxPeriodOf(day, 'fortnightly'))).toEqual([2, 2, 4, 52, 54])
  expect(days.map((day) => taxPeriodOf(day, 'four_weekly'))).toEqual([4, 4, 4, 52, 56])
  expect(days.map((day) => taxPeriodOf(day, 'monthly'))).toEqual([1, 1, 1, 12, 12])
})
