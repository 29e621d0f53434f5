import { expect, test } from 'vitest'
import { randomFrom } from '../programs/random.ts'
import { findTrend, medianOf } from './trend.ts'

const random = randomFrom(1)
const noise = () => (random.next() - 0.5) * 20
const samplesOf = (valueAt: (at: number) => number) =>
  Array.from({ length: 200 }, (_, n) => ({ at: n * 5, value: valueAt(n * 5) }))
const tolerance = { share: 0.1, absolute: 5 }

test('noise without a trend is flat', () => {
  const { growth, median, isFlat } = findTrend(
    samplesOf(() => 300 + noise()),
    tolerance,
  )
  expect(isFlat).toBe(true)
  expect(Math.abs(growth)).toBeLessThan(5)
  expect(median).toBeCloseTo(300, -1)
})

test('a leak within the noise is found', () => {
  const { growth, perHour, isFlat } = findTrend(
    samplesOf((at) => 300 + noise() + at * 0.05),
    tolerance,
  )
  expect(isFlat).toBe(false)
  expect(growth).toBeCloseTo(50, -1)
  expect(perHour).toBeCloseTo(180, -1.5)
})

test('peaks during faults are no leak', () => {
  const isPeak = (at: number) => at > 700 && at % 25 === 0
  const samples = samplesOf((at) => 300 + noise() + (isPeak(at) ? 5_000 : 0))
  expect(findTrend(samples, tolerance).isFlat).toBe(true)
})

test('a saw-tooth that returns to its floor is flat, and one whose floor rises is not', () => {
  const tooth = (at: number) => 300 + (at % 100) * 0.5
  expect(findTrend(samplesOf(tooth), tolerance).isFlat).toBe(true)
  const rising = samplesOf((at) => tooth(at) + at * 0.05)
  expect(findTrend(rising, tolerance).isFlat).toBe(false)
})

test('a figure without samples is not flat', () => {
  expect(findTrend([], tolerance).isFlat).toBe(false)
  expect(medianOf([])).toBeNaN()
})
