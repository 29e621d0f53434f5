import type { Picture } from './picture.ts'

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
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows - 1, Math.floor(y / block))
    for (let x = 0; x < width; x++) {
      const ground = paper[row * columns + Math.min(columns - 1, Math.floor(x / block))] as number
      const at = y * width + x
      const level = (((pixels[at] as number) - ink) * 255) / Math.max(40, ground - 8 - ink)
      result[at] = Math.min(255, Math.max(0, level))
    }
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
