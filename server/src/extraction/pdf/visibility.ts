import type { Box, Hiding } from '../document.ts'
import type { Glyph, Style } from './glyphs.ts'
import type { Paint, Painting } from './opaque-paints.ts'
import { area, holds, overlap, type Space } from './coordinates.ts'

/** Why a glyph cannot be seen, and what covers it where something does. */
export type Hidden = { why: Hiding; cover?: Paint }

const faintest = 10
const smallest = 2
const margin = 1
const coveredShare = 0.6
const nearWhite = 0.93
const darkEnough = 0.87

/** Looks at glyphs one by one, as one who sees the finished page would; undefined for what can be seen. */
export function lookerAt(painting: Painting, { width, height }: Space): (glyph: Glyph) => Hidden | undefined {
  const paints = painting.paints.toSorted((a, b) => a.order - b.order)
  const page: Box = [-margin, -margin, width + margin, height + margin]
  const looks = new Map<number, Look>()
  // What is the same for all glyphs of a piece of text is found out once.
  const lookOf = ({ object, colour, size, isPainted, alpha }: Style): Look => ({
    whole: !isPainted || alpha < faintest ? 'invisible' : undefined,
    clip: painting.clips.get(object),
    isTiny: size < smallest,
    later: paints.filter(({ order }) => order > orderIn(painting, object)),
    earlier:
      lightness(colour) >= nearWhite
        ? paints.filter(({ order }) => order < orderIn(painting, object))
        : undefined,
  })
  return (glyph) => {
    const { style } = glyph
    let look = looks.get(style.object)
    if (!look) {
      look = lookOf(style)
      looks.set(style.object, look)
    }
    if (look.whole) return { why: look.whole }
    const x = (glyph.left + glyph.right) / 2
    const y = (glyph.top + glyph.bottom) / 2
    if (!holds(page, x, y) || (look.clip && !holds(look.clip, x, y))) return { why: 'off-page' }
    if (look.isTiny) return { why: 'tiny' }
    if (look.later.length > 0) {
      const ink = inkOf(glyph)
      const cover = look.later.findLast((paint) => isUnder(ink, paint))
      if (cover) return { why: cover.by, cover }
    }
    if (look.earlier) {
      const ground = look.earlier.findLast((paint) => isOn(x, y, paint))
      if (!ground || (ground.colour !== undefined && lightness(ground.colour) >= darkEnough))
        return { why: 'white' }
    }
    return undefined
  }
}

type Look = {
  whole: Hiding | undefined
  clip: Box | undefined
  isTiny: boolean
  later: Paint[]
  /** Only where the ink is so light that it matters what is beneath. */
  earlier: Paint[] | undefined
}

/** When a piece of text was painted; what was not found on the page came last. */
export const orderIn = ({ order }: Painting, object: number): number =>
  order.get(object) ?? Number.MAX_SAFE_INTEGER

/** Where the glyph's ink is, more or less: from the baseline to the height of a capital. */
function inkOf({ left, right, top, bottom, y, style }: Glyph): Box {
  return style.angle === 0
    ? [left, Math.max(top, y - style.size * 0.68), right, Math.min(bottom, y)]
    : [left, top, right, bottom]
}

function isUnder(ink: Box, paint: Paint): boolean {
  // What lies under more than half of a box lies under its middle: nearly every paint is ruled out by that.
  if (!holds(paint.box, (ink[0] + ink[2]) / 2, (ink[1] + ink[3]) / 2)) return false
  const size = area(ink)
  const covered = area(overlap(ink, paint.box))
  if (size === 0 || covered < size * coveredShare) return false
  if (paint.holes.some((hole) => area(overlap(ink, hole)) > size * (1 - coveredShare))) return false
  return paint.by !== 'image' || paint.opaqueShare() > 0.9
}

const isOn = (x: number, y: number, { box, holes }: Paint) =>
  holds(box, x, y) && !holes.some((hole) => holds(hole, x, y))

/** 0 for black to 1 for white, as bright as eyes find it. */
const lightness = (colour: number): number =>
  (0.2126 * (colour >> 16) + 0.7152 * ((colour >> 8) & 0xff) + 0.0722 * (colour & 0xff)) / 255
