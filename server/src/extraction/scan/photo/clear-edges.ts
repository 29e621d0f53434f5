import type { PageImage } from '../page-image.ts'

// The desk shows at the edges of a flattened sheet that was bent. Shares of the width or height of the page.
const startShare = 0.006
const maxDepthShare = 0.035
const maxDeskLevel = 160
// Light pixels in a row at which the sheet begins.
const paperRun = 4

/** Whitens what is left of the desk along the edges of a flattened page. */
export function clearEdges(image: PageImage): PageImage {
  const { width, height } = image
  const pixels = image.pixels.slice()
  for (let y = 0; y < height; y++) {
    clearRun(pixels, y * width, 1, width)
    clearRun(pixels, y * width + width - 1, -1, width)
  }
  for (let x = 0; x < width; x++) {
    clearRun(pixels, x, width, height)
    clearRun(pixels, (height - 1) * width + x, -width, height)
  }
  return { ...image, pixels }
}

/** Whitens dark pixels that begin at the edge, as far as the sheet. */
function clearRun(pixels: Uint8Array, start: number, step: number, length: number) {
  const [near, far] = [Math.ceil(length * startShare), Math.ceil(length * maxDepthShare)]
  let light = 0
  let last = -1
  for (let n = 0; n < far; n++) {
    if ((pixels[start + n * step] as number) < maxDeskLevel) {
      last = n
      light = 0
    } else if (++light >= paperRun && n > near) break
  }
  for (let n = 0; n <= last; n++) pixels[start + n * step] = 255
}
