import type { PageWord, PdfPage, PdfStructure, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { isAmount, pageRegion } from './geometry.ts'

// The pages of a document share page size, fonts, page numbering and account details. A page inserted from another
// document differs.

/** Maximum difference between page sizes that count as equal, in points. Smaller differences are rounding errors. */
const sameSizeTolerance = 0.05
/**
 * Upper limit of a suspicious difference in page size, in points. A page that differs slightly was created by other
 * software; a page that differs more is an enclosure.
 */
const maxSuspiciousSizeDifference = 70
/** Upper limit of the baseline difference between words of one line, in points. */
const sameLineTolerance = 2

export function checkPageConsistency(pages: readonly PdfPage[], { assembly }: PdfStructure): TrustFinding[] {
  const pagesWithLines = pages.map((page) => ({ page, lines: listLines(page) }))
  return [
    ...checkSizes(pages),
    ...checkFonts(pages, assembly?.fontsOfPages ?? []),
    ...checkLeftoverPages(pages, assembly?.leftoverPages ?? []),
    ...checkPageNumbers(pagesWithLines),
    ...checkRepeatedDetails(pagesWithLines),
  ]
}

type PageWithLines = { page: PdfPage; lines: string[] }

function checkSizes(pages: readonly PdfPage[]): TrustFinding[] {
  const withFigures = pages.filter(
    ({ source, words }) => source === 'text' && words.some(({ text }) => isAmount(text)),
  )
  const [first] = withFigures
  if (!first) return []
  const unlikeFirst = withFigures.filter(
    ({ width, height }) =>
      Math.abs(width - first.width) > sameSizeTolerance ||
      Math.abs(height - first.height) > sameSizeTolerance,
  )
  // The size of most pages is the size of the document. If there is no majority, the size of the first page is used.
  const outliers =
    unlikeFirst.length > withFigures.length / 2
      ? withFigures.filter((page) => !unlikeFirst.includes(page))
      : unlikeFirst
  const common = withFigures.find((page) => !outliers.includes(page))
  if (outliers.length === 0 || !common) return []
  const places = outliers.map((page) => ({
    ...pageRegion(page),
    expected: sizeOf(common),
    actual: sizeOf(page),
  }))
  const message = `Page ${outliers[0]?.number} measures ${places[0]?.actual} points, page ${common.number} ${places[0]?.expected}.`
  const isNearly = outliers.every(
    (page) =>
      Math.abs(page.width - common.width) + Math.abs(page.height - common.height) <
      maxSuspiciousSizeDifference,
  )
  return [createFinding('PAGE_SIZE_DIFFERS', message, { places, severity: isNearly ? 'medium' : 'low' })]
}

const sizeOf = ({ width, height }: PdfPage) => `${width.toFixed(2)} × ${height.toFixed(2)}`

/**
 * Finds a page that does not share the fonts of the other pages. Pages created together share the font objects of the
 * file, whereas a page from another file has its own.
 */
function checkFonts(pages: readonly PdfPage[], fontsOfPages: string[][]): TrustFinding[] {
  if (fontsOfPages.length < 2) return []
  const withOwnFonts = fontsOfPages.flatMap((fonts, n) => {
    const others = fontsOfPages.filter((_, other) => other !== n)
    const shared = new Set(others.flat())
    return fonts.length > 0 && !fonts.some((font) => shared.has(font)) ? [n] : []
  })
  const [only] = withOwnFonts
  const page = only === undefined ? undefined : pages[only]
  // If several pages have separate fonts, the issuer's software writes files that way.
  if (withOwnFonts.length !== 1 || !page || fontsOfPages.length < 3) return []
  const message = `Page ${page.number} has its own copies of the fonts that the other pages share: it was not created together with them.`
  const places = [{ ...pageRegion(page), expected: 'the same fonts', actual: 'copies of its own' }]
  return [createFinding('PAGE_FONTS_DIFFER', message, { places })]
}

function checkLeftoverPages(pages: readonly PdfPage[], leftovers: number[]): TrustFinding[] {
  if (leftovers.length === 0) return []
  const places = leftovers.flatMap((number) => {
    const page = pages[number - 1]
    return page ? [{ ...pageRegion(page), expected: 'another page', actual: 'this page' }] : []
  })
  const where = places[0] ? `, where page ${places[0].page} is now` : ''
  return [createFinding('LEFTOVER_PAGE', `A removed page is still in the file${where}.`, { places })]
}

const pageNumberFormat = /\b(?:page|sheet|pg)[ .:]*(\d{1,3})\s*(?:of|\/)\s*(\d{1,3})\b/i

/**
 * Finds page numbers out of sequence: "Page 2 of 4" must follow "Page 1 of 4". The numbering may restart at 1 for the
 * next statement.
 */
function checkPageNumbers(pages: readonly PageWithLines[]): TrustFinding[] {
  const numbers = pages.flatMap(({ page, lines }) => {
    const match = lines.map((line) => pageNumberFormat.exec(line)).find((one) => one !== null)
    return match ? [{ page, number: Number(match[1]), total: Number(match[2]) }] : []
  })
  if (numbers.length < pages.length || pages.some(({ page }) => page.source !== 'text')) return []
  for (const [n, { page, number, total }] of numbers.entries()) {
    const before = numbers[n - 1]
    const isNext = before !== undefined && number === before.number + 1 && total === before.total
    const isStart = number === 1 && (before === undefined || before.number === before.total)
    if (isNext || isStart) continue
    const position = before ? `follows "page ${before.number} of ${before.total}"` : 'is the first page'
    const expected =
      before && before.number < before.total ? `page ${before.number + 1} of ${before.total}` : 'page 1'
    const places = [{ ...pageRegion(page), expected, actual: `page ${number} of ${total}` }]
    return [createFinding('PAGE_NUMBERS', `"Page ${number} of ${total}" ${position}.`, { places })]
  }
  const last = numbers.at(-1)
  if (!last || last.number >= last.total) return []
  const message = `The last page is "page ${last.number} of ${last.total}": pages are missing.`
  const places = [
    {
      ...pageRegion(last.page),
      expected: `page ${last.total} of ${last.total}`,
      actual: `page ${last.number}`,
    },
  ]
  return [createFinding('PAGE_NUMBERS', message, { places })]
}

/** Identifiers that have a single value in a document, recognised by their label. */
const identifiers = [
  { name: 'account number', pattern: /\baccount (?:number|no\.?)[ :]*(\d{8})\b/i },
  { name: 'sort code', pattern: /\bsort ?code[ :]*(\d\d[- ]?\d\d[- ]?\d\d)\b/i },
  { name: 'NI number', pattern: /\b([A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D])\b/ },
  {
    name: 'payroll number',
    pattern: /\b(?:payroll|employee|works) (?:number|no\.?)[ :]*([A-Z]{0,3}\d{2,8})\b/i,
  },
]

/**
 * Finds a single page that names a different account or person. Pages with several values are ignored, because
 * combined statements name several accounts.
 */
function checkRepeatedDetails(pages: readonly PageWithLines[]): TrustFinding[] {
  return identifiers.flatMap(({ name, pattern }) => {
    const named = pages.flatMap(({ page, lines }) => {
      const values = new Set(
        lines
          .map((line) => pattern.exec(line)?.[1])
          .filter((value) => value !== undefined)
          .map((value) => value.replace(/[ -]/g, '')),
      )
      return values.size === 1 ? [{ page, value: [...values][0] ?? '' }] : []
    })
    const pagesByValue = Map.groupBy(named, ({ value }) => value)
    if (pagesByValue.size !== 2) return []
    const [common, rare] = [...pagesByValue.values()].toSorted((one, other) => other.length - one.length)
    if (!common || !rare || rare.length > 1) return []
    const [outlier] = rare
    const [example] = common
    if (!outlier || !example) return []
    const message = `Page ${outlier.page.number} names the ${name} ${outlier.value}, page ${example.page.number} ${example.value}.`
    const places = [{ ...pageRegion(outlier.page), expected: example.value, actual: outlier.value }]
    return [createFinding('PAGE_DETAILS_DIFFER', message, { places })]
  })
}

/** Returns the text of each line of a page. */
function listLines({ words }: PdfPage): string[] {
  const lines: { y: number; words: PageWord[] }[] = []
  for (const word of words.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    if (line && Math.abs(line.y - word.y) < sameLineTolerance) line.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  return lines.map((line) =>
    line.words
      .toSorted((one, other) => one.x - other.x)
      .map(({ text }) => text)
      .join(' '),
  )
}
