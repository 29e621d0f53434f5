import type { HiddenWord, HidingReason, PageWord, PdfPage } from '../document.ts'
import { contains } from './coordinates.ts'
import { type PageGlyph, readGlyphs } from './glyphs.ts'
import { groupIntoWords, type PaintOrderOf } from './group-glyphs.ts'
import type { PaintedWord } from './join-words.ts'
import { markOcrLayer } from './ocr-layer.ts'
import { type OpaquePaint, readPainting } from './opaque-paints.ts'
import { type OpenPdf, withPage, withPdf } from './pdfium.ts'
import { createVisibilityCheck, getPaintOrder } from './visibility.ts'

export type PageLimits = { maxPages: number; maxCharacters: number }

const defaultLimits: PageLimits = { maxPages: 100, maxCharacters: 400_000 }

/** Thrown if PDFium cannot open a page or the file exceeds the limits. */
export class PagesUnreadable extends Error {}

/** Reads the visible and hidden words of every page from the text in the file, without OCR. */
export const readPages = (bytes: Uint8Array, limits: Partial<PageLimits> = {}): Promise<PdfPage[]> =>
  withPdf(bytes, (pdf) => readAllPages(pdf, { ...defaultLimits, ...limits }))

function readAllPages(pdf: OpenPdf, { maxPages, maxCharacters }: PageLimits): PdfPage[] {
  if (pdf.pageCount > maxPages) throw new PagesUnreadable('too many pages')
  let remainingCharacters = maxCharacters
  return Array.from({ length: pdf.pageCount }, (_, index) => {
    const page = withPage(pdf, index, (handle) => {
      const result = readPage(pdf, handle, index + 1, remainingCharacters)
      remainingCharacters -= result.characters
      if (remainingCharacters <= 0) throw new PagesUnreadable('too much text')
      return result.page
    })
    if (!page) throw new PagesUnreadable('a page cannot be opened')
    return page
  })
}

function readPage(
  pdf: OpenPdf,
  handle: number,
  number: number,
  maxGlyphs: number,
): { page: PdfPage; characters: number } {
  const { glyphs, space } = readGlyphs(pdf, handle, maxGlyphs)
  const painting = readPainting(pdf, handle, space)
  const orderOf = (object: number) => getPaintOrder(painting, object)
  const checkVisibility = createVisibilityCheck(painting, space)
  const readAgain = () => readGlyphs(pdf, handle, maxGlyphs, space).glyphs
  const firstPass = splitByVisibility(glyphs, checkVisibility)
  const { visible, unseen, covers } =
    firstPass.unseen.size === 0
      ? firstPass
      : splitByVisibility(
          rereadWithoutHidden(pdf, glyphs, { firstPass, readAgain, orderOf }),
          checkVisibility,
        )
  const words = groupIntoWords(visible, orderOf)
  const hidden = [...unseen].flatMap(([why, hiddenGlyphs]) =>
    groupIntoWords(hiddenGlyphs, orderOf).map(({ word }): HiddenWord => ({ ...word, why })),
  )
  const page = {
    number,
    width: space.width,
    height: space.height,
    words: words.map(({ word }) => word),
    hidden,
    covers: [...covers].map((paint) => ({
      box: paint.box,
      by: paint.by,
      redrawn: findRedrawnWords(paint, words),
    })),
    source: words.length > 0 ? 'text' : 'empty',
    ...(space.quarters && { rotation: { quarters: space.quarters, degrees: 0 } }),
    imageShare: painting.imageShare,
    smallImages: painting.smallImages,
  } as const satisfies PdfPage
  return { page: markOcrLayer(page), characters: glyphs.length }
}

type GlyphVisibility = {
  visible: PageGlyph[]
  unseen: Map<HidingReason, PageGlyph[]>
  covers: Set<OpaquePaint>
}

function splitByVisibility(
  glyphs: readonly PageGlyph[],
  checkVisibility: ReturnType<typeof createVisibilityCheck>,
): GlyphVisibility {
  const visible: PageGlyph[] = []
  const unseen = new Map<HidingReason, PageGlyph[]>()
  const covers = new Set<OpaquePaint>()
  for (const glyph of glyphs) {
    const hidden = checkVisibility(glyph)
    if (!hidden) visible.push(glyph)
    else {
      if (hidden.cover) covers.add(hidden.cover)
      if (!unseen.get(hidden.why)?.push(glyph)) unseen.set(hidden.why, [glyph])
    }
  }
  return { visible, unseen, covers }
}

/**
 * Reads the page again without its hidden text objects. PDFium drops a character painted where the same character was
 * painted before. That is right for simulated bold type, but wrong for text painted over hidden text.
 */
function rereadWithoutHidden(
  { pdfium }: OpenPdf,
  glyphs: readonly PageGlyph[],
  {
    firstPass,
    readAgain,
    orderOf,
  }: { firstPass: GlyphVisibility; readAgain: () => PageGlyph[]; orderOf: PaintOrderOf },
): PageGlyph[] {
  const hiddenObjects = new Set([...firstPass.unseen.values()].flat().map(({ style }) => style.object))
  for (const object of hiddenObjects) pdfium._FPDFPageObj_SetIsActive(object, 0)
  const others = readAgain()
  for (const object of hiddenObjects) pdfium._FPDFPageObj_SetIsActive(object, 1)
  return [...glyphs.filter(({ style }) => hiddenObjects.has(style.object)), ...others].toSorted(
    (a, b) => orderOf(a.style.object) - orderOf(b.style.object),
  )
}

/** Returns the words that were painted over a cover after the cover itself. */
const findRedrawnWords = ({ order, box }: OpaquePaint, words: readonly PaintedWord[]): PageWord[] =>
  words
    .filter(({ word, order: painted }) => {
      const middle = word.y - word.size * 0.3
      return painted > order && contains(box, (word.x + word.right) / 2, middle)
    })
    .map(({ word }) => word)
