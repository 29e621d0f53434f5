import { sampleDarkDots, sampleScale } from '../dark-dots.ts'
import type { PageImage } from '../page-image.ts'

// A sheet that was folded or held in a hand bends its lines of text. The vertical shift of the print is modelled as a sum of
// terms in x and y, whose weights are chosen so that the lines of text become as sharp as possible in the row profile.

/** Weights of the terms, in pixels of the image; see `terms`. */
export type Bend = readonly number[]

/**
 * Terms of x and y from -1 to 1, with Legendre polynomials of x. A shift that is the same for a whole line changes nothing, so
 * each contains x.
 */
const terms: ((x: number, y: number) => number)[] = [
  (x) => x,
  (x) => (3 * x * x - 1) / 2,
  (x) => (5 * x * x * x - 3 * x) / 2,
  (x, y) => x * y,
  (x, y) => ((3 * x * x - 1) / 2) * y,
  (x, y) => ((5 * x * x * x - 3 * x) / 2) * y,
  (x) => (35 * x ** 4 - 30 * x * x + 3) / 8,
  (x, y) => x * y * y,
  (x, y) => ((3 * x * x - 1) / 2) * y * y,
]
// Terms whose weights are tried in all combinations first, because the sharpness has many local maxima: the two simple
// bends of a sheet. Weights in pixels of the sampled image, as all below.
const gridTerms = [1, 2] as const
const maxGridWeight = 6
// Steps of the search from there, and the largest weight.
const firstStep = 2
const lastStep = 0.4
const rounds = 3
const maxWeight = 14
// Minimum gain of sharpness over the straight page.
const minGain = 1.05
const minDots = 400

/** Measures how the lines of text bend. Returns undefined if they are straight. */
export function measureBend(image: PageImage): Bend | undefined {
  const dots = sampleDarkDots(image)
  if (dots.length < minDots * 2) return undefined
  const [width, height] = [image.width / sampleScale, image.height / sampleScale]
  const count = dots.length / 2
  const bases = terms.map((term) => {
    const values = new Float32Array(count)
    for (let n = 0; n < count; n++)
      values[n] = term(
        ((dots[2 * n] as number) / width) * 2 - 1,
        ((dots[2 * n + 1] as number) / height) * 2 - 1,
      )
    return values
  })
  const ys = Float32Array.from({ length: count }, (_, n) => dots[2 * n + 1] as number)
  const margin = maxWeight * 4
  const profile = new Float32Array(Math.ceil(height) + 2 * margin)
  const shifts = new Float32Array(count)
  const sharpness = (base: Float32Array | undefined, weight: number) => {
    profile.fill(0)
    for (let n = 0; n < count; n++) {
      const y = (ys[n] as number) - (shifts[n] as number) - (base ? (base[n] as number) * weight : 0)
      const row = Math.max(0, Math.min(profile.length - 1, (y + margin + 0.5) | 0))
      profile[row] = (profile[row] as number) + 1
    }
    let sum = 0
    for (let n = 1; n < profile.length; n++) sum += ((profile[n] as number) - (profile[n - 1] as number)) ** 2
    return sum
  }
  const weights = terms.map(() => 0)
  const add = (n: number, change: number) => {
    weights[n] = (weights[n] as number) + change
    const base = bases[n] as Float32Array
    for (let k = 0; k < count; k++) shifts[k] = (shifts[k] as number) + (base[k] as number) * change
  }
  const straight = sharpness(undefined, 0)
  let best = straight
  const [first, second] = gridTerms
  let simple = [0, 0]
  for (let one = -maxGridWeight; one <= maxGridWeight; one++) {
    add(first, one)
    for (let other = -maxGridWeight; other <= maxGridWeight; other++) {
      const value = sharpness(bases[second], other)
      if (value > best) [best, simple] = [value, [one, other]]
    }
    add(first, -one)
  }
  add(first, simple[0] as number)
  add(second, simple[1] as number)
  for (let step = firstStep; step > lastStep; step /= 2)
    for (let round = 0; round < rounds; round++) {
      let hasImproved = false
      for (const [n, base] of bases.entries())
        for (const change of [step, -step]) {
          if (Math.abs((weights[n] as number) + change) > maxWeight) continue
          const value = sharpness(base, change)
          if (value <= best) continue
          best = value
          hasImproved = true
          add(n, change)
        }
      if (!hasImproved) break
    }
  if (process.env.DBG) console.log("gain", best / straight, weights.map((w) => w.toFixed(1)).join(" "))
  return best > straight * minGain ? weights.map((weight) => weight * sampleScale) : undefined
}

/** The shift of the print at a point of the page, with x and y from -1 to 1. */
export const getShift = (bend: Bend, x: number, y: number): number =>
  bend.reduce((sum, weight, n) => sum + weight * (terms[n]?.(x, y) ?? 0), 0)

// The shift is computed at every so many columns and interpolated between them.
const columnStep = 16

/** Moves the print back by its shift, with linear interpolation. */
export function unbend(image: PageImage, bend: Bend): PageImage {
  const { width, height, pixels } = image
  const result = new Uint8Array(width * height).fill(255)
  const knots = Math.ceil(width / columnStep) + 1
  const shifts = new Float32Array(knots)
  for (let y = 0; y < height; y++) {
    for (let n = 0; n < knots; n++)
      shifts[n] = getShift(bend, ((n * columnStep) / width) * 2 - 1, (y / height) * 2 - 1)
    for (let x = 0; x < width; x++) {
      const knot = (x / columnStep) | 0
      const share = x / columnStep - knot
      const from = y + (shifts[knot] as number) * (1 - share) + (shifts[knot + 1] as number) * share
      const top = Math.floor(from)
      if (top < 0 || top >= height - 1) continue
      const at = top * width + x
      result[y * width + x] =
        (pixels[at] as number) + ((pixels[at + width] as number) - (pixels[at] as number)) * (from - top)
    }
  }
  return { ...image, pixels: result }
}
