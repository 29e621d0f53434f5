import type { PageWord } from '../../document.ts'

/** Whether a line lists details after its date: `29 August 2025 · Transaction: TRANSFER-353454709`. */
export function isDetailLine(words: readonly PageWord[], date: readonly PageWord[]): boolean {
  const last = date.at(-1)
  const start = last ? words.indexOf(last) + 1 : 0
  if (start === 0 || !/^[\u00b7\u2022|]$/.test(words[start]?.text ?? '')) return false
  return words.slice(start).some(({ text }) => /\p{L}:$/u.test(text))
}
