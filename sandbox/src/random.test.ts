import { expect, test } from 'vitest'
import { randomFor } from './random.ts'

const firstFractions = (...keys: (string | number)[]) => {
  const random = randomFor(...keys)
  return Array.from({ length: 20 }, () => random.fraction())
}

test('the same keys give the same numbers, other keys give others', () => {
  expect(firstFractions('a', 1)).toEqual(firstFractions('a', 1))
  expect(firstFractions('a', 1)).not.toEqual(firstFractions('a', 2))
  expect(firstFractions('ab', 'c')).not.toEqual(firstFractions('a', 'bc'))
})

test('numbers are uniformly distributed', () => {
  const random = randomFor('spread')
  const drawn = Map.groupBy(
    Array.from({ length: 100_000 }, () => random.integer(0, 9)),
    (n) => n,
  )
  expect(drawn.size).toBe(10)
  // 480 is five standard deviations of a count around 10,000.
  for (const [, { length }] of drawn) expect(Math.abs(length - 10_000)).toBeLessThan(480)
  const means = Array.from({ length: 2_000 }, (_, n) => randomFor('place', n).fraction())
  expect(means.reduce((a, b) => a + b) / means.length).toBeCloseTo(0.5, 1)
})

test('integer includes both ends; sample has no repeats and keeps list order', () => {
  const random = randomFor('ends')
  const seen = new Set(Array.from({ length: 200 }, () => random.integer(3, 5)))
  expect([...seen].sort()).toEqual([3, 4, 5])
  for (let n = 0; n < 50; n++) {
    const list = random.sample([1, 2, 3, 4, 5], 3)
    expect(new Set(list).size).toBe(3)
    expect(list).toEqual(list.toSorted())
  }
  expect(random.sample([1, 2], 9)).toEqual([1, 2])
})
