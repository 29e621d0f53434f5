import { expect, test } from 'vitest'
import { isSideways } from '../orientation.ts'
import { type PageImage, rotateQuarters } from '../page-image.ts'
import { getShift } from './bend.ts'
import { measureBend, unbend } from './unbend.ts'

const [width, height] = [1_200, 1_600]

/** Lines of broken strokes that look like text, bent by a number of pixels in the middle of the page, and sloping. */
function drawLines(arch: number, dpi = 200, slope = 0): PageImage {
  const pixels = new Uint8Array(width * height).fill(245)
  for (let line = 120; line < 1_480; line += 34)
    for (let x = 90; x < 1_100; x++) {
      const across = (x / width) * 2 - 1
      const top = Math.round(line + arch * (1 - across * across) + slope * across)
      if (Math.floor((x + line * 7) / 19) % 4 > 0)
        for (let y = 0; y < 12; y++) pixels[(top + y) * width + x] = 20
    }
  return { width, height, pixels, dpi }
}

test.each([
  [-15, 200],
  [12, 200],
  [-30, 300],
])('measures and straightens lines that are bent by %d pixels at %d dpi', (arch, dpi) => {
  const image = drawLines(arch, dpi)
  const bend = measureBend(image)
  if (!bend) throw new Error('no bend was measured')
  expect(getShift(bend, 0, 0) - getShift(bend, -0.8, 0)).toBeCloseTo(arch * 0.64, -0.7)
  const before = countDarkRows(image)
  expect(countDarkRows(unbend(image, bend))).toBeLessThan(before * 0.75)
})

test('straightens bent lines on a sheet whose corners were misplaced', () => {
  const image = drawLines(12, 200, 14)
  const bend = measureBend(image)
  if (!bend) throw new Error('no bend was measured')
  expect((getShift(bend, 1, 0) - getShift(bend, -1, 0)) / 2).toBeCloseTo(14, -0.7)
})

test('leaves straight lines as they are', () => {
  expect(measureBend(drawLines(0))).toBeUndefined()
})

test('tells a page that lies on its side', () => {
  const page = drawLines(0)
  expect(isSideways(page)).toBe(false)
  expect(isSideways(rotateQuarters(page, 1))).toBe(true)
  expect(isSideways(rotateQuarters(page, 2))).toBe(false)
})

/** Rows of the page that contain ink. */
function countDarkRows({ pixels }: PageImage): number {
  let count = 0
  for (let y = 0; y < height; y++)
    if (pixels.subarray(y * width, (y + 1) * width).some((level) => level < 128)) count++
  return count
}
