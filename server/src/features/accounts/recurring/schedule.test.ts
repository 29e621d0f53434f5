import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Frequency,
  firstLook,
  frequenciesDue,
  frequenciesIn,
  isRetryDue,
  nextCheck,
  nextLook,
  nextRetry,
  periodStart,
  spreadMs,
} from './schedule.ts'

const all = frequenciesIn('sandbox')
const hourMs = 3_600_000
const spreadOver: Record<Frequency, number> = { HOURLY: 50 * 60_000, WEEKLY: 4 * hourMs, MONTHLY: 4 * hourMs }

const moment = fc.date({
  min: new Date('2023-12-01T00:00:00Z'),
  max: new Date('2029-03-02T00:00:00Z'),
  noInvalidDate: true,
})
const id = fc.uuid()
const frequency = fc.constantFrom(...all)
const at = (text: string) => new Date(text)

test.each<[Frequency, string, string]>([
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

test('weeks begin on Mondays and months on the first, at midnight UTC, whatever the moment', () => {
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

test('a check is due once in each period, in the hours after its beginning, always at the same one', () => {
  fc.assert(
    fc.property(id, frequency, moment, (id, frequency, moment) => {
      const first = nextCheck(id, frequency, moment)
      const second = nextCheck(id, frequency, first)
      expect(first > moment).toBe(true)
      for (const check of [first, second])
        expect(check.getTime() - periodStart(frequency, check).getTime()).toBe(spreadMs(id, frequency))
      // The period after the first one's begins where the second one's does.
      expect(periodStart(frequency, new Date(periodStart(frequency, second).getTime() - 1))).toEqual(
        periodStart(frequency, first),
      )
      expect(nextCheck(id, frequency, new Date(first.getTime() - 1))).toEqual(first)
    }),
  )
})

test('the starts of many accounts are even over the hours they are spread over', () => {
  const parts = 16
  for (const frequency of all) {
    const counts = new Array<number>(parts).fill(0)
    for (let n = 0; n < 16_000; n++) {
      const spread = spreadMs(randomUUID(), frequency)
      const part = Math.floor((spread / spreadOver[frequency]) * parts)
      counts[part] = (counts[part] ?? Number.NaN) + 1
    }
    // A thousand each, give or take; six times the usual deviation is never seen.
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200)
  }
})

test('a failed check is tried again within the hour after the next 03:00', () => {
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

test('whoever goes from look to look sees every check of every frequency and every retry exactly once', () => {
  const days = fc.integer({ min: 1, max: 45 })
  fc.assert(
    fc.property(id, moment, days, fc.boolean(), (id, from, days, isRetried) => {
      const to = new Date(from.getTime() + days * 24 * hourMs)
      const seen = { HOURLY: 0, WEEKLY: 0, MONTHLY: 0, retries: 0 }
      let look = nextLook(id, from, { frequencies: all, isRetried })
      while (look <= to) {
        for (const frequency of frequenciesDue(id, look, look, all)) seen[frequency]++
        if (isRetried && isRetryDue(id, look, look)) seen.retries++
        look = nextLook(id, look, { frequencies: all, isRetried })
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

test('a look that comes late sees what fell due since it was meant to be', () => {
  fc.assert(
    fc.property(id, moment, fc.integer({ min: 0, max: 100 * 24 }), (id, after, hoursLate) => {
      const look = nextLook(id, after, { frequencies: all })
      const late = new Date(look.getTime() + hoursLate * hourMs)
      const due = frequenciesDue(id, look, late, all)
      for (const frequency of all)
        expect(due.includes(frequency)).toBe(
          nextCheck(id, frequency, new Date(look.getTime() - 1)).getTime() <= late.getTime(),
        )
    }),
  )
})

test('in production nothing is looked at between the weeks and months', () => {
  expect(frequenciesIn('production')).toEqual(['WEEKLY', 'MONTHLY'])
  fc.assert(
    fc.property(id, moment, (id, now) => {
      const look = firstLook(id, now, 'production')
      const isOfTheDay = look.getUTCDay() === 1 || look.getUTCDate() === 1
      expect(isOfTheDay && look.getUTCHours() < 4).toBe(true)
      expect(look.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 24 * hourMs)
      expect(firstLook(id, now, 'sandbox').getTime() - now.getTime()).toBeLessThanOrEqual(110 * 60_000)
    }),
  )
})
