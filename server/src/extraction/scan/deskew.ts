import type { Picture } from './page-image.ts'

const shrink = 3
const widestDegrees = 6
const coarse = 0.5
const fine = 0.1
const worthTurning = 0.12
const mostDots = 25_000
// Sides are below 2^13, so that all of it fits into 31 bits.
const bits = 17
const one = 1 << bits

/** Turned back by the angle at which its lines are sharpest. */
export function straightened(picture: Picture): { picture: Picture; degrees: number } {
  const degrees = skewOf(picture)
  return Math.abs(degrees) < worthTurning
    ? { picture, degrees: 0 }
    : { picture: turned(picture, degrees), degrees }
}

/**
 * The angle whose rows of ink differ most from row to row: text that stands straight has full rows and empty ones.
 * First in coarse steps, then in fine ones around the best.
 */
function skewOf(picture: Picture): number {
  const dots = darkDots(picture)
  if (dots.length < 400) return 0
  const rows = Math.ceil(picture.height / shrink)
  const profile = new Float64Array(rows * 3)
  const sharpness = (degrees: number) => {
    profile.fill(0)
    const slope = Math.tan((degrees * Math.PI) / 180)
    for (let n = 0; n < dots.length; n += 2) {
      const at = Math.round((dots[n + 1] ?? 0) - (dots[n] ?? 0) * slope) + rows
      profile[at] = (profile[at] ?? 0) + 1
    }
    let sum = 0
    for (let n = 1; n < profile.length; n++) sum += ((profile[n] ?? 0) - (profile[n - 1] ?? 0)) ** 2
    return sum
  }
  const rough = best(0, widestDegrees, coarse, sharpness)
  return best(rough, coarse, fine, sharpness)
}

function best(middle: number, reach: number, step: number, score: (degrees: number) => number): number {
  let [found, highest] = [middle, score(middle)]
  for (let n = 1; n * step <= reach + step / 2; n++)
    for (const degrees of [middle - n * step, middle + n * step]) {
      const value = score(degrees)
      // A page without lines has no angle: others must be clearly better than straight.
      if (value > highest * 1.002) [found, highest] = [degrees, value]
    }
  return found
}

/** x and y of dark dots of the picture made smaller, one after the other. */
function darkDots({ width, height, pixels }: Picture): Int32Array {
  const dots: number[] = []
  const [columns, rows] = [Math.floor(width / shrink), Math.floor(height / shrink)]
  const sums = new Uint16Array(columns)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let y = row * shrink; y < (row + 1) * shrink; y++)
      for (let x = 0; x < columns * shrink; x++) {
        const column = (x / shrink) | 0
        sums[column] = (sums[column] as number) + (pixels[y * width + x] as number)
      }
    for (let column = 0; column < columns; column++)
      if ((sums[column] as number) < 150 * shrink * shrink) dots.push(column, row)
  }
  if (dots.length <= mostDots * 2) return Int32Array.from(dots)
  const every = Math.ceil(dots.length / 2 / mostDots)
  return Int32Array.from(dots.filter((_, n) => (n >> 1) % every === 0))
}

/** Around the middle, with the size kept; what comes from outside is white. */
function turned(picture: Picture, degrees: number): Picture {
  const { width, height, pixels } = picture
  const result = new Uint8Array(width * height).fill(255)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [middleX, middleY] = [width / 2, height / 2]
  const [stepX, stepY] = [Math.round(cos * one), Math.round(sin * one)]
  for (let y = 0; y < height; y++) {
    // Whole numbers of `one` a pixel: fractions take three times as long.
    let fromX = Math.round(((0 - middleX) * cos - (y - middleY) * sin + middleX) * one)
    let fromY = Math.round(((0 - middleX) * sin + (y - middleY) * cos + middleY) * one)
    for (let x = 0; x < width; x++, fromX += stepX, fromY += stepY) {
      const left = fromX >> bits
      const top = fromY >> bits
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const at = top * width + left
      const a = pixels[at] as number
      const b = pixels[at + 1] as number
      const c = pixels[at + width] as number
      const d = pixels[at + width + 1] as number
      if ((a & b & c & d) === 255) continue
      const dx = (fromX >> (bits - 6)) & 63
      const dy = (fromY >> (bits - 6)) & 63
      const upper = a * (64 - dx) + b * dx
      const lower = c * (64 - dx) + d * dx
      result[y * width + x] = (upper * (64 - dy) + lower * dy) >> 12
    }
  }
  return { ...picture, pixels: result }
}
