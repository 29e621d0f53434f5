import type { Word } from '../document.ts'
import type { Glyph } from './glyphs.ts'
import { printed } from './signs.ts'
import { type Grouped, withoutGaps } from './spacing.ts'

/** A glyph and when it was painted. */
export type Painted = { glyph: Glyph; order: number }

// In ems: a gap wider than this is a space, and a step up or down of this much is another line.
const spaceWidth = 0.17
const lineStep = 0.2

/** Glyphs that stand together as words, in the order of painting. */
export function wordsOf(painted: readonly Painted[]): Grouped[] {
  const upright = painted.filter(({ glyph }) => glyph.style.angle === 0)
  const angles = new Set(painted.map(({ glyph }) => glyph.style.angle))
  angles.delete(0)
  const others = [...angles].flatMap((angle) => slantedWords(painted, angle))
  return [...withoutGaps(inOrder(withoutDoubles(upright))), ...others]
}

function inOrder(painted: readonly Painted[]): Grouped[] {
  const words: Grouped[] = []
  let last: Word | undefined
  for (const { glyph, order } of painted) {
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
      const { size, font, colour } = glyph.style
      last = { text, x: glyph.x, right: glyph.right, y: glyph.y, size, font, colour }
      words.push({ word: last, order })
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

/** A glyph that was painted twice with a tiny shift, to look bold, is one glyph. */
function withoutDoubles(painted: readonly Painted[]): Painted[] {
  const places = new Map<string, Map<number, Glyph[]>>()
  return painted.filter(({ glyph }) => {
    if (glyph.text === ' ') return true
    let known = places.get(glyph.text)
    if (!known) {
      known = new Map()
      places.set(glyph.text, known)
    }
    const shift = glyph.style.size * doubleShift
    for (let column = at(glyph.x - shift); column <= at(glyph.x + shift); column++)
      for (let row = at(glyph.y - shift); row <= at(glyph.y + shift); row++)
        if (known.get(column * 100_000 + row)?.some((other) => isDouble(glyph, other, shift))) return false
    const key = at(glyph.x) * 100_000 + at(glyph.y)
    const there = known.get(key)
    if (there) there.push(glyph)
    else known.set(key, [glyph])
    return true
  })
}

const at = (position: number) => Math.floor(position / cell)

const isDouble = (a: Glyph, b: Glyph, shift: number) =>
  Math.abs(a.x - b.x) < shift && Math.abs(a.y - b.y) < shift

/** Text that runs along the margin or across the page: read along its own line, told by the box around it. */
function slantedWords(painted: readonly Painted[], angle: number): Grouped[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const along = painted
    .filter(({ glyph }) => glyph.style.angle === angle)
    .map(({ glyph, order }) => {
      const x = glyph.x * cos + glyph.y * sin
      const y = glyph.y * cos - glyph.x * sin
      const advance = Math.abs(cos) * (glyph.right - glyph.left) + Math.abs(sin) * (glyph.bottom - glyph.top)
      const isStraight = angle % 90 === 0
      return { order, glyph: { ...glyph, x, y, right: x + (isStraight ? advance : glyph.style.size * 0.55) } }
    })
  return withoutGaps(inOrder(withoutDoubles(along))).map(({ word, order }) => {
    const corners = [word.x, word.right].flatMap((x) =>
      [word.y, word.y - word.size * 0.7].map((y) => [x * cos - y * sin, x * sin + y * cos] as const),
    )
    const xs = corners.map(([x]) => x)
    const place = { x: Math.min(...xs), right: Math.max(...xs), y: Math.max(...corners.map(([, y]) => y)) }
    return { order, word: { ...word, ...place } }
  })
}
