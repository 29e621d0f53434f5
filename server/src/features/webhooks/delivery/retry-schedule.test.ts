import { expect, test } from 'vitest'
import { nextAttemptAt, readRetryAfter, waitsMs } from './retry-schedule.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const inTheMiddle = { random: () => 0.5 }

test('twelve attempts over 75.7 hours, then none', () => {
  let at = now
  for (let failures = 1; failures < 12; failures++)
    at = nextAttemptAt(failures, at, inTheMiddle) ?? Number.NaN
  expect((at - now) / 3_600_000).toBeCloseTo(75.71, 2)
  expect(nextAttemptAt(12, at, inTheMiddle)).toBeUndefined()
  expect(waitsMs.slice(0, 3)).toEqual([5_000, 30_000, 120_000])
})

test('waits are scattered by a fifth to both sides', () => {
  expect(nextAttemptAt(1, now, { random: () => 0 })).toBe(now + 4_000)
  expect(nextAttemptAt(1, now, { random: () => 1 })).toBe(now + 6_000)
})

test('a receiver that asks for more time gets it, up to a day; less than planned is not taken', () => {
  const after = (retryAfterMs: number) => nextAttemptAt(1, now, { ...inTheMiddle, retryAfterMs })
  expect(after(60_000)).toBe(now + 60_000)
  expect(after(7 * 86_400_000)).toBe(now + 86_400_000)
  expect(after(1_000)).toBe(now + 5_000)
})

test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
  ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ['-1', undefined],
  ['1e9', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
  ['9999999999', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms', (text, expected) => {
  expect(readRetryAfter(text, now)).toBe(expected)
})
