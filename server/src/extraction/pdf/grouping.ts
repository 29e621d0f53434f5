import type { Word } from '../document.ts'
import type { Glyph } from './glyphs.ts'
import { printed } from './signs.ts'

// In ems: a gap wider than this is a space, and a step up or down of this much is another line.
const spaceWidth = 0.17
const lineStep = 0.2

/** Glyphs that stand together, in the order of painting. */
export function wordsOf(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = []
  let word: Word | undefined
  for (const glyph of glyphs) {
    const text = printed(glyph.text)
    if (text === '') continue
    if (text === ' ') {
      word = undefined
      continue
    }
    if (word && isNext(word, glyph)) {
      word.text += text
      word.right = glyph.right
    } else {
      const { size, font, colour } = glyph.style
      word = { text, x: glyph.x, right: glyph.right, y: glyph.y, size, font, colour }
      words.push(word)
    }
  }
  return words
}

function isNext(word: Word, glyph: Glyph): boolean {
  const em = Math.max(word.size, glyph.style.size)
  const gap = glyph.x - word.right
  return Math.abs(glyph.y - word.y) < em * lineStep && gap < em * spaceWidth && gap > -em
}
