import type { PDFiumPage } from '@hyzyla/pdfium'
import { withPdf } from './raster.ts'

/** A glyph as it stands on the page: its origin on the baseline, and where its advance ends; points from the top left. */
export type Glyph = { sign: string; x: number; y: number; right: number; size: number; font: string }

/** The parts of PDFium that its wrapper knows but does not show. */
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

/** Every glyph that was painted, page by page, in the order of painting; spaces left out. */
export const readGlyphs = (bytes: Uint8Array): Promise<Glyph[][]> =>
  withPdf(bytes, (pdf) => [...pdf.pages()].map(glyphsOf))

/** The text of every page, as a reader copies it out. */
export const readText = (bytes: Uint8Array): Promise<string[]> =>
  withPdf(bytes, (pdf) => [...pdf.pages()].map((page) => page.getText()))

function glyphsOf(page: PDFiumPage): Glyph[] {
  const { module, pageIdx } = page as unknown as Internals
  const { originalHeight } = page.getOriginalSize()
  const text = module._FPDFText_LoadPage(pageIdx)
  const room = module.wasmExports.malloc(64 + nameLength)
  try {
    const glyphs: Glyph[] = []
    const count = module._FPDFText_CountChars(text)
    for (let n = 0; n < count; n++) {
      const sign = String.fromCodePoint(module._FPDFText_GetUnicode(text, n))
      if (module._FPDFText_IsGenerated(text, n) === 1 || sign.trim() === '') continue
      module._FPDFText_GetCharOrigin(text, n, room, room + 8)
      module._FPDFText_GetLooseCharBox(text, n, room + 16)
      const length = module._FPDFText_GetFontInfo(text, n, room + 64, nameLength, room + 32)
      // The memory may have moved while it grew, so it is looked at anew.
      const memory = Buffer.from(module.HEAPU8.buffer, module.HEAPU8.byteOffset + room, 64 + nameLength)
      glyphs.push({
        sign,
        x: memory.readDoubleLE(0),
        y: originalHeight - memory.readDoubleLE(8),
        right: memory.readFloatLE(24),
        size: module._FPDFText_GetFontSize(text, n),
        font: memory.toString('latin1', 64, 64 + Math.max(0, Math.min(length, nameLength) - 1)),
      })
    }
    return glyphs
  } finally {
    module.wasmExports.free(room)
    module._FPDFText_ClosePage(text)
  }
}
