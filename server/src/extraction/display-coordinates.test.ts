import { expect, test } from 'vitest'
import { getDisplaySize, toDisplayFindings, toDisplayProvenance } from './display-coordinates.ts'
import type { Box, PdfPage, TrustFinding } from './document.ts'
import { rotateSpace, transformPoint } from './pdf/coordinates.ts'
import { deskew } from './scan/deskew.ts'
import type { PageImage } from './scan/page-image.ts'
import { solveHomography } from './scan/photo/homography.ts'

const createPage = (changes: Partial<PdfPage>): PdfPage => ({
  number: 1,
  width: 600,
  height: 800,
  words: [],
  hidden: [],
  covers: [],
  source: 'text',
  imageShare: 0,
  ...changes,
})

const toDisplayedBox = (page: PdfPage, box: Box) =>
  toDisplayProvenance({ x: { place: { page: 1, box }, method: 'text', confidence: 'printed' } }, [page]).x
    ?.place?.box

test.each([0, 1, 2, 3])('maps a box back to the displayed page after %d quarter turns', (quarters) => {
  const shown = { width: 600, height: 800, toPage: [1, 0, 0, 1, 0, 0] as const }
  const { toPage, width, height } = rotateSpace(shown, quarters)
  const page = createPage({ width, height, ...(quarters > 0 && { rotation: { quarters, degrees: 0 } }) })
  expect(getDisplaySize(page)).toEqual({ width: 600, height: 800 })
  const [[x1, y1], [x2, y2]] = [transformPoint(toPage, 50, 100), transformPoint(toPage, 150, 120)]
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  expect(toDisplayedBox(page, box)?.map(Math.round)).toEqual([50, 100, 150, 120])
})

test('on a rotated scan, keeps findings about the file in place and rotates findings on recognised text back', () => {
  const page = createPage({ source: 'ocr', rotation: { quarters: 2, degrees: 0 } })
  const at = (category: TrustFinding['category']): TrustFinding => ({
    code: 'X',
    category,
    severity: 'low',
    title: '',
    message: '',
    fields: [],
    places: [{ page: 1, box: [0, 0, 10, 10] }],
  })
  const [ofFile, ofFigures] = toDisplayFindings([at('page'), at('arithmetic')], [page])
  expect(ofFile?.places[0]?.box).toEqual([0, 0, 10, 10])
  expect(ofFigures?.places[0]?.box).toEqual([590, 790, 600, 800])
})

/** Creates an image of skewed text lines, at one pixel per point, and an isolated block of ink. */
function createSkewedImage(degrees: number, [blockX, blockY]: [number, number]): PageImage {
  const [width, height] = [600, 800]
  const pixels = new Uint8Array(width * height).fill(255)
  const slope = Math.tan((degrees * Math.PI) / 180)
  const isInk = (x: number, y: number) => {
    const row = y - x * slope
    const isLine = x > 40 && x < 440 && row > 60 && row < 700 && row % 24 < 8 && x % 11 < 8
    return isLine || (Math.abs(x - blockX) < 12 && Math.abs(y - blockY) < 12)
  }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isInk(x, y)) pixels[y * width + x] = 0
  return { width, height, pixels, dpi: 72 }
}

/** Returns the centre of the isolated block. */
function findBlock({ width, pixels }: PageImage): [number, number] {
  const ink = [...pixels.keys()].filter((at) => at % width > 500 && (pixels[at] ?? 255) < 100)
  const mean = (of: (at: number) => number) => ink.reduce((sum, at) => sum + of(at), 0) / ink.length
  return [mean((at) => at % width), mean((at) => Math.floor(at / width))]
}

test.each([-4, -1.3, 2, 5])(
  'maps a point back to the displayed page after deskewing by %d degrees',
  (degrees) => {
    const block: [number, number] = [550, 200]
    const upright = deskew(createSkewedImage(degrees, block))
    const [x, y] = findBlock(upright.image)
    expect(Math.hypot(x - block[0], y - block[1]), 'deskewing moved the block').toBeGreaterThan(4)
    const page = createPage({ source: 'ocr', rotation: { quarters: 0, degrees: upright.degrees } })
    const [left = 0, top = 0, right = 0, bottom = 0] = toDisplayedBox(page, [x, y, x, y]) ?? []
    expect(Math.hypot((left + right) / 2 - block[0], (top + bottom) / 2 - block[1])).toBeLessThan(2)
  },
)

test('maps a box of a flattened photo back to its corners in the photo', () => {
  const toDisplay = solveHomography(
    [
      [0, 0],
      [600, 0],
      [600, 800],
      [0, 800],
    ],
    [
      [100, 50],
      [500, 80],
      [560, 700],
      [60, 640],
    ],
  )
  if (!toDisplay) throw new Error('the corners are on one line')
  const page = createPage({
    flattened: { width: 620, height: 750, toDisplay },
    rotation: { quarters: 0, degrees: 0 },
  })
  expect(getDisplaySize(page)).toEqual({ width: 620, height: 750 })
  const box = toDisplayedBox(page, [0, 0, 600, 800])
  expect(box?.map(Math.round)).toEqual([60, 50, 560, 700])
  const bent = { ...page, rotation: { quarters: 0, degrees: 0, bend: [0, 10] } }
  expect(toDisplayedBox(bent, [299, 400, 301, 402])?.[1]).toBeGreaterThan(
    (toDisplayedBox(page, [299, 400, 301, 402])?.[1] ?? Infinity) + 5,
  )
})
