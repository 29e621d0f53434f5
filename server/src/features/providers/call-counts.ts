/** How a call to a provider ended. `refused` is a proper reply without the requested data. */
export type CallOutcome = 'good' | 'refused' | 'bad'

/** Calls of all processes to a provider in one minute. */
export type ProviderMinute = {
  payroll_provider: string
  minute: Date
  good: number
  refused: number
  bad: number
  /** Histogram of the durations of calls that got a reply. */
  buckets: number[]
}

export type CallCounts = Omit<ProviderMinute, 'payroll_provider' | 'minute'>

/** Health of a provider over the last hour, as shown in the catalogue. */
export type HealthSummary = {
  state: 'operational' | 'degraded' | 'down' | 'unknown'
  /** Share of calls that got a proper reply, whatever its content; null if there were no calls. */
  success_rate: number | null
  /** Median duration of the calls that got a reply. */
  median_ms: number | null
  calls: number
}

const firstBoundMs = 10
/**
 * Ratio between consecutive bucket bounds. It limits the error of the median to 20 %. 52 buckets cover durations up
 * to 109 s.
 */
const boundRatio = 1.2
const bucketCount = 52
const minCallsPerHour = 20
const minRecentCalls = 10
const recentMs = 5 * 60_000

export const emptyCounts = (): CallCounts => ({
  good: 0,
  refused: 0,
  bad: 0,
  buckets: new Array(bucketCount).fill(0),
})

export function countCall(counts: CallCounts, outcome: CallOutcome, ms: number) {
  counts[outcome]++
  // Failed calls are left out: they may fail immediately, which would make the provider look fast.
  if (outcome !== 'bad') add(counts.buckets, bucketOf(ms), 1)
}

export function addCounts(to: CallCounts, more: CallCounts) {
  to.good += more.good
  to.refused += more.refused
  to.bad += more.bad
  more.buckets.forEach((calls, n) => {
    add(to.buckets, n, calls)
  })
}

/** Computes the health of a provider. `minutes` are the minutes of this provider within the last hour. */
export function healthOf(minutes: ProviderMinute[], now: number): HealthSummary {
  const hour = emptyCounts()
  const recent = emptyCounts()
  for (const minute of minutes) {
    addCounts(hour, minute)
    if (minute.minute.getTime() > now - recentMs) addCounts(recent, minute)
  }
  const calls = callsOf(hour)
  const rate = successRate(hour)
  const isDown = callsOf(recent) >= minRecentCalls && successRate(recent) < 0.5
  const isDegraded = calls >= minCallsPerHour && rate < 0.95
  return {
    state: isDown ? 'down' : calls === 0 ? 'unknown' : isDegraded ? 'degraded' : 'operational',
    success_rate: calls === 0 ? null : Math.round(rate * 10_000) / 10_000,
    median_ms: medianOf(hour.buckets),
    calls,
  }
}

export const callsOf = ({ good, refused, bad }: CallCounts) => good + refused + bad

const successRate = (counts: CallCounts) => 1 - counts.bad / callsOf(counts)

/** Estimates the median by linear interpolation within its bucket. */
function medianOf(buckets: number[]) {
  const half = buckets.reduce((sum, calls) => sum + calls, 0) / 2
  let before = 0
  for (const [n, calls] of buckets.entries()) {
    if (calls > 0 && before + calls >= half) {
      const from = n === 0 ? 0 : boundMs(n - 1)
      return Math.round(from + (boundMs(n) - from) * ((half - before) / calls))
    }
    before += calls
  }
  return null
}

const boundMs = (n: number) => firstBoundMs * boundRatio ** n

function bucketOf(ms: number) {
  let n = 0
  while (n < bucketCount - 1 && ms > boundMs(n)) n++
  return n
}

function add(buckets: number[], n: number, calls: number) {
  buckets[n] = (buckets[n] ?? 0) + calls
}
