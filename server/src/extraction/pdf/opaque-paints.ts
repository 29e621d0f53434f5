import type { Box } from '../document.ts'
import { shapesOf } from './paths.ts'
import { floatsAt, type OpenPdf, wholesAt } from './pdfium.ts'
import { area, joined, type Matrix, movedBox, nowhere, overlap, type Space } from './coordinates.ts'

/** Something that was painted and lets nothing through: a filled box, a picture. */
export type Paint = {
  order: number
  box: Box
  by: 'box' | 'image'
  /** 0xRRGGBB; not of pictures and gradients. */
  colour: number | undefined
  /** Where it lets through what is beneath. */
  holes: Box[]
  /** Of a picture, 0 to 1 of its area: pictures may be transparent. Costly, so asked only where it matters. */
  opaqueShare: () => number
}

export type Painting = {
  paints: Paint[]
  /** When each piece of text was painted, by its handle. */
  order: Map<number, number>
  /** The part of the page that a piece of text can be seen in, where it was cut. */
  clips: Map<number, Box>
  /** How much of the page the largest picture covers. */
  picture: number
  /** Where small ones are. */
  pictures: Box[]
}

const kinds = { text: 1, path: 2, image: 3, shading: 4, form: 5 }
const mostObjects = 300_000
const deepest = 12
const opaque = 230
// Thinner than this is a rule, not a cover.
const thinnest = 3
const smallShare = 0.1
const mostPictures = 200
const mostPixels = 16_000_000

/** Walks everything on the page in the order of painting, also inside forms. */
export function paintingOf(pdf: OpenPdf, page: number, space: Space): Painting {
  const { pdfium, room } = pdf
  const painting: Painting = { paints: [], order: new Map(), clips: new Map(), picture: 0, pictures: [] }
  const whole: Box = [0, 0, space.width, space.height]
  let seen = 0

  function walk(count: number, at: (n: number) => number, toPage: Matrix, depth: number) {
    for (let n = 0; n < count && seen < mostObjects; n++) {
      seen++
      const object = at(n)
      const kind = pdfium._FPDFPageObj_GetType(object)
      if (kind === kinds.text) {
        painting.order.set(object, seen)
        const clip = clipOf(pdf, object, toPage)
        if (clip) painting.clips.set(object, clip)
      } else if (kind === kinds.form && depth < deepest) {
        const matrix = matrixOf(pdf, object)
        const inside = pdfium._FPDFFormObj_CountObjects(object)
        walk(inside, (m) => pdfium._FPDFFormObj_GetObject(object, m), joined(matrix, toPage), depth + 1)
      } else if (kind === kinds.image) addImage(object, toPage)
      else if (kind === kinds.path || kind === kinds.shading) addFill(object, kind, toPage)
    }
  }

  function addImage(object: number, toPage: Matrix) {
    const box = seenPart(object, toPage)
    if (!isLarge(box)) return
    const share = area(overlap(box, whole)) / area(whole)
    painting.picture = Math.max(painting.picture, share)
    if (share < smallShare && painting.pictures.length < mostPictures) painting.pictures.push(box)
    if (pdfium._FPDFPageObj_HasTransparency(object) === 1) return
    let known: number | undefined
    const opaqueShare = () => {
      known ??= opaqueShareOf(pdf, page, object)
      return known
    }
    painting.paints.push({ order: seen, box, by: 'image', colour: undefined, holes: [], opaqueShare })
  }

  function addFill(object: number, kind: number, toPage: Matrix) {
    const box = seenPart(object, toPage)
    if (!isLarge(box) || pdfium._FPDFPageObj_HasTransparency(object) === 1) return
    const common = { order: seen, by: 'box', opaqueShare: () => 1 } as const
    if (kind === kinds.shading) {
      painting.paints.push({ ...common, box, colour: undefined, holes: [] })
      return
    }
    if (pdfium._FPDFPageObj_GetFillColor(object, room, room + 4, room + 8, room + 12) === 0) return
    const [red, green, blue, alpha] = wholesAt(pdfium, room)
    if (alpha < opaque) return
    const colour = (red << 16) | (green << 8) | blue
    for (const shape of shapesOf(pdf, object, joined(matrixOf(pdf, object), toPage))) {
      const part = overlap(shape.box, box)
      if (isLarge(part)) painting.paints.push({ ...common, box: part, colour, holes: shape.holes })
    }
  }

  function seenPart(object: number, toPage: Matrix): Box {
    const box = boundsOf(pdf, object, toPage)
    const clip = clipOf(pdf, object, toPage)
    return clip ? overlap(box, clip) : box
  }

  walk(pdfium._FPDFPage_CountObjects(page), (n) => pdfium._FPDFPage_GetObject(page, n), space.toPage, 0)
  return painting
}

const isLarge = ([left, top, right, bottom]: Box) => right - left >= thinnest && bottom - top >= thinnest

function boundsOf({ pdfium, room }: OpenPdf, object: number, toPage: Matrix): Box {
  if (pdfium._FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12) === 0) return [0, 0, 0, 0]
  const [left, bottom, right, top] = floatsAt(pdfium, room)
  return movedBox(toPage, [left, top, right, bottom])
}

function matrixOf({ pdfium, room }: OpenPdf, object: number): Matrix {
  if (pdfium._FPDFPageObj_GetMatrix(object, room) === 0) return nowhere
  const [a, b, c, d] = floatsAt(pdfium, room)
  const [e, f] = floatsAt(pdfium, room + 16)
  return [a, b, c, d, e, f]
}

const mostClips = 20
const mostPoints = 200

/** The box around what its clip leaves of an object; undefined where nothing cuts it. */
function clipOf({ pdfium, room }: OpenPdf, object: number, toPage: Matrix): Box | undefined {
  const clip = pdfium._FPDFPageObj_GetClipPath(object)
  if (clip === 0) return undefined
  const count = Math.min(pdfium._FPDFClipPath_CountPaths(clip), mostClips)
  let cut: Box | undefined
  for (let path = 0; path < count; path++) {
    const points = pdfium._FPDFClipPath_CountPathSegments(clip, path)
    if (points < 3 || points > mostPoints) continue
    const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
    for (let n = 0; n < points; n++) {
      const segment = pdfium._FPDFClipPath_GetPathSegment(clip, path, n)
      pdfium._FPDFPathSegment_GetPoint(segment, room, room + 4)
      const [x, y] = floatsAt(pdfium, room)
      box[0] = Math.min(box[0], x)
      box[1] = Math.min(box[1], y)
      box[2] = Math.max(box[2], x)
      box[3] = Math.max(box[3], y)
    }
    const here = movedBox(toPage, box)
    cut = cut ? overlap(cut, here) : here
  }
  return cut
}

const bytesPerPixel: Record<number, number> = { 1: 1, 2: 3, 3: 4, 4: 4, 5: 4 }
const withAlpha = [4, 5]

function opaqueShareOf({ pdfium, document, room }: OpenPdf, page: number, image: number): number {
  if (pdfium._FPDFImageObj_GetImagePixelSize(image, room, room + 4) === 0) return 1
  const [width, height] = wholesAt(pdfium, room)
  if (width * height > mostPixels) return 1
  const bitmap = pdfium._FPDFImageObj_GetRenderedBitmap(document, page, image)
  if (bitmap === 0) return 1
  try {
    const format = pdfium._FPDFBitmap_GetFormat(bitmap)
    if (!withAlpha.includes(format)) return 1
    const [columns, rows] = [pdfium._FPDFBitmap_GetWidth(bitmap), pdfium._FPDFBitmap_GetHeight(bitmap)]
    const stride = pdfium._FPDFBitmap_GetStride(bitmap)
    const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
    const step = bytesPerPixel[format] ?? 4
    let solid = 0
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        if ((pdfium.HEAPU8[start + row * stride + column * step + 3] ?? 0) > opaque) solid++
    return solid / Math.max(1, rows * columns)
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
  }
}
