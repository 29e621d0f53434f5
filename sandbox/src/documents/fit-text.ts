import { widthOf } from './text-metrics.ts'
import type { TextMark } from './types.ts'

/** Letters that the fonts do not have and that are no others with a mark. */
const plainLetters: Record<string, string> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
  ʻ: '’',
}

/** All but what the standard fonts can write: Latin 1, and of Windows-1252 the signs that paper uses. */
const unwritable = /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff€‚„…†‡‰‹Œ‘’“”•–—™›œ]/gu

/** What the fonts lack is written without its marks, as the systems of employers and banks do, or as a question mark. */
export const printable = (text: string): string =>
  text.normalize('NFC').replace(unwritable, (sign) => {
    if (/[\p{M}\p{Cf}]/u.test(sign)) return ''
    const base = plainLetters[sign] ?? sign.normalize('NFD').charAt(0)
    return /^[\u0020-\u007e’]$/.test(base) ? base : '?'
  })

type Style = Pick<TextMark, 'face' | 'size'>

/** As much of a text as there is room for; a hair more is none too many, since widths are sums of fractions. */
export function cut(text: string, width: number, style: Style): string {
  const isFitting = (part: string) => widthOf({ ...style, text: part }) < width + 0.001
  if (isFitting(text)) return text
  let [fitting, tooMany] = [0, text.length]
  while (tooMany - fitting > 1) {
    const half = Math.floor((fitting + tooMany) / 2)
    if (isFitting(text.slice(0, half))) fitting = half
    else tooMany = half
  }
  return text.slice(0, fitting).trimEnd()
}

const smallest = 0.65

/** What is too wide for its place is set smaller, down to two thirds, and then cut, as payroll systems do. */
export function fit(text: string, width: number, style: Style): { text: string; size: number } {
  const whole = widthOf({ ...style, text })
  if (whole <= width) return { text, size: style.size }
  const size = Math.floor(style.size * Math.max(smallest, width / whole) * 100) / 100
  return { text: cut(text, width, { ...style, size }), size }
}
