import type { PageImage } from './page-image.ts'

// Tesseract misreads digits that touch a ruled line, and takes vertical rules for the digit 1. Strokes that cross a rule are
// kept: at their columns, the ink is thicker than the rule.

// Maximum grey level of the ink of a rule, from 0 to 255. Rules of a photo are thin and therefore pale.
const maxInkLevel = 175
// Lengths in inches: shortest rule (longer than any letter), thickest rule, and longest gap in a rule.
const minLength = 0.45
const maxThickness = 0.03
const maxGap = 0.006

/** Whitens long horizontal and vertical rules. */
export function clearRuledLines(image: PageImage): PageImage {
  const pixels = image.pixels.slice()
  const { width, height, dpi } = image
  const across = { count: height, length: width, step: 1, stride: width }
  const down = { count: width, length: height, step: width, stride: 1 }
  for (const direction of [across, down]) clearDirection(image.pixels, pixels, direction, dpi)
  return { ...image, pixels }
}

/** `step` leads along a rule and `stride` across it. */
type Direction = { count: number; length: number; step: number; stride: number }

function clearDirection(
  from: Uint8Array,
  to: Uint8Array,
  { count, length, step, stride }: Direction,
  dpi: number,
) {
  const minPixels = Math.round(minLength * dpi)
  const maxGapPixels = Math.round(maxGap * dpi)
  const thickest = Math.max(3, Math.round(maxThickness * dpi))
  for (let row = 1; row < count - 1; row++) {
    let [start, last] = [-1, -1]
    for (let n = 0; n <= length; n++) {
      if (n < length && (from[row * stride + n * step] as number) < maxInkLevel) {
        if (start < 0) start = n
        last = n
      } else if (start >= 0 && (n - last > maxGapPixels || n === length)) {
        if (last - start >= minPixels)
          for (let at = start; at <= last; at++)
            clearAcross(from, to, { at: row * stride + at * step, row, count, stride, thickest })
        start = -1
      }
    }
  }
}

type Crossing = { at: number; row: number; count: number; stride: number; thickest: number }

/** Whitens the ink across the rule at one point, unless a stroke crosses it there. */
function clearAcross(from: Uint8Array, to: Uint8Array, { at, row, count, stride, thickest }: Crossing) {
  const isInk = (n: number) =>
    row + n >= 0 && row + n < count && (from[at + n * stride] as number) < maxInkLevel
  let [before, after] = [0, 0]
  while (before <= thickest && isInk(-before - 1)) before++
  while (after <= thickest && isInk(after + 1)) after++
  if (before + after + 1 > thickest) return
  for (let n = -before - 1; n <= after + 1; n++)
    if (row + n >= 0 && row + n < count) to[at + n * stride] = 255
}
