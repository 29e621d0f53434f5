import { expect, test } from 'vitest'
import { bandsTurnedWhite } from './dark-bands.ts'
import { leftOver } from './unread-ink.ts'
import type { Picture } from './page-image.ts'
import { regionAt, regionsOf, type Stack, shiftAt, stacked } from './regions.ts'

type Box = [left: number, top: number, right: number, bottom: number]

const paper = (boxes: Box[], level = 10): Picture => {
  const [width, height] = [1000, 1200]
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(level, y * width + left, y * width + right)
  return { width, height, pixels, dpi: 200 }
}

/** Words of 16 dots' height below each other. */
const column = (left: number, right: number, start: number, pitch: number, count: number): Box[] =>
  Array.from({ length: count }, (_, n) => [left, start + n * pitch, right, start + n * pitch + 16])

const heading: Box = [50, 50, 130, 70]
const table = [...column(50, 120, 200, 40, 20), ...column(500, 560, 200, 40, 20)]
const panel = column(700, 800, 210, 27, 25)

test('a panel whose lines are not those of the table beside it is read by itself; columns of one table are not', () => {
  expect(regionsOf(paper([heading, ...table]))).toHaveLength(1)
  const regions = regionsOf(paper([heading, ...table, ...panel]))
  expect(regionAt(regions, 510, 210)).toBe(regionAt(regions, 60, 210))
  expect(regionAt(regions, 710, 300)).not.toBe(regionAt(regions, 60, 300))
})

test('every dot of a page is in one region, and its place on the page is known', () => {
  const page = paper([heading, ...table, ...panel])
  const regions = regionsOf(page)
  const stack = stacked(page, regions)
  const dots = ({ pixels }: Picture) => pixels.filter((level) => level < 128).length
  expect(dots(stack.picture)).toBe(dots(page))
  for (let y = 0; y < stack.picture.height; y += 8)
    for (let x = 55; x < 1000; x += 20) {
      if ((stack.picture.pixels[y * 1000 + x] ?? 255) > 128) continue
      expect(page.pixels[(y - shiftAt(stack, y)) * 1000 + x]).toBeLessThan(128)
    }
})

test('white words on a dark band become dark words on white; dark words stay', () => {
  const page = paper([[100, 300, 900, 340], heading], 80)
  for (let y = 312; y < 328; y++) page.pixels.fill(255, y * 1000 + 200, y * 1000 + 230)
  const { pixels } = bandsTurnedWhite(page)
  expect([pixels[320 * 1000 + 210], pixels[320 * 1000 + 600], pixels[60 * 1000 + 60]]).toEqual([0, 255, 80])
})

test('what was not read is left over in its rows alone, rules and what was read are not', () => {
  const [word, rule, sum]: Box[] = [
    [50, 50, 130, 66],
    [50, 80, 900, 83],
    [700, 50, 760, 66],
  ]
  const seen = { left: 50, top: 50, right: 130, bottom: 66 }
  expect(leftOver(paper([word, rule] as Box[]), [seen])).toBeUndefined()
  const rest = leftOver(paper([word, rule, sum] as Box[]), [seen])
  const { pixels, height } = (rest as Stack).picture
  const row = 60 + shiftAt(rest as Stack, 10)
  expect([pixels[row * 1000 + 720], pixels[row * 1000 + 60]]).toEqual([10, 255])
  expect(height).toBeLessThan(100)
})
