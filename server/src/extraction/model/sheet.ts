import type { PageRegion, PageWord, PdfPage } from '../document.ts'
import type { LocatedValue } from './locate.ts'
import { type NumberedWord, regionOf } from './words.ts'

// A sheet is a plain page that shows the words of the document in the order that the model says. The reader's own
// parsers read it. Every word of a sheet is either a word of the document or one of our fixed labels.

/** Text that starts at `x`, or ends there if it is an amount. Labels have no `from`. */
export type SheetText = { x: number; alignsRight?: boolean; text: string; from?: readonly NumberedWord[] }

export type DrawnSheet = {
  pages: PdfPage[]
  /** Region of the document that a region of the sheet shows. Null if it includes a label or nothing. */
  toDocument(region: PageRegion): PageRegion | null
  /** The first word of the document that a word of the sheet shows. */
  originOf(page: number, word: PageWord): NumberedWord | undefined
}

const typeSize = 8
const characterWidth = 4
const leading = 14
const margin = 40
const linesPerPage = 60
const pageSize = { width: 1200, height: 2 * margin + linesPerPage * leading }

/** Draws lines on pages. `titles` is repeated at the top of each further page. */
export function drawSheet(
  lines: readonly SheetText[][],
  { titles, isOcr }: { titles: SheetText[]; isOcr: boolean },
): DrawnSheet {
  const origins = new Map<PageWord, readonly NumberedWord[]>()
  const pages: PdfPage[] = []
  const rest = [...lines]
  while (rest.length > 0) {
    const isFirst = pages.length === 0
    const onPage = rest.splice(0, isFirst ? linesPerPage : linesPerPage - 1)
    const shown = isFirst ? onPage : [titles, ...onPage]
    const words = shown.flatMap((line, n) =>
      line.flatMap((text) => drawText(text, margin + n * leading, origins)),
    )
    pages.push({
      ...pageSize,
      number: pages.length + 1,
      words,
      hidden: [],
      covers: [],
      source: isOcr ? 'ocr' : 'text',
      imageShare: 0,
    })
  }
  return {
    pages,
    toDocument: (region) => mapRegion(region, pages, origins),
    originOf: (page, { x, y }) => {
      const drawn = pages[page - 1]?.words.find((word) => word.x === x && word.y === y)
      return drawn && origins.get(drawn)?.[0]
    },
  }
}

function drawText(
  { x, alignsRight = false, text, from }: SheetText,
  y: number,
  origins: Map<PageWord, readonly NumberedWord[]>,
): PageWord[] {
  const parts = text.split(' ').filter((part) => part !== '')
  const widthOf = (part: string) => part.length * characterWidth
  const width = parts.reduce((sum, part) => sum + widthOf(part) + characterWidth, -characterWidth)
  let left = alignsRight ? x - width : x
  return parts.map((part, n) => {
    const word: PageWord = { text: part, x: left, right: left + widthOf(part), y, size: typeSize }
    left = word.right + characterWidth
    // A text of as many words as the document has keeps each at its own place.
    const shown = from && from.length === parts.length ? from.slice(n, n + 1) : from
    const certainties = shown?.flatMap((origin) => origin.word.certainty ?? []) ?? []
    if (certainties.length > 0) word.certainty = Math.min(...certainties)
    if (shown) origins.set(word, shown)
    return word
  })
}

function mapRegion(
  { page, box: [left, top, right, bottom] }: PageRegion,
  pages: readonly PdfPage[],
  origins: ReadonlyMap<PageWord, readonly NumberedWord[]>,
): PageRegion | null {
  const words = (pages[page - 1]?.words ?? []).filter((word) => {
    const centre = (word.x + word.right) / 2
    return centre > left && centre < right && word.y > top && word.y - typeSize / 2 < bottom
  })
  const shown = words.map((word) => origins.get(word))
  if (shown.includes(undefined)) return null
  return regionOf(shown.flatMap((from) => from ?? []))
}

export const label = (x: number, text: string): SheetText => ({ x, text })
export const title = (x: number, text: string): SheetText => ({ x, text, alignsRight: true })
export const show = (x: number, value: LocatedValue): SheetText => ({
  x,
  text: value.text,
  from: value.words,
})
