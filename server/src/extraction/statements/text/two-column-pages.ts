import type { PageWord } from '../../document.ts'
import { twoColumnTuning } from '../tuning.ts'
import type { StatementLine } from './lines.ts'
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
  const rows = lines.filter((line) => hasTwoRows(line, twoColumnTuning.minColumnDistance * width))
  const [left, right] = [
    rows.map(({ dates }) => dates[0]?.x ?? 0),
    rows.map(({ dates }) => dates.at(-1)?.x ?? 0),
  ]
  if (rows.length < twoColumnTuning.minRows || !isAligned(left) || !isAligned(right)) return null
  const [leftEdge, rightEdge] = [Math.min(...left), Math.min(...right)]
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

const isAligned = (edges: readonly number[]): boolean =>
  Math.max(...edges) - Math.min(...edges) <= twoColumnTuning.maxDateSpread

/** Whether a line contains two rows side by side, each with a date, a description and an amount. */
function hasTwoRows({ dates, amounts, words }: StatementLine, minDistance: number): boolean {
  const [one, other] = [dates[0], dates.at(-1)]
  if (!one || !other || other.x - one.x < minDistance) return false
  const hasRowBetween = (from: number, to: number) =>
    amounts.some(({ x, isCell }) => isCell && x > from && x < to) &&
    words.some(({ x, text }) => x > from && x < to && /[a-z]{3}/i.test(text))
  return hasRowBetween(one.right, other.x) && hasRowBetween(other.right, Number.POSITIVE_INFINITY)
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
