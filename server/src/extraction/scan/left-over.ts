import type { Picture } from './picture.ts'

type Seen = { left: number; top: number; right: number; bottom: number }

const dark = 128
const margin = 4
const longestRule = 110
// A digit of the smallest print has about a third of this.
const worthReading = 150

/**
 * The picture without the words that were read and without rules: what recognition left out, which now and then is a sum that
 * stands far from the rest of its line. Undefined where nothing is left.
 */
export function leftOver(picture: Picture, seen: readonly Seen[]): Picture | undefined {
  const { width, height } = picture
  const pixels = picture.pixels.slice()
  for (const { left, top, right, bottom } of seen)
    for (let y = Math.max(0, top - margin); y < Math.min(height, bottom + margin); y++)
      pixels.fill(255, y * width + Math.max(0, left - margin), y * width + Math.min(width, right + margin))
  clearRules(pixels, width, height, 1, width)
  clearRules(pixels, height, width, width, 1)
  let count = 0
  for (const level of pixels) if (level < dark) count++
  return count >= worthReading ? { ...picture, pixels } : undefined
}

/** along and across: how far the next pixel of a line and the next line are. */
function clearRules(pixels: Uint8Array, length: number, lines: number, along: number, across: number) {
  for (let line = 0; line < lines; line++) {
    let start = 0
    for (let n = 0; n <= length; n++) {
      if (n < length && (pixels[line * across + n * along] as number) < dark) continue
      if (n - start >= longestRule)
        for (let at = start; at < n; at++)
          for (const beside of [-2, -1, 0, 1, 2]) {
            const place = (line + beside) * across + at * along
            if (line + beside >= 0 && line + beside < lines) pixels[place] = 255
          }
      start = n + 1
    }
  }
}
