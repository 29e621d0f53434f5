import { expect, test } from 'vitest'
import type { PageImage } from '../page-image.ts'
import { findSheet } from './find-sheet.ts'
import { createUnfolding, flatten, measureSheet } from './flatten.ts'
import { type Point, project, type Quad, solveHomography } from './homography.ts'

const [width, height] = [360, 480]

/** A picture of a desk with a sheet on it that has lines of text. */
function drawSheet(corners: Quad, { desk = 70, sheet = 205, shade = 0, panel = 0 } = {}): PageImage {
  const pixels = new Uint8Array(width * height)
  const unit: Quad = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]
  const toSheet = solveHomography(corners, unit)
  if (!toSheet) throw new Error('the corners are on one line')
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = project(toSheet, x, y)
      const isSheet = u >= 0 && u <= 1 && v >= 0 && v <= 1
      const isText = u > 0.1 && u < 0.85 && v > 0.1 && v < 0.9 && Math.floor(v * 80) % 3 === 0 && x % 5 > 1
      // A panel of a quarter of the sheet, darker than the desk, with bright text.
      const isPanel = panel < 0 ? u > 0.75 : u < panel
      const ofPanel = isText ? 150 : 45
      const ofSheet = isPanel ? ofPanel : isText ? 60 : sheet
      const level = isSheet ? ofSheet : desk + (y % 7)
      pixels[y * width + x] = level * (1 - (shade * x) / width)
    }
  return { width, height, pixels, dpi: 40 }
}

const tilted: Quad = [
  [62, 45],
  [290, 70],
  [318, 440],
  [35, 410],
]

const distanceOf = (found: Quad | undefined, corners: Quad) =>
  Math.max(
    ...corners.map(([x, y], n) => Math.hypot((found?.[n]?.[0] ?? 999) - x, (found?.[n]?.[1] ?? 999) - y)),
  )

test.each([
  ['on a dark desk', {}],
  ['in uneven light', { shade: 0.6 }],
  ['on a desk of middle grey', { desk: 150 }],
  ['with a panel at the left that is darker than the desk', { desk: 120, panel: 0.25 }],
  ['with a panel at the right that is darker than the desk', { desk: 120, panel: -1 }],
  ['with a dark panel in uneven light', { desk: 95, panel: 0.25, shade: 0.3 }],
])('finds the corners of a tilted sheet %s', (_, options) => {
  expect(distanceOf(findSheet(drawSheet(tilted, options)), tilted)).toBeLessThan(4)
})

test('finds the sheet in a picture with white margins around it', () => {
  const image = drawSheet(tilted)
  image.pixels.fill(255, 0, width * 20)
  image.pixels.fill(255, width * 460)
  expect(distanceOf(findSheet(image), tilted)).toBeLessThan(4)
})

test('finds no sheet in a page that fills the picture, nor in a white box on a page with text around it', () => {
  const whole: Quad = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  expect(findSheet(drawSheet(whole))).toBeUndefined()
  const box: Quad = [
    [80, 120],
    [280, 120],
    [280, 400],
    [80, 400],
  ]
  const page = drawSheet(whole, { sheet: 170 })
  const inner = drawSheet(box, { sheet: 230, desk: 0 })
  for (const [n, level] of inner.pixels.entries()) if (level > 200) page.pixels[n] = level
  expect(findSheet(page)).toBeUndefined()
})

test('a flattened sheet has the proportions of A4 and straight edges', () => {
  const image = drawSheet(tilted)
  const size = measureSheet(tilted, image)
  expect(size.height / size.width).toBeCloseTo(Math.SQRT2, 2)
  const toPicture = createUnfolding(tilted, size)
  const flat = toPicture && flatten(image, toPicture, size, 40)
  const levelAt = (x: number, y: number) =>
    flat?.pixels[Math.round(flat.height * y) * flat.width + Math.round(flat.width * x)] ?? 0
  const edges: Point[] = [
    [0.02, 0.02],
    [0.97, 0.02],
    [0.97, 0.97],
    [0.02, 0.97],
  ]
  for (const [x, y] of edges) expect(levelAt(x, y)).toBeGreaterThan(190)
})
