import { expect, test } from 'vitest'
import { randomFor } from './random.ts'

const some = (...words: (string | number)[]) => {
  const random = randomFor(...words)
  return Array.from({ length: 20 }, () => random.fraction())
}

test('the same words give the same numbers, others give others', () => {
  expect(some('a', 1)).toEqual(some('a', 1))
  expect(some('a', 1)).not.toEqual(some('a', 2))
  expect(some('ab', 'c')).not.toEqual(some('a', 'bc'))
})

test('numbers are spread evenly', () => {
  const random = randomFor('spread')
  const drawn = Map.groupBy(
    Array.from({ length: 100_000 }, () => random.whole(0, 9)),
    (n) => n,
  )
  expect(drawn.size).toBe(10)
  // Five standard deviations around 10,000.
  for (const [, { length }] of drawn) expect(Math.abs(length - 10_000)).toBeLessThan(480)
  const means = Array.from({ length: 2_000 }, (_, n) => randomFor('place', n).fraction())
  expect(means.reduce((a, b) => a + b) / means.length).toBeCloseTo(0.5, 1)
})

test('whole numbers include both ends; some of a list are without repeats and in order', () => {
  const random = randomFor('ends')
  const seen = new Set(Array.from({ length: 200 }, () => random.whole(3, 5)))
  expect([...seen].sort()).toEqual([3, 4, 5])
  for (let n = 0; n < 50; n++) {
    const list = random.some([1, 2, 3, 4, 5], 3)
    expect(new Set(list).size).toBe(3)
    expect(list).toEqual(list.toSorted())
  }
  expect(random.some([1, 2], 9)).toEqual([1, 2])
})
