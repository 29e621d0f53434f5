import type { Box } from '../document.ts'
import {
  area,
  identityMatrix,
  intersect,
  type Matrix,
  multiply,
  type PageSpace,
  transformBox,
} from './coordinates.ts'
import { readFilledShapes } from './paths.ts'
import { type OpenPdf, readFloats, readUints } from './pdfium.ts'

/** An opaque filled box or image. */
export type OpaquePaint = {
  order: number
  box: Box
  by: 'box' | 'image'
  /** Fill colour as 0xRRGGBB. Undefined for images and gradients. */
  colour: number | undefined
  /** Cut-outs through which earlier content is visible. */
  holes: Box[]
  /** Returns the opaque share of the area, from 0 to 1. Renders the image, so call it only when needed. */
  opaqueShare: () => number
}

export type PagePainting = {
  paints: OpaquePaint[]
  /** Paint order by the handle of the text object. */
  order: Map<number, number>
  /** Clip boxes of clipped text objects, by object handle. */
  clips: Map<number, Box>
  /** Share of the page covered by the largest image. */
  imageShare: number
  smallImages: Box[]
}

// PDFium page object types.
const objectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 }
const maxObjects = 300_000
const maxFormDepth = 12
// Minimum alpha of an opaque fill, from 0 to 255.
const minOpaqueAlpha = 230
// Minimum side of a box that can cover text, in points. Thinner boxes are rules.
const minCoverSide = 3
// Maximum size of a small image, as a share of the page.
const maxSmallImageShare = 0.1
const maxSmallImages = 200
const maxPixels = 16_000_000

/** Reads all page objects in paint order, including those inside form XObjects. */
export function readPainting(pdf: OpenPdf, page: number, space: PageSpace): PagePainting {
  const { pdfium, scratch } = pdf
  const painting: PagePainting = {
    paints: [],
    order: new Map(),
    clips: new Map(),
    imageShare: 0,
    smallImages: [],
  }
  const pageBox: Box = [0, 0, space.width, space.height]
  let seen = 0

  function visit(count: number, at: (n: number) => number, toPage: Matrix, depth: number) {
    for (let n = 0; n < count && seen < maxObjects; n++) {
      seen++
      const object = at(n)
      const kind = pdfium._FPDFPageObj_GetType(object)
      if (kind === objectTypes.text) {
        painting.order.set(object, seen)
        const clip = readClipBox(pdf, object, toPage)
        if (clip) painting.clips.set(object, clip)
      } else if (kind === objectTypes.form && depth < maxFormDepth) {
        const matrix = readMatrix(pdf, object)
        const inside = pdfium._FPDFFormObj_CountObjects(object)
        visit(inside, (m) => pdfium._FPDFFormObj_GetObject(object, m), multiply(matrix, toPage), depth + 1)
      } else if (kind === objectTypes.image) addImage(object, toPage)
      else if (kind === objectTypes.path || kind === objectTypes.shading) addFill(object, kind, toPage)
    }
  }

  function addImage(object: number, toPage: Matrix) {
    const box = getVisibleBox(object, toPage)
    if (!isLargeEnough(box)) return
    const share = area(intersect(box, pageBox)) / area(pageBox)
    painting.imageShare = Math.max(painting.imageShare, share)
    if (share < maxSmallImageShare && painting.smallImages.length < maxSmallImages)
      painting.smallImages.push(box)
    if (pdfium._FPDFPageObj_HasTransparency(object) === 1) return
    let cachedShare: number | undefined
    const opaqueShare = () => {
      cachedShare ??= measureOpaqueShare(pdf, page, object)
      return cachedShare
    }
    painting.paints.push({ order: seen, box, by: 'image', colour: undefined, holes: [], opaqueShare })
  }

  function addFill(object: number, kind: number, toPage: Matrix) {
    const box = getVisibleBox(object, toPage)
    if (!isLargeEnough(box) || pdfium._FPDFPageObj_HasTransparency(object) === 1) return
    const common = { order: seen, by: 'box', opaqueShare: () => 1 } as const
    if (kind === objectTypes.shading) {
      painting.paints.push({ ...common, box, colour: undefined, holes: [] })
      return
    }
    if (pdfium._FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
      return
    const [red, green, blue, alpha] = readUints(pdfium, scratch)
    if (alpha < minOpaqueAlpha) return
    const colour = (red << 16) | (green << 8) | blue
    for (const shape of readFilledShapes(pdf, object, multiply(readMatrix(pdf, object), toPage))) {
      const part = intersect(shape.box, box)
      if (isLargeEnough(part)) painting.paints.push({ ...common, box: part, colour, holes: shape.holes })
    }
  }

  function getVisibleBox(object: number, toPage: Matrix): Box {
    const box = readBounds(pdf, object, toPage)
    const clip = readClipBox(pdf, object, toPage)
    return clip ? intersect(box, clip) : box
  }

  visit(pdfium._FPDFPage_CountObjects(page), (n) => pdfium._FPDFPage_GetObject(page, n), space.toPage, 0)
  return painting
}

const isLargeEnough = ([left, top, right, bottom]: Box) =>
  right - left >= minCoverSide && bottom - top >= minCoverSide

function readBounds({ pdfium, scratch }: OpenPdf, object: number, toPage: Matrix): Box {
  if (pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return [0, 0, 0, 0]
  const [left, bottom, right, top] = readFloats(pdfium, scratch)
  return transformBox(toPage, [left, top, right, bottom])
}

function readMatrix({ pdfium, scratch }: OpenPdf, object: number): Matrix {
  if (pdfium._FPDFPageObj_GetMatrix(object, scratch) === 0) return identityMatrix
  const [a, b, c, d] = readFloats(pdfium, scratch)
  const [e, f] = readFloats(pdfium, scratch + 16)
  return [a, b, c, d, e, f]
}

const maxClipPaths = 20
const maxClipPoints = 200

/** Returns the bounding box of an object's clip paths, or undefined if the object is not clipped. */
function readClipBox({ pdfium, scratch }: OpenPdf, object: number, toPage: Matrix): Box | undefined {
  const clip = pdfium._FPDFPageObj_GetClipPath(object)
  if (clip === 0) return undefined
  const count = Math.min(pdfium._FPDFClipPath_CountPaths(clip), maxClipPaths)
  let cut: Box | undefined
  for (let path = 0; path < count; path++) {
    const points = pdfium._FPDFClipPath_CountPathSegments(clip, path)
    if (points < 3 || points > maxClipPoints) continue
    const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
    for (let n = 0; n < points; n++) {
      const segment = pdfium._FPDFClipPath_GetPathSegment(clip, path, n)
      pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)
      const [x, y] = readFloats(pdfium, scratch)
      box[0] = Math.min(box[0], x)
      box[1] = Math.min(box[1], y)
      box[2] = Math.max(box[2], x)
      box[3] = Math.max(box[3], y)
    }
    const here = transformBox(toPage, box)
    cut = cut ? intersect(cut, here) : here
  }
  return cut
}

const bytesPerPixel: Record<number, number> = { 1: 1, 2: 3, 3: 4, 4: 4, 5: 4 }
const formatsWithAlpha = [4, 5]

function measureOpaqueShare({ pdfium, document, scratch }: OpenPdf, page: number, image: number): number {
  if (pdfium._FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4) === 0) return 1
  const [width, height] = readUints(pdfium, scratch)
  if (width * height > maxPixels) return 1
  const bitmap = pdfium._FPDFImageObj_GetRenderedBitmap(document, page, image)
  if (bitmap === 0) return 1
  try {
    const format = pdfium._FPDFBitmap_GetFormat(bitmap)
    if (!formatsWithAlpha.includes(format)) return 1
    const [columns, rows] = [pdfium._FPDFBitmap_GetWidth(bitmap), pdfium._FPDFBitmap_GetHeight(bitmap)]
    const stride = pdfium._FPDFBitmap_GetStride(bitmap)
    const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
    const step = bytesPerPixel[format] ?? 4
    let solid = 0
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        if ((pdfium.HEAPU8[start + row * stride + column * step + 3] ?? 0) > minOpaqueAlpha) solid++
    return solid / Math.max(1, rows * columns)
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
  }
}
