import { expect, test } from 'vitest'
import { nextAttemptAt, parseRetryAfter, retryDelaysMs } from './retry-schedule.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const withoutJitter = { random: () => 0.5 }

test('schedules twelve attempts over 75.7 hours, then none', () => {
  let at = now
  for (let failures = 1; failures < 12; failures++)
    at = nextAttemptAt(failures, at, withoutJitter) ?? Number.NaN
  expect((at - now) / 3_600_000).toBeCloseTo(75.71, 2)
  expect(nextAttemptAt(12, at, withoutJitter)).toBeUndefined()
  expect(retryDelaysMs.slice(0, 3)).toEqual([5_000, 30_000, 120_000])
})

test('jitters delays by ± 20 %', () => {
  expect(nextAttemptAt(1, now, { random: () => 0 })).toBe(now + 4_000)
  expect(nextAttemptAt(1, now, { random: () => 1 })).toBe(now + 6_000)
})

test('honours a Retry-After longer than the planned delay, up to a day', () => {
  const after = (retryAfterMs: number) => nextAttemptAt(1, now, { ...withoutJitter, retryAfterMs })
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
  expect(parseRetryAfter(text, now)).toBe(expected)
})
