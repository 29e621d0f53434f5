import { nowMs } from './journal.ts'

const sampleMs = 50

/** Measures the longest time in which a counter did not rise. */
export function watchProgress(count: () => number) {
  let last = count()
  let changedAt = nowMs()
  let longestMs = 0
  const sample = () => {
    const current = count()
    longestMs = Math.max(longestMs, nowMs() - changedAt)
    if (current === last) return
    last = current
    changedAt = nowMs()
  }
  const timer = setInterval(sample, sampleMs)
  return {
    longestSeconds: () => longestMs / 1_000,
    stop: () => clearInterval(timer),
  }
}
