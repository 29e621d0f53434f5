import { getSampleScale, sampleDarkDots } from '../dark-dots.ts'
import type { PageImage } from '../page-image.ts'
import { type Bend, getShift, type Term, terms } from './bend.ts'

// Steps of the search from the best combination, in pixels of the sampled image.
const firstStep = 2
const lastStep = 0.4
const rounds = 3
const maxGridDots = 5_000
// Minimum gain of sharpness over the straight page.
const minGain = 1.005
const minDots = 400

/** Measures how the lines of text bend. Returns undefined if they are straight. */
export function measureBend(image: PageImage): Bend | undefined {
  const dots = sampleDarkDots(image)
  if (dots.length < minDots * 2) return undefined
  const sampleScale = getSampleScale(image)
  const size = { width: image.width / sampleScale, height: image.height / sampleScale }
  const every = Math.ceil(dots.length / 2 / maxGridDots)
  const start = searchGrid(
    createProfile(
      dots.filter((_, n) => (n >> 1) % every === 0),
      size,
    ),
  )
  const profile = createProfile(dots, size)
  const straight = profile.measure()
  for (const [n, weight] of start.entries()) profile.add(n, weight)
  const { weights, sharpness } = refine(profile, start)
  return sharpness > straight * minGain ? weights.map((weight) => weight * sampleScale) : undefined
}

/** Counts dots by row after a shift, and measures how sharply the rows differ. */
function createProfile(dots: Int32Array, { width, height }: { width: number; height: number }) {
  const count = dots.length / 2
  const bases = terms.map(({ shift }) => {
    const values = new Float32Array(count)
    for (let n = 0; n < count; n++) {
      const [x, y] = [dots[2 * n] as number, dots[2 * n + 1] as number]
      values[n] = shift((x / width) * 2 - 1, (y / height) * 2 - 1)
    }
    return values
  })
  const margin = terms.reduce((sum, { maxWeight }) => sum + maxWeight, 0)
  const shifted = Float32Array.from({ length: count }, (_, n) => (dots[2 * n + 1] as number) + margin + 0.5)
  const rows = new Float32Array(Math.ceil(height) + 2 * margin)
  return {
    /** Sharpness with a further weight of one term. */
    measure(n = 0, weight = 0): number {
      const base = bases[n] as Float32Array
      rows.fill(0)
      for (let k = 0; k < count; k++) {
        const row = ((shifted[k] as number) - (base[k] as number) * weight) | 0
        rows[row] = (rows[row] as number) + 1
      }
      let sum = 0
      for (let k = 1; k < rows.length; k++) sum += ((rows[k] as number) - (rows[k - 1] as number)) ** 2
      return sum
    },
    add(n: number, weight: number) {
      const base = bases[n] as Float32Array
      for (let k = 0; k < count; k++) shifted[k] = (shifted[k] as number) - (base[k] as number) * weight
    },
  }
}

type Profile = ReturnType<typeof createProfile>

/** Tries all combinations of the first three terms. */
function searchGrid({ measure, add }: Profile): number[] {
  let best = { value: measure(), weights: [0, 0, 0] }
  const [slopes, arches, waves] = terms.flatMap(listGridWeights) as [number[], number[], number[]]
  for (const slope of slopes) {
    add(0, slope)
    for (const arch of arches) {
      add(1, arch)
      for (const wave of waves) {
        const value = measure(2, wave)
        if (value > best.value) best = { value, weights: [slope, arch, wave] }
      }
      add(1, -arch)
    }
    add(0, -slope)
  }
  return best.weights
}

const listGridWeights = ({ maxWeight, gridStep }: Term) =>
  gridStep === undefined
    ? []
    : [Array.from({ length: (2 * maxWeight) / gridStep + 1 }, (_, n) => n * gridStep - maxWeight)]

/** Improves one weight at a time with shrinking steps. */
function refine(
  { measure, add }: Profile,
  start: readonly number[],
): { weights: number[]; sharpness: number } {
  const weights = terms.map((_, n) => start[n] ?? 0)
  let sharpness = measure()
  for (let step = firstStep; step > lastStep; step /= 2)
    for (let round = 0; round < rounds; round++) {
      const before = sharpness
      for (const [n, { maxWeight }] of terms.entries())
        for (const change of [step, -step]) {
          const weight = (weights[n] as number) + change
          const value = Math.abs(weight) > maxWeight ? 0 : measure(n, change)
          if (value <= sharpness) continue
          add(n, change)
          weights[n] = weight
          sharpness = value
        }
      if (sharpness === before) break
    }
  return { weights, sharpness }
}

// Distance of the columns at which the shift is computed, in pixels. It is interpolated between them.
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
