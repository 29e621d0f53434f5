import type { Word } from '../document.ts'
import type { Glyph } from './glyphs.ts'
import { printed } from './normalise-characters.ts'
import { type Grouped, withoutGaps } from './join-words.ts'

/** When the piece of text was painted that a glyph belongs to. */
export type OrderOf = (object: number) => number

// In ems: a gap wider than this is a space, and a step up or down of this much is another line.
const spaceWidth = 0.17
const lineStep = 0.2

/** Glyphs that stand together as words, in the order of painting. */
export function wordsOf(glyphs: readonly Glyph[], orderOf: OrderOf): Grouped[] {
  const upright = glyphs.filter(({ style }) => style.angle === 0)
  const words = withoutGaps(inOrder(withoutDoubles(upright), orderOf))
  if (upright.length === glyphs.length) return words
  const angles = new Set(glyphs.map(({ style }) => style.angle))
  angles.delete(0)
  return [...words, ...[...angles].flatMap((angle) => slantedWords(glyphs, angle, orderOf))]
}

function inOrder(glyphs: readonly Glyph[], orderOf: OrderOf): Grouped[] {
  const words: Grouped[] = []
  let last: Word | undefined
  for (const glyph of glyphs) {
    const text = printed(glyph.text)
    if (text === '') continue
    if (text === ' ') {
      last = undefined
      continue
    }
    if (last && isNext(last, glyph)) {
      last.text += text
      last.right = Math.max(last.right, glyph.right)
      noteFont(last, glyph.style.font)
    } else {
      const { size, font, colour, object } = glyph.style
      last = { text, x: glyph.x, right: glyph.right, y: glyph.y, size, font, colour }
      words.push({ word: last, order: orderOf(object) })
    }
  }
  return words
}

function noteFont(word: Word, font: string) {
  if (font !== word.font && !word.otherFonts?.includes(font))
    word.otherFonts = [...(word.otherFonts ?? []), font]
}

function isNext(word: Word, { x, y, style }: Glyph): boolean {
  const em = Math.max(word.size, style.size)
  const gap = x - word.right
  return Math.abs(y - word.y) < em * lineStep && gap < em * spaceWidth && gap > -em
}

const doubleShift = 0.12
const cell = 2

/**
 * A glyph that was painted twice with a tiny shift, to look bold, is one glyph. Those that are kept are found again by the
 * cell they stand in: lists of them hang in a table, as numbers.
 */
function withoutDoubles(glyphs: readonly Glyph[]): readonly Glyph[] {
  const slots = 2 ** Math.ceil(Math.log2(2 * glyphs.length + 2))
  const firstIn = new Int32Array(slots)
  const nextAfter = new Int32Array(glyphs.length + 1)
  const slotOf = (column: number, row: number, text: string) =>
    (Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663) ^ Math.imul(text.charCodeAt(0), 83_492_791)) &
    (slots - 1)

  function isDoubled(glyph: Glyph): boolean {
    const { text, x, y } = glyph
    const shift = glyph.style.size * doubleShift
    for (let column = at(x - shift); column <= at(x + shift); column++)
      for (let row = at(y - shift); row <= at(y + shift); row++)
        for (let n = firstIn[slotOf(column, row, text)] ?? 0; n > 0; n = nextAfter[n] ?? 0) {
          const other = glyphs[n - 1]
          if (other?.text === text && isDouble(glyph, other, shift)) return true
        }
    return false
  }

  let dropped = 0
  const kept = glyphs.filter((glyph, n) => {
    if (glyph.text === ' ') return true
    if (isDoubled(glyph)) {
      dropped++
      return false
    }
    const slot = slotOf(at(glyph.x), at(glyph.y), glyph.text)
    nextAfter[n + 1] = firstIn[slot] ?? 0
    firstIn[slot] = n + 1
    return true
  })
  return dropped > 0 ? kept : glyphs
}

const at = (position: number) => Math.floor(position / cell)

const isDouble = (a: Glyph, b: Glyph, shift: number) =>
  Math.abs(a.x - b.x) < shift && Math.abs(a.y - b.y) < shift

/** Text that runs along the margin or across the page: read along its own line, told by the box around it. */
function slantedWords(glyphs: readonly Glyph[], angle: number, orderOf: OrderOf): Grouped[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const along = glyphs
    .filter(({ style }) => style.angle === angle)
    .map((glyph) => {
      const x = glyph.x * cos + glyph.y * sin
      const y = glyph.y * cos - glyph.x * sin
      const advance = Math.abs(cos) * (glyph.right - glyph.left) + Math.abs(sin) * (glyph.bottom - glyph.top)
      const isStraight = angle % 90 === 0
      return { ...glyph, x, y, right: x + (isStraight ? advance : glyph.style.size * 0.55) }
    })
  return withoutGaps(inOrder(withoutDoubles(along), orderOf)).map(({ word, order }) => {
    const corners = [word.x, word.right].flatMap((x) =>
      [word.y, word.y - word.size * 0.7].map((y) => [x * cos - y * sin, x * sin + y * cos] as const),
    )
    const xs = corners.map(([x]) => x)
    const place = { x: Math.min(...xs), right: Math.max(...xs), y: Math.max(...corners.map(([, y]) => y)) }
    return { order, word: { ...word, ...place } }
  })
}
