import type { PageImage } from './page-image.ts'

const maxInkLevel = 128
// Width of the strips in which lines are measured, and minimum and maximum height of a text line. All in points.
const stripWidth = 24
const minLineHeight = 2.5
const maxLineHeight = 16

/** Returns the median ink height of the text lines of a page, in points. */
export function measurePrintSize({ width, height, pixels, dpi }: PageImage): number {
  const across = Math.round((stripWidth * dpi) / 72)
  const sizes: number[] = []
  for (let left = 0; left + across <= width; left += across) {
    let first = -1
    for (let y = 0; y <= height; y++) {
      let isInked = false
      for (let x = left; !isInked && y < height && x < left + across; x++)
        isInked = (pixels[y * width + x] as number) < maxInkLevel
      if (isInked && first < 0) first = y
      if (isInked || first < 0) continue
      const size = ((y - first) * 72) / dpi
      if (size >= minLineHeight && size <= maxLineHeight) sizes.push(size)
      first = -1
    }
  }
  return sizes.toSorted((one, other) => one - other)[sizes.length >> 1] ?? maxLineHeight
}
