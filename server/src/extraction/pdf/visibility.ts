import type { Box, HidingReason } from '../document.ts'
import { area, contains, intersect, type PageSpace } from './coordinates.ts'
import type { GlyphStyle, PageGlyph } from './glyphs.ts'
import type { OpaquePaint, PagePainting } from './opaque-paints.ts'

/** Why a glyph is not visible, and what covers it if it is covered. */
export type HiddenGlyph = { why: HidingReason; cover?: OpaquePaint }

// Alpha, from 0 to 255, below which text is invisible.
const minAlpha = 10
// Minimum font size of readable text, and how far outside the page a glyph may be. Both are in points.
const minFontSize = 2
const pageMargin = 1
// Minimum share of a glyph's ink that a cover must hide, and minimum opaque share of the cover's area.
const minCoveredShare = 0.6
const minOpaqueShare = 0.9
// Minimum luminance of white text, from 0 to 1. White text is hidden unless its background is darker than
// `maxBackgroundLuminance`.
const minWhiteLuminance = 0.93
const maxBackgroundLuminance = 0.87
// Height of capital letters, in ems.
const capitalHeight = 0.68

/** Returns a function that returns why a glyph is hidden on the finished page, or undefined if it is visible. */
export function createVisibilityCheck(
  painting: PagePainting,
  { width, height }: PageSpace,
): (glyph: PageGlyph) => HiddenGlyph | undefined {
  const paints = painting.paints.toSorted((a, b) => a.order - b.order)
  const page: Box = [-pageMargin, -pageMargin, width + pageMargin, height + pageMargin]
  const contexts = new Map<number, TextObjectContext>()
  const createContext = ({ object, colour, size, isPainted, alpha }: GlyphStyle): TextObjectContext => ({
    reason: !isPainted || alpha < minAlpha ? 'invisible' : undefined,
    clip: painting.clips.get(object),
    isTiny: size < minFontSize,
    later: paints.filter(({ order }) => order > getPaintOrder(painting, object)),
    earlier:
      getLuminance(colour) >= minWhiteLuminance
        ? paints.filter(({ order }) => order < getPaintOrder(painting, object))
        : undefined,
  })
  return (glyph) => {
    const { style } = glyph
    let context = contexts.get(style.object)
    if (!context) {
      context = createContext(style)
      contexts.set(style.object, context)
    }
    if (context.reason) return { why: context.reason }
    const x = (glyph.left + glyph.right) / 2
    const y = (glyph.top + glyph.bottom) / 2
    if (!contains(page, x, y) || (context.clip && !contains(context.clip, x, y))) return { why: 'off-page' }
    if (context.isTiny) return { why: 'tiny' }
    if (context.later.length > 0) {
      const ink = estimateInk(glyph)
      const cover = context.later.findLast((paint) => isUnder(ink, paint))
      if (cover) return { why: cover.by, cover }
    }
    if (context.earlier) {
      const background = context.earlier.findLast((paint) => isOn(x, y, paint))
      if (
        !background ||
        (background.colour !== undefined && getLuminance(background.colour) >= maxBackgroundLuminance)
      )
        return { why: 'white' }
    }
    return undefined
  }
}

type TextObjectContext = {
  /** Set if the text object as a whole is hidden. */
  reason: HidingReason | undefined
  clip: Box | undefined
  isTiny: boolean
  later: OpaquePaint[]
  /** Paint below the text. Set only for near-white text, whose visibility depends on its background. */
  earlier: OpaquePaint[] | undefined
}

/** Returns the paint order of a text object. Unknown objects count as painted last. */
export const getPaintOrder = ({ order }: PagePainting, object: number): number =>
  order.get(object) ?? Number.MAX_SAFE_INTEGER

/** Estimates the area of a glyph's ink, from the baseline to the height of a capital letter. */
function estimateInk({ left, right, top, bottom, y, style }: PageGlyph): Box {
  return style.angle === 0
    ? [left, Math.max(top, y - style.size * capitalHeight), right, Math.min(bottom, y)]
    : [left, top, right, bottom]
}

function isUnder(ink: Box, paint: OpaquePaint): boolean {
  // A box that covers more than half of the ink contains the centre of the ink. This cheap test excludes nearly all
  // paints.
  if (!contains(paint.box, (ink[0] + ink[2]) / 2, (ink[1] + ink[3]) / 2)) return false
  const size = area(ink)
  const covered = area(intersect(ink, paint.box))
  if (size === 0 || covered < size * minCoveredShare) return false
  if (paint.holes.some((hole) => area(intersect(ink, hole)) > size * (1 - minCoveredShare))) return false
  return paint.by !== 'image' || paint.opaqueShare() > minOpaqueShare
}

const isOn = (x: number, y: number, { box, holes }: OpaquePaint) =>
  contains(box, x, y) && !holes.some((hole) => contains(hole, x, y))

/** Returns the relative luminance: 0 is black, 1 is white. */
const getLuminance = (colour: number): number =>
  (0.2126 * (colour >> 16) + 0.7152 * ((colour >> 8) & 0xff) + 0.0722 * (colour & 0xff)) / 255
