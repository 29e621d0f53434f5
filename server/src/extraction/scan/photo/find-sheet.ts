import type { PageImage } from '../page-image.ts'
import { includeDarkPanel, type SheetLines } from './dark-panel.ts'
import type { Point, Quad } from './homography.ts'
import { type EdgeMap, findEdges, type Side, sides } from './sheet-edges.ts'
import { findLines, type Line, refineLine } from './sheet-lines.ts'

/** Longer side of the image in which the sheet is searched, in pixels. */
export const searchSidePixels = 480

// Minimum share of the picture that the sheet covers, and maximum share above which it fills the picture.
const minAreaShare = 0.2
const maxAreaShare = 0.985
// Maximum distance of a corner outside the picture, as a share of its longer side.
const maxCornerOutside = 0.03
// Points sampled along a side, and beyond each of its ends.
const sideSamples = 48
const overrunSamples = 8
// Share of the side's length by which it is checked beyond each end. The edge of a box or band inside the sheet continues
// there, or one of the sides next to it does.
const overrunShare = 0.15
// Minimum share of a side, and of all four, that lies on an edge.
const minSideSupport = 0.4
const minMeanSupport = 0.68
// Support that the frame of the picture counts as if the sheet reaches beyond it. At most one side may, and the others
// must be clear.
const frameSupport = 0.5
const minSupportBesideFrame = 0.85
const overrunWeight = 1.2
const areaWeight = 1.4
// Maximum density of strong ink outside the sheet, as a share of the density inside. Otherwise the "sheet" is a part of
// a page.
const maxOutsideInk = 0.5

type Candidate = { line: Line; isFrame: boolean }

/**
 * Finds the four corners of a sheet on a darker background, in pixels of the image. Returns undefined if the
 * sheet fills the picture, as in a scan, or if no sheet can be made out.
 */
export function findSheet(image: PageImage): Quad | undefined {
  const { picture, left, top } = cropMargins(image)
  const quad = findInPicture(picture)
  return quad?.map(([x, y]): Point => [x + left, y + top]) as Quad | undefined
}

// A row or column of the page's margin has no pixel darker than this.
const minMarginLevel = 250

/** Removes the white margins of a page that its picture does not fill. */
function cropMargins({ width, height, pixels, dpi }: PageImage): {
  picture: PageImage
  left: number
  top: number
} {
  const isWhite = (start: number, step: number, count: number) => {
    for (let n = 0; n < count; n++) if ((pixels[start + n * step] as number) < minMarginLevel) return false
    return true
  }
  let [left, top, right, bottom] = [0, 0, width, height]
  while (top < bottom - 1 && isWhite(top * width, 1, width)) top++
  while (bottom > top + 1 && isWhite((bottom - 1) * width, 1, width)) bottom--
  while (left < right - 1 && isWhite(left, width, height)) left++
  while (right > left + 1 && isWhite(right - 1, width, height)) right--
  const picture = { width: right - left, height: bottom - top, dpi }
  const cropped = new Uint8Array(picture.width * picture.height)
  for (let y = top; y < bottom; y++)
    cropped.set(pixels.subarray(y * width + left, y * width + right), (y - top) * picture.width)
  return { picture: { ...picture, pixels: cropped }, left, top }
}

function findInPicture(image: PageImage): Quad | undefined {
  const edges = findEdges(image)
  const { width, height } = edges
  const candidates = (side: Side): Candidate[] => [
    ...findLines(edges, side).map((line) => ({ line, isFrame: false })),
    {
      line: { at: { left: 0, right: width - 1, top: 0, bottom: height - 1 }[side], slope: 0 },
      isFrame: true,
    },
  ]
  const [tops, rights, bottoms, lefts] = sides.map(candidates) as [
    Candidate[],
    Candidate[],
    Candidate[],
    Candidate[],
  ]
  const listed = [tops, rights, bottoms, lefts] as const
  // The frame is no side as long as four edges of a sheet are visible.
  const best = chooseSides(edges, listed, 0) ?? chooseSides(edges, listed, 1)
  if (!best) return undefined
  const refined = best.map(({ line, isFrame }, n) =>
    isFrame ? line : refineLine(edges, sides[n] as Side, line),
  )
  const whole = includeDarkPanel(edges, refined as SheetLines, (lines) => toQuad(edges, lines))
  const quad = toQuad(edges, whole)
  return quad && isWholeSheet(edges, quad) ? quad : undefined
}

type FourSides = [Candidate, Candidate, Candidate, Candidate]

/** The four sides that are most likely those of a sheet. `frames` of them are the frame of the picture. */
function chooseSides(
  edges: EdgeMap,
  [tops, rights, bottoms, lefts]: readonly [Candidate[], Candidate[], Candidate[], Candidate[]],
  frames: number,
): FourSides | undefined {
  let best: { score: number; lines: FourSides } | undefined
  for (const left of lefts)
    for (const right of rights)
      for (const top of tops)
        for (const bottom of bottoms) {
          const lines: FourSides = [top, right, bottom, left]
          if (lines.filter(({ isFrame }) => isFrame).length !== frames) continue
          const score = scoreSheet(edges, lines)
          if (score !== undefined && (!best || score > best.score)) best = { score, lines }
        }
  return best?.lines
}

function scoreSheet(edges: EdgeMap, lines: readonly [Candidate, Candidate, Candidate, Candidate]) {
  const quad = toQuad(edges, lines.map(({ line }) => line) as SheetLines)
  if (!quad) return undefined
  const area = getArea(quad) / (edges.width * edges.height)
  if (area < minAreaShare || area > maxAreaShare) return undefined
  let support = 0
  let overrun = 0
  const hasFrame = lines.some(({ isFrame }) => isFrame)
  const minSupport = hasFrame ? minSupportBesideFrame : minSideSupport
  for (const [n, { isFrame }] of lines.entries()) {
    const side = sides[n] as Side
    const [from, to] = [quad[n] as Point, quad[(n + 1) % 4] as Point]
    const share = isFrame ? frameSupport : measureSupport(edges, side, from, to)
    if (!isFrame && share < minSupport) return undefined
    support += share / 4
    if (!isFrame) overrun += measureOverrun(edges, side, from, to) / 4
  }
  if (support < minMeanSupport) return undefined
  return support - overrunWeight * overrun + areaWeight * area
}

/** The share of a side that lies on an edge of its kind. */
function measureSupport(edges: EdgeMap, side: Side, [x1, y1]: Point, [x2, y2]: Point): number {
  let count = 0
  for (let n = 0; n < sideSamples; n++) {
    const share = (n + 0.5) / sideSamples
    if (edges.isNear(side, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)) count++
  }
  return count / sideSamples
}

/** The share of the continuation of a side beyond its corners that lies on an edge. */
function measureOverrun(edges: EdgeMap, side: Side, [x1, y1]: Point, [x2, y2]: Point): number {
  let count = 0
  for (let n = 0; n < overrunSamples; n++) {
    const beyond = 0.03 + (overrunShare * n) / overrunSamples
    for (const share of [-beyond, 1 + beyond])
      if (edges.isNear(side, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)) count++
  }
  return count / (2 * overrunSamples)
}

function toQuad({ width, height }: EdgeMap, [top, right, bottom, left]: SheetLines) {
  const corner = (across: Line, along: Line): Point => {
    // `across` gives y by x and `along` gives x by y, both from the middle of the picture.
    const [middleX, middleY] = [width / 2, height / 2]
    const x =
      (along.at + along.slope * (across.at - across.slope * middleX - middleY)) /
      (1 - across.slope * along.slope)
    return [x, across.at + across.slope * (x - middleX)]
  }
  const quad: Quad = [corner(top, left), corner(top, right), corner(bottom, right), corner(bottom, left)]
  const outside = maxCornerOutside * Math.max(width, height)
  const isInside = quad.every(
    ([x, y]) => x > -outside && y > -outside && x < width + outside && y < height + outside,
  )
  return isInside && isConvex(quad) ? quad : undefined
}

const isConvex = (quad: Quad) =>
  quad.every(([x, y], n) => {
    const [x1, y1] = quad[(n + 1) % 4] as Point
    const [x2, y2] = quad[(n + 2) % 4] as Point
    return (x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1) > 0
  })

function getArea(quad: Quad): number {
  let double = 0
  for (const [n, [x, y]] of quad.entries()) {
    const [nextX, nextY] = quad[(n + 1) % 4] as Point
    double += x * nextY - nextX * y
  }
  return Math.abs(double) / 2
}

// Strips along the sides and the frame, in which the search cannot tell ink from the desk, in pixels.
const unclearStrip = 9

/** Whether the text is inside the sheet. Otherwise it is a box on a page. */
function isWholeSheet({ width, height, ink }: EdgeMap, quad: Quad): boolean {
  const inside = { ink: 0, all: 0 }
  const outside = { ink: 0, all: 0 }
  for (let y = unclearStrip; y < height - unclearStrip; y++)
    for (let x = unclearStrip; x < width - unclearStrip; x++) {
      const distance = getDistanceInside(quad, x, y)
      if (Math.abs(distance) < unclearStrip) continue
      const part = distance > 0 ? inside : outside
      part.all++
      part.ink += ink[y * width + x] as number
    }
  return (
    outside.all === 0 || outside.ink / outside.all < (maxOutsideInk * inside.ink) / Math.max(1, inside.all)
  )
}

/** Distance to the nearest side; negative outside the quad. */
function getDistanceInside(quad: Quad, x: number, y: number): number {
  let nearest = Infinity
  for (const [n, [x1, y1]] of quad.entries()) {
    const [x2, y2] = quad[(n + 1) % 4] as Point
    const cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    nearest = Math.min(nearest, cross / Math.hypot(x2 - x1, y2 - y1))
  }
  return nearest
}
