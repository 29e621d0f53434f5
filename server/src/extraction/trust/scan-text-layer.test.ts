import { expect, test } from 'vitest'
import type { Page, Word } from '../document.ts'
import { judgeLayers } from './scan-text-layer.ts'

const word = (text: string, y: number, certainty: number): Word => ({
  text,
  x: 400 - text.length * 5,
  right: 400,
  y,
  size: 10,
  certainty,
})

const sums = ['10.00', '22.50', '1,300.00', '4.75', '981.20', '61.00']
const column = (figures: string[], certainty: number) =>
  figures.map((text, n) => word(text, 100 + n * 14, certainty))

const scan = (seen: Word[], layer: Word[]): Page => ({
  number: 2,
  width: 595,
  height: 842,
  words: seen,
  hidden: [],
  covers: [],
  source: 'ocr',
  picture: 1,
  layer,
})

const changed = ['10.00', '22.50', '1,300.00', '4.75', '9,981.20', '61.00']

test('a scan whose text says another figure than its picture is told at that figure', () => {
  expect(judgeLayers([scan(column(sums, 92), column(changed, 40))])).toMatchObject([
    {
      code: 'TEXT_DIFFERS_FROM_PIXELS',
      severity: 'medium',
      places: [{ page: 2, expected: '981.20', actual: '9,981.20' }],
    },
  ])
})

test('a scan whose text agrees, was not recognised here or not clearly, or is poor all over tells nothing', () => {
  const layer = column(changed, 40)
  expect(judgeLayers([scan(column(changed, 92), layer)])).toEqual([])
  expect(judgeLayers([scan(layer, layer)])).toEqual([])
  expect(judgeLayers([scan(column(sums, 60), layer)])).toEqual([])
  const poor = column(['19.00', '22.58', '1,390.00', '4.75', '981.20', '61.00'], 40)
  expect(judgeLayers([scan(column(sums, 92), poor)])).toEqual([])
})
