import { monthOf } from './format.ts'

const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

/** Joins months that follow each other, oldest first: `Mar 2026, Jun 2026 to Aug 2026`. */
export function monthRangesOf(months: readonly string[]) {
  const ranges: { from: string; to: string }[] = []
  for (const month of [...months].sort()) {
    const last = ranges.at(-1)
    if (last && indexOf(month) === indexOf(last.to) + 1) last.to = month
    else ranges.push({ from: month, to: month })
  }
  return ranges
    .map(({ from, to }) => (from === to ? monthOf(from) : `${monthOf(from)} to ${monthOf(to)}`))
    .join(', ')
}
