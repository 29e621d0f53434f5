import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { PdfPage } from '../../src/extraction/document.ts'

/** Letters of the test pages are half as wide as high. Those of Helvetica are wider, and words would touch. */
const typeScale = 0.7

/** Writes a PDF that shows the words of the pages at their places. */
export async function writePdf(pages: readonly PdfPage[]): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.Helvetica)
  for (const { width, height, words } of pages) {
    const page = file.addPage([width, height])
    for (const { text, x, y, size } of words)
      page.drawText(text, { x, y: height - y, size: typeScale * size, font })
  }
  return file.save()
}
