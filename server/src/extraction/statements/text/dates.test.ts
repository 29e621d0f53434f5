import { expect, test } from 'vitest'
import { parseDate } from './dates.ts'

test.each([
  ['1 Ion/Jan', { day: 1, month: 1, year: null }],
  ['4 Tach/Nov', { day: 4, month: 11, year: null }],
  ['3 Gor', { day: 3, month: 7, year: null }],
  ['14 Chwef 2025', { day: 14, month: 2, year: 2025 }],
  ['30 Medi / September 2025', { day: 30, month: 9, year: 2025 }],
])('reads the month of %s in two languages', (printed, date) => {
  expect(parseDate(printed)).toEqual(date)
})

test('refuses a date with two different months', () => {
  expect(parseDate('4 Tach/Dec')).toBeUndefined()
})

test('does not take a weekday for a misread month on a recognised page', () => {
  expect(parseDate('Sun 15 December', true)).toEqual({ day: 15, month: 12, year: null })
  expect(parseDate('Fri 5 Dac 2025', true)).toEqual({ day: 5, month: 12, year: 2025 })
})
