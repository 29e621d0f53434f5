import { type Matrix, multiply, type PageSpace, readPageSpace, rotateSpace } from './coordinates.ts'
import { type OpenPdf, readFloats, readUints, scratchBytes } from './pdfium.ts'

/** Attributes shared by all glyphs of one text object. */
export type GlyphStyle = {
  /** PDFium handle of the text object. Used to look up the object's paint order. */
  object: number
  size: number
  /** Rotation and scale of the text in file coordinates. */
  matrix: Matrix
  /** Rotation in degrees, clockwise, from 0 to 359. 0 is upright. */
  angle: number
  font: string
  colour: number
  alpha: number
  isPainted: boolean
}

/**
 * A glyph. Its origin (x, y) is on the baseline; its box is axis-aligned. Coordinates are in points from the top
 * left. A page has thousands of glyphs, so transformations update the object in place.
 */
export type PageGlyph = {
  text: string
  x: number
  y: number
  right: number
  top: number
  bottom: number
  left: number
  style: GlyphStyle
}

// Text rendering modes of the PDF standard.
const invisibleModes = [3, 7]
const strokeModes = [1, 5]
// Text rotated by less than this angle, in degrees, is treated as upright.
const maxUprightAngle = 3

// Distance from a ligature to the next glyph, as a multiple of the width of its letters. Below it, each letter is
// reported as wide as the ligature: a ligature has at least two letters.
const wholeLigatureFactor = 1.5

/** Reads all glyphs of a page in file order, including spaces, and the coordinate space of the page. */
export function readGlyphs(
  pdf: OpenPdf,
  page: number,
  maxGlyphs: number,
  knownSpace?: PageSpace,
): { glyphs: PageGlyph[]; space: PageSpace } {
  const declaredSpace = readPageSpace(pdf, page)
  const { pdfium, scratch } = pdf
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return { glyphs: [], space: declaredSpace }
  try {
    const count = Math.min(pdfium._FPDFText_CountChars(text), maxGlyphs)
    const styles = new StyleCache(pdf, text)
    const glyphs: PageGlyph[] = []
    let [originX, originRight] = [Number.NaN, Number.NaN]
    let ligature: PageGlyph[] = []
    for (let n = 0; n < count; n++) {
      if (pdfium._FPDFText_IsGenerated(text, n) === 1) continue
      const code = pdfium._FPDFText_GetUnicode(text, n)
      const style = styles.of(n)
      pdfium._FPDFText_GetCharOrigin(text, n, scratch, scratch + 8)
      pdfium._FPDFText_GetLooseCharBox(text, n, scratch + 16)
      const doubles = pdfium.HEAPF64
      const floats = pdfium.HEAPF32
      const at = scratch >> 2
      const [x, y, last] = [doubles[scratch >> 3] ?? 0, doubles[(scratch >> 3) + 1] ?? 0, glyphs.at(-1)]
      const right = floats[at + 6] ?? 0
      // A glyph without a width, such as a joiner, shares the origin but not the right edge.
      const isLigature = last?.style === style && x === originX && y === last.y && right === originRight
      originX = x
      originRight = right
      const glyph = {
        text: code === 0 ? '\uFFFD' : String.fromCodePoint(code),
        x,
        y,
        right,
        top: floats[at + 5] ?? 0,
        bottom: floats[at + 7] ?? 0,
        left: floats[at + 4] ?? 0,
        style,
      }
      glyphs.push(glyph)
      if (isLigature) ligature.push(glyph)
      else {
        if (ligature.length > 1) placeLetters(ligature, glyph)
        ligature = [glyph]
      }
    }
    if (ligature.length > 1) placeLetters(ligature, undefined)
    const all = styles.all()
    const space = knownSpace ?? rotateSpace(declaredSpace, findQuarterTurns(glyphs, all, declaredSpace))
    for (const style of all) style.angle = getAngle(multiply(style.matrix, space.toPage))
    for (const glyph of glyphs) transformInPlace(glyph, space.toPage)
    return { glyphs, space }
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

/**
 * Places the letters of a ligature one after the other. PDFium reports all at the origin of the ligature, and either as
 * wide as one letter or as wide as the whole ligature, which the origin of the next glyph shows.
 */
function placeLetters(letters: readonly PageGlyph[], next: PageGlyph | undefined) {
  const [first] = letters
  if (!first) return
  const { x, y, right } = first
  const isNextOnLine = next !== undefined && next.y === y && next.x > x
  const isWhole = isNextOnLine && next.x - x < (right - x) * wholeLigatureFactor
  const width = (right - x) / (isWhole ? letters.length : 1)
  for (const [n, letter] of letters.entries()) {
    letter.x = letter.left = x + n * width
    letter.right = letter.x + width
  }
}

function transformInPlace(glyph: PageGlyph, [a, b, c, d, e, f]: Matrix) {
  const { x, y, left, top, right, bottom } = glyph
  glyph.x = a * x + c * y + e
  glyph.y = b * x + d * y + f
  glyph.left = Math.min(a * left, a * right) + Math.min(c * top, c * bottom) + e
  glyph.top = Math.min(b * left, b * right) + Math.min(d * top, d * bottom) + f
  glyph.right = Math.max(a * left, a * right) + Math.max(c * top, c * bottom) + e
  glyph.bottom = Math.max(b * left, b * right) + Math.max(d * top, d * bottom) + f
}

function getAngle([a, b]: Matrix): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI
  const angle = (Math.round(degrees) + 360) % 360
  return angle <= maxUprightAngle || angle >= 360 - maxUprightAngle ? 0 : angle
}

/** Returns the number of clockwise quarter turns that make most of the text upright. */
function findQuarterTurns(
  glyphs: readonly PageGlyph[],
  styles: readonly GlyphStyle[],
  { toPage }: PageSpace,
): number {
  for (const style of styles) style.angle = getAngle(multiply(style.matrix, toPage))
  const counts = [0, 0, 0, 0]
  for (const { style, text } of glyphs) {
    if (text.trim() === '') continue
    const quarter = Math.round(style.angle / 90) % 4
    counts[quarter] = (counts[quarter] ?? 0) + 1
  }
  const mostFrequent = counts.indexOf(Math.max(...counts))
  return (4 - mostFrequent) % 4
}

/** Caches font, colour and matrix per text object. */
class StyleCache {
  private readonly byObject = new Map<number, GlyphStyle>()
  private readonly fonts = new Map<number, string>()
  private readonly pdf: OpenPdf
  private readonly text: number
  private last: GlyphStyle | undefined

  constructor(pdf: OpenPdf, text: number) {
    this.pdf = pdf
    this.text = text
  }

  all(): GlyphStyle[] {
    return [...this.byObject.values()]
  }

  of(n: number): GlyphStyle {
    const object = this.pdf.pdfium._FPDFText_GetTextObject(this.text, n)
    if (this.last?.object === object) return this.last
    let style = this.byObject.get(object)
    if (!style) {
      style = this.read(object, n)
      this.byObject.set(object, style)
    }
    this.last = style
    return style
  }

  private read(object: number, n: number): GlyphStyle {
    const { pdfium, scratch } = this.pdf
    pdfium._FPDFText_GetMatrix(this.text, n, scratch)
    const [a, b, c, d] = readFloats(pdfium, scratch)
    const mode = pdfium._FPDFTextObj_GetTextRenderMode(object)
    const readColour = strokeModes.includes(mode)
      ? pdfium._FPDFPageObj_GetStrokeColor
      : pdfium._FPDFPageObj_GetFillColor
    readColour(object, scratch, scratch + 4, scratch + 8, scratch + 12)
    const [red, green, blue, alpha] = readUints(pdfium, scratch)
    return {
      object,
      size: pdfium._FPDFText_GetFontSize(this.text, n) * Math.hypot(c, d),
      matrix: [a, b, c, d, 0, 0],
      angle: 0,
      font: this.readFontName(pdfium._FPDFTextObj_GetFont(object)),
      colour: (red << 16) | (green << 8) | blue,
      alpha,
      isPainted: !invisibleModes.includes(mode),
    }
  }

  private readFontName(font: number): string {
    const known = this.fonts.get(font)
    if (known !== undefined) return known
    const { pdfium, scratch } = this.pdf
    const length = Math.min(pdfium._FPDFFont_GetBaseFontName(font, scratch, scratchBytes), scratchBytes)
    const name = Buffer.from(pdfium.HEAPU8.subarray(scratch, scratch + Math.max(0, length - 1))).toString(
      'utf8',
    )
    const family = name.replace(/^[A-Z]{6}\+/, '')
    this.fonts.set(font, family)
    return family
  }
}
