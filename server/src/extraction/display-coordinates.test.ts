import { expect, test } from 'vitest'
import { findingsAsShown, provenanceAsShown, sizeAsShown } from './display-coordinates.ts'
import type { Box, Finding, Page } from './document.ts'
import { moved, turned } from './pdf/coordinates.ts'
import type { Picture } from './scan/page-image.ts'
import { straightened } from './scan/deskew.ts'

const aPage = (changes: Partial<Page>): Page => ({
  number: 1,
  width: 600,
  height: 800,
  words: [],
  hidden: [],
  covers: [],
  source: 'text',
  picture: 0,
  ...changes,
})

const asShown = (page: Page, box: Box) =>
  provenanceAsShown({ x: { place: { page: 1, box }, method: 'text', confidence: 'printed' } }, [page]).x
    ?.place?.box

test.each([0, 1, 2, 3])(
  'what was read after %d quarter turns stands where it stood before them',
  (quarters) => {
    const shown = { width: 600, height: 800, toPage: [1, 0, 0, 1, 0, 0] as const }
    const { toPage, width, height } = turned(shown, quarters)
    const page = aPage({ width, height, ...(quarters > 0 && { turn: { quarters, degrees: 0 } }) })
    expect(sizeAsShown(page)).toEqual({ width: 600, height: 800 })
    const [[x1, y1], [x2, y2]] = [moved(toPage, 50, 100), moved(toPage, 150, 120)]
    const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
    expect(asShown(page, box)?.map(Math.round)).toEqual([50, 100, 150, 120])
  },
)

test('of a scan, what the making of the file shows is where the file says; what was recognised is turned back', () => {
  const page = aPage({ source: 'ocr', turn: { quarters: 2, degrees: 0 } })
  const at = (category: Finding['category']): Finding => ({
    code: 'X',
    category,
    severity: 'low',
    title: '',
    message: '',
    fields: [],
    places: [{ page: 1, box: [0, 0, 10, 10] }],
  })
  const [ofFile, ofFigures] = findingsAsShown([at('page'), at('arithmetic')], [page])
  expect(ofFile?.places[0]?.box).toEqual([0, 0, 10, 10])
  expect(ofFigures?.places[0]?.box).toEqual([590, 790, 600, 800])
})

/** Lines as of text at an angle, one dot a point, and a block of ink that stands alone. */
function crooked(degrees: number, [blockX, blockY]: [number, number]): Picture {
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

/** The middle of the ink beyond the lines. */
function blockIn({ width, pixels }: Picture): [number, number] {
  const ink = [...pixels.keys()].filter((at) => at % width > 500 && (pixels[at] ?? 255) < 100)
  const mean = (of: (at: number) => number) => ink.reduce((sum, at) => sum + of(at), 0) / ink.length
  return [mean((at) => at % width), mean((at) => Math.floor(at / width))]
}

test.each([-4, -1.3, 2, 5])(
  'what stands on a page that is off by %d degrees is where the page has it',
  (degrees) => {
    const block: [number, number] = [550, 200]
    const upright = straightened(crooked(degrees, block))
    const [x, y] = blockIn(upright.picture)
    expect(Math.hypot(x - block[0], y - block[1]), 'it was moved').toBeGreaterThan(4)
    const page = aPage({ source: 'ocr', turn: { quarters: 0, degrees: upright.degrees } })
    const [left = 0, top = 0, right = 0, bottom = 0] = asShown(page, [x, y, x, y]) ?? []
    expect(Math.hypot((left + right) / 2 - block[0], (top + bottom) / 2 - block[1])).toBeLessThan(2)
  },
)
