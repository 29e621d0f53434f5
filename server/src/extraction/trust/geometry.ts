import type { Box, Page, Place, Word } from '../document.ts'

/** How far letters reach above and below their baseline, as a share of their size. */
const [above, below] = [0.75, 0.25]
/** Not days such as 01.05.26. */
const money = /(?<![\d.])\d[\d,]*\.\d\d(?![\d.]*\d)/

export const boxOf = ({ x, right, y, size }: Word): Box => [x, y - above * size, right, y + below * size]

export const placeOf = (page: number, word: Word): Place => ({ page, box: boxOf(word) })

export const wholePage = ({ number, width, height }: Page): Place => ({
  page: number,
  box: [0, 0, width, height],
})

export const isAmount = (text: string) => money.test(text)

/** The digits alone: what an amount is, however it is written. */
export const digitsOf = (text: string) => text.replace(/\D/g, '')

export const holds = ([left, top, right, bottom]: Box, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom

export const middleOf = ([left, top, right, bottom]: Box): [number, number] => [
  (left + right) / 2,
  (top + bottom) / 2,
]

/** How much of the first box lies in the second, 0 to 1. */
export function shareInside(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  const area = (one[2] - one[0]) * (one[3] - one[1])
  return width > 0 && height > 0 && area > 0 ? (width * height) / area : 0
}

export const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')
