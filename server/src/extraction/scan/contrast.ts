import type { PageImage } from './page-image.ts'

// Side of a block, in pixels.
const blockSize = 64
// Quantiles of the grey levels that are taken as the background level and the ink level.
const backgroundQuantile = 0.75
const inkQuantile = 0.005
// Maximum ink level, as a share of the background level. Needed for nearly empty pages, where even the darkest
// quantile is background.
const maxInkShare = 0.4
// Minimum background level of a block, as a share of the page's median. A darker block is a filled band or a
// photograph, not background in a shadow.
const minBackgroundShare = 0.6

/**
 * Stretches the contrast of each block. The background becomes white, even in shadows at the edge of the page, and
 * the darkest ink becomes black.
 */
export function normaliseContrast(image: PageImage): PageImage {
  const { width, height, pixels } = image
  const [columns, rows] = [Math.ceil(width / blockSize), Math.ceil(height / blockSize)]
  const background = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      background[row * columns + column] = getQuantile(
        image,
        column * blockSize,
        row * blockSize,
        backgroundQuantile,
      )
  const medianLevel = background.toSorted()[Math.floor(background.length / 2)] ?? 255
  for (let n = 0; n < background.length; n++)
    if ((background[n] as number) < medianLevel * minBackgroundShare) background[n] = medianLevel
  const darkest = getQuantile(image, 0, 0, inkQuantile, Math.max(width, height))
  const ink = Math.min(darkest, medianLevel * maxInkShare)
  const result = new Uint8Array(pixels.length)
  // Compute a lookup table for each block, because a block has sixteen times more pixels than the table has entries.
  const levels = new Uint8ClampedArray(256)
  for (const [n, ground] of background.entries()) {
    for (let level = 0; level < 256; level++)
      levels[level] = Math.floor(((level - ink) * 255) / Math.max(40, ground - 8 - ink))
    const [left, top] = [(n % columns) * blockSize, Math.floor(n / columns) * blockSize]
    const [right, bottom] = [Math.min(width, left + blockSize), Math.min(height, top + blockSize)]
    for (let y = top; y < bottom; y++)
      for (let at = y * width + left; at < y * width + right; at++)
        result[at] = levels[pixels[at] as number] as number
  }
  return { ...image, pixels: result }
}

/** Returns the grey level below which the given share of the pixels in a square lies. */
function getQuantile(
  { width, height, pixels }: PageImage,
  left: number,
  top: number,
  share: number,
  side = blockSize,
): number {
  const counts = new Uint32Array(256)
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)]
  const step = side > blockSize ? 4 : 1
  let count = 0
  for (let y = top; y < bottom; y += step)
    for (let x = left; x < right; x += step, count++) {
      const level = pixels[y * width + x] as number
      counts[level] = (counts[level] as number) + 1
    }
  let below = 0
  for (let level = 0; level < 256; level++) {
    below += counts[level] as number
    if (below >= count * share) return level
  }
  return 255
}
