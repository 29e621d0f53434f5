import type { HiddenWord, Hiding, Page, Word } from '../document.ts'
import { type Glyph, glyphsOf } from './glyphs.ts'
import { type OrderOf, wordsOf } from './group-glyphs.ts'
import { lookerAt, orderIn } from './visibility.ts'
import { scanOf } from './ocr-layer.ts'
import { type Paint, paintingOf } from './opaque-paints.ts'
import { type OpenPdf, withPage, withPdf } from './pdfium.ts'
import { holds } from './coordinates.ts'
import type { Grouped } from './join-words.ts'

export type PageLimits = { mostPages: number; mostSigns: number }

const usual: PageLimits = { mostPages: 100, mostSigns: 400_000 }

/** A file that PDFium cannot open, or that is larger than its limits. */
export class PagesUnreadable extends Error {}

/** The words of every page with what hides them, from the text of the file. Pictures are not recognised here. */
export const readPages = (bytes: Uint8Array, limits: Partial<PageLimits> = {}): Promise<Page[]> =>
  withPdf(bytes, (pdf) => pagesOf(pdf, { ...usual, ...limits }))

function pagesOf(pdf: OpenPdf, { mostPages, mostSigns }: PageLimits): Page[] {
  if (pdf.pageCount > mostPages) throw new PagesUnreadable('it has too many pages')
  let left = mostSigns
  return Array.from({ length: pdf.pageCount }, (_, index) => {
    const page = withPage(pdf, index, (handle) => {
      const found = pageOf(pdf, handle, index + 1, left)
      left -= found.signs
      if (left <= 0) throw new PagesUnreadable('it has too much text')
      return found.page
    })
    if (!page) throw new PagesUnreadable('it has a page that cannot be read')
    return page
  })
}

function pageOf(pdf: OpenPdf, handle: number, number: number, most: number): { page: Page; signs: number } {
  const { glyphs, space } = glyphsOf(pdf, handle, most)
  const painting = paintingOf(pdf, handle, space)
  const orderOf = (object: number) => orderIn(painting, object)
  const look = lookerAt(painting, space)
  const readAgain = () => glyphsOf(pdf, handle, most, space).glyphs
  const first = sorted(glyphs, look)
  const { visible, unseen, covers } =
    first.unseen.size === 0 ? first : sorted(withSecondLook(pdf, glyphs, { first, readAgain, orderOf }), look)
  const words = wordsOf(visible, orderOf)
  const hidden = [...unseen].flatMap(([why, ofKind]) =>
    wordsOf(ofKind, orderOf).map(({ word }): HiddenWord => ({ ...word, why })),
  )
  const page = {
    number,
    width: space.width,
    height: space.height,
    words: words.map(({ word }) => word),
    hidden,
    covers: [...covers].map((paint) => ({ box: paint.box, by: paint.by, redrawn: redrawnOn(paint, words) })),
    source: words.length > 0 ? 'text' : 'empty',
    ...(space.quarters && { turn: { quarters: space.quarters, degrees: 0 } }),
    picture: painting.picture,
    pictures: painting.pictures,
  } as const satisfies Page
  return { page: scanOf(page), signs: glyphs.length }
}

type Sorted = { visible: Glyph[]; unseen: Map<Hiding, Glyph[]>; covers: Set<Paint> }

function sorted(glyphs: readonly Glyph[], look: ReturnType<typeof lookerAt>): Sorted {
  const visible: Glyph[] = []
  const unseen = new Map<Hiding, Glyph[]>()
  const covers = new Set<Paint>()
  for (const glyph of glyphs) {
    const hidden = look(glyph)
    if (!hidden) visible.push(glyph)
    else {
      if (hidden.cover) covers.add(hidden.cover)
      if (!unseen.get(hidden.why)?.push(glyph)) unseen.set(hidden.why, [glyph])
    }
  }
  return { visible, unseen, covers }
}

/**
 * PDFium leaves out a sign that stands where the same sign stood before, which is right for bold type and wrong for what
 * was written over hidden text. So the hidden pieces are set aside and the others are read again without them.
 */
function withSecondLook(
  { pdfium }: OpenPdf,
  glyphs: readonly Glyph[],
  { first, readAgain, orderOf }: { first: Sorted; readAgain: () => Glyph[]; orderOf: OrderOf },
): Glyph[] {
  const aside = new Set([...first.unseen.values()].flat().map(({ style }) => style.object))
  for (const object of aside) pdfium._FPDFPageObj_SetIsActive(object, 0)
  const others = readAgain()
  for (const object of aside) pdfium._FPDFPageObj_SetIsActive(object, 1)
  return [...glyphs.filter(({ style }) => aside.has(style.object)), ...others].toSorted(
    (a, b) => orderOf(a.style.object) - orderOf(b.style.object),
  )
}

/** Words that were painted on a cover after it. */
const redrawnOn = ({ order, box }: Paint, words: readonly Grouped[]): Word[] =>
  words
    .filter(({ word, order: painted }) => {
      const middle = word.y - word.size * 0.3
      return painted > order && holds(box, (word.x + word.right) / 2, middle)
    })
    .map(({ word }) => word)
