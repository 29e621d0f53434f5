import { expect, test } from 'vitest'
import { findLostMinus } from './lost-minus.ts'
import type { PageImage } from './page-image.ts'

/**
 * Returns a white image with dark boxes. The amount has 24 pixels per em and begins at x = 60 on the baseline y = 50.
 */
function withInk(...boxes: [left: number, top: number, right: number, bottom: number][]): PageImage {
  const [width, height] = [120, 80]
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(10, y * width + left, y * width + right)
  return { width, height, pixels, dpi: 200 }
}

const search = (image: PageImage) => findLostMinus(image, 60, 50, 24)

test('finds a short bar before an amount', () => {
  expect(search(withInk([50, 42, 57, 44], [60, 34, 63, 50]))).toBe(50)
  expect(search(withInk([60, 42, 66, 44], [70, 34, 73, 50]))).toBe(60)
})

test('ignores a rule, a letter, an underline, the tip of a 4 and blank space', () => {
  expect(search(withInk([0, 42, 57, 44]))).toBeUndefined()
  expect(search(withInk([50, 34, 57, 50]))).toBeUndefined()
  expect(search(withInk([50, 49, 57, 50]))).toBeUndefined()
  expect(search(withInk([60, 42, 65, 46], [65, 34, 68, 50]))).toBeUndefined()
  expect(search(withInk())).toBeUndefined()
})
