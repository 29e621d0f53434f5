// A sheet that was folded or held in a hand bends its lines of text. The vertical shift of the print is modelled as a sum of
// terms in x and y, whose weights are chosen so that the lines of text become as sharp as possible in the row profile.

/** Weights of the terms, in pixels of the image; see `terms`. */
export type Bend = readonly number[]

export type Term = {
  shift(x: number, y: number): number
  /** Largest weight in pixels of the sampled image. */
  maxWeight: number
  /** Step of the first search, in which these terms are tried in all combinations. */
  gridStep?: number
}

/**
 * Terms of x and y from -1 to 1. The sheet does not bend at its left and right edge, but its corners are those of straight
 * lines along edges that bend, which leaves a slope. A shift that is the same for a whole line changes nothing, so each
 * term contains x.
 */
export const terms: Term[] = [
  { shift: (x) => x, maxWeight: 10, gridStep: 2 },
  { shift: (x) => 1 - x * x, maxWeight: 8, gridStep: 1 },
  { shift: (x) => x * (1 - x * x), maxWeight: 16.5, gridStep: 1.5 },
  { shift: (x, y) => x * y, maxWeight: 6 },
  { shift: (x, y) => (1 - x * x) * y, maxWeight: 6 },
  { shift: (x, y) => x * (1 - x * x) * y, maxWeight: 8 },
  { shift: (x, y) => (1 - x * x) * y * y, maxWeight: 6 },
  { shift: (x) => x ** 3 * (1 - x * x), maxWeight: 8 },
]
/** The shift of the print at a point of the page, with x and y from -1 to 1. */
export const getShift = (bend: Bend, x: number, y: number): number =>
  bend.reduce((sum, weight, n) => sum + weight * (terms[n]?.shift(x, y) ?? 0), 0)
