import type { Box } from '../document.ts'
import { area, type Matrix, transformPoint } from './coordinates.ts'
import { type OpenPdf, readFloats } from './pdfium.ts'

/** A filled part of a path that is close to a rectangle. */
export type FilledShape = { box: Box; holes: Box[] }

type Outline = { box: Box; signedArea: number; isBoxLike: boolean }

const moveTo = 2
const maxSegments = 2_000
const evenOddFill = 1
// Minimum area of a box-like shape, as a share of its bounding box. A box with rounded corners reaches this share; a
// circle, letter or arrow does not.
const minFillShare = 0.85
const maxOutlinesWithHoles = 60

export function readFilledShapes({ pdfium, scratch }: OpenPdf, path: number, toPage: Matrix): FilledShape[] {
  if (pdfium._FPDFPath_GetDrawMode(path, scratch, scratch + 4) === 0) return []
  const fill = pdfium.HEAP32[scratch >> 2] ?? 0
  const count = pdfium._FPDFPath_CountSegments(path)
  if (fill === 0 || count > maxSegments) return []
  const outlines: [number, number][][] = []
  for (let n = 0; n < count; n++) {
    const segment = pdfium._FPDFPath_GetPathSegment(path, n)
    pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)
    const [x, y] = readFloats(pdfium, scratch)
    if (outlines.length === 0 || pdfium._FPDFPathSegment_GetType(segment) === moveTo) outlines.push([])
    outlines.at(-1)?.push(transformPoint(toPage, x, y))
  }
  return withHoles(outlines.filter((points) => points.length > 2).map(measureOutline), fill === evenOddFill)
}

function measureOutline(points: [number, number][]): Outline {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  let doubleArea = 0
  for (const [n, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(n + 1) % points.length] ?? [x, y]
    doubleArea += x * nextY - nextX * y
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  const signedArea = doubleArea / 2
  return { box, signedArea, isBoxLike: Math.abs(signedArea) >= area(box) * minFillShare }
}

/**
 * Assigns holes to outlines. An inner outline is a hole if it runs in the opposite direction or if the path uses the
 * even-odd rule.
 */
function withHoles(outlines: Outline[], isEvenOdd: boolean): FilledShape[] {
  const isHole = (inner: Outline, outer: Outline) =>
    inner !== outer &&
    isInside(inner.box, outer.box) &&
    (isEvenOdd || Math.sign(inner.signedArea) !== Math.sign(outer.signedArea))
  // A path with this many outlines is a drawing, not a cover. Skip the search for holes, which takes quadratic time.
  if (outlines.length > maxOutlinesWithHoles)
    return outlines.filter(({ isBoxLike }) => isBoxLike).map(({ box }) => ({ box, holes: [] }))
  return outlines
    .filter((outline) => outline.isBoxLike && !outlines.some((outer) => isHole(outline, outer)))
    .map((outline) => ({
      box: outline.box,
      holes: outlines.filter((inner) => isHole(inner, outline)).map(({ box }) => box),
    }))
}

const isInside = (inner: Box, outer: Box) =>
  inner[0] >= outer[0] &&
  inner[1] >= outer[1] &&
  inner[2] <= outer[2] &&
  inner[3] <= outer[3] &&
  area(inner) < area(outer)
