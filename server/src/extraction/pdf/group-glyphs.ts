import type { PageWord } from '../document.ts'
import type { PageGlyph } from './glyphs.ts'
import { joinSplitWords, type PaintedWord } from './join-words.ts'
import { normaliseCharacter } from './normalise-characters.ts'

/** Returns the paint order of a text object. */
export type PaintOrderOf = (object: number) => number

// Glyphs with a wider gap belong to different words, and glyphs with a larger vertical distance to different lines.
// Both are in ems.
const minSpaceWidth = 0.17
const minLineStep = 0.2
// Minimum gap between the letters of letter-spaced text, in ems. Text is letter-spaced if three quarters of its gaps
// are wider.
const minTracking = 0.06
const minTrackedGlyphs = 4
// Steps between the origins of figures are compared in units of this many ems.
const figureStepUnit = 0.01

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
  const trackings = measureTracking(glyphs)
  const figureSteps = collectFigureSteps(glyphs)
  let last: PageWord | undefined
  for (const [n, glyph] of glyphs.entries()) {
    const text = normaliseCharacter(glyph.text)
    if (text === '') continue
    if (text === ' ') {
      last = undefined
      continue
    }
    const tracking = Math.min(trackings[n] ?? 0, trackings[n - 1] ?? 0)
    const before = glyphs[n - 1]
    const isNumberContinued = before !== undefined && isNextFigure(before, glyph, figureSteps)
    if (last && (isNext(last, glyph, tracking) || isNumberContinued)) {
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

/**
 * Measures the letter-spacing at each glyph, in points; it is 0 in normal text. All glyphs of one style on one
 * baseline are measured together.
 */
function measureTracking(glyphs: readonly PageGlyph[]): number[] {
  const keys = listStyleKeys(glyphs)
  const gaps = new Map<string, number[]>()
  for (let n = 1; n < glyphs.length; n++) {
    const [glyph, before, key] = [glyphs[n] as PageGlyph, glyphs[n - 1] as PageGlyph, keys[n] as string]
    if (key !== keys[n - 1] || glyph.text === ' ' || before.text === ' ') continue
    const known = gaps.get(key)
    if (known) known.push(glyph.x - before.right)
    else gaps.set(key, [glyph.x - before.right])
  }
  const trackings = new Map<string, number>()
  for (const [key, list] of gaps) {
    const tracking = list.toSorted((a, b) => a - b)[list.length >> 2] ?? 0
    if (list.length >= minTrackedGlyphs && tracking > 0) trackings.set(key, tracking)
  }
  return keys.map((key, n) => {
    const tracking = trackings.get(key) ?? 0
    return tracking > minTracking * (glyphs[n]?.style.size ?? 0) ? tracking : 0
  })
}

/** Returns a key of baseline, size and font for each glyph. Neighbours nearly always share it. */
function listStyleKeys(glyphs: readonly PageGlyph[]): string[] {
  let [key, baseline] = ['', Number.NaN]
  let last: PageGlyph['style'] | undefined
  return glyphs.map(({ y, style }) => {
    const rounded = Math.round(y)
    if (style !== last || rounded !== baseline) key = `${rounded} ${style.size.toFixed(1)} ${style.font}`
    last = style
    baseline = rounded
    return key
  })
}

function isNext(word: PageWord, { x, y, style }: PageGlyph, tracking: number): boolean {
  const em = Math.max(word.size, style.size)
  const gap = x - word.right - tracking
  return Math.abs(y - word.y) < em * minLineStep && gap < em * minSpaceWidth && gap > -em
}

const isFigure = ({ text }: PageGlyph) => /^\d$/.test(text)
const isInNumber = ({ text }: PageGlyph) => /^[\d.,]$/.test(text)

const describeFigureStep = ({ style }: PageGlyph, step: number) =>
  `${style.size.toFixed(1)} ${style.font} ${step}`

const toFigureStep = (before: PageGlyph, { x }: PageGlyph) =>
  Math.round((x - before.x) / (before.style.size * figureStepUnit))

/** Collects the steps from a figure to the next glyph of the same number, by size and font. */
function collectFigureSteps(glyphs: readonly PageGlyph[]): Set<string> {
  const steps = new Set<string>()
  for (let n = 1; n < glyphs.length; n++) {
    const [before, glyph] = [glyphs[n - 1] as PageGlyph, glyphs[n] as PageGlyph]
    if (!isFigure(before) || !isInNumber(glyph) || before.y !== glyph.y) continue
    const gap = glyph.x - before.right
    if (Math.abs(gap) < before.style.size * minSpaceWidth)
      steps.add(describeFigureStep(before, toFigureStep(before, glyph)))
  }
  return steps
}

/**
 * Whether a glyph follows a figure at the step of the other figures. In tabular figures a narrow 1 takes as much room
 * as any other figure, and the gap behind it may be as wide as a space.
 */
function isNextFigure(before: PageGlyph, glyph: PageGlyph, steps: ReadonlySet<string>): boolean {
  if (!isFigure(before) || !isInNumber(glyph) || before.y !== glyph.y) return false
  const step = toFigureStep(before, glyph)
  return [step - 1, step, step + 1].some((near) => steps.has(describeFigureStep(glyph, near)))
}

// Maximum distance between two copies of a glyph that simulate bold type, in ems.
const maxBoldShift = 0.12
// Side of a grid cell in the hash table, in points.
const hashCellSize = 2

/**
 * Drops glyphs that were painted a second time with a tiny shift to simulate bold type. The remaining glyphs are
 * indexed by grid cell, in a hash table of linked lists stored in typed arrays.
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

/**
 * Groups rotated text, such as margin notes and watermarks, along its own baseline. The words are positioned by their
 * axis-aligned bounding boxes.
 */
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
