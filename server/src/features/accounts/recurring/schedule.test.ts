import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CheckFrequency,
  checkOffsetMs,
  firstDueAt,
  frequenciesIn,
  isRetryDue,
  listDueFrequencies,
  nextCheck,
  nextDueAt,
  nextRetry,
  periodStart,
} from './schedule.ts'

const all = frequenciesIn('sandbox')
const hourMs = 3_600_000
const spreadWindowMs: Record<CheckFrequency, number> = {
  HOURLY: 50 * 60_000,
  WEEKLY: 4 * hourMs,
  MONTHLY: 4 * hourMs,
}

const moment = fc.date({
  min: new Date('2023-12-01T00:00:00Z'),
  max: new Date('2029-03-02T00:00:00Z'),
  noInvalidDate: true,
})
const id = fc.uuid()
const frequency = fc.constantFrom(...all)
const at = (text: string) => new Date(text)

test.each<[CheckFrequency, string, string]>([
  ['HOURLY', '2026-06-15T09:59:59.999Z', '2026-06-15T09:00:00.000Z'],
  ['HOURLY', '2026-06-15T10:00:00.000Z', '2026-06-15T10:00:00.000Z'],
  ['WEEKLY', '2026-06-15T00:00:00.000Z', '2026-06-15T00:00:00.000Z'],
  ['WEEKLY', '2026-06-14T23:59:59.999Z', '2026-06-08T00:00:00.000Z'],
  ['WEEKLY', '2024-03-01T12:00:00.000Z', '2024-02-26T00:00:00.000Z'],
  ['WEEKLY', '2026-01-01T00:00:00.000Z', '2025-12-29T00:00:00.000Z'],
  ['MONTHLY', '2024-02-29T23:59:59.999Z', '2024-02-01T00:00:00.000Z'],
  ['MONTHLY', '2026-03-29T01:30:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['MONTHLY', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z'],
  ['MONTHLY', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('the %s period of %s began at %s', (frequency, moment, start) => {
  expect(periodStart(frequency, at(moment)).toISOString()).toBe(start)
})

test('starts weeks on Mondays and months on the first, at midnight UTC', () => {
  fc.assert(
    fc.property(frequency, moment, (frequency, moment) => {
      const start = periodStart(frequency, moment)
      expect(start <= moment).toBe(true)
      expect(periodStart(frequency, start)).toEqual(start)
      expect(start.getTime() % hourMs).toBe(0)
      if (frequency !== 'HOURLY') expect(start.getUTCHours()).toBe(0)
      if (frequency === 'WEEKLY') expect(start.getUTCDay()).toBe(1)
      if (frequency === 'MONTHLY') expect(start.getUTCDate()).toBe(1)
    }),
  )
})

test('makes a check due once per period, always at the same offset from its start', () => {
  fc.assert(
    fc.property(id, frequency, moment, (id, frequency, moment) => {
      const first = nextCheck(id, frequency, moment)
      const second = nextCheck(id, frequency, first)
      expect(first > moment).toBe(true)
      for (const check of [first, second])
        expect(check.getTime() - periodStart(frequency, check).getTime()).toBe(checkOffsetMs(id, frequency))
      // The two checks are in consecutive periods.
      expect(periodStart(frequency, new Date(periodStart(frequency, second).getTime() - 1))).toEqual(
        periodStart(frequency, first),
      )
      expect(nextCheck(id, frequency, new Date(first.getTime() - 1))).toEqual(first)
    }),
  )
})

test('spreads the checks of many accounts evenly over the window', () => {
  const buckets = 16
  for (const frequency of all) {
    const counts = new Array<number>(buckets).fill(0)
    for (let n = 0; n < 16_000; n++) {
      const spread = checkOffsetMs(randomUUID(), frequency)
      const bucket = Math.floor((spread / spreadWindowMs[frequency]) * buckets)
      counts[bucket] = (counts[bucket] ?? Number.NaN) + 1
    }
    // A thousand checks are expected per bucket; 200 is more than six standard deviations.
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200)
  }
})

test('retries a failed check within the hour after the next 03:00', () => {
  fc.assert(
    fc.property(id, moment, (id, moment) => {
      const retry = nextRetry(id, moment)
      expect(retry > moment).toBe(true)
      expect(retry.getTime() - moment.getTime()).toBeLessThanOrEqual(24 * hourMs)
      expect(retry.getUTCHours()).toBe(3)
      expect(isRetryDue(id, moment, new Date(retry.getTime() - 1))).toBe(
        nextRetry(id, new Date(moment.getTime() - 1)) <= moment,
      )
      expect(isRetryDue(id, moment, retry)).toBe(true)
    }),
  )
})

test('visits every check of every frequency and every retry exactly once when stepping from due time to due time', () => {
  const days = fc.integer({ min: 1, max: 45 })
  fc.assert(
    fc.property(id, moment, days, fc.boolean(), (id, from, days, isRetried) => {
      const to = new Date(from.getTime() + days * 24 * hourMs)
      const seen = { HOURLY: 0, WEEKLY: 0, MONTHLY: 0, retries: 0 }
      let due = nextDueAt(id, from, { frequencies: all, isRetried })
      while (due <= to) {
        for (const frequency of listDueFrequencies(id, due, due, all)) seen[frequency]++
        if (isRetried && isRetryDue(id, due, due)) seen.retries++
        due = nextDueAt(id, due, { frequencies: all, isRetried })
      }
      const count = (next: (after: Date) => Date) => {
        let checks = 0
        for (let check = next(from); check <= to; check = next(check)) checks++
        return checks
      }
      for (const frequency of all)
        expect(seen[frequency]).toBe(count((after) => nextCheck(id, frequency, after)))
      expect(seen.retries).toBe(isRetried ? count((after) => nextRetry(id, after)) : 0)
    }),
    { numRuns: 50 },
  )
})

test('finds all checks that became due since the due time when it runs late', () => {
  fc.assert(
    fc.property(id, moment, fc.integer({ min: 0, max: 100 * 24 }), (id, after, hoursLate) => {
      const dueAt = nextDueAt(id, after, { frequencies: all })
      const late = new Date(dueAt.getTime() + hoursLate * hourMs)
      const due = listDueFrequencies(id, dueAt, late, all)
      for (const frequency of all)
        expect(due.includes(frequency)).toBe(
          nextCheck(id, frequency, new Date(dueAt.getTime() - 1)).getTime() <= late.getTime(),
        )
    }),
  )
})

test('makes accounts due only at weekly and monthly checks in production', () => {
  expect(frequenciesIn('production')).toEqual(['WEEKLY', 'MONTHLY'])
  fc.assert(
    fc.property(id, moment, (id, now) => {
      const due = firstDueAt(id, now, 'production')
      const isFirstDay = due.getUTCDay() === 1 || due.getUTCDate() === 1
      expect(isFirstDay && due.getUTCHours() < 4).toBe(true)
      expect(due.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 24 * hourMs)
      expect(firstDueAt(id, now, 'sandbox').getTime() - now.getTime()).toBeLessThanOrEqual(110 * 60_000)
    }),
  )
})
