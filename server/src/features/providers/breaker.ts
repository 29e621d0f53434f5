/**
 * Whether a provider may be asked, as all processes see it. Times are milliseconds of the database's clock, because
 * processes have clocks of their own.
 */
export type Breaker = {
  /** How often in a row it was opened; 0 is closed. */
  opened: number
  /** When it was opened or closed. What was begun before says nothing about now. */
  since: number
  openUntil: number
  /** The one call that may try, once openUntil has passed; it is given up on after a while. */
  probe: { by: string; until: number } | null
}

export type Change =
  /** Too many calls have failed. */
  | { kind: 'tripped' }
  /** Somebody wants to be the one who tries. */
  | { kind: 'claimed'; by: string }
  /** What came of it; `dropped`: nothing that says how the provider is. */
  | { kind: 'answered' | 'failed' | 'dropped'; by: string }

export type Tally = { calls: number; bad: number }

const badInRowLimit = 5
const leastCalls = 20
const firstWaitMs = 15_000
const longestWaitMs = 10 * 60_000
/** Longer than most calls to a provider take: a process that has died shall not keep the others out. */
const probeMs = 2 * 60_000
/** What somebody is told who comes while another one tries. */
export const shortWaitMs = 1_000

export const closed: Breaker = { opened: 0, since: 0, openUntil: 0, probe: null }

export const isOpen = ({ opened }: Breaker) => opened > 0

export const isTooManyInRow = (badInRow: number) => badInRow >= badInRowLimit

export const isMostlyBad = ({ calls, bad }: Tally) => calls >= leastCalls && bad * 2 >= calls

/** Whether a call may go: `free`, as the one that tries, or in so many milliseconds. */
export function gate(breaker: Breaker, now: number): 'free' | 'probe' | number {
  if (!isOpen(breaker)) return 'free'
  if (now < breaker.openUntil) return Math.max(shortWaitMs, breaker.openUntil - now)
  return isTried(breaker, now) ? shortWaitMs : 'probe'
}

/** What becomes of it. Whatever does not fit the state, such as a second one who tries, changes nothing. */
export function after(
  breaker: Breaker,
  change: Change,
  { now, random }: { now: number; random: number },
): Breaker {
  if (change.kind === 'tripped')
    return isOpen(breaker)
      ? breaker
      : { opened: 1, since: now, openUntil: now + waitMs(1, random), probe: null }
  if (change.kind === 'claimed')
    return gate(breaker, now) === 'probe'
      ? { ...breaker, probe: { by: change.by, until: now + probeMs } }
      : breaker
  // Whoever was given up on may answer after all, and an answer is an answer.
  if (change.kind === 'answered') return isOpen(breaker) ? { ...closed, since: now } : breaker
  if (breaker.probe?.by !== change.by) return breaker
  if (change.kind === 'dropped') return { ...breaker, probe: null }
  const opened = breaker.opened + 1
  return { ...breaker, opened, openUntil: now + waitMs(opened, random), probe: null }
}

const isTried = ({ probe }: Breaker, now: number) => probe !== null && now < probe.until

/** Twice as long with every failed probe, less up to a fifth: providers that fell together are not tried together. */
const waitMs = (opened: number, random: number) =>
  Math.round(Math.min(firstWaitMs * 2 ** (opened - 1), longestWaitMs) * (1 - random / 5))
