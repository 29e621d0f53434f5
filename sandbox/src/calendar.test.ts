import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  ageOn,
  daysBetween,
  lastOfMonth,
  weekdayOf,
  workingDayOnOrBefore,
} from './calendar.ts'

test('counts days across month ends, leap years and daylight-saving changes', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysBetween('2024-04-06', '2025-04-06')).toBe(365)
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(addDays('1969-12-31', 1)).toBe('1970-01-01')
})

test('clamps to the last day of shorter months', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(addMonths('2026-11-30', 14)).toBe('2028-01-30')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(lastOfMonth('2026-12-05')).toBe('2026-12-31')
})

test('moves a pay day on a weekend to the Friday before', () => {
  expect(['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'].map(weekdayOf)).toEqual([5, 6, 0, 1])
  expect(['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'].map(workingDayOnOrBefore)).toEqual([
    '2026-11-13',
    '2026-11-13',
    '2026-11-13',
    '2026-11-16',
  ])
  expect(weekdayOf('1969-12-31')).toBe(3)
})

test('age increases on the birthday, not before', () => {
  expect(ageOn('1990-06-15', '2026-06-14')).toBe(35)
  expect(ageOn('1990-06-15', '2026-06-15')).toBe(36)
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
})
