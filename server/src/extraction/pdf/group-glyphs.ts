import type { PageWord } from '../document.ts'
import type { PageGlyph } from './glyphs.ts'
import { joinSplitWords, type PaintedWord } from './join-words.ts'
import { normaliseCharacter } from './normalise-characters.ts'

/** Paint order of a text object. */
export type PaintOrderOf = (object: number) => number

// In ems: a wider gap is a space, a larger vertical step is another line.
const minSpaceWidth = 0.17
const minLineStep = 0.2

/** Groups glyphs into words, in paint order. */
export function groupIntoWords(glyphs: readonly PageGlyph[], orderOf: PaintOrderOf): PaintedWord[] {
  const upright = glyphs.filter(({ style }) => style.angle === 0)
  const words = joinSplitWords(groupAdjacent(dropDuplicates(upright), orderOf))
  if (upright.length === glyphs.length) return words
  const angles = new Set(glyphs.map(({ style }) => style.angle))
  angles.delete(0)
  return [...words, ...[...angles].flatMap((angle) => groupRotated(glyphs, angle, orderOf))]
}

function groupAdjacent(glyphs: readonly PageGlyph[], orderOf: PaintOrderOf): PaintedWord[] {
  const words: PaintedWord[] = []
  let last: PageWord | undefined
  for (const glyph of glyphs) {
    const text = normaliseCharacter(glyph.text)
    if (text === '') continue
    if (text === ' ') {
      last = undefined
      continue
    }
    if (last && isNext(last, glyph)) {
      last.text += text
      last.right = Math.max(last.right, glyph.right)
      addFont(last, glyph.style.font)
    } else {
      const { size, font, colour, object } = glyph.style
      last = { text, x: glyph.x, right: glyph.right, y: glyph.y, size, font, colour }
      words.push({ word: last, order: orderOf(object) })
    }
  }
  return words
}

function addFont(word: PageWord, font: string) {
  if (font !== word.font && !word.otherFonts?.includes(font))
    word.otherFonts = [...(word.otherFonts ?? []), font]
}

function isNext(word: PageWord, { x, y, style }: PageGlyph): boolean {
  const em = Math.max(word.size, style.size)
  const gap = x - word.right
  return Math.abs(y - word.y) < em * minLineStep && gap < em * minSpaceWidth && gap > -em
}

// In ems.
const maxBoldShift = 0.12
// In points.
const hashCellSize = 2

/**
 * Drops glyphs painted twice with a tiny shift to simulate bold type. Kept glyphs are indexed by grid cell in a hash table of
 * linked lists held in typed arrays.
 */
function dropDuplicates(glyphs: readonly PageGlyph[]): readonly PageGlyph[] {
  const slots = 2 ** Math.ceil(Math.log2(2 * glyphs.length + 2))
  const firstIn = new Int32Array(slots)
  const nextAfter = new Int32Array(glyphs.length + 1)
  const slotOf = (column: number, row: number, text: string) =>
    (Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663) ^ Math.imul(text.charCodeAt(0), 83_492_791)) &
    (slots - 1)

  function isDuplicate(glyph: PageGlyph): boolean {
    const { text, x, y } = glyph
    const shift = glyph.style.size * maxBoldShift
    for (let column = toCell(x - shift); column <= toCell(x + shift); column++)
      for (let row = toCell(y - shift); row <= toCell(y + shift); row++)
        for (let n = firstIn[slotOf(column, row, text)] ?? 0; n > 0; n = nextAfter[n] ?? 0) {
          const other = glyphs[n - 1]
          if (other?.text === text && areShifted(glyph, other, shift)) return true
        }
    return false
  }

  let dropped = 0
  const kept = glyphs.filter((glyph, n) => {
    if (glyph.text === ' ') return true
    if (isDuplicate(glyph)) {
      dropped++
      return false
    }
    const slot = slotOf(toCell(glyph.x), toCell(glyph.y), glyph.text)
    nextAfter[n + 1] = firstIn[slot] ?? 0
    firstIn[slot] = n + 1
    return true
  })
  return dropped > 0 ? kept : glyphs
}

const toCell = (position: number) => Math.floor(position / hashCellSize)

const areShifted = (a: PageGlyph, b: PageGlyph, shift: number) =>
  Math.abs(a.x - b.x) < shift && Math.abs(a.y - b.y) < shift

/** Rotated text (margins, watermarks): grouped along its own baseline, positioned by its axis-aligned bounding box. */
function groupRotated(glyphs: readonly PageGlyph[], angle: number, orderOf: PaintOrderOf): PaintedWord[] {
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
  return joinSplitWords(groupAdjacent(dropDuplicates(along), orderOf)).map(({ word, order }) => {
    const corners = [word.x, word.right].flatMap((x) =>
      [word.y, word.y - word.size * 0.7].map((y) => [x * cos - y * sin, x * sin + y * cos] as const),
    )
    const xs = corners.map(([x]) => x)
    const bounds = { x: Math.min(...xs), right: Math.max(...xs), y: Math.max(...corners.map(([, y]) => y)) }
    return { order, word: { ...word, ...bounds } }
  })
}
