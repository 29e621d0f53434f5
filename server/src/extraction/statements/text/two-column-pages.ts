import type { PageWord } from '../../document.ts'
import { twoColumnTuning } from '../tuning/blocks.ts'
import type { PrintedDate } from './dates.ts'
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
  const minDistance = twoColumnTuning.minColumnDistance * width
  const columns = findAlignedColumns(lines, minDistance) ?? findSeparateColumns(lines, minDistance)
  if (!columns) return null
  const { leftEdge, rightEdge, first } = columns
  const top = findTitleAbove(lines, first, rightEdge)
  const bottom = findBottom(lines, first)
  return lines.flatMap(({ words }) =>
    words.map((word) =>
      word.x >= rightEdge - twoColumnTuning.maxHeadingOffset &&
      word.y >= top - twoColumnTuning.baselineTolerance &&
      word.y <= bottom + twoColumnTuning.baselineTolerance
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

/** Left edges of the dates of both columns, and the baseline of the first row. */
type ColumnPair = { leftEdge: number; rightEdge: number; first: number }

/** Finds two columns whose rows share baselines. */
function findAlignedColumns(lines: readonly StatementLine[], minDistance: number): ColumnPair | null {
  const pairs = lines.flatMap((line) => findTwoRows(line, minDistance))
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
  return { leftEdge, rightEdge, first: Math.min(...rows.map(({ y }) => y)) }
}

/** Finds two columns whose rows are on baselines of their own, each with its dates at one left edge. */
function findSeparateColumns(lines: readonly StatementLine[], minDistance: number): ColumnPair | null {
  const { maxDateSpread, minRows, minAlignedShare } = twoColumnTuning
  const dated = lines.flatMap((line) => listDatesOfCells(line).map((date) => ({ date, line })))
  const listAt = (edge: number) => dated.filter(({ date }) => Math.abs(date.x - edge) <= maxDateSpread)
  const edges = dated.map(({ date }) => date.x).filter((edge) => listAt(edge).length >= minRows)
  const leftEdge = Math.min(...edges)
  const rightEdge = Math.min(...edges.filter((edge) => edge - leftEdge >= minDistance))
  if (!Number.isFinite(rightEdge)) return null
  const isRow = ({ date, line }: (typeof dated)[number], end: number) => hasRow(line, date.right, end)
  const [left, right] = [listAt(leftEdge), listAt(rightEdge)]
  const leftRows = left.filter((it) => isRow(it, rightEdge))
  const rightRows = right.filter((it) => isRow(it, Number.POSITIVE_INFINITY))
  const areColumns =
    leftRows.length >= Math.max(minRows, minAlignedShare * left.length) &&
    rightRows.length >= Math.max(minRows, minAlignedShare * right.length)
  const rows = [...leftRows, ...rightRows]
  return areColumns ? { leftEdge, rightEdge, first: Math.min(...rows.map(({ line }) => line.y)) } : null
}

/** Whether a line has a description and an amount between two positions. */
const hasRow = ({ amounts, words }: StatementLine, from: number, to: number): boolean =>
  amounts.some(({ x, isCell }) => isCell && x > from && x < to) &&
  words.some(({ x, text }) => x > from && x < to && /[a-z]{3}/i.test(text))

/** Lists the dates that begin a cell. A date within a description does not begin a row: `CARD PAYMENT ON 29-09-2024`. */
const listDatesOfCells = ({ dates, words }: StatementLine): PrintedDate[] =>
  dates.filter((date) => {
    const first = date.words[0]
    const before = words.findLast(({ right }) => right <= date.x)
    return !first || !before || date.x - before.right > twoColumnTuning.minDateGap * first.size
  })

type RowPair = { left: number; right: number; y: number }

/** Finds two rows side by side on a line, each with a date, a description and an amount. */
function findTwoRows(line: StatementLine, minDistance: number): RowPair[] {
  const { y } = line
  const dates = listDatesOfCells(line)
  const other = dates.at(-1)
  if (!other) return []
  const one = dates.findLast((date) => other.x - date.x >= minDistance && hasRow(line, date.right, other.x))
  return one && hasRow(line, other.right, Number.POSITIVE_INFINITY)
    ? [{ left: one.x, right: other.x, y }]
    : []
}

/** Returns the baseline of the last line of the columns. Text further below is set across the whole page. */
function findBottom(lines: readonly StatementLine[], first: number): number {
  let bottom = first
  for (const { y, size } of lines.toSorted((a, b) => a.y - b.y))
    if (y > bottom && y - bottom < twoColumnTuning.maxRowPitch * size) bottom = y
  return bottom
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
