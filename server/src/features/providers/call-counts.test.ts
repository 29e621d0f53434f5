import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addCounts,
  type CallOutcome,
  countCall,
  emptyCounts,
  healthOf,
  type ProviderMinute,
} from './call-counts.ts'

const now = Date.parse('2026-11-15T12:00:30Z')

function minuteOf(
  calls: Partial<Record<CallOutcome, number>>,
  { minutesAgo = 0, ms = 100 } = {},
): ProviderMinute {
  const counts = emptyCounts()
  for (const [outcome, times] of Object.entries(calls))
    for (let n = 0; n < times; n++) countCall(counts, outcome as CallOutcome, ms)
  return { ...counts, payroll_provider: 'one', minute: new Date(now - 30_000 - minutesAgo * 60_000) }
}
const stateOf = (...minutes: ProviderMinute[]) => healthOf(minutes, now).state

test('is unknown without calls', () => {
  expect(healthOf([], now)).toEqual({ state: 'unknown', success_rate: null, median_ms: null, calls: 0 })
})

test('is operational from 95 % replies, degraded below, and operational with too few calls', () => {
  const long = { minutesAgo: 30 }
  expect(stateOf(minuteOf({ good: 95, bad: 5 }, long))).toBe('operational')
  expect(stateOf(minuteOf({ good: 94, bad: 6 }, long))).toBe('degraded')
  expect(stateOf(minuteOf({ bad: 19 }, long))).toBe('operational')
  expect(stateOf(minuteOf({ bad: 20 }, long))).toBe('degraded')
})

test('counts refusals as replies', () => {
  expect(healthOf([minuteOf({ good: 10, refused: 30 })], now)).toMatchObject({
    state: 'operational',
    success_rate: 1,
    calls: 40,
  })
})

test('is down if fewer than half of the recent calls got a reply, however good the hour was', () => {
  const before = minuteOf({ good: 1_000 }, { minutesAgo: 20 })
  expect(stateOf(before, minuteOf({ good: 4, bad: 6 }, { minutesAgo: 2 }))).toBe('down')
  expect(stateOf(before, minuteOf({ good: 5, bad: 5 }, { minutesAgo: 2 }))).toBe('operational')
  expect(stateOf(before, minuteOf({ bad: 9 }, { minutesAgo: 2 }))).toBe('operational')
})

test('leaves fast failures out of the median', () => {
  const { median_ms } = healthOf([minuteOf({ good: 3 }, { ms: 900 }), minuteOf({ bad: 50 }, { ms: 1 })], now)
  expect(median_ms).toBeGreaterThan(700)
  expect(healthOf([minuteOf({ bad: 50 })], now).median_ms).toBeNull()
})

test('estimates the median within 20 %, however the calls are split between processes', () => {
  // Durations up to 10 ms are in the first bucket.
  const durations = fc.array(fc.integer({ min: 11, max: 100_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(durations, fc.nat(), (all, cut) => {
      const [mine, theirs] = [emptyCounts(), emptyCounts()]
      all.forEach((ms, n) => {
        countCall(n < cut % all.length ? mine : theirs, 'good', ms)
      })
      addCounts(mine, theirs)
      const sorted = all.toSorted((a, b) => a - b)
      const low = sorted[Math.floor((all.length - 1) / 2)] ?? 0
      const high = sorted[Math.ceil((all.length - 1) / 2)] ?? 0
      const { median_ms, calls } = healthOf(
        [{ ...mine, payroll_provider: 'one', minute: new Date(now) }],
        now,
      )
      expect(calls).toBe(all.length)
      expect(median_ms).toBeGreaterThanOrEqual(Math.floor(low / 1.2))
      expect(median_ms).toBeLessThanOrEqual(Math.ceil(high * 1.2))
    }),
    { numRuns: 1_000 },
  )
})
