import type { PageImage } from './page-image.ts'
import { type RegionStack, stackRegions } from './regions.ts'

type ReadBox = { left: number; top: number; right: number; bottom: number }

// Maximum grey level of ink, from 0 to 255.
const maxInkLevel = 128
// Lengths and distances, in pixels.
const wordMargin = 4
const minRuleLength = 110
const maxRowGap = 12
const minStripHeight = 8
// Minimum number of dark pixels in a strip, and in all strips together. A digit of the smallest print has about 50.
const minStripInk = 40
const minTotalInk = 150

/**
 * Returns the image without recognised words and rules. The remaining ink was skipped by Tesseract, such as an amount
 * far from the rest of its line. Only rows with ink are kept, one below the other, because Tesseract needs a third of
 * the time of a full page even for a nearly empty one. Returns undefined if no ink remains.
 */
export function cropUnreadInk(image: PageImage, readBoxes: readonly ReadBox[]): RegionStack | undefined {
  const { width, height } = image
  const pixels = image.pixels.slice()
  for (const { left, top, right, bottom } of readBoxes)
    for (let y = Math.max(0, top - wordMargin); y < Math.min(height, bottom + wordMargin); y++)
      pixels.fill(
        255,
        y * width + Math.max(0, left - wordMargin),
        y * width + Math.min(width, right + wordMargin),
      )
  clearHorizontalRules(pixels, width, height)
  clearVerticalRules(pixels, width, height)
  const strips = findInkStrips(pixels, width, height)
  const count = strips.reduce((sum, strip) => sum + strip.count, 0)
  if (count < minTotalInk) return undefined
  const regions = strips.map(({ top, bottom }) => [{ left: 0, top, right: width, bottom }])
  return stackRegions({ ...image, pixels }, regions)
}

type Strip = { top: number; bottom: number; count: number }

/** Returns runs of rows that contain ink, with a margin. Specks are left out. */
function findInkStrips(pixels: Uint8Array, width: number, height: number): Strip[] {
  const strips: Strip[] = []
  for (let y = 0; y < height; y++) {
    let count = 0
    for (let at = y * width; at < (y + 1) * width; at++) if ((pixels[at] as number) < maxInkLevel) count++
    const last = strips.at(-1)
    if (count === 0) continue
    if (last && y - last.bottom < maxRowGap) {
      last.bottom = y + 1
      last.count += count
    } else strips.push({ top: y, bottom: y + 1, count })
  }
  return strips
    .filter(({ top, bottom, count }) => bottom - top >= minStripHeight && count >= minStripInk)
    .map(({ top, bottom, count }) => ({
      top: Math.max(0, top - maxRowGap / 2),
      bottom: Math.min(height, bottom + maxRowGap / 2),
      count,
    }))
}

function clearHorizontalRules(pixels: Uint8Array, width: number, height: number) {
  for (let y = 0; y < height; y++)
    for (let x = 0, start = 0; x <= width; x++) {
      if (x < width && (pixels[y * width + x] as number) < maxInkLevel) continue
      if (x - start >= minRuleLength)
        for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row++)
          pixels.fill(255, row * width + start, row * width + x)
      start = x + 1
    }
}

/**
 * Removes vertical rules. Scans row by row and tracks the run length of each column, which is much faster than
 * scanning each column from top to bottom.
 */
function clearVerticalRules(pixels: Uint8Array, width: number, height: number) {
  const runs = new Uint16Array(width)
  for (let y = 0; y <= height; y++)
    for (let x = 0; x < width; x++) {
      if (y < height && (pixels[y * width + x] as number) < maxInkLevel) {
        runs[x] = (runs[x] as number) + 1
        continue
      }
      const length = runs[x] as number
      if (length >= minRuleLength)
        for (let row = y - length; row < y; row++)
          pixels.fill(255, row * width + Math.max(0, x - 2), row * width + Math.min(width, x + 3))
      runs[x] = 0
    }
}
