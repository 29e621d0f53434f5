import type { Page } from '../document.ts'
import { glyphsOf } from './glyphs.ts'
import { wordsOf } from './grouping.ts'
import { type OpenPdf, withPage, withPdf } from './pdfium.ts'

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
    const page = withPage(pdf, index, (handle): Page => {
      const { glyphs, space } = glyphsOf(pdf, handle, left)
      left -= glyphs.length
      if (left <= 0) throw new PagesUnreadable('it has too much text')
      const words = wordsOf(glyphs)
      return {
        number: index + 1,
        width: space.width,
        height: space.height,
        words,
        hidden: [],
        covers: [],
        source: words.length > 0 ? 'text' : 'empty',
        picture: 0,
      }
    })
    if (!page) throw new PagesUnreadable('it has a page that cannot be read')
    return page
  })
}
