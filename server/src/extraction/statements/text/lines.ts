import type { Box, Place, Word } from '../../document.ts'
import { type DateHit, datesIn } from './dates.ts'
import { type Money, moneyIn } from './money.ts'
import type { Notation } from './notation.ts'
import { type Moved, printedOf, respelled } from './respelling.ts'

/** Words that share a baseline, from left to right, with the sums and days among them. */
export type Line = {
  /** Place of the page in the list, from 0. */
  page: number
  y: number
  size: number
  words: Word[]
  moneys: Money[]
  dates: DateHit[]
  isOcr: boolean
  /** In a box beside the table. */
  isPanel: boolean
}

// In ems: how far baselines of one line may differ. Recognised words stand less exactly.
const sameLine = { text: 0.14, ocr: 0.55 }

type Where = Pick<Line, 'page' | 'isOcr' | 'isPanel'>

export function linesIn(words: readonly Word[], where: Where, notation: Notation): Line[] {
  const lines = grouped(words, where.isOcr).map((line) => lineOf(line, where, notation))
  return lines.map((line, n) => {
    const dates = line.dates.filter((hit) => !isOfSentence(hit, line, lines.slice(Math.max(0, n - 3), n)))
    return dates.length === line.dates.length ? line : { ...line, dates }
  })
}

const leadsToDay = /^(on|of|dated)$/i

/** `CARD PAYMENT ON` above `06-07-2024`: the line was broken, and the day is of its words. */
function isOfSentence({ x, words: [first] }: DateHit, { y, size }: Line, above: readonly Line[]): boolean {
  return above.some(
    (line) =>
      y - line.y < 1.7 * size &&
      first?.size === line.size &&
      cellsOf(line.words).some(
        (cell) => Math.abs((cell[0] as Word).x - x) < 0.5 * size && leadsToDay.test(cell.at(-1)?.text ?? ''),
      ),
  )
}

function grouped(words: readonly Word[], isOcr: boolean): Word[][] {
  const tolerance = isOcr ? sameLine.ocr : sameLine.text
  const groups: Word[][] = []
  let base = Number.NEGATIVE_INFINITY
  for (const word of words.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const group = groups.at(-1)
    if (group && word.y - base <= tolerance * Math.min(word.size, group[0]?.size ?? word.size))
      group.push(word)
    else {
      groups.push([word])
      base = word.y
    }
  }
  return groups
}

export function lineOf(words: readonly Word[], { page, isOcr, isPanel }: Where, notation: Notation): Line {
  const sorted = respelled(
    words.toSorted((a, b) => a.x - b.x),
    notation,
  )
  const y = median(words.map((word) => word.y))
  const size = median(words.map((word) => word.size))
  const moneys = moneyIn(sorted, page, isOcr)
  const dates = datesIn(sorted, isOcr, notation.isMonthFirst)
  return { page, y, size, words: sorted, moneys, dates, isOcr, isPanel }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** As printed. */
export function textOf(words: readonly Word[]): string {
  let text = ''
  for (const word of words) {
    if (text !== '') text += ' '
    const { printed } = word as Moved
    text += printed ? textOf(printed) : word.text
  }
  return text
}

export function boxOf(words: readonly Word[]): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  const shown = words.some((word) => 'printed' in word) ? words.flatMap(printedOf) : words
  for (const { x, right: end, y, size } of shown) {
    left = Math.min(left, x)
    right = Math.max(right, end)
    top = Math.min(top, y - size * 0.8)
    bottom = Math.max(bottom, y + size * 0.25)
  }
  return [left, top, right, bottom]
}

/** Pages are counted from 0 here and from 1 in a place. */
export const placeOf = (page: number, words: readonly Word[]): Place => ({
  page: page + 1,
  box: boxOf(words),
})

/** Words of a line in groups that stand apart, as the cells of a table or the columns of a letterhead do. */
export function cellsOf(words: readonly Word[], gap = 1): Word[][] {
  const cells: Word[][] = []
  for (const word of words) {
    const before = cells.at(-1)?.at(-1)
    if (before && word.x - before.right <= gap * Math.max(word.size, before.size)) cells.at(-1)?.push(word)
    else cells.push([word])
  }
  return cells
}
