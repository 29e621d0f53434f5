/** How a call to a provider ended. refused: it answered as it should, but not with what was asked for. */
export type Outcome = 'good' | 'refused' | 'bad'

/** What all processes together saw of a provider in one minute. */
export type Minute = {
  payroll_provider: string
  minute: Date
  good: number
  refused: number
  bad: number
  /** Durations of calls that were answered: how many were longer than one bound and not longer than the next. */
  buckets: number[]
}

export type Counts = Omit<Minute, 'payroll_provider' | 'minute'>

/** How a provider has been over the last hour, as the catalogue shows it. */
export type Health = {
  state: 'operational' | 'degraded' | 'down' | 'unknown'
  /** Of calls that came to an answer as it should be, whatever it said; null when there were none. */
  success_rate: number | null
  /** Of those that were answered. */
  median_ms: number | null
  calls: number
}

const smallestMs = 10
/** Each bound is so much above the one before, so a median is wrong by a fifth at most. 52 of them end at 109 s. */
const growth = 1.2
const bucketCount = 52
const enoughCalls = 20
const enoughLately = 10
const latelyMs = 5 * 60_000

export const noCounts = (): Counts => ({
  good: 0,
  refused: 0,
  bad: 0,
  buckets: new Array(bucketCount).fill(0),
})

export function count(counts: Counts, outcome: Outcome, ms: number) {
  counts[outcome]++
  // A call that fails may fail at once; that would look like a fast provider.
  if (outcome !== 'bad') add(counts.buckets, bucketOf(ms), 1)
}

export function addCounts(to: Counts, more: Counts) {
  to.good += more.good
  to.refused += more.refused
  to.bad += more.bad
  more.buckets.forEach((calls, n) => {
    add(to.buckets, n, calls)
  })
}

/** The minutes are those of one provider within the last hour. */
export function healthOf(minutes: Minute[], now: number): Health {
  const hour = noCounts()
  const lately = noCounts()
  for (const minute of minutes) {
    addCounts(hour, minute)
    if (minute.minute.getTime() > now - latelyMs) addCounts(lately, minute)
  }
  const calls = callsOf(hour)
  const rate = rateOf(hour)
  const isDown = callsOf(lately) >= enoughLately && rateOf(lately) < 0.5
  const isDegraded = calls >= enoughCalls && rate < 0.95
  return {
    state: isDown ? 'down' : calls === 0 ? 'unknown' : isDegraded ? 'degraded' : 'operational',
    success_rate: calls === 0 ? null : Math.round(rate * 10_000) / 10_000,
    median_ms: medianOf(hour.buckets),
    calls,
  }
}

export const callsOf = ({ good, refused, bad }: Counts) => good + refused + bad

const rateOf = (counts: Counts) => 1 - counts.bad / callsOf(counts)

/** Where the middle call would be if those of its bucket lay evenly in it. */
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

const boundMs = (n: number) => smallestMs * growth ** n

function bucketOf(ms: number) {
  let n = 0
  while (n < bucketCount - 1 && ms > boundMs(n)) n++
  return n
}

function add(buckets: number[], n: number, calls: number) {
  buckets[n] = (buckets[n] ?? 0) + calls
}
