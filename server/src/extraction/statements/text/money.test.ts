import { expect, test } from 'vitest'
import { findAmounts } from './money.ts'

test.each(['£(260.85)', '(£260.85)', 'GBP(260.85)', '£[260.85]'])('reads %s as a negative amount', (text) => {
  const [amount] = findAmounts([{ text, x: 400, right: 440, y: 100, size: 9 }], 0, false)
  expect([amount?.pence, amount?.mark]).toEqual([26_085, '-'])
})

test.each([
  ['84.20 OD', 412, ['-', null]],
  ['OD 40.00', 424, [null, '-']],
])('reads OD between two amounts as the sign of the nearer one: %s', (_, x, marks) => {
  const place = (text: string, left: number) => ({
    text,
    x: left,
    right: left + 4 * text.length,
    y: 100,
    size: 9,
  })
  const amounts = findAmounts([place('84.20', 390), place('OD', x), place('40.00', 434)], 0, false)
  expect(amounts.map(({ mark }) => mark)).toEqual(marks)
})
