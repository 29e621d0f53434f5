import type { PageWord, PdfPage } from '../document.ts'

/** A line of text, converted to lower case. */
export type TextLine = { text: string; hasDate: boolean; hasAmount: boolean }

const date =
  /^(\d{1,2}[/.-]\d{1,2}([/.-]\d{2,4})?|\d{4}-\d\d-\d\d|\d{1,2}(st|nd|rd|th)?|\d{1,2}[a-z]{3}\d{0,4})$/i
const month = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,?$/i
const money = /^[-+\u2212(£]*\d{1,3}(,?\d{3})*\.\d\d[-+)]?(cr|dr|od|d|c)?$/i
// Maximum difference between the baselines of words on one line, in points.
const baselineStep = 3

const knownLines = new WeakMap<readonly PdfPage[], TextLine[]>()

/** Returns the lines of all pages, each from left to right. Every rule of the classification needs them. */
export function listTextLines(pages: readonly PdfPage[]): readonly TextLine[] {
  const known = knownLines.get(pages)
  if (known) return known
  const lines = createTextLines(pages)
  knownLines.set(pages, lines)
  return lines
}

const createTextLines = (pages: readonly PdfPage[]): TextLine[] =>
  pages.flatMap(({ words }) => {
    const lines = new Map<number, PageWord[]>()
    for (const word of words) {
      const key = Math.round(word.y / baselineStep)
      const line = lines.get(key)
      if (line) line.push(word)
      else lines.set(key, [word])
    }
    return [...lines.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([, line]) => {
        const texts = line.toSorted((a, b) => a.x - b.x).map(({ text }) => text)
        return {
          text: texts.join(' ').toLowerCase(),
          hasDate: texts.some((text) => date.test(text) || month.test(text)),
          hasAmount: texts.some((text) => money.test(text)),
        }
      })
  })

// Minimum type size of a heading, as a multiple of the median.
const minHeadingSize = 1.3
// Height of the area at the top of the page that is searched for a heading, as a share of the page height.
const headingArea = 0.2

/** Returns the large text at the top of the first page. If all text has the same size, returns the first words. */
export function findHeading([page]: readonly PdfPage[]): string {
  const top = page?.words.filter(({ y }) => y < page.height * headingArea) ?? []
  const medianSize =
    page?.words.map(({ size }) => size).toSorted((a, b) => a - b)[Math.floor(page.words.length / 2)] ?? 0
  const large = top.filter(({ size }) => size >= medianSize * minHeadingSize)
  return (large.length > 0 ? large : top.slice(0, 12))
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
}
