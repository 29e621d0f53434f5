import { expect, test } from 'vitest'
import { addMonths, lastEndedMonth, listMonths } from './months.ts'

test('lists months across years, and none if the last one is before the first', () => {
  expect(listMonths('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(listMonths('2026-02', '2026-01')).toEqual([])
})

test.each([
  ['9999-12-31', '9999-12', '9999-12'],
  ['9999-12-30', '9999-11', '9999-12'],
  ['0000-01-31', '0000-01', '0000-02'],
  ['0000-01-30', '0000-01', '0000-02'],
  ['0999-12-31', '0999-12', '1000-01'],
])('stays inside the four-digit years around %s', (day, ended, next) => {
  expect(lastEndedMonth(day)).toBe(ended)
  expect(addMonths(ended, 1)).toBe(next)
  expect(addMonths(ended, -24)).toMatch(/^\d{4}-\d{2}$/)
  expect(listMonths(addMonths(ended, -11), ended).length).toBeLessThanOrEqual(12)
})
