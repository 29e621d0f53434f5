import { expect, test } from 'vitest'
import type { PageWord, PdfPage } from '../document.ts'
import { checkScanTextLayers } from './scan-text-layer.ts'

const word = (text: string, y: number, certainty: number): PageWord => ({
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

const scan = (seen: PageWord[], layer: PageWord[]): PdfPage => ({
  number: 2,
  width: 595,
  height: 842,
  words: seen,
  hidden: [],
  covers: [],
  source: 'ocr',
  imageShare: 1,
  ocrLayer: layer,
})

const changed = ['10.00', '22.50', '1,300.00', '4.75', '9,981.20', '61.00']

test('reports a figure that differs between the text layer and the image of a scan', () => {
  expect(checkScanTextLayers([scan(column(sums, 92), column(changed, 40))])).toMatchObject([
    {
      code: 'TEXT_DIFFERS_FROM_PIXELS',
      severity: 'medium',
      places: [{ page: 2, expected: '981.20', actual: '9,981.20' }],
    },
  ])
})

test('reports nothing if layer and image agree, without clear OCR, or for a poor layer', () => {
  const layer = column(changed, 40)
  expect(checkScanTextLayers([scan(column(changed, 92), layer)])).toEqual([])
  expect(checkScanTextLayers([scan(layer, layer)])).toEqual([])
  expect(checkScanTextLayers([scan(column(sums, 60), layer)])).toEqual([])
  const poor = column(['19.00', '22.58', '1,390.00', '4.75', '981.20', '61.00'], 40)
  expect(checkScanTextLayers([scan(column(sums, 92), poor)])).toEqual([])
})
