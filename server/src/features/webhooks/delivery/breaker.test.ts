import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterFailure, afterSuccess, allowance, type Breaker, isOpen } from './breaker.ts'

const start = Date.parse('2026-11-15T12:00:00Z')
const minute = 60_000
const free = (breaker: Breaker, now: number, underWay = 0) => allowance(breaker, { now, underWay, most: 8 })

function fail(times: number, now = start, breaker: Breaker = {}) {
  let state = breaker
  for (let n = 0; n < times; n++) state = afterFailure(state, now)
  return state
}

test('closed, it lets as many through as may be under way', () => {
  expect(free({}, start)).toBe(8)
  expect(free({}, start, 5)).toBe(3)
  expect(free({}, start, 9)).toBe(0)
})

test('five failures in a row open it; a success between them does not let it come to that', () => {
  expect(isOpen(fail(4))).toBe(false)
  expect(isOpen(fail(5))).toBe(true)
  expect(isOpen(fail(4, start, afterSuccess(fail(4), start)))).toBe(false)
})

test('half of at least twenty in five minutes open it, though no five in a row', () => {
  const alternate = (attempts: number, stepMs: number) => {
    let state: Breaker = {}
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

test('open, one probe may go after 30 s, then 1 min, 2 min … and at last every 10 min', () => {
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

test('attempts that were under way when it opened do not make the wait longer', () => {
  const open = fail(5)
  expect(fail(7, start + 10_000, open)).toEqual(open)
})

test('the probe that succeeds closes it, with a clean sheet', () => {
  const closed = afterSuccess(fail(12), start + minute)
  expect(isOpen(closed)).toBe(false)
  expect(free(closed, start + minute)).toBe(8)
  expect(isOpen(fail(4, start + minute, closed))).toBe(false)
})

test('whatever happens, it stays small, and open it lets one through at most', () => {
  const steps = fc.array(fc.record({ isSuccess: fc.boolean(), afterMs: fc.nat(10 * minute) }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, (all) => {
      let state: Breaker = {}
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
