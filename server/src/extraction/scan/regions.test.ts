import { expect, test } from 'vitest'
import { invertDarkBands } from './dark-bands.ts'
import type { PageImage } from './page-image.ts'
import { findRegion, getRowShift, type RegionStack, splitIntoRegions, stackRegions } from './regions.ts'
import { cropUnreadInk } from './unread-ink.ts'

type Box = [left: number, top: number, right: number, bottom: number]

const createImage = (boxes: Box[], level = 10): PageImage => {
  const [width, height] = [1000, 1200]
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(level, y * width + left, y * width + right)
  return { width, height, pixels, dpi: 200 }
}

/** Returns boxes of words that are 16 pixels high, one below the other. */
const column = (left: number, right: number, start: number, pitch: number, count: number): Box[] =>
  Array.from({ length: count }, (_, n) => [left, start + n * pitch, right, start + n * pitch + 16])

const heading: Box = [50, 50, 130, 70]
const table = [...column(50, 120, 200, 40, 20), ...column(500, 560, 200, 40, 20)]
const panel = column(700, 800, 210, 27, 25)

test('separates a side panel from the table, but not the columns of one table', () => {
  expect(splitIntoRegions(createImage([heading, ...table]))).toHaveLength(1)
  const regions = splitIntoRegions(createImage([heading, ...table, ...panel]))
  expect(findRegion(regions, 510, 210)).toBe(findRegion(regions, 60, 210))
  expect(findRegion(regions, 710, 300)).not.toBe(findRegion(regions, 60, 300))
})

test('keeps every pixel in exactly one region and maps it back to the page', () => {
  const page = createImage([heading, ...table, ...panel])
  const regions = splitIntoRegions(page)
  const stack = stackRegions(page, regions)
  const dots = ({ pixels }: PageImage) => pixels.filter((level) => level < 128).length
  expect(dots(stack.image)).toBe(dots(page))
  for (let y = 0; y < stack.image.height; y += 8)
    for (let x = 55; x < 1000; x += 20) {
      if ((stack.image.pixels[y * 1000 + x] ?? 255) > 128) continue
      expect(page.pixels[(y - getRowShift(stack, y)) * 1000 + x]).toBeLessThan(128)
    }
})

test('inverts white text on a dark band and leaves dark text unchanged', () => {
  const page = createImage([[100, 300, 900, 340], heading], 80)
  for (let y = 312; y < 328; y++) page.pixels.fill(255, y * 1000 + 200, y * 1000 + 230)
  const { pixels } = invertDarkBands(page)
  expect([pixels[320 * 1000 + 210], pixels[320 * 1000 + 600], pixels[60 * 1000 + 60]]).toEqual([0, 255, 80])
})

test('leaves dense bold print of a page at high resolution unchanged', () => {
  const bold = { ...createImage([[100, 300, 260, 328]], 60), dpi: 300 }
  for (let x = 104; x < 260; x += 16)
    for (let y = 300; y < 328; y++) bold.pixels.fill(255, y * 1000 + x, y * 1000 + x + 6)
  expect(invertDarkBands(bold).pixels).toEqual(bold.pixels)
})

test('keeps unread ink only in its own rows, without rules and recognised words', () => {
  const [word, rule, sum]: Box[] = [
    [50, 50, 130, 66],
    [50, 80, 900, 83],
    [700, 50, 760, 66],
  ]
  const seen = { left: 50, top: 50, right: 130, bottom: 66 }
  expect(cropUnreadInk(createImage([word, rule] as Box[]), [seen])).toBeUndefined()
  const rest = cropUnreadInk(createImage([word, rule, sum] as Box[]), [seen])
  const { pixels, height } = (rest as RegionStack).image
  const row = 60 + getRowShift(rest as RegionStack, 10)
  expect([pixels[row * 1000 + 720], pixels[row * 1000 + 60]]).toEqual([10, 255])
  expect(height).toBeLessThan(100)
})
