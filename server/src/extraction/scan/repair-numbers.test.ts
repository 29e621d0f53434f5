import { expect, test } from 'vitest'
import { joinSplitAmounts, repairNumber } from './repair-numbers.ts'

test.each([
  ['1,2O4.5O', '1,204.50'],
  ['l2.50', '12.50'],
  ['£1.234.56', '£1,234.56'],
  ['1,234,56', '1,234.56'],
  ['-4S.00', '-45.00'],
  ['45.00CR', '45.00CR'],
  ['O1/06/2025', '01/06/2025'],
  ['OO-14-27', '00-14-27'],
  ['9l111795', '91111795'],
  ['00-l4-27', '00-14-27'],
  ['490.950D', '490.95OD'],
  ['278.1SOD', '278.15OD'],
  ['I7-MAR-26', '17-MAR-26'],
  ['O7Jun', '07Jun'],
  ['Sth', '5th'],
  ['2st', '21st'],
  ['O1/0S', '01/05'],
  ['§/10/25', '5/10/25'],
  ['\\0FEB', '10FEB'],
  ['~53.99', '-53.99'],
  ['“13.51', '13.51'],
  ['43.24.', '43.24'],
  ['952/0E7718', '952/OE7718'],
  ['£€1,542.59-', '£1,542.59-'],
])('repairs "%s" to "%s"', (recognised, expected) => {
  expect(repairNumber(recognised)).toBe(expected)
})

test.each(['SOLIHULL', 'B12', 'Oslo', 'S11', 'DD', 'Is', '10.5.2', 'QQ123456C', '1257L', 'BS1 4QX', '5O'])(
  'leaves "%s" unchanged',
  (text) => {
    expect(repairNumber(text)).toBe(text)
  },
)

const line = (...words: [string, number, number][]) =>
  words.map(([text, x, right]) => ({ text, x, right, y: 100, size: 10, certainty: 90 }))

test('joins an amount that was split at its separators, but not two amounts', () => {
  const read = joinSplitAmounts(
    line(
      ['1,234.', 10, 30],
      ['56', 32, 40],
      ['£2,', 50, 60],
      ['304.11', 61, 75],
      ['12.00', 80, 100],
      ['13.00', 102, 122],
      ['6,', 200, 208],
      ['90', 210, 218],
    ),
  )
  expect(read.map(({ text, right }) => [text, right])).toEqual([
    ['1,234.56', 40],
    ['£2,304.11', 75],
    ['12.00', 100],
    ['13.00', 122],
    ['6,', 208],
    ['90', 218],
  ])
})
