import { expect, test } from 'vitest'
import type { IsoDate } from '../calendar.ts'
import { averageWeeklyEarnings, calculateFamilyPay, calculateSickPay } from './statutory.ts'

test('maternity pay is 90% of earnings for six weeks, then at most the standard rate until week 39', () => {
  // Pay of 2 × 2600 in two months: 5200 × 12 / 104 = 600 a week, of which 90 % is 540.
  const average = averageWeeklyEarnings(520_000, { months: 2 })
  const week = (number: number, start: IsoDate) => calculateFamilyPay('maternity', average, { number, start })
  expect(week(6, '2025-06-01')).toBe(54_000)
  expect(week(7, '2025-06-08')).toBe(18_718)
  expect(week(39, '2026-04-04')).toBe(18_718)
  expect(week(39, '2026-04-05')).toBe(19_432)
  expect(week(40, '2026-04-12')).toBe(0)
  expect(week(7, '2024-05-01')).toBe(18_403)
})

test('maternity pay of low earners is 90% of earnings, rounded up', () => {
  // Pay of 150 a week for 8 weeks: 90 % is 135, which is lower than the standard rate.
  const low = averageWeeklyEarnings(120_000, { weeks: 8 })
  expect(calculateFamilyPay('maternity', low, { number: 20, start: '2025-06-01' })).toBe(13_500)
  // 4691.34 × 12 / 104 = 541.308461…, × 90 % = 487.177615…
  const odd = averageWeeklyEarnings(469_134, { months: 2 })
  expect(calculateFamilyPay('maternity', odd, { number: 1, start: '2025-06-01' })).toBe(48_718)
})

test('other family pay is at the standard rate from the first week', () => {
  const average = averageWeeklyEarnings(480_000, { weeks: 8 })
  const weeksPaid = (kind: Parameters<typeof calculateFamilyPay>[0]) =>
    Array.from({ length: 60 }, (_, n) =>
      calculateFamilyPay(kind, average, { number: n + 1, start: '2025-06-01' }),
    ).filter((amount) => amount > 0)
  expect(weeksPaid('paternity')).toEqual([18_718, 18_718])
  expect(weeksPaid('bereavement')).toEqual([18_718, 18_718])
  expect(new Set(weeksPaid('shared_parental'))).toEqual(new Set([18_718]))
  expect(weeksPaid('shared_parental')).toHaveLength(37)
  // Adoption pay follows the maternity rules: six weeks at 90% of 600.
  expect(weeksPaid('adoption').slice(5, 7)).toEqual([54_000, 18_718])
  expect(weeksPaid('adoption')).toHaveLength(39)
})

test('sick pay has three waiting days until April 2026, then none', () => {
  const average = averageWeeklyEarnings(480_000, { weeks: 8 })
  const sick = (on: IsoDate, days: number, workingDaysInWeek: number, daysBefore = 0) =>
    calculateSickPay(average, { on, days, daysBefore, workingDaysInWeek })
  // 7 × 118.75 / 5.
  expect(sick('2025-06-02', 10, 5)).toEqual({ paidDays: 7, amount: 16_625 })
  // 10 × 123.25 / 5.
  expect(sick('2026-06-01', 10, 5)).toEqual({ paidDays: 10, amount: 24_650 })
  // 2 × 118.75 / 3 = 79.1666…; the three unpaid waiting days were in the week before.
  expect(sick('2025-06-02', 2, 3, 3)).toEqual({ paidDays: 2, amount: 7_917 })
  expect(sick('2025-06-02', 3, 5)).toEqual({ paidDays: 0, amount: 0 })
  // 4 × 116.75 / 4.
  expect(sick('2024-06-03', 4, 4, 3).amount).toBe(11_675)
  // Sick pay is limited to 28 weeks of 5 days.
  expect(sick('2026-06-01', 10, 5, 135).paidDays).toBe(5)
})

test('sick pay of low earners is zero below the limit until April 2026, then 80% of earnings', () => {
  const low = averageWeeklyEarnings(80_000, { weeks: 8 })
  const week = { days: 5, daysBefore: 3, workingDaysInWeek: 5 }
  expect(calculateSickPay(low, { ...week, on: '2025-06-02' }).amount).toBe(0)
  // 80 % of 100 is lower than the flat rate of 123.25.
  expect(calculateSickPay(low, { ...week, on: '2026-06-01' }).amount).toBe(8_000)
  // 80 % of 154.0625 is exactly the flat rate of 123.25; slightly lower earnings reduce the pay.
  const even = averageWeeklyEarnings(123_250, { weeks: 8 })
  expect(calculateSickPay(even, { ...week, on: '2026-06-01' }).amount).toBe(12_325)
  const less = averageWeeklyEarnings(123_240, { weeks: 8 })
  expect(calculateSickPay(less, { ...week, on: '2026-06-01' }).amount).toBe(12_324)
})
