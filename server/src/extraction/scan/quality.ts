import type { Page, Word } from '../document.ts'

const wordlike =
  /^[("'£$€#*+-]*(\p{L}[\p{L}'’.&/-]*\p{L}|\p{L}|\d[\d,./:-]*\p{L}{0,3}|\d\d?[-/]?\p{L}{3}[-/]?\d*|\p{L}{1,3}\d[\dA-Z]*)[)"'.,:;!?%*+-]*$/u
const sign = /^[£$€&@/+*–—·-]$/u
const unknownGlyph = /[\uFFFD\uE000-\uF8FF]|\p{Cn}|\p{Co}/u

/** How much of the text reads as text: the share of words that look like words or numbers, without unknown glyphs. */
export function textQuality(words: readonly Word[]): number {
  if (words.length === 0) return 0
  const good = words.filter(
    ({ text }) => (wordlike.test(text) || sign.test(text)) && !unknownGlyph.test(text) && !isImpossible(text),
  )
  return good.length / words.length
}

/** Consonants in a row that no name and no code of a bank has. */
const isImpossible = (text: string) => text.length > 6 && /^[a-z]+$/i.test(text) && !/[aeiouy]/i.test(text)

const fewestWords = 20
const muchPicture = 0.4
const poorText = 0.55

/** Whether what the page shows is in a picture, or in glyphs that cannot be read. */
export function needsRecognition({ words, picture, source }: Page): boolean {
  if (source === 'ocr' || words.length === 0) return true
  if (words.length < fewestWords && picture > muchPicture) return true
  return textQuality(words) < poorText
}

const leastCertain = 62
const leastWordlike = 0.6

/** Whether words that were recognised are too doubtful to be used. */
export function isTooPoor(pages: readonly Page[]): boolean {
  const recognised = pages.filter(({ source }) => source === 'ocr').flatMap(({ words }) => words)
  if (recognised.length === 0) return false
  const certainty = recognised.reduce((sum, word) => sum + (word.certainty ?? 0), 0) / recognised.length
  return certainty < leastCertain || textQuality(recognised) < leastWordlike
}
