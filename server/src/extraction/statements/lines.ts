import type { Box, Page, Place, Word } from '../document.ts'
import { type DateHit, datesIn } from './dates.ts'
import { type Money, moneyIn } from './money.ts'
import { type Split, splitPanels } from './panels.ts'

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

/** The lines of all pages; those of panels after the others of their page. */
export function linesOf(pages: readonly Page[]): Line[] {
  const splits = splitPanels(pages.map(wordsOf))
  return pages.flatMap((page, at) => {
    const isOcr = page.source === 'ocr'
    const { main, panels } = splits[at] as Split
    return [main, ...panels].flatMap((some, n) =>
      grouped(some, isOcr).map((line) => lineOf(line, at, isOcr, n > 0)),
    )
  })
}

/** Without a look for panels, as letterheads are read. */
export const wholeLinesOf = (pages: readonly Page[]): Line[] =>
  pages.flatMap((page, at) => {
    const isOcr = page.source === 'ocr'
    return grouped(wordsOf(page), isOcr).map((line) => lineOf(line, at, isOcr, false))
  })

/** Dots that lead the eye from a description to its sum are no words. */
const wordsOf = ({ words }: Page): Word[] =>
  words.filter(({ text }) => text.trim() !== '' && !/^[.\u00b7\u2026_]{4,}$/.test(text))

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

function lineOf(words: Word[], page: number, isOcr: boolean, isPanel: boolean): Line {
  const sorted = words.toSorted((a, b) => a.x - b.x)
  const y = median(words.map((word) => word.y))
  const size = median(words.map((word) => word.size))
  const moneys = moneyIn(sorted, page, isOcr)
  return { page, y, size, words: sorted, moneys, dates: datesIn(sorted, isOcr), isOcr, isPanel }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

export function boxOf(words: readonly Word[]): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  for (const { x, right: end, y, size } of words) {
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
