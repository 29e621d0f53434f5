import { type Line, textOf } from './lines.ts'

export type Numbering = { isComplete: boolean; isKnown: boolean; note: string }

/** Whether the pages are all there, as far as they are numbered. Several statements in one file begin anew at 1. */
export function numberingOf(lines: readonly Line[], heights: readonly number[]): Numbering {
  const numbers = heights.map((height, page) => {
    const margin = lines.filter(
      (line) => line.page === page && (line.y < height * 0.15 || line.y > height * 0.85),
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
      if (match && Number(match[1]) <= Number(match[2]) && Number(match[2]) < 200 && line.dates.length === 0)
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
        note: `Page ${page + 1} of the file says that it is page ${number.at}, where ${expected} was due`,
      }
    }
    if (number) [expected, of] = [number.at + 1, number.of ?? of]
    else expected++
  }
  if (of !== null && expected !== of + 1) {
    return { isComplete: false, isKnown: true, note: `The last page is number ${expected - 1} of ${of}` }
  }
  // Without a count the last page may be missing.
  return {
    isComplete: true,
    isKnown: of !== null,
    note: of === null ? 'The pages are numbered without a count' : 'All pages are there',
  }
}
