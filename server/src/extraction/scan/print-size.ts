import type { Picture } from './page-image.ts'

const dark = 128
// In points.
const strip = 24
const lowest = 2.5
const highest = 16

/** How high most lines of a page are, in points from the top of their capitals to the bottom of their ink. */
export function printSizeOf({ width, height, pixels, dpi }: Picture): number {
  const across = Math.round((strip * dpi) / 72)
  const sizes: number[] = []
  for (let left = 0; left + across <= width; left += across) {
    let first = -1
    for (let y = 0; y <= height; y++) {
      let isInked = false
      for (let x = left; !isInked && y < height && x < left + across; x++)
        isInked = (pixels[y * width + x] as number) < dark
      if (isInked && first < 0) first = y
      if (isInked || first < 0) continue
      const size = ((y - first) * 72) / dpi
      if (size >= lowest && size <= highest) sizes.push(size)
      first = -1
    }
  }
  return sizes.toSorted((one, other) => one - other)[sizes.length >> 1] ?? highest
}
