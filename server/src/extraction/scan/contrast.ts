import type { Picture } from './page-image.ts'

const block = 64
const paperShare = 0.75
const darkestInk = 0.005
// On a page that is nearly empty even the darkest share is paper.
const lightestInk = 0.4

/** Paper becomes white everywhere, also in the shadow at its edge, and the darkest ink black. */
export function evened(picture: Picture): Picture {
  const { width, height, pixels } = picture
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)]
  const paper = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      paper[row * columns + column] = quantile(picture, column * block, row * block, paperShare)
  const usual = paper.toSorted()[Math.floor(paper.length / 2)] ?? 255
  // A dark block is a filled band or a photograph, not paper in a shadow.
  for (let n = 0; n < paper.length; n++) if ((paper[n] as number) < usual * 0.6) paper[n] = usual
  const darkest = quantile(picture, 0, 0, darkestInk, Math.max(width, height))
  const ink = Math.min(darkest, usual * lightestInk)
  const result = new Uint8Array(pixels.length)
  // Worked out once for each level of a square: there are sixteen times as many pixels.
  const levels = new Uint8ClampedArray(256)
  for (const [n, ground] of paper.entries()) {
    for (let level = 0; level < 256; level++)
      levels[level] = Math.floor(((level - ink) * 255) / Math.max(40, ground - 8 - ink))
    const [left, top] = [(n % columns) * block, Math.floor(n / columns) * block]
    const [right, bottom] = [Math.min(width, left + block), Math.min(height, top + block)]
    for (let y = top; y < bottom; y++)
      for (let at = y * width + left; at < y * width + right; at++)
        result[at] = levels[pixels[at] as number] as number
  }
  return { ...picture, pixels: result }
}

/** The level below which this share of a square's pixels are. */
function quantile(
  { width, height, pixels }: Picture,
  left: number,
  top: number,
  share: number,
  side = block,
): number {
  const counts = new Uint32Array(256)
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)]
  const step = side > block ? 4 : 1
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
