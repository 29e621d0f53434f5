export function percentilesOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

export const medianOf = (values: readonly number[]) => percentilesOf(values).p50
