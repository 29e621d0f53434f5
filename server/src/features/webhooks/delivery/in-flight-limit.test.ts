import { expect, test } from 'vitest'
import { createInFlightLimit } from './in-flight-limit.ts'

type Reply = { status?: number | null; durationMs?: number; wasFull?: boolean }

/** Simulates round trips in which as many requests as allowed are in flight. Returns the limit after each. */
function simulate(
  limit: ReturnType<typeof createInFlightLimit>,
  trips: number,
  reply: Reply = {},
  fromMs = 0,
) {
  const { status = 204, durationMs = 100, wasFull = true } = reply
  return Array.from({ length: trips }, (_, trip) => {
    const startedAt = fromMs + trip * durationMs
    for (let n = limit.current(); n > 0; n--) limit.record({ startedAt, durationMs, status, wasFull })
    return limit.current()
  })
}

test('doubles per round trip at first, up to the maximum', () => {
  expect(simulate(createInFlightLimit({ initial: 8, max: 64 }), 5)).toEqual([16, 32, 64, 64, 64])
})

test('does not grow while the receiver is not kept busy', () => {
  expect(simulate(createInFlightLimit({ initial: 8, max: 64 }), 3, { wasFull: false })).toEqual([8, 8, 8])
})

test.each([null, 429, 503])(
  'halves once per round trip on %s, then grows by one per round trip',
  (status) => {
    const limit = createInFlightLimit({ initial: 8, max: 64 })
    simulate(limit, 3)
    expect(simulate(limit, 2, { status }, 1_000)).toEqual([32, 16])
    expect(simulate(limit, 4, {}, 2_000)).toEqual([16, 17, 18, 19])
  },
)

test('never falls below one', () => {
  const limit = createInFlightLimit({ initial: 8, max: 64 })
  expect(simulate(limit, 6, { status: 503 }).at(-1)).toBe(1)
})

test('an error of the receiver that is no overload changes nothing', () => {
  const limit = createInFlightLimit({ initial: 8, max: 64 })
  expect(simulate(limit, 2, { status: 500, wasFull: false })).toEqual([8, 8])
})

test('a slow receiver falls back to the initial limit and stays there', () => {
  const limit = createInFlightLimit({ initial: 8, max: 64 })
  simulate(limit, 3)
  expect(simulate(limit, 5, { durationMs: 3_000 }, 1_000)).toEqual([32, 16, 8, 8, 8])
})
