import { numberingTuning } from '../tuning/text.ts'
import { type StatementLine, textOf } from './lines.ts'

export type PageNumbering = { isComplete: boolean; isKnown: boolean; note: string }

/**
 * Checks printed page numbers for missing pages. If a file contains several statements, the numbers of each start at
 * 1.
 */
export function checkPageNumbers(lines: readonly StatementLine[], heights: readonly number[]): PageNumbering {
  const numbers = heights.map((height, page) => {
    const margin = lines.filter(
      (line) =>
        line.page === page &&
        (line.y < height * numberingTuning.marginShare ||
          line.y > height * (1 - numberingTuning.marginShare)),
    )
    for (const line of margin) {
      const match = /\b(?:page|sheet|pg)\.?:? (\d{1,3})(?: ?(?:of|\/) ?(\d{1,3}))?(?![\d,.]*[.,]\d)\b/i.exec(
        textOf(line.words),
      )
      if (match) return { at: Number(match[1]), of: match[2] ? Number(match[2]) : null }
    }
    for (const line of margin) {
      const match =
        /(?<!\b(?:transaction|item|entry|payment|part|row))(?:^|\s)(\d{1,3}) ?(?:of|\/) ?(\d{1,3})(?:[.,]?$|[.,]? )/i.exec(
          textOf(line.words),
        )
      if (
        match &&
        Number(match[1]) <= Number(match[2]) &&
        Number(match[2]) < numberingTuning.maxPages &&
        line.dates.length === 0
      )
        return { at: Number(match[1]), of: Number(match[2]) }
    }
    return null
  })
  if (numbers.every((number) => number === null))
    return { isComplete: true, isKnown: false, note: 'The pages are not numbered' }
  let expected = 1
  let of: number | null = null
  for (const [page, number] of numbers.entries()) {
    if (number && number.at !== expected && !(number.at === 1 && (of === null || expected === of + 1))) {
      return {
        isComplete: false,
        isKnown: true,
        note: `Page ${page + 1} of the file is numbered ${number.at}; expected ${expected}`,
      }
    }
    if (number) [expected, of] = [number.at + 1, number.of ?? of]
    else expected++
  }
  if (of !== null && expected !== of + 1) {
    return { isComplete: false, isKnown: true, note: `The last page is number ${expected - 1} of ${of}` }
  }
  // Without a page count, a missing last page cannot be detected.
  return {
    isComplete: true,
    isKnown: of !== null,
    note: of === null ? 'The pages are numbered without a page count' : 'No page is missing',
  }
}
