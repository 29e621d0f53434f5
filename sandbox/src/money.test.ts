import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, grouped, prorateDown, prorateNearest, prorateUp, totalOf } from './money.ts'

test('rounds a prorated amount down, up or to the nearest penny, also below zero', () => {
  expect([prorateDown(1001, 1, 2), prorateUp(1001, 1, 2), prorateNearest(1001, 1, 2)]).toEqual([
    500, 501, 501,
  ])
  expect([prorateDown(-1001, 1, 2), prorateUp(-1001, 1, 2), prorateNearest(-1001, 1, 2)]).toEqual([
    -501, -500, -500,
  ])
  expect([prorateDown(1000, 1, 3), prorateUp(1000, 1, 3), prorateNearest(1000, 1, 3)]).toEqual([
    333, 334, 333,
  ])
  expect(prorateDown(900_719_925_474_099, 9_999, 10_000)).toBe(900_629_853_481_551)
})

test('rounding to the nearest penny is never off by more than half a penny', () => {
  const amounts = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
      const down = prorateDown(amount, rate, 10_000)
      const near = prorateNearest(amount, rate, 10_000)
      const up = prorateUp(amount, rate, 10_000)
      const exact = BigInt(amount) * BigInt(rate)
      expect(up - down).toBe(exact % 10_000n === 0n ? 0 : 1)
      const off = 2n * (BigInt(near) * 10_000n - exact)
      expect(off <= 10_000n && off > -10_000n).toBe(true)
    }),
  )
})

test('formats money for the API and for documents', () => {
  const amounts = [0, 5, -5, 100, 123_456, -123_456_789]
  expect(amounts.map(decimal)).toEqual(['0.00', '0.05', '-0.05', '1.00', '1234.56', '-1234567.89'])
  expect(amounts.map(grouped)).toEqual(['0.00', '0.05', '-0.05', '1.00', '1,234.56', '-1,234,567.89'])
  expect(totalOf([1, 2, -4])).toBe(-1)
})
