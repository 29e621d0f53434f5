import { expect, test } from 'vitest'
import { addDays, weekdayOf } from '../calendar.ts'
import { employedPeriods, isWorkingDay, type PayDay, payPeriods } from './pay-dates.ts'

const all = (payDay: PayDay) => payPeriods(payDay, '2024-04-06', '2027-04-05')
const payDays: PayDay[] = [
  { frequency: 'monthly', on: 'last' },
  { frequency: 'monthly', on: 25 },
  { frequency: 'monthly', on: 5 },
  { frequency: 'weekly', on: 5 },
  { frequency: 'weekly', on: 1 },
  { frequency: 'fortnightly', on: 4 },
  { frequency: 'fortnightly', on: 4, weekOffset: 1 },
  { frequency: 'four_weekly', on: 5, weekOffset: 3 },
]

test.each(payDays)('pay periods are consecutive and paid on working days: %o', (payDay) => {
  const periods = all(payDay)
  for (const [n, { start, end, payDate }] of periods.entries()) {
    expect(isWorkingDay(payDate)).toBe(true)
    const next = periods[n + 1]
    if (next) expect(next.start).toBe(addDays(end, 1))
    if (next) expect(next.payDate > payDate).toBe(true)
    expect(start <= end).toBe(true)
  }
  const minPeriods = { monthly: 35, weekly: 155, fortnightly: 77, four_weekly: 38 }[payDay.frequency]
  expect(periods.length).toBeGreaterThanOrEqual(minPeriods)
})

test('a monthly pay date on a non-working day moves to the working day before, also at Christmas', () => {
  const dates = all({ frequency: 'monthly', on: 25 }).map(({ payDate }) => payDate)
  expect(dates).toContain('2024-08-23')
  expect(dates).toContain('2024-12-24')
  expect(all({ frequency: 'monthly', on: 28 }).map(({ payDate }) => payDate)).toContain('2027-03-25')
  expect(all({ frequency: 'monthly', on: 'last' })[0]).toEqual({
    start: '2024-04-01',
    end: '2024-04-30',
    payDate: '2024-04-30',
  })
})

test('weeks run from Monday to Sunday and are paid in the week after', () => {
  const [first] = all({ frequency: 'weekly', on: 5 })
  expect(first).toEqual({ start: '2024-04-01', end: '2024-04-07', payDate: '2024-04-12' })
  expect(all({ frequency: 'four_weekly', on: 5 }).every(({ start }) => weekdayOf(start) === 1)).toBe(true)
})

test('periods are clipped to the start and leave dates', () => {
  const periods = employedPeriods(all({ frequency: 'monthly', on: 'last' }), '2025-02-10', '2025-04-11')
  expect(periods.map(({ start, end }) => [start, end])).toEqual([
    ['2025-02-10', '2025-02-28'],
    ['2025-03-01', '2025-03-31'],
    ['2025-04-01', '2025-04-11'],
  ])
})
