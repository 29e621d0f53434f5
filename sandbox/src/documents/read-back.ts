import type { PDFiumPage } from '@hyzyla/pdfium'
import { withPdf } from './raster.ts'

/**
 * A glyph on a page. `x` and `y` are its origin on the baseline, `right` is the end of its advance width; all are in
 * points from the top left.
 */
export type PaintedGlyph = {
  character: string
  x: number
  y: number
  right: number
  size: number
  font: string
}

/** PDFium functions that the wrapper does not expose in its types. */
type Internals = {
  pageIdx: number
  module: {
    _FPDFText_LoadPage(page: number): number
    _FPDFText_ClosePage(text: number): void
    _FPDFText_CountChars(text: number): number
    _FPDFText_GetUnicode(text: number, n: number): number
    _FPDFText_IsGenerated(text: number, n: number): number
    _FPDFText_GetCharOrigin(text: number, n: number, x: number, y: number): number
    _FPDFText_GetLooseCharBox(text: number, n: number, box: number): number
    _FPDFText_GetFontSize(text: number, n: number): number
    _FPDFText_GetFontInfo(text: number, n: number, name: number, length: number, flags: number): number
    wasmExports: { malloc(size: number): number; free(at: number): void }
    HEAPU8: Uint8Array
  }
}

const nameLength = 128

/** Returns all painted glyphs by page in painting order, without spaces. */
export const readGlyphs = (bytes: Uint8Array): Promise<PaintedGlyph[][]> =>
  withPdf(bytes, (pdf) => [...pdf.pages()].map(glyphsOf))

/** Returns the extracted text of every page. */
export const readText = (bytes: Uint8Array): Promise<string[]> =>
  withPdf(bytes, (pdf) => [...pdf.pages()].map((page) => page.getText()))

function glyphsOf(page: PDFiumPage): PaintedGlyph[] {
  const { module, pageIdx } = page as unknown as Internals
  const { originalHeight } = page.getOriginalSize()
  const text = module._FPDFText_LoadPage(pageIdx)
  const buffer = module.wasmExports.malloc(64 + nameLength)
  try {
    const glyphs: PaintedGlyph[] = []
    const count = module._FPDFText_CountChars(text)
    for (let n = 0; n < count; n++) {
      const character = String.fromCodePoint(module._FPDFText_GetUnicode(text, n))
      if (module._FPDFText_IsGenerated(text, n) === 1 || character.trim() === '') continue
      module._FPDFText_GetCharOrigin(text, n, buffer, buffer + 8)
      module._FPDFText_GetLooseCharBox(text, n, buffer + 16)
      const length = module._FPDFText_GetFontInfo(text, n, buffer + 64, nameLength, buffer + 32)
      // The WASM heap may have been reallocated, so create a new view.
      const memory = Buffer.from(module.HEAPU8.buffer, module.HEAPU8.byteOffset + buffer, 64 + nameLength)
      glyphs.push({
        character,
        x: memory.readDoubleLE(0),
        y: originalHeight - memory.readDoubleLE(8),
        right: memory.readFloatLE(24),
        size: module._FPDFText_GetFontSize(text, n),
        font: memory.toString('latin1', 64, 64 + Math.max(0, Math.min(length, nameLength) - 1)),
      })
    }
    return glyphs
  } finally {
    module.wasmExports.free(buffer)
    module._FPDFText_ClosePage(text)
  }
}
