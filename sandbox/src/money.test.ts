import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, grouped, shareDown, shareNear, shareUp, sum } from './money.ts'

test('a share is rounded down, up or to the nearest penny, below zero as well', () => {
  expect([shareDown(1001, 1, 2), shareUp(1001, 1, 2), shareNear(1001, 1, 2)]).toEqual([500, 501, 501])
  expect([shareDown(-1001, 1, 2), shareUp(-1001, 1, 2), shareNear(-1001, 1, 2)]).toEqual([-501, -500, -500])
  expect([shareDown(1000, 1, 3), shareUp(1000, 1, 3), shareNear(1000, 1, 3)]).toEqual([333, 334, 333])
  expect(shareDown(900_719_925_474_099, 9_999, 10_000)).toBe(900_629_853_481_551)
})

test('the nearest penny is one of the two around the exact value, and never further than half a penny', () => {
  const amounts = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
      const down = shareDown(amount, rate, 10_000)
      const near = shareNear(amount, rate, 10_000)
      const up = shareUp(amount, rate, 10_000)
      const exact = BigInt(amount) * BigInt(rate)
      expect(up - down).toBe(exact % 10_000n === 0n ? 0 : 1)
      const off = 2n * (BigInt(near) * 10_000n - exact)
      expect(off <= 10_000n && off > -10_000n).toBe(true)
    }),
  )
})

test('money is written as the contract and as paper write it', () => {
  const amounts = [0, 5, -5, 100, 123_456, -123_456_789]
  expect(amounts.map(decimal)).toEqual(['0.00', '0.05', '-0.05', '1.00', '1234.56', '-1234567.89'])
  expect(amounts.map(grouped)).toEqual(['0.00', '0.05', '-0.05', '1.00', '1,234.56', '-1,234,567.89'])
  expect(sum([1, 2, -4])).toBe(-1)
})
