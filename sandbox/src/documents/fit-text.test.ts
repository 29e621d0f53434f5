import { expect, test } from 'vitest'
import { fitToWidth, toPrintable, truncateToWidth } from './fit-text.ts'
import { widthOf } from './text-metrics.ts'

test.each([
  ['Zoë O’Shaughnessy – £5 • Œuvre', 'Zoë O’Shaughnessy – £5 • Œuvre'],
  ['Łódź, Ōkaşlı, Đặng', 'Lódz, Okasli, Dang'],
  ['x\u030c soft\u00adhyphen zero\u200bwidth', 'x softhyphen zerowidth'],
  ['e\u0301', 'é'],
  ['日本 😀 \ud83d', '?? ? ?'],
  ['one\nline', 'one?line'],
])('%s is printed as %s', (text, printed) => {
  expect(toPrintable(text)).toBe(printed)
  expect(toPrintable(printed)).toBe(printed)
})

test('shrinks text that is too wide, then truncates it at the last character that fits', () => {
  const style = { face: 'sans-bold' as const, size: 9 }
  const text = 'Wimbleworthyton and Daughters'
  const whole = widthOf({ ...style, text })
  expect(fitToWidth(text, whole, style)).toEqual({ text, size: 9 })
  const smaller = fitToWidth(text, whole * 0.8, style)
  expect(smaller.text).toBe(text)
  expect(smaller.size).toBeCloseTo(7.2, 1)
  for (let width = 3; width < whole; width += 7) {
    const left = truncateToWidth(text, width, style)
    const next = text.slice(0, left.length + 1)
    expect(text.startsWith(left)).toBe(true)
    expect(widthOf({ ...style, text: left })).toBeLessThanOrEqual(width)
    // A prefix that ends in a space is skipped, because trailing spaces are removed.
    if (!next.endsWith(' ')) expect(widthOf({ ...style, text: next })).toBeGreaterThan(width)
  }
})
