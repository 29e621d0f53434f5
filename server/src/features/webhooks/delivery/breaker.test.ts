import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterFailure, afterSuccess, allowance, isOpen, type WebhookBreaker } from './breaker.ts'

const start = Date.parse('2026-11-15T12:00:00Z')
const minute = 60_000
const free = (breaker: WebhookBreaker, now: number, inFlight = 0) =>
  allowance(breaker, { now, inFlight: inFlight, maxInFlight: 8 })

function fail(times: number, now = start, breaker: WebhookBreaker = {}) {
  let state = breaker
  for (let n = 0; n < times; n++) state = afterFailure(state, now)
  return state
}

test('allows up to the limit of concurrent attempts while closed', () => {
  expect(free({}, start)).toBe(8)
  expect(free({}, start, 5)).toBe(3)
  expect(free({}, start, 9)).toBe(0)
})

test('opens after five failures in a row, without a success between them', () => {
  expect(isOpen(fail(4))).toBe(false)
  expect(isOpen(fail(5))).toBe(true)
  expect(isOpen(fail(4, start, afterSuccess(fail(4), start)))).toBe(false)
})

test('opens when half of at least twenty attempts in five minutes fail, even if not five in a row', () => {
  const alternate = (attempts: number, stepMs: number) => {
    let state: WebhookBreaker = {}
    for (let n = 0; n < attempts; n++) {
      const now = start + n * stepMs
      state = n % 2 ? afterFailure(state, now) : afterSuccess(state, now)
    }
    return state
  }
  expect(isOpen(alternate(19, 1_000))).toBe(false)
  expect(isOpen(alternate(20, 1_000))).toBe(true)
  expect(isOpen(alternate(60, minute))).toBe(false)
})

test('probes after 30 s, 1 min, 2 min and so on, up to every 10 min, while open', () => {
  let state = fail(5)
  let now = start
  const waits: number[] = []
  for (let probes = 0; probes < 8; probes++) {
    const probeAt = state.probeAt ?? 0
    expect(free(state, probeAt - 1)).toBe(0)
    expect(free(state, probeAt)).toBe(1)
    expect(free(state, probeAt, 1)).toBe(0)
    waits.push((probeAt - now) / 1_000)
    now = probeAt
    state = afterFailure(state, now)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600, 600])
})

test('does not extend the probe delay for attempts that were in flight when it opened', () => {
  const open = fail(5)
  expect(fail(7, start + 10_000, open)).toEqual(open)
})

test('closes and forgets earlier failures when a probe succeeds', () => {
  const closed = afterSuccess(fail(12), start + minute)
  expect(isOpen(closed)).toBe(false)
  expect(free(closed, start + minute)).toBe(8)
  expect(isOpen(fail(4, start + minute, closed))).toBe(false)
})

test('keeps bounded state and allows a single probe while open, for any sequence of outcomes', () => {
  const steps = fc.array(fc.record({ isSuccess: fc.boolean(), afterMs: fc.nat(10 * minute) }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, (all) => {
      let state: WebhookBreaker = {}
      let now = start
      for (const { isSuccess, afterMs } of all) {
        now += afterMs
        state = isSuccess ? afterSuccess(state, now) : afterFailure(state, now)
        expect(state.minutes?.length ?? 0).toBeLessThanOrEqual(5)
        if (isOpen(state)) expect(free(state, now + 60 * minute)).toBe(1)
        else expect(state.failuresInRow ?? 0).toBeLessThan(5)
      }
    }),
  )
})

test('a probe that a wrong clock has put too far away is due now', () => {
  const ahead = fail(5, start + 38 * 24 * 60 * minute)
  expect(free(ahead, start)).toBe(1)
  expect(free(fail(5), start)).toBe(0)
  expect(afterFailure(ahead, start).probeAt).toBe(start + minute)
})
