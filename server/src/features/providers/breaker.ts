/**
 * Circuit breaker of a provider, shared by all processes. Times are milliseconds of the database's clock, because the clocks of
 * processes differ.
 */
export type ProviderBreaker = {
  /** Number of times the circuit was opened in a row; 0 means that it is closed. */
  opened: number
  /**
   * Time when the circuit was last opened or closed. Calls that started earlier do not count towards the current
   * state.
   */
  since: number
  openUntil: number
  /** The single call that is allowed after openUntil. If it times out, another call may become the probe. */
  probe: { by: string; until: number } | null
}

export type BreakerChange =
  | { kind: 'tripped' }
  /** A call requests to be the probe. */
  | { kind: 'claimed'; by: string }
  /** Result of the probe. `dropped` means that the result says nothing about the provider. */
  | { kind: 'answered' | 'failed' | 'dropped'; by: string }

export type CallTally = { calls: number; bad: number }

const maxFailuresInRow = 5
const minCalls = 20
const initialOpenMs = 15_000
const maxOpenMs = 10 * 60_000
/**
 * Time after which another process may send a probe. Longer than most calls, but limited, so that a dead process does
 * not block the others.
 */
const probeTimeoutMs = 2 * 60_000
/** Retry-After for calls that arrive while a probe is in progress. */
export const probePendingWaitMs = 1_000

export const closedBreaker: ProviderBreaker = { opened: 0, since: 0, openUntil: 0, probe: null }

export const isOpen = ({ opened }: ProviderBreaker) => opened > 0

export const hasTooManyFailures = (failuresInRow: number) => failuresInRow >= maxFailuresInRow

export const isMostlyBad = ({ calls, bad }: CallTally) => calls >= minCalls && bad * 2 >= calls

/** Returns whether a call is admitted freely, as the probe, or only after this many milliseconds. */
export function checkAdmission(breaker: ProviderBreaker, now: number): 'free' | 'probe' | number {
  if (!isOpen(breaker)) return 'free'
  if (now < breaker.openUntil) return Math.max(probePendingWaitMs, breaker.openUntil - now)
  return isProbing(breaker, now) ? probePendingWaitMs : 'probe'
}

/**
 * Returns the breaker after a change. Changes that do not match the state, such as a second probe, have no effect.
 */
export function applyChange(
  breaker: ProviderBreaker,
  change: BreakerChange,
  { now, random }: { now: number; random: number },
): ProviderBreaker {
  if (change.kind === 'tripped')
    return isOpen(breaker)
      ? breaker
      : { opened: 1, since: now, openUntil: now + openForMs(1, random), probe: null }
  if (change.kind === 'claimed')
    return checkAdmission(breaker, now) === 'probe'
      ? { ...breaker, probe: { by: change.by, until: now + probeTimeoutMs } }
      : breaker
  // A late reply to a timed-out probe still proves that the provider is up.
  if (change.kind === 'answered') return isOpen(breaker) ? { ...closedBreaker, since: now } : breaker
  if (breaker.probe?.by !== change.by) return breaker
  if (change.kind === 'dropped') return { ...breaker, probe: null }
  const opened = breaker.opened + 1
  return { ...breaker, opened, openUntil: now + openForMs(opened, random), probe: null }
}

const isProbing = ({ probe }: ProviderBreaker, now: number) => probe !== null && now < probe.until

/**
 * Returns how long the circuit stays open: exponential backoff with up to 20 % jitter, so that providers that failed
 * at the same time are not all probed at the same time.
 */
const openForMs = (opened: number, random: number) =>
  Math.round(Math.min(initialOpenMs * 2 ** (opened - 1), maxOpenMs) * (1 - random / 5))
