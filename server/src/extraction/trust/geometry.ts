import type { Box, PageRegion, PageWord, PdfPage } from '../document.ts'

/** Height of a word above and below the baseline, as a share of the type size. */
const [ascent, descent] = [0.75, 0.25]
/** Matches amounts but not dates such as 01.05.26. */
const amountFormat = /(?<![\d.])\d[\d,]*\.\d\d(?![\d.]*\d)/

export const boxOf = ({ x, right, y, size }: PageWord): Box => [
  x,
  y - ascent * size,
  right,
  y + descent * size,
]

export const regionOf = (page: number, word: PageWord): PageRegion => ({ page, box: boxOf(word) })

export const pageRegion = ({ number, width, height }: PdfPage): PageRegion => ({
  page: number,
  box: [0, 0, width, height],
})

export const isAmount = (text: string) => amountFormat.test(text)

/** Returns only the digits, so that amounts compare equal regardless of their format. */
export const digitsOf = (text: string) => text.replace(/\D/g, '')

export const containsPoint = ([left, top, right, bottom]: Box, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom

export const centreOf = ([left, top, right, bottom]: Box): [number, number] => [
  (left + right) / 2,
  (top + bottom) / 2,
]

/** Returns the share of the first box that is inside the second box, 0 to 1. */
export function shareInside(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  const area = (one[2] - one[0]) * (one[3] - one[1])
  return width > 0 && height > 0 && area > 0 ? (width * height) / area : 0
}

export const textOf = (words: readonly PageWord[]) => words.map(({ text }) => text).join(' ')
