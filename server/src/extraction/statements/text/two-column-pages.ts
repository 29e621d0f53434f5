import type { PageWord } from '../../document.ts'
import { twoColumnTuning } from '../tuning.ts'
import { median, type StatementLine } from './lines.ts'
import { getPrintedWords, type RespelledWord } from './respelling.ts'

// A page may have two tables side by side, like newspaper columns. The right table is moved below the left one to
// form a single table.

/**
 * Returns the words of a page with the right column moved below the left column, or null if the page has only one
 * column.
 */
export function stackColumns(
  lines: readonly StatementLine[],
  { width, height }: { width: number; height: number },
): RespelledWord[] | null {
  const pairs = lines.flatMap((line) => findTwoRows(line, twoColumnTuning.minColumnDistance * width))
  const [leftEdge, rightEdge] = [
    median(pairs.map(({ left }) => left)),
    median(pairs.map(({ right }) => right)),
  ]
  // A panel beside the columns may print dates too.
  const rows = pairs.filter(
    ({ left, right }) =>
      Math.abs(left - leftEdge) <= twoColumnTuning.maxDateSpread &&
      Math.abs(right - rightEdge) <= twoColumnTuning.maxDateSpread,
  )
  if (rows.length < twoColumnTuning.minRows || rows.length < twoColumnTuning.minAlignedShare * pairs.length)
    return null
  const first = Math.min(...rows.map(({ y }) => y))
  const top = findTitleAbove(lines, first, rightEdge)
  return lines.flatMap(({ words }) =>
    words.map((word) =>
      word.x >= rightEdge - twoColumnTuning.maxHeadingOffset &&
      word.y >= top - twoColumnTuning.baselineTolerance
        ? {
            ...word,
            x: word.x - rightEdge + leftEdge,
            right: word.right - rightEdge + leftEdge,
            y: word.y + height,
            printed: getPrintedWords(word),
          }
        : word,
    ),
  )
}

type RowPair = { left: number; right: number; y: number }

/** Finds two rows side by side on a line, each with a date, a description and an amount. */
function findTwoRows({ dates, amounts, words, y }: StatementLine, minDistance: number): RowPair[] {
  const other = dates.at(-1)
  if (!other) return []
  const hasRowBetween = (from: number, to: number) =>
    amounts.some(({ x, isCell }) => isCell && x > from && x < to) &&
    words.some(({ x, text }) => x > from && x < to && /[a-z]{3}/i.test(text))
  const one = dates.findLast((date) => other.x - date.x >= minDistance && hasRowBetween(date.right, other.x))
  return one && hasRowBetween(other.right, Number.POSITIVE_INFINITY)
    ? [{ left: one.x, right: other.x, y }]
    : []
}

/** Returns the top of the titles and headings above the first row of the right column. */
function findTitleAbove(lines: readonly StatementLine[], first: number, x: number): number {
  const titles = lines.filter(
    ({ y, size, words }) =>
      y < first - twoColumnTuning.baselineTolerance &&
      first - y < twoColumnTuning.maxTitleDistance * size &&
      words.some((word: PageWord) => Math.abs(word.x - x) < twoColumnTuning.maxHeadingOffset),
  )
  return Math.min(first, ...titles.map(({ y }) => y))
}
