import type { PdfPage } from '../../document.ts'
import type { OpenPdf } from '../../pdf/pdfium.ts'
import { normaliseContrast } from '../contrast.ts'
import { type PageImage, renderPage } from '../page-image.ts'
import { clearEdges } from './clear-edges.ts'
import { evenLight } from './even-light.ts'
import { findSheet, searchSidePixels } from './find-sheet.ts'
import { createUnfolding, flatten, measureSheet, scaleQuad } from './flatten.ts'

export type SheetPhoto = {
  flattened: NonNullable<PdfPage['flattened']>
  /** Draws the sheet flat, evenly lit and without the desk. */
  draw(dpi: number): PageImage
}

// Finer than the picture of a phone on an A4 page, so that rendering the page loses no detail.
const pictureDpi = 300

/** Finds the sheet in the picture of a page. Returns undefined if the page is not a photo of one. */
export function openPhoto(pdf: OpenPdf, index: number): SheetPhoto | undefined {
  const small = renderPage(pdf, index, pictureDpi, searchSidePixels)
  const found = findSheet(small)
  if (!found) return undefined
  const picture = renderPage(pdf, index, pictureDpi)
  const quad = scaleQuad(found, picture.width / small.width)
  const size = measureSheet(quad, picture)
  const toPicture = createUnfolding(quad, size)
  const points = 72 / picture.dpi
  const toDisplay = createUnfolding(scaleQuad(found, (picture.width / small.width) * points), size)
  if (!toPicture || !toDisplay) return undefined
  return {
    flattened: { width: picture.width * points, height: picture.height * points, toDisplay },
    draw: (dpi) => clearEdges(normaliseContrast(evenLight(flatten(picture, toPicture, size, dpi)))),
  }
}
