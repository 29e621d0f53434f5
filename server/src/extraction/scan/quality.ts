import type { PageWord, PdfPage } from '../document.ts'

const wordlike =
  /^[("'£$€#*+-]*(\p{L}[\p{L}'’.&/-]*\p{L}|\p{L}|\d[\d,./:-]*\p{L}{0,3}|\d\d?[-/]?\p{L}{3}[-/]?\d*|\p{L}{1,3}\d[\dA-Z]*)[)"'.,:;!?%*+-]*$/u
const symbol = /^[£$€&@/+*–—·-]$/u
const unknownGlyph = /[\uFFFD\uE000-\uF8FF]|\p{Cn}|\p{Co}/u

/** Returns the share of words that look like words or numbers and contain no unmapped glyphs. */
export function textQuality(words: readonly PageWord[]): number {
  if (words.length === 0) return 0
  const good = words.filter(
    ({ text }) =>
      (wordlike.test(text) || symbol.test(text)) && !unknownGlyph.test(text) && !isImpossible(text),
  )
  return good.length / words.length
}

/** Whether a word is long and has no vowel. Names and bank codes are never like that. */
const isImpossible = (text: string) => text.length > 6 && /^[a-z]+$/i.test(text) && !/[aeiouy]/i.test(text)

/** Matches rules and boxes drawn with characters: `+------+`, `|`, `╔═══╗`. Line printers draw many of them. */
const drawnRule = /^[|¦+=_~*.:\-–—\u2500-\u257F]+$/u

const minWords = 20
// A page needs OCR if its largest image covers more than this share of it and it has few words, or if its text
// quality (0 to 1) is below the minimum.
const maxImageShare = 0.4
const minTextQuality = 0.55

/** Whether the content of the page is an image or consists of unreadable glyphs. */
export function needsRecognition({ words, imageShare: picture, source }: PdfPage): boolean {
  if (source === 'ocr' || words.length === 0) return true
  if (words.length < minWords && picture > maxImageShare) return true
  return textQuality(words.filter(({ text }) => !drawnRule.test(text))) < minTextQuality
}

// Minimum mean OCR confidence of a usable scan, from 0 to 100.
const minCertainty = 62
const minRecognisedQuality = 0.6

/** Whether the OCR results are too unreliable to use. */
export function isTooPoor(pages: readonly PdfPage[]): boolean {
  const recognised = pages.filter(({ source }) => source === 'ocr').flatMap(({ words }) => words)
  if (recognised.length === 0) return false
  const certainty = recognised.reduce((sum, word) => sum + (word.certainty ?? 0), 0) / recognised.length
  return certainty < minCertainty || textQuality(recognised) < minRecognisedQuality
}
