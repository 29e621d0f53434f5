import { floatsAt, type OpenPdf, roomSize, wholesAt } from './pdfium.ts'
import { joined, type Matrix, type Space, spaceOf, turned } from './coordinates.ts'

/** What all glyphs of one piece of text share. */
export type Style = {
  /** The handle of the page's object: its place in the order of painting is found by it. */
  object: number
  size: number
  /** As the file turns it. */
  matrix: Matrix
  /** In degrees with the clock, from 0 up to 360; 0 for what is upright. */
  angle: number
  font: string
  colour: number
  alpha: number
  isPainted: boolean
}

/**
 * A glyph on the page, points from the top left. x, y: its origin on the baseline. Boxes are upright. A page has
 * thousands, so each is made once and moved where it stands.
 */
export type Glyph = {
  text: string
  x: number
  y: number
  right: number
  top: number
  bottom: number
  left: number
  style: Style
}

const neverPainted = [3, 7]
const strokedOnly = [1, 5]
const mostlyUpright = 3

/** Every glyph of a page in the order of the file, spaces too, and the space they stand in. */
export function glyphsOf(
  pdf: OpenPdf,
  page: number,
  most: number,
  known?: Space,
): { glyphs: Glyph[]; space: Space } {
  const given = spaceOf(pdf, page)
  const { pdfium, room } = pdf
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return { glyphs: [], space: given }
  try {
    const count = Math.min(pdfium._FPDFText_CountChars(text), most)
    const styles = new StyleBook(pdf, text)
    const glyphs: Glyph[] = []
    let originX = Number.NaN
    for (let n = 0; n < count; n++) {
      if (pdfium._FPDFText_IsGenerated(text, n) === 1) continue
      const code = pdfium._FPDFText_GetUnicode(text, n)
      const style = styles.of(n)
      pdfium._FPDFText_GetCharOrigin(text, n, room, room + 8)
      pdfium._FPDFText_GetLooseCharBox(text, n, room + 16)
      const doubles = pdfium.HEAPF64
      const floats = pdfium.HEAPF32
      const at = room >> 2
      const [x, y, last] = [doubles[room >> 3] ?? 0, doubles[(room >> 3) + 1] ?? 0, glyphs.at(-1)]
      // The letters of one sign, as in a joined `ffi`, are all told at its origin; they are set one behind the other.
      const isJoined = last?.style === style && x === originX && y === last.y
      const shift = isJoined && last ? last.right - x : 0
      originX = x
      glyphs.push({
        text: code === 0 ? '\uFFFD' : String.fromCodePoint(code),
        x: x + shift,
        y,
        right: (floats[at + 6] ?? 0) + shift,
        top: floats[at + 5] ?? 0,
        bottom: floats[at + 7] ?? 0,
        left: floats[at + 4] ?? 0,
        style,
      })
    }
    const all = styles.all()
    const space = known ?? turned(given, quartersOf(glyphs, all, given))
    for (const style of all) style.angle = angleOf(joined(style.matrix, space.toPage))
    for (const glyph of glyphs) move(glyph, space.toPage)
    return { glyphs, space }
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

/** From the coordinates of the file to those of the page. */
function move(glyph: Glyph, [a, b, c, d, e, f]: Matrix) {
  const { x, y, left, top, right, bottom } = glyph
  glyph.x = a * x + c * y + e
  glyph.y = b * x + d * y + f
  glyph.left = Math.min(a * left, a * right) + Math.min(c * top, c * bottom) + e
  glyph.top = Math.min(b * left, b * right) + Math.min(d * top, d * bottom) + f
  glyph.right = Math.max(a * left, a * right) + Math.max(c * top, c * bottom) + e
  glyph.bottom = Math.max(b * left, b * right) + Math.max(d * top, d * bottom) + f
}

function angleOf([a, b]: Matrix): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI
  const angle = (Math.round(degrees) + 360) % 360
  return angle <= mostlyUpright || angle >= 360 - mostlyUpright ? 0 : angle
}

/** How often the page has to be turned so that most of its text is upright. */
function quartersOf(glyphs: readonly Glyph[], styles: readonly Style[], { toPage }: Space): number {
  for (const style of styles) style.angle = angleOf(joined(style.matrix, toPage))
  const counts = [0, 0, 0, 0]
  for (const { style, text } of glyphs) {
    if (text.trim() === '') continue
    const quarter = Math.round(style.angle / 90) % 4
    counts[quarter] = (counts[quarter] ?? 0) + 1
  }
  const most = counts.indexOf(Math.max(...counts))
  return (4 - most) % 4
}

/** Fonts, colours and matrices are asked for once for each piece of text. */
class StyleBook {
  private readonly byObject = new Map<number, Style>()
  private readonly fonts = new Map<number, string>()
  private readonly pdf: OpenPdf
  private readonly text: number
  private last: Style | undefined

  constructor(pdf: OpenPdf, text: number) {
    this.pdf = pdf
    this.text = text
  }

  all(): Style[] {
    return [...this.byObject.values()]
  }

  of(n: number): Style {
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

  private read(object: number, n: number): Style {
    const { pdfium, room } = this.pdf
    pdfium._FPDFText_GetMatrix(this.text, n, room)
    const [a, b, c, d] = floatsAt(pdfium, room)
    const mode = pdfium._FPDFTextObj_GetTextRenderMode(object)
    const readColour = strokedOnly.includes(mode)
      ? pdfium._FPDFPageObj_GetStrokeColor
      : pdfium._FPDFPageObj_GetFillColor
    readColour(object, room, room + 4, room + 8, room + 12)
    const [red, green, blue, alpha] = wholesAt(pdfium, room)
    return {
      object,
      size: pdfium._FPDFText_GetFontSize(this.text, n) * Math.hypot(c, d),
      matrix: [a, b, c, d, 0, 0],
      angle: 0,
      font: this.fontOf(pdfium._FPDFTextObj_GetFont(object)),
      colour: (red << 16) | (green << 8) | blue,
      alpha,
      isPainted: !neverPainted.includes(mode),
    }
  }

  private fontOf(font: number): string {
    const known = this.fonts.get(font)
    if (known !== undefined) return known
    const { pdfium, room } = this.pdf
    const length = Math.min(pdfium._FPDFFont_GetBaseFontName(font, room, roomSize), roomSize)
    const name = Buffer.from(pdfium.HEAPU8.subarray(room, room + Math.max(0, length - 1))).toString('utf8')
    const family = name.replace(/^[A-Z]{6}\+/, '')
    this.fonts.set(font, family)
    return family
  }
}
