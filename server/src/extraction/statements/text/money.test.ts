import { expect, test } from 'vitest'
import { findAmounts } from './money.ts'

test.each(['£(260.85)', '(£260.85)', 'GBP(260.85)', '£[260.85]'])('reads %s as a negative amount', (text) => {
  const [amount] = findAmounts([{ text, x: 400, right: 440, y: 100, size: 9 }], 0, false)
  expect([amount?.pence, amount?.mark]).toEqual([26_085, '-'])
})
