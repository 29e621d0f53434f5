import type { Word } from '../../document.ts'
import type { Line } from './lines.ts'
import { type Moved, printedOf } from './respelling.ts'

// A page may be set in two columns, as newspapers are. The right one is laid under the left one, and both are one table.

const leastRows = 4
// Headings and titles may begin a little left of the days under them.
const near = 8

/** The words of a page with its right column under its left one; null where there is only one. */
export function laidOut(
  lines: readonly Line[],
  { width, height }: { width: number; height: number },
): Moved[] | null {
  const rows = lines.filter((line) => isTwice(line, 0.3 * width))
  const [left, right] = [
    rows.map(({ dates }) => dates[0]?.x ?? 0),
    rows.map(({ dates }) => dates.at(-1)?.x ?? 0),
  ]
  if (rows.length < leastRows || isRagged(left) || isRagged(right)) return null
  const [from, to] = [Math.min(...left), Math.min(...right)]
  const first = Math.min(...rows.map(({ y }) => y))
  const top = titleAbove(lines, first, to)
  return lines.flatMap(({ words }) =>
    words.map((word) =>
      word.x >= to - near && word.y >= top - 1
        ? {
            ...word,
            x: word.x - to + from,
            right: word.right - to + from,
            y: word.y + height,
            printed: printedOf(word),
          }
        : word,
    ),
  )
}

const isRagged = (places: readonly number[]): boolean => Math.max(...places) - Math.min(...places) > 6

/** A day, words and a sum, and the same again on the right. */
function isTwice({ dates, moneys, words }: Line, least: number): boolean {
  const [one, other] = [dates[0], dates.at(-1)]
  if (!one || !other || other.x - one.x < least) return false
  const has = (from: number, to: number) =>
    moneys.some(({ x, isCell }) => isCell && x > from && x < to) &&
    words.some(({ x, text }) => x > from && x < to && /[a-z]{3}/i.test(text))
  return has(one.right, other.x) && has(other.right, Number.POSITIVE_INFINITY)
}

/** Titles and headings of the right column stand over its first row. */
function titleAbove(lines: readonly Line[], first: number, x: number): number {
  const titles = lines.filter(
    ({ y, size, words }) =>
      y < first - 1 && first - y < 4 * size && words.some((word: Word) => Math.abs(word.x - x) < near),
  )
  return Math.min(first, ...titles.map(({ y }) => y))
}
