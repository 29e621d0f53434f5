import type { Box } from '../document.ts'
import { floatsAt, type OpenPdf } from './pdfium.ts'
import { area, type Matrix, moved } from './coordinates.ts'

/** A part of a path that is filled nearly to the corners of its box. */
export type Shape = { box: Box; holes: Box[] }

type Outline = { box: Box; signed: number; isBoxLike: boolean }

const moveTo = 2
const mostSegments = 2_000
const alternate = 1
// Rounded corners are still a box; a circle, a letter or an arrow is none.
const fullEnough = 0.85

export function shapesOf({ pdfium, room }: OpenPdf, path: number, toPage: Matrix): Shape[] {
  if (pdfium._FPDFPath_GetDrawMode(path, room, room + 4) === 0) return []
  const fill = pdfium.HEAP32[room >> 2] ?? 0
  const count = pdfium._FPDFPath_CountSegments(path)
  if (fill === 0 || count > mostSegments) return []
  const outlines: [number, number][][] = []
  for (let n = 0; n < count; n++) {
    const segment = pdfium._FPDFPath_GetPathSegment(path, n)
    pdfium._FPDFPathSegment_GetPoint(segment, room, room + 4)
    const [x, y] = floatsAt(pdfium, room)
    if (outlines.length === 0 || pdfium._FPDFPathSegment_GetType(segment) === moveTo) outlines.push([])
    outlines.at(-1)?.push(moved(toPage, x, y))
  }
  return withHoles(outlines.filter((points) => points.length > 2).map(outlineOf), fill === alternate)
}

function outlineOf(points: [number, number][]): Outline {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  let twice = 0
  for (const [n, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(n + 1) % points.length] ?? [x, y]
    twice += x * nextY - nextX * y
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return { box, signed: twice / 2, isBoxLike: Math.abs(twice / 2) >= area(box) * fullEnough }
}

/** An outline inside another lets through what is beneath, if it runs the other way round or the fill alternates. */
function withHoles(outlines: Outline[], isAlternate: boolean): Shape[] {
  const isHole = (inner: Outline, outer: Outline) =>
    inner !== outer &&
    isInside(inner.box, outer.box) &&
    (isAlternate || Math.sign(inner.signed) !== Math.sign(outer.signed))
  // Of a drawing with so many parts, none is a cover.
  if (outlines.length > 60)
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
