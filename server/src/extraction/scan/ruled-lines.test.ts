import { expect, test } from 'vitest'
import type { PageImage } from './page-image.ts'
import { clearRuledLines } from './ruled-lines.ts'

type Box = [left: number, top: number, right: number, bottom: number]

const [width, height] = [600, 300]

/** Draws boxes of ink at 200 dpi. */
function draw(...boxes: Box[]): PageImage {
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(20, y * width + left, y * width + right)
  return { width, height, pixels, dpi: 200 }
}

const listInk = ({ pixels }: PageImage) => [...pixels.keys()].filter((n) => (pixels[n] as number) < 128)

test.each<[string, Box]>([
  ['horizontal', [20, 150, 560, 153]],
  ['vertical', [300, 20, 303, 280]],
])('clears a %s rule', (_, rule) => {
  expect(listInk(clearRuledLines(draw(rule)))).toEqual([])
})

test('keeps a stroke where it crosses a rule', () => {
  const stroke: Box = [200, 130, 205, 156]
  const cleared = clearRuledLines(draw([20, 150, 560, 153], stroke))
  expect(listInk(cleared)).toEqual(listInk(draw(stroke)))
})

test.each<[string, Box]>([
  ['dashes and minus signs', [100, 100, 160, 103]],
  ['filled bands', [20, 100, 560, 130]],
])('keeps %s', (_, box) => {
  const page = draw(box)
  expect(clearRuledLines(page).pixels).toEqual(page.pixels)
})
