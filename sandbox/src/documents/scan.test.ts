import { beforeAll, expect, test } from 'vitest'
import { libraryPdf } from './producers/library.ts'
import { toGrey } from './raster.ts'
import { readText } from './read-back.ts'
import { scanned } from './scan.ts'
import { plainDrawing } from './testing/plain-drawing.ts'
import type { ScanOptions } from './types.ts'

const whole = plainDrawing()
const drawing = { ...whole, sheets: whole.sheets.slice(0, 1) }
let bytes: Buffer
beforeAll(async () => {
  bytes = await libraryPdf(drawing)
})

/** Coarser than any scanner would, which is quicker. */
const usual: ScanOptions = { dpi: 100, skewDegrees: 0.8, noise: 5, seed: 'one' }
const scan = (changes: Partial<ScanOptions> = {}) => scanned(bytes, drawing, { ...usual, ...changes })

test('a scan has the page and no text', async () => {
  expect(await readText(await scan())).toEqual([''])
})

test('a seed gives its own grain, and the same seed the same bytes', async () => {
  const [one, again, other] = [await scan(), await scan(), await scan({ seed: 'other' })]
  expect(one.equals(again)).toBe(true)
  expect(one.equals(other)).toBe(false)
})

test('300 dpi show more than 200', async () => {
  const [fine, coarse] = [await scan({ dpi: 300 }), await scan({ dpi: 200 })]
  expect(fine.length).toBeGreaterThan(coarse.length)
})

test('the paper is not quite white, and what was written is still dark', async () => {
  const [page] = await toGrey(await scan({ skewDegrees: 0 }), 72)
  const levels = [...(page?.pixels ?? [])].sort((a, b) => a - b)
  const middle = levels[Math.floor(levels.length / 2)] ?? 0
  expect(middle).toBeGreaterThan(235)
  expect(middle).toBeLessThan(253)
  expect(levels[Math.floor(levels.length / 500)]).toBeLessThan(140)
})

test('a turned page is turned: the rule across it is no longer level', async () => {
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
  // Two degrees over 260 points are nine.
  expect(await heightOfRule(2)).toBeGreaterThan(6)
  expect(await heightOfRule(-2)).toBeLessThan(-6)
})
