import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCounts, count, healthOf, type Minute, noCounts, type Outcome } from './call-counts.ts'

const now = Date.parse('2026-11-15T12:00:30Z')

function minuteOf(calls: Partial<Record<Outcome, number>>, { minutesAgo = 0, ms = 100 } = {}): Minute {
  const counts = noCounts()
  for (const [outcome, times] of Object.entries(calls))
    for (let n = 0; n < times; n++) count(counts, outcome as Outcome, ms)
  return { ...counts, payroll_provider: 'one', minute: new Date(now - 30_000 - minutesAgo * 60_000) }
}
const stateOf = (...minutes: Minute[]) => healthOf(minutes, now).state

test('nobody knows how a provider is that nobody asked', () => {
  expect(healthOf([], now)).toEqual({ state: 'unknown', success_rate: null, median_ms: null, calls: 0 })
})

test('at least 95 of 100 answers is operational, fewer is degraded, and too few calls say nothing', () => {
  const long = { minutesAgo: 30 }
  expect(stateOf(minuteOf({ good: 95, bad: 5 }, long))).toBe('operational')
  expect(stateOf(minuteOf({ good: 94, bad: 6 }, long))).toBe('degraded')
  expect(stateOf(minuteOf({ bad: 19 }, long))).toBe('operational')
  expect(stateOf(minuteOf({ bad: 20 }, long))).toBe('degraded')
})

test('an answer is an answer, whatever it says', () => {
  expect(healthOf([minuteOf({ good: 10, refused: 30 })], now)).toMatchObject({
    state: 'operational',
    success_rate: 1,
    calls: 40,
  })
})

test('fewer than half answered in the last minutes is down, however good the hour was', () => {
  const before = minuteOf({ good: 1_000 }, { minutesAgo: 20 })
  expect(stateOf(before, minuteOf({ good: 4, bad: 6 }, { minutesAgo: 2 }))).toBe('down')
  expect(stateOf(before, minuteOf({ good: 5, bad: 5 }, { minutesAgo: 2 }))).toBe('operational')
  expect(stateOf(before, minuteOf({ bad: 9 }, { minutesAgo: 2 }))).toBe('operational')
})

test('a call that fails at once does not look like a fast answer', () => {
  const { median_ms } = healthOf([minuteOf({ good: 3 }, { ms: 900 }), minuteOf({ bad: 50 }, { ms: 1 })], now)
  expect(median_ms).toBeGreaterThan(700)
  expect(healthOf([minuteOf({ bad: 50 })], now).median_ms).toBeNull()
})

test('the median is right to a fifth, whoever counted which of the calls', () => {
  // Up to 10 ms all are alike: the first bucket holds them.
  const durations = fc.array(fc.integer({ min: 11, max: 100_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(durations, fc.nat(), (all, cut) => {
      const [mine, theirs] = [noCounts(), noCounts()]
      all.forEach((ms, n) => {
        count(n < cut % all.length ? mine : theirs, 'good', ms)
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
