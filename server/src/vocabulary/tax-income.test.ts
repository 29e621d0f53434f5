import { expect, test } from 'vitest'
import { taxYearDays, taxYearsIn } from './tax-income.ts'

test.each([
  // The current tax year has no figures yet. A tax year that ended yesterday may have figures soon.
  ['2026-04-05', '2023-06-15', null, ['2024-25', '2023-24']],
  ['2026-04-06', '2023-06-15', null, ['2025-26', '2024-25', '2023-24']],
  ['2026-11-10', '2024-04-05', null, ['2025-26', '2024-25', '2023-24']],
  ['2026-11-10', '2024-04-06', null, ['2025-26', '2024-25']],
  ['2026-11-10', '2024-04-06', '2025-04-05', ['2024-25']],
  ['2026-11-10', '2024-04-06', '2025-04-06', ['2025-26', '2024-25']],
  ['2026-11-10', '2026-05-01', null, []],
  ['2100-11-10', '2099-01-01', null, ['2099-00', '2098-99']],
])('on %s, from %s to %s: %j', (today, from, to, years) => {
  expect(taxYearsIn({ from, to }, today)).toEqual(years)
})

test('a tax year is from 6 April to 5 April', () => {
  expect(taxYearDays('2024-25')).toEqual({ start: '2024-04-06', end: '2025-04-05' })
  expect(taxYearDays('1999-00')).toEqual({ start: '1999-04-06', end: '2000-04-05' })
})
