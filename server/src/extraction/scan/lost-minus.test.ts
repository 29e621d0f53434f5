import { expect, test } from 'vitest'
import { lostMinus } from './lost-minus.ts'
import type { Picture } from './page-image.ts'

/** Paper with dark boxes; an amount of 24 dots an em would begin at 60 on the baseline 50. */
function withInk(...boxes: [left: number, top: number, right: number, bottom: number][]): Picture {
  const [width, height] = [120, 80]
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(10, y * width + left, y * width + right)
  return { width, height, pixels, dpi: 200 }
}

const found = (picture: Picture) => lostMinus(picture, 60, 50, 24)

test('a short bar before an amount is its minus', () => {
  expect(found(withInk([50, 42, 57, 44], [60, 34, 63, 50]))).toBe(50)
  expect(found(withInk([60, 42, 66, 44], [70, 34, 73, 50]))).toBe(60)
})

test('a rule that goes on, a letter, a line below, the tip of a 4 and clean paper are none', () => {
  expect(found(withInk([0, 42, 57, 44]))).toBeUndefined()
  expect(found(withInk([50, 34, 57, 50]))).toBeUndefined()
  expect(found(withInk([50, 49, 57, 50]))).toBeUndefined()
  expect(found(withInk([60, 42, 65, 46], [65, 34, 68, 50]))).toBeUndefined()
  expect(found(withInk())).toBeUndefined()
})
