import { expect, test } from 'vitest'
import type { PageWord, PdfPage } from '../document.ts'
import { checkFiguresBesideLabels } from './figures-beside-labels.ts'

/** Creates a payslip with ten labels and a figure beside each. `changed` applies to the fifth figure. */
const payslip = (changed: Partial<PageWord> = {}): PdfPage => {
  const words = Array.from({ length: 10 }, (_, n): PageWord[] => {
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
    imageShare: 0,
  }
}

test.each([
  ['off the line of its label', { y: 157 }, 'BASELINE_OUTLIER'],
  ['in a size that nothing else has', { size: 10.8 }, 'SIZE_OUTLIER'],
])('reports a figure outside a table that is %s', (_, changed, code) => {
  expect(checkFiguresBesideLabels([payslip(changed)], [])).toMatchObject([
    { code, severity: 'medium', places: [{ page: 1 }] },
  ])
})

test.each([
  ['all figures are alike', payslip()],
  ['one figure is large by design', payslip({ size: 16 })],
  ['one figure is in another box, far from its label', payslip({ x: 500, right: 530, y: 157 })],
  ['there are few figures', { ...payslip({ y: 157 }), words: payslip({ y: 157 }).words.slice(6, 12) }],
])('reports nothing if %s', (_, page) => {
  expect(checkFiguresBesideLabels([page], [])).toEqual([])
})

test('does not repeat a finding of the column checks', () => {
  const reported = checkFiguresBesideLabels([payslip({ y: 157 })], [])
  expect(checkFiguresBesideLabels([payslip({ y: 157 })], reported)).toEqual([])
})

/** Removes the figures of the first line and puts a small image there. */
const withImage = (box: [number, number, number, number], label = 'Net pay'): PdfPage => {
  const page = payslip()
  const [first, , ...rest] = page.words as [PageWord, PageWord, ...PageWord[]]
  return { ...page, words: [{ ...first, text: label }, ...rest], smallImages: [box] }
}

test('reports an image where the figure of a label should be, beside or below it', () => {
  const beside = withImage([150, 92, 180, 103])
  expect(checkFiguresBesideLabels([beside], [])).toMatchObject([
    { code: 'FIGURE_AS_PICTURE', severity: 'high', places: [{ page: 1, box: [150, 92, 180, 103] }] },
  ])
  const caption = { text: 'Take-home pay', x: 300, right: 360, y: 300, size: 9, font: 'Helvetica' }
  const below = { ...payslip(), smallImages: [[300, 302, 340, 314]] as PdfPage['smallImages'] }
  below.words.push(caption)
  expect(checkFiguresBesideLabels([below], [])).toMatchObject([{ code: 'FIGURE_AS_PICTURE' }])
})

test.each([
  ['the label is not that of an amount', withImage([150, 92, 180, 103], 'Help')],
  ['the image is far from any label', withImage([400, 500, 430, 511])],
  ['the figure is there, too', { ...payslip(), smallImages: [[100, 92, 110, 103]] } as PdfPage],
])('an image is not reported if %s', (_, page) => {
  expect(checkFiguresBesideLabels([page], [])).toEqual([])
})
