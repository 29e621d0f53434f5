import type { EdgeMap, Side } from './sheet-edges.ts'

/**
 * A nearly horizontal line gives y by x and a nearly vertical one x by y: `at` in the middle of the picture, and the
 * slope.
 */
export type Line = { at: number; slope: number }

// Maximum slope of a side, 35 degrees, and the step of the search.
const maxSlope = 0.7
const slopeStep = 0.025
const slopeCount = Math.round((2 * maxSlope) / slopeStep) + 1
// Very strong edges count no more than this.
const maxVote = 0.4
const maxLines = 9
// Lines this close to a stronger one are the same edge: pixels, and steps of the slope.
const minDistance = 7
const minSlopeSteps = 4
// Minimum votes of a line, as a share of the strongest possible line across the picture.
const minVoteShare = 0.06
// Distances from the line within which edge points take part in its refinement, in pixels.
const refineDistances = [5, 3, 2]

/** The strongest lines among the edges of a side: a Hough transform by position and slope. */
export function findLines(edges: EdgeMap, side: Side): Line[] {
  const isHorizontal = side === 'top' || side === 'bottom'
  const along = isHorizontal ? edges.width : edges.height
  const across = isHorizontal ? edges.height : edges.width
  const votes = new Float32Array(across * slopeCount)
  for (const { along: a, across: b, strength } of listPoints(edges, side))
    for (let n = 0; n < slopeCount; n++) {
      const at = Math.round(b - (n * slopeStep - maxSlope) * (a - along / 2))
      // The slopes are coarse, so the points of a line spread over a few pixels.
      for (let near = Math.max(0, at - 1); near <= Math.min(across - 1, at + 1); near++)
        votes[near * slopeCount + n] = (votes[near * slopeCount + n] as number) + Math.min(maxVote, strength)
    }
  const peaks = [...votes.keys()]
    .filter((n) => (votes[n] as number) > minVoteShare * maxVote * along)
    .sort((one, other) => (votes[other] as number) - (votes[one] as number))
  const chosen: { at: number; step: number }[] = []
  for (const n of peaks) {
    if (chosen.length === maxLines) break
    const [at, step] = [Math.floor(n / slopeCount), n % slopeCount]
    const isKnown = chosen.some(
      (line) => Math.abs(line.at - at) < minDistance && Math.abs(line.step - step) < minSlopeSteps,
    )
    if (!isKnown) chosen.push({ at, step })
  }
  return chosen.map(({ at, step }) => ({ at, slope: step * slopeStep - maxSlope }))
}

/** Fits a line to the edge points near it by least squares, with narrowing distance. */
export function refineLine(edges: EdgeMap, side: Side, line: Line): Line {
  const along = side === 'top' || side === 'bottom' ? edges.width : edges.height
  const points = listPoints(edges, side)
  let { at, slope } = line
  for (const distance of refineDistances) {
    let [count, sumX, sumY, sumXx, sumXy] = [0, 0, 0, 0, 0]
    for (const point of points) {
      const x = point.along - along / 2
      if (Math.abs(point.across - at - slope * x) > distance) continue
      count++
      sumX += x
      sumY += point.across
      sumXx += x * x
      sumXy += x * point.across
    }
    const spread = count * sumXx - sumX * sumX
    if (count < 8 || spread === 0) break
    slope = (count * sumXy - sumX * sumY) / spread
    at = (sumY - slope * sumX) / count
  }
  return { at, slope }
}

type EdgePoint = { along: number; across: number; strength: number }

function listPoints({ width, strength }: EdgeMap, side: Side): EdgePoint[] {
  const isHorizontal = side === 'top' || side === 'bottom'
  const points: EdgePoint[] = []
  for (const [n, value] of strength[side].entries()) {
    if (value === 0) continue
    const [x, y] = [n % width, Math.floor(n / width)]
    points.push({ along: isHorizontal ? x : y, across: isHorizontal ? y : x, strength: value })
  }
  return points
}
