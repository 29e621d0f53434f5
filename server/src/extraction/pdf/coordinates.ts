import type { Box } from '../document.ts'
import type { OpenPdf } from './pdfium.ts'

/** PDF transformation matrix: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const identityMatrix: Matrix = [1, 0, 0, 1, 0, 0]

/** Combines two transformations: the result applies the inner matrix first, then the outer one. */
export const multiply = (inner: Matrix, outer: Matrix): Matrix => [
  inner[0] * outer[0] + inner[1] * outer[2],
  inner[0] * outer[1] + inner[1] * outer[3],
  inner[2] * outer[0] + inner[3] * outer[2],
  inner[2] * outer[1] + inner[3] * outer[3],
  inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
  inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
]

export const transformPoint = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** Returns the axis-aligned bounding box of a transformed box. */
export function transformBox([a, b, c, d, e, f]: Matrix, [left, top, right, bottom]: Box): Box {
  const [x1, x2, y1, y2] = [a * left, a * right, c * top, c * bottom]
  const [u1, u2, v1, v2] = [b * left, b * right, d * top, d * bottom]
  return [
    Math.min(x1, x2) + Math.min(y1, y2) + e,
    Math.min(u1, u2) + Math.min(v1, v2) + f,
    Math.max(x1, x2) + Math.max(y1, y2) + e,
    Math.max(u1, u2) + Math.max(v1, v2) + f,
  ]
}

export const intersect = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
]

export const area = ([left, top, right, bottom]: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

export const contains = ([left, top, right, bottom]: Box, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

/** Displayed size of a page and the transformation from file to page coordinates. */
export type PageSpace = { width: number; height: number; toPage: Matrix; quarters?: number }

const a4 = { width: 595, height: 842 }

/** Reads the page's crop box, rotated according to /Rotate, with its origin at the top left. */
export function readPageSpace({ pdfium, scratch }: OpenPdf, page: number): PageSpace {
  const isKnown = pdfium._FPDF_GetPageBoundingBox(page, scratch) === 1
  const [left = 0, top = a4.height, right = a4.width, bottom = 0] = isKnown
    ? pdfium.HEAPF32.slice(scratch >> 2, (scratch >> 2) + 4)
    : []
  const [width, height] = [right - left, top - bottom]
  switch (pdfium._FPDFPage_GetRotation(page)) {
    case 1:
      return { width: height, height: width, toPage: [0, 1, 1, 0, -bottom, -left] }
    case 2:
      return { width, height, toPage: [-1, 0, 0, 1, right, -bottom] }
    case 3:
      return { width: height, height: width, toPage: [0, -1, -1, 0, top, right] }
    default:
      return { width, height, toPage: [1, 0, 0, -1, -left, top] }
  }
}

/** Rotates the page clockwise by a number of quarter turns. */
export function rotateSpace({ width, height, toPage }: PageSpace, quarters: number): PageSpace {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return { width: height, height: width, toPage: multiply(toPage, [0, 1, -1, 0, height, 0]), quarters: 1 }
    case 2:
      return { width, height, toPage: multiply(toPage, [-1, 0, 0, -1, width, height]), quarters: 2 }
    case 3:
      return { width: height, height: width, toPage: multiply(toPage, [0, -1, 1, 0, 0, width]), quarters: 3 }
    default:
      return { width, height, toPage }
  }
}
