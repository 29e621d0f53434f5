import { expect, test } from 'vitest'
import type { Page, Structure, Word } from '../document.ts'
import { judgeFigures } from './altered-figures.ts'

const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (/\d/.test(sign) ? 5.56 : 2.78), 0)

const figure = (text: string, row: number, wider = 0): Word => ({
  text,
  x: 400 - widthOf(text) - wider,
  right: 400,
  y: 100 + row * 14,
  size: 10,
  font: 'Helvetica',
})

const page = (words: Word[]): Page => ({
  number: 1,
  width: 595,
  height: 842,
  words,
  hidden: [],
  covers: [],
  source: 'text',
  picture: 0,
})

const codesOf = (words: Word[]) =>
  judgeFigures([page(words)], {} as Structure).map(({ code, places }) => [code, places[0]?.actual])

const many = Array.from({ length: 12 }, (_, n) => figure(`${n % 9},234.56`, n))

test('a figure that is set wider than its font makes it is found', () => {
  expect(codesOf([...many, figure('4,234.56', 12, 4)])).toEqual([['SPACING_OUTLIER', '42.9']])
})

test('a short figure among long ones is as wide as it should be', () => {
  expect(codesOf([...many, figure('101.98', 12)])).toEqual([])
  expect(codesOf([...many, figure('101.98', 12), figure('11.90', 13), figure('0.42', 14)])).toEqual([])
})

test('a figure in a form field is told, many of them are a form by design', () => {
  const fields = (count: number) => {
    const notes = many.slice(0, count).map(({ x, right, y }) => ({
      page: 1,
      kind: 'Widget',
      box: [x, y - 9, right, y + 2] as [number, number, number, number],
    }))
    const structure = { assembly: { fontsOfPages: [], leftoverPages: [], notes } } as unknown as Structure
    return judgeFigures([page(many)], structure).map(({ severity, code }) => `${severity} ${code}`)
  }
  expect(fields(1)).toEqual(['medium ANNOTATION_OVER_TEXT'])
  expect(fields(9)).toEqual([])
})

test('a digit in another font just before a figure is found, one that is a column away is not', () => {
  const nine = (x: number): Word => ({ ...figure('9', 3), font: 'Courier', x: x - 5.56, right: x })
  const left = many[3]?.x ?? 0
  expect(codesOf([...many, nine(left)])).toEqual([['MIXED_FONTS', 'Courier and Helvetica']])
  expect(codesOf([...many, nine(left - 6)])).toEqual([])
})
