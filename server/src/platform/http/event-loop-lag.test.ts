import { expect, test } from 'vitest'
import { createLagDetector } from './event-loop-lag.ts'

/** Returns whether the loop lags after ticks with these intervals. */
function isLaggingAfter(...intervalsMs: number[]) {
  const detector = createLagDetector(0)
  let now = 0
  for (const intervalMs of intervalsMs) {
    now += intervalMs
    detector.tick(now)
  }
  return detector.isLagging()
}

test('a single long stall is not a lag', () => {
  expect(isLaggingAfter(100, 100, 2_000)).toBe(false)
  expect(isLaggingAfter(2_000, 100, 2_000, 100, 2_000)).toBe(false)
})

test('three late ticks in a row are a lag, which ends with the first one in time', () => {
  expect(isLaggingAfter(301, 301)).toBe(false)
  expect(isLaggingAfter(301, 301, 301)).toBe(true)
  expect(isLaggingAfter(301, 301, 301, 300)).toBe(false)
})
