/** One figure over time; `at` is in seconds. */
export type Sample = { at: number; value: number }

export type Tolerance = {
  /** Allowed growth over the measured time, as a share of the median. */
  share: number
  /** Allowed growth in the unit of the figure, for figures so small that a share says nothing. */
  absolute: number
}

export type Trend = { median: number; growth: number; perHour: number; allowed: number; isFlat: boolean }

// Enough for a stable median: pairs of 300 samples are 45,000.
const maxSamples = 300

/**
 * Fits a line through the samples (Theil–Sen: the median of the slopes of all pairs) and returns the growth over the
 * measured time. Unlike least squares, up to 29 % of outliers, such as the peaks during faults, do not move it.
 */
export function findTrend(samples: readonly Sample[], { share, absolute }: Tolerance): Trend {
  const some = thin(samples)
  const slopes = some.flatMap((one, n) =>
    some.slice(n + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  )
  const slope = medianOf(slopes.filter(Number.isFinite))
  const seconds = (some.at(-1)?.at ?? 0) - (some[0]?.at ?? 0)
  const median = medianOf(some.map(({ value }) => value))
  const growth = slope * seconds
  const allowed = Math.max(absolute, share * median)
  // A figure that could not be measured is not flat.
  return { median, growth, perHour: slope * 3_600, allowed, isFlat: growth <= allowed }
}

function thin(samples: readonly Sample[]) {
  const step = Math.ceil(samples.length / maxSamples)
  return samples.filter((_, n) => n % step === 0)
}

export function medianOf(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}
