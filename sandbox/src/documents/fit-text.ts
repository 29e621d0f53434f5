import { widthOf } from './text-metrics.ts'
import type { TextMark } from './types.ts'

/** Replacements for letters that are missing from the fonts and that Unicode does not decompose to a base letter. */
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

/** Matches characters that the standard fonts lack: all except Latin-1 and common Windows-1252 characters. */
const unprintable = /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff€‚„…†‡‰‹Œ‘’“”•–—™›œ]/gu

/** Replaces characters missing from the fonts by their base letter or a question mark, as payroll and bank systems do. */
export const toPrintable = (text: string): string =>
  text.normalize('NFC').replace(unprintable, (character) => {
    if (/[\p{M}\p{Cf}]/u.test(character)) return ''
    const base = plainLetters[character] ?? character.normalize('NFD').charAt(0)
    return /^[\u0020-\u007e’]$/.test(base) ? base : '?'
  })

type Style = Pick<TextMark, 'face' | 'size'>

/** Truncates text to a width, with a small tolerance for rounding errors. */
export function truncateToWidth(text: string, width: number, style: Style): string {
  const fits = (part: string) => widthOf({ ...style, text: part }) < width + 0.001
  if (fits(text)) return text
  let [fitting, tooMany] = [0, text.length]
  while (tooMany - fitting > 1) {
    const half = Math.floor((fitting + tooMany) / 2)
    if (fits(text.slice(0, half))) fitting = half
    else tooMany = half
  }
  return text.slice(0, fitting).trimEnd()
}

const minScale = 0.65

/** Shrinks text that is too wide, down to `minScale`, and then truncates it, as payroll systems do. */
export function fitToWidth(text: string, width: number, style: Style): { text: string; size: number } {
  const fullWidth = widthOf({ ...style, text })
  if (fullWidth <= width) return { text, size: style.size }
  const size = Math.floor(style.size * Math.max(minScale, width / fullWidth) * 100) / 100
  return { text: truncateToWidth(text, width, { ...style, size }), size }
}
