import { expect, test } from 'vitest'
import { addDays, weekday } from '../calendar.ts'
import { employedPeriods, isWorkingDay, type PayDay, payPeriods } from './pay-dates.ts'

const all = (payDay: PayDay) => payPeriods(payDay, '2024-04-06', '2027-04-05')
const payDays: PayDay[] = [
  { each: 'monthly', on: 'last' },
  { each: 'monthly', on: 25 },
  { each: 'monthly', on: 5 },
  { each: 'weekly', on: 5 },
  { each: 'weekly', on: 1 },
  { each: 'fortnightly', on: 4 },
  { each: 'fortnightly', on: 4, shift: 1 },
  { each: 'four_weekly', on: 5, shift: 3 },
]

test.each(payDays)(
  'periods follow each other without gap or overlap, and are paid on working days: %o',
  (payDay) => {
    const periods = all(payDay)
    for (const [n, { start, end, payDate }] of periods.entries()) {
      expect(isWorkingDay(payDate)).toBe(true)
      const next = periods[n + 1]
      if (next) expect(next.start).toBe(addDays(end, 1))
      if (next) expect(next.payDate > payDate).toBe(true)
      expect(start <= end).toBe(true)
    }
    const least = { monthly: 35, weekly: 155, fortnightly: 77, four_weekly: 38 }[payDay.each]
    expect(periods.length).toBeGreaterThanOrEqual(least)
  },
)

test('a monthly pay date that is no working day moves to the one before, over Christmas too', () => {
  const dates = all({ each: 'monthly', on: 25 }).map(({ payDate }) => payDate)
  expect(dates).toContain('2024-08-23')
  expect(dates).toContain('2024-12-24')
  expect(all({ each: 'monthly', on: 28 }).map(({ payDate }) => payDate)).toContain('2027-03-25')
  expect(all({ each: 'monthly', on: 'last' })[0]).toEqual({
    start: '2024-04-01',
    end: '2024-04-30',
    payDate: '2024-04-30',
  })
})

test('weeks run from Monday to Sunday and are paid in the week after', () => {
  const [first] = all({ each: 'weekly', on: 5 })
  expect(first).toEqual({ start: '2024-04-01', end: '2024-04-07', payDate: '2024-04-12' })
  expect(all({ each: 'four_weekly', on: 5 }).every(({ start }) => weekday(start) === 1)).toBe(true)
})

test('who starts or leaves inside a period has only that part of it', () => {
  const periods = employedPeriods(all({ each: 'monthly', on: 'last' }), '2025-02-10', '2025-04-11')
  expect(periods.map(({ start, end }) => [start, end])).toEqual([
    ['2025-02-10', '2025-02-28'],
    ['2025-03-01', '2025-03-31'],
    ['2025-04-01', '2025-04-11'],
  ])
})
