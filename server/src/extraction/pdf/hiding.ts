import type { Box, Hiding } from '../document.ts'
import type { Glyph } from './glyphs.ts'
import type { Paint, Painting } from './paints.ts'
import { area, holds, overlap, type Space } from './space.ts'

/** A glyph, when it was painted, why it cannot be seen, and what covers it where something does. */
export type Looked = { glyph: Glyph; order: number; why: Hiding | undefined; cover: Paint | undefined }

const faintest = 10
const smallest = 2
const margin = 1
const coveredShare = 0.6
const nearWhite = 0.93
const darkEnough = 0.87

/** Looks at glyphs one by one, as one who sees the finished page would. */
export function lookerAt(painting: Painting, { width, height }: Space): (glyph: Glyph) => Looked {
  const paints = painting.paints.toSorted((a, b) => a.order - b.order)
  const page: Box = [-margin, -margin, width + margin, height + margin]
  return (glyph) => {
    const order = painting.order.get(glyph.style.object) ?? Number.MAX_SAFE_INTEGER
    const because = (why: Hiding, cover?: Paint): Looked => ({ glyph, why, cover, order })
    if (!glyph.style.isPainted || glyph.style.alpha < faintest) return because('invisible')
    const x = (glyph.left + glyph.right) / 2
    const y = (glyph.top + glyph.bottom) / 2
    const clip = painting.clips.get(glyph.style.object)
    if (!holds(page, x, y) || (clip && !holds(clip, x, y))) return because('off-page')
    if (glyph.style.size < smallest) return because('tiny')
    const ink = inkOf(glyph)
    const cover = paints.findLast((paint) => paint.order > order && isUnder(ink, paint))
    if (cover) return because(cover.by, cover)
    if (lightness(glyph.style.colour) >= nearWhite) {
      const ground = paints.findLast((paint) => paint.order < order && isOn(x, y, paint))
      if (!ground || (ground.colour !== undefined && lightness(ground.colour) >= darkEnough))
        return because('white')
    }
    return { glyph, why: undefined, cover: undefined, order }
  }
}

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
