import { expect, test } from 'vitest'
import { penceOf, sumOf, textOf } from './pence.ts'

test('amounts are counted to the penny, also those that no float holds and those that banks write', () => {
  expect(penceOf('0.10')).toBe(10n)
  expect(penceOf('-1,234.56')).toBe(-123_456n)
  expect(penceOf('90071992547409.93')).toBe(9_007_199_254_740_993n)
  expect(penceOf('12.5')).toBe(1250n)
  for (const text of ['', '1.234', 'twelve', '£1', '1e3', null, undefined])
    expect(penceOf(text)).toBeUndefined()
  expect(textOf(-5n)).toBe('-0.05')
  expect(textOf(sumOf([10n, 20n, 123_456n]))).toBe('1234.86')
  for (const text of ['0.00', '-0.01', '2439.39']) expect(textOf(penceOf(text) ?? 1n)).toBe(text)
})
