import { beforeAll, expect, test } from 'vitest'
import { libraryPdf } from './producers/library.ts'
import { toGrey } from './raster.ts'
import { readText } from './read-back.ts'
import { simulateScan } from './scan.ts'
import { plainDrawing } from './testing/plain-drawing.ts'
import type { ScanOptions } from './types.ts'

const fullDrawing = plainDrawing()
const drawing = { ...fullDrawing, sheets: fullDrawing.sheets.slice(0, 1) }
let bytes: Buffer
beforeAll(async () => {
  bytes = await libraryPdf(drawing)
})

/** Scan options with a low resolution, for speed. */
const defaultOptions: ScanOptions = { dpi: 100, skewDegrees: 0.8, noise: 5, seed: 'one' }
const scan = (changes: Partial<ScanOptions> = {}) =>
  simulateScan(bytes, drawing, { ...defaultOptions, ...changes })

test('a scan has no text layer', async () => {
  expect(await readText(await scan())).toEqual([''])
})

test('the same seed gives the same noise, another seed differs', async () => {
  const [one, again, other] = [await scan(), await scan(), await scan({ seed: 'other' })]
  expect(one.equals(again)).toBe(true)
  expect(one.equals(other)).toBe(false)
})

test('300 dpi gives more detail than 200', async () => {
  const [fine, coarse] = [await scan({ dpi: 300 }), await scan({ dpi: 200 })]
  expect(fine.length).toBeGreaterThan(coarse.length)
})

test('the background is off-white and text stays dark', async () => {
  const [page] = await toGrey(await scan({ skewDegrees: 0 }), 72)
  const levels = [...(page?.pixels ?? [])].sort((a, b) => a - b)
  const middle = levels[Math.floor(levels.length / 2)] ?? 0
  expect(middle).toBeGreaterThan(235)
  expect(middle).toBeLessThan(253)
  expect(levels[Math.floor(levels.length / 500)]).toBeLessThan(140)
})

test('skew rotates the page', async () => {
  const heightOfRule = async (skewDegrees: number) => {
    const [page] = await toGrey(await scan({ skewDegrees }), 72)
    if (!page) throw new Error('no page')
    const darkest = (x: number) => {
      const column = Array.from({ length: 60 }, (_, n) => page.pixels[(270 + n) * page.width + x] ?? 255)
      return column.indexOf(Math.min(...column))
    }
    return darkest(360) - darkest(100)
  }
  expect(Math.abs(await heightOfRule(0))).toBeLessThanOrEqual(1)
  // Two degrees over 260 points give a height difference of nine points.
  expect(await heightOfRule(2)).toBeGreaterThan(6)
  expect(await heightOfRule(-2)).toBeLessThan(-6)
})
