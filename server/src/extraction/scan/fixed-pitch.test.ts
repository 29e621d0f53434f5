import { expect, test } from 'vitest'
import { adjustWordWidths } from './fixed-pitch.ts'

const texts = ['Pay', 'you', 'receive', '2,354.24', 'Illinois', 'filling', 'Summary', 'Tax']

/** Returns three lines that each contain all of `texts`. The width of a word is the sum of its letter widths. */
function lines(widthOf: (sign: string) => number) {
  return [100, 112, 124].flatMap((y) => {
    let x = 50
    return texts.map((text) => {
      const left = x
      const width = [...text].reduce((sum, sign) => sum + widthOf(sign), 0)
      x += width + 6
      return { text, x: left, right: left + width - 1.1, y, size: 9.3 }
    })
  })
}

test('derives font size and word width of fixed-pitch text from its pitch', () => {
  const [first] = adjustWordWidths(lines(() => 6))
  expect(first?.size).toBeCloseTo(10, 0)
  expect(first?.right).toBeCloseTo(68, 0)
})

test('keeps the font size of proportional text', () => {
  const [first] = adjustWordWidths(lines((sign) => (/[il,.]/.test(sign) ? 2.5 : /[mSPT]/.test(sign) ? 8 : 5)))
  expect(first?.size).toBe(9.3)
})
