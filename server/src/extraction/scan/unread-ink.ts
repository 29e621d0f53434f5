import type { Picture } from './page-image.ts'
import { type Stack, stacked } from './regions.ts'

type Seen = { left: number; top: number; right: number; bottom: number }

const dark = 128
const margin = 4
const longestRule = 110
const around = 12
const lowest = 8
const leastInk = 40
// A digit of the smallest print has about a third of this.
const worthReading = 150

/**
 * The picture without the words that were read and without rules: what recognition left out, which now and then is a sum that
 * stands far from the rest of its line. Only the rows that hold something, one below the other: recognition of a whole page
 * that is nearly empty takes a third of the time of a full one. Undefined where nothing is left.
 */
export function leftOver(picture: Picture, seen: readonly Seen[]): Stack | undefined {
  const { width, height } = picture
  const pixels = picture.pixels.slice()
  for (const { left, top, right, bottom } of seen)
    for (let y = Math.max(0, top - margin); y < Math.min(height, bottom + margin); y++)
      pixels.fill(255, y * width + Math.max(0, left - margin), y * width + Math.min(width, right + margin))
  clearRules(pixels, width, height)
  clearUprights(pixels, width, height)
  const strips = stripsOf(pixels, width, height)
  const count = strips.reduce((sum, strip) => sum + strip.count, 0)
  if (count < worthReading) return undefined
  const regions = strips.map(({ top, bottom }) => [{ left: 0, top, right: width, bottom }])
  return stacked({ ...picture, pixels }, regions)
}

type Strip = { top: number; bottom: number; count: number }

/** Rows with ink that follow each other closely, with a little paper around them; grains are none. */
function stripsOf(pixels: Uint8Array, width: number, height: number): Strip[] {
  const strips: Strip[] = []
  for (let y = 0; y < height; y++) {
    let count = 0
    for (let at = y * width; at < (y + 1) * width; at++) if ((pixels[at] as number) < dark) count++
    const last = strips.at(-1)
    if (count === 0) continue
    if (last && y - last.bottom < around) {
      last.bottom = y + 1
      last.count += count
    } else strips.push({ top: y, bottom: y + 1, count })
  }
  return strips
    .filter(({ top, bottom, count }) => bottom - top >= lowest && count >= leastInk)
    .map(({ top, bottom, count }) => ({
      top: Math.max(0, top - around / 2),
      bottom: Math.min(height, bottom + around / 2),
      count,
    }))
}

function clearRules(pixels: Uint8Array, width: number, height: number) {
  for (let y = 0; y < height; y++)
    for (let x = 0, start = 0; x <= width; x++) {
      if (x < width && (pixels[y * width + x] as number) < dark) continue
      if (x - start >= longestRule)
        for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row++)
          pixels.fill(255, row * width + start, row * width + x)
      start = x + 1
    }
}

/** Row by row as well, with the length of every column's run so far: down the columns takes far longer. */
function clearUprights(pixels: Uint8Array, width: number, height: number) {
  const runs = new Uint16Array(width)
  for (let y = 0; y <= height; y++)
    for (let x = 0; x < width; x++) {
      if (y < height && (pixels[y * width + x] as number) < dark) {
        runs[x] = (runs[x] as number) + 1
        continue
      }
      const length = runs[x] as number
      if (length >= longestRule)
        for (let row = y - length; row < y; row++)
          pixels.fill(255, row * width + Math.max(0, x - 2), row * width + Math.min(width, x + 3))
      runs[x] = 0
    }
}
