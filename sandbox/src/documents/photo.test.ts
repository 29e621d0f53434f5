import { beforeAll, expect, test } from 'vitest'
import { simulatePhotos } from './photo.ts'
import { libraryPdf } from './producers/library.ts'
import { toGrey } from './raster.ts'
import { readText } from './read-back.ts'
import { plainDrawing } from './testing/plain-drawing.ts'

const fullDrawing = plainDrawing()
let bytes: Buffer
beforeAll(async () => {
  bytes = await libraryPdf({ ...fullDrawing, sheets: fullDrawing.sheets.slice(0, 1) })
})

/** Photos with few pixels, for speed. */
const photos = (seed: string) => simulatePhotos(bytes, { seed, longestSide: 600 })

test('a photo has one page for each page, and no text layer', async () => {
  expect(await readText(await photos('one'))).toEqual([''])
})

test('the desk around the page is darker than the page', async () => {
  const [page] = await toGrey(await photos('one'), 72)
  if (!page) throw new Error('no page')
  const levelAt = (x: number, y: number) =>
    page.pixels[Math.round(page.height * y) * page.width + Math.round(page.width * x)] ?? 0
  expect(levelAt(0.5, 0.5)).toBeGreaterThan(levelAt(0.5, 0.06) + 20)
})

test('the same seed gives the same pixels, another seed differs', async () => {
  const pixels = async (seed: string) => Buffer.from((await toGrey(await photos(seed), 72))[0]?.pixels ?? [])
  const [one, again, other] = [await pixels('one'), await pixels('one'), await pixels('other')]
  expect(one.equals(again)).toBe(true)
  expect(one.equals(other)).toBe(false)
})
