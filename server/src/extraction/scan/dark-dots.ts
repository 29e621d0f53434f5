import type { PageImage } from './page-image.ts'

// Resolution of the reduced image. The limits of its users are in its pixels and must mean the same length on any page.
const sampledDpi = 67

/** Pixels of the page image per sampled pixel. */
export const getSampleScale = ({ dpi }: Pick<PageImage, 'dpi'>): number =>
  Math.max(1, Math.round(dpi / sampledDpi))

const maxDots = 25_000

/** Returns x and y of the dark pixels in turn, from the reduced image. At most `maxDots` pixels are sampled. */
export function sampleDarkDots({ width, height, pixels, dpi }: PageImage): Int32Array {
  const sampleScale = getSampleScale({ dpi })
  const dots: number[] = []
  const [columns, rows] = [Math.floor(width / sampleScale), Math.floor(height / sampleScale)]
  const sums = new Uint16Array(columns)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let y = row * sampleScale; y < (row + 1) * sampleScale; y++)
      for (let x = 0; x < columns * sampleScale; x++) {
        const column = (x / sampleScale) | 0
        sums[column] = (sums[column] as number) + (pixels[y * width + x] as number)
      }
    for (let column = 0; column < columns; column++)
      if ((sums[column] as number) < 150 * sampleScale * sampleScale) dots.push(column, row)
  }
  if (dots.length <= maxDots * 2) return Int32Array.from(dots)
  const every = Math.ceil(dots.length / 2 / maxDots)
  return Int32Array.from(dots.filter((_, n) => (n >> 1) % every === 0))
}
