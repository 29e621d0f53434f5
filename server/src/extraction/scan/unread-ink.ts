import type { PageImage } from './page-image.ts'
import { type RegionStack, stackRegions } from './regions.ts'

type ReadBox = { left: number; top: number; right: number; bottom: number }

// Grey level from 0 to 255.
const maxInkLevel = 128
// In pixels.
const wordMargin = 4
const minRuleLength = 110
const maxRowGap = 12
const minStripHeight = 8
// Numbers of dark pixels; a digit of the smallest print has about 50.
const minStripInk = 40
const minTotalInk = 150

/**
 * The image without recognised words and rules: ink that Tesseract skipped, such as an amount far from the rest of its line.
 * Only rows with ink are kept, one below the other, because a nearly empty page still takes a third of the time of a full
 * one. Undefined if nothing is left.
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

/** Runs of rows with ink plus a margin, without specks. */
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

/** Scans row by row and tracks the run length of each column: scanning down the columns would be far slower. */
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
