import { expect, test } from 'vitest'
import { monthRangesOf } from './month-ranges.ts'

test('months that follow each other are one range, also over the end of a year', () => {
  expect(monthRangesOf(['2026-06', '2026-03', '2025-12', '2026-01'])).toBe(
    'Dec 2025 to Jan 2026, Mar 2026, Jun 2026',
  )
  expect(monthRangesOf([])).toBe('')
})
