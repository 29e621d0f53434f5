import { expect, test } from 'vitest'
import type { Page, Word } from '../document.ts'
import { judgeLoneFigures } from './figures-beside-labels.ts'

/** Ten labels with a figure each; one figure may be set otherwise. */
const slip = (changed: Partial<Word> = {}): Page => {
  const words = Array.from({ length: 10 }, (_, n): Word[] => {
    const line = { y: 100 + n * 14, size: 10, font: 'Helvetica' }
    const figure = { text: '123.45', x: 150, right: 180, ...line, ...(n === 4 ? changed : {}) }
    return [{ text: 'Pension', x: 50, right: 90, ...line }, figure]
  })
  return {
    number: 1,
    width: 595,
    height: 842,
    words: words.flat(),
    hidden: [],
    covers: [],
    source: 'text',
    picture: 0,
  }
}

test.each([
  ['off the line of its label', { y: 157 }, 'BASELINE_OUTLIER'],
  ['in a size that nothing else has', { size: 10.8 }, 'SIZE_OUTLIER'],
])('a figure without a table is found when it stands %s', (_, changed, code) => {
  expect(judgeLoneFigures([slip(changed)], [])).toMatchObject([
    { code, severity: 'medium', places: [{ page: 1 }] },
  ])
})

test.each([
  ['all are set alike', slip()],
  ['one is large by design', slip({ size: 16 })],
  ['one stands in another box, far from words of its height', slip({ x: 500, right: 530, y: 157 })],
  ['there are few of them', { ...slip({ y: 157 }), words: slip({ y: 157 }).words.slice(6, 12) }],
])('nothing is said of figures where %s', (_, page) => {
  expect(judgeLoneFigures([page], [])).toEqual([])
})

test('what the comparison of columns has told is not told twice', () => {
  const told = judgeLoneFigures([slip({ y: 157 })], [])
  expect(judgeLoneFigures([slip({ y: 157 })], told)).toEqual([])
})
