import { getSampleScale, sampleDarkDots } from './dark-dots.ts'
import type { PageImage } from './page-image.ts'

// Angles of the search, in degrees. Smaller skews than `minSkew` are not corrected.
const maxSkew = 6
const coarseStep = 0.5
const fineStep = 0.1
const minSkew = 0.12
// Factor by which the score of another angle must exceed the best score so far.
const minImprovement = 1.002
const minDotCoordinates = 400
// Bits of the fraction in fixed-point coordinates. Images have fewer than 2^13 pixels per side, so coordinates fit
// into 31 bits.
const fractionBits = 17
const one = 1 << fractionBits

/** Rotates the image so that its text lines are horizontal. */
export function deskew(image: PageImage): { image: PageImage; degrees: number } {
  const degrees = measureSkew(image)
  return Math.abs(degrees) < minSkew ? { image, degrees: 0 } : { image: rotate(image, degrees), degrees }
}

/**
 * Measures the skew with the projection profile method. Horizontal text alternates between full and empty rows, so
 * the correct angle maximises the squared difference between neighbouring rows. The search uses coarse steps first,
 * then fine steps around the best coarse angle.
 */
function measureSkew(image: PageImage): number {
  const dots = sampleDarkDots(image)
  if (dots.length < minDotCoordinates) return 0
  const rows = Math.ceil(image.height / getSampleScale(image))
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
  const rough = findBestAngle(0, maxSkew, coarseStep, sharpness)
  return findBestAngle(rough, coarseStep, fineStep, sharpness)
}

function findBestAngle(
  middle: number,
  reach: number,
  step: number,
  score: (degrees: number) => number,
): number {
  let [bestDegrees, highest] = [middle, score(middle)]
  for (let n = 1; n * step <= reach + step / 2; n++)
    for (const degrees of [middle - n * step, middle + n * step]) {
      const value = score(degrees)
      // On a page without text lines all angles have similar scores, so a clear improvement is required.
      if (value > highest * minImprovement) [bestDegrees, highest] = [degrees, value]
    }
  return bestDegrees
}

/**
 * Rotates the image around its centre with bilinear interpolation. The size stays the same; uncovered corners become
 * white.
 */
function rotate(image: PageImage, degrees: number): PageImage {
  const { width, height, pixels } = image
  const result = new Uint8Array(width * height).fill(255)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [middleX, middleY] = [width / 2, height / 2]
  const [stepX, stepY] = [Math.round(cos * one), Math.round(sin * one)]
  for (let y = 0; y < height; y++) {
    // Fixed-point arithmetic is three times as fast as floating point here.
    let fromX = Math.round(((0 - middleX) * cos - (y - middleY) * sin + middleX) * one)
    let fromY = Math.round(((0 - middleX) * sin + (y - middleY) * cos + middleY) * one)
    for (let x = 0; x < width; x++, fromX += stepX, fromY += stepY) {
      const left = fromX >> fractionBits
      const top = fromY >> fractionBits
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const at = top * width + left
      const a = pixels[at] as number
      const b = pixels[at + 1] as number
      const c = pixels[at + width] as number
      const d = pixels[at + width + 1] as number
      if ((a & b & c & d) === 255) continue
      const dx = (fromX >> (fractionBits - 6)) & 63
      const dy = (fromY >> (fractionBits - 6)) & 63
      const upper = a * (64 - dx) + b * dx
      const lower = c * (64 - dx) + d * dx
      result[y * width + x] = (upper * (64 - dy) + lower * dy) >> 12
    }
  }
  return { ...image, pixels: result }
}
