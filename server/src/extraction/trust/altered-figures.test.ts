import { expect, test } from 'vitest'
import type { PageWord, PdfPage, PdfStructure } from '../document.ts'
import { checkFigures } from './altered-figures.ts'

const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (/\d/.test(sign) ? 5.56 : 2.78), 0)

const figure = (text: string, row: number, wider = 0): PageWord => ({
  text,
  x: 400 - widthOf(text) - wider,
  right: 400,
  y: 100 + row * 14,
  size: 10,
  font: 'Helvetica',
})

const page = (words: PageWord[]): PdfPage => ({
  number: 1,
  width: 595,
  height: 842,
  words,
  hidden: [],
  covers: [],
  source: 'text',
  imageShare: 0,
})

const codesOf = (words: PageWord[]) =>
  checkFigures([page(words)], {} as PdfStructure).map(({ code, places }) => [code, places[0]?.actual])

const many = Array.from({ length: 12 }, (_, n) => figure(`${n % 9},234.56`, n))

test('reports a figure that is wider than its font makes it', () => {
  expect(codesOf([...many, figure('4,234.56', 12, 4)])).toEqual([['SPACING_OUTLIER', '42.9']])
})

test('accepts short figures among long ones', () => {
  expect(codesOf([...many, figure('101.98', 12)])).toEqual([])
  expect(codesOf([...many, figure('101.98', 12), figure('11.90', 13), figure('0.42', 14)])).toEqual([])
})

test('reports one figure in a form field, but not a form with many fields', () => {
  const fields = (count: number) => {
    const notes = many.slice(0, count).map(({ x, right, y }) => ({
      page: 1,
      kind: 'Widget',
      box: [x, y - 9, right, y + 2] as [number, number, number, number],
    }))
    const structure = { assembly: { fontsOfPages: [], leftoverPages: [], notes } } as unknown as PdfStructure
    return checkFigures([page(many)], structure).map(({ severity, code }) => `${severity} ${code}`)
  }
  expect(fields(1)).toEqual(['medium ANNOTATION_OVER_TEXT'])
  expect(fields(9)).toEqual([])
})

test('reports a digit in another font right before a figure, but not a column away', () => {
  const nine = (x: number): PageWord => ({ ...figure('9', 3), font: 'Courier', x: x - 5.56, right: x })
  const left = many[3]?.x ?? 0
  expect(codesOf([...many, nine(left)])).toEqual([['MIXED_FONTS', 'Courier and Helvetica']])
  expect(codesOf([...many, nine(left - 6)])).toEqual([])
})
