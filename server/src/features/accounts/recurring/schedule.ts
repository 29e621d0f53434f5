import { hash } from 'node:crypto'
import type { Environment } from '../../../platform/environment.ts'

// When accounts are checked again. All of it is arithmetic in UTC: an account's moments follow from its id alone, so
// nothing has to be stored or rewritten when somebody changes how often.

export type Frequency = 'HOURLY' | 'WEEKLY' | 'MONTHLY'

/** Where neither the user nor the client says how often. */
export const usualFrequency: Frequency = 'MONTHLY'

/** HOURLY is for trying things out; nobody's provider is asked every hour in production. */
export const frequenciesIn = (environment: Environment): readonly Frequency[] =>
  environment === 'sandbox' ? ['HOURLY', 'WEEKLY', 'MONTHLY'] : ['WEEKLY', 'MONTHLY']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs

/** Over how long after the start of its period the checks of a frequency begin, so that providers are not flooded. */
const spreadOver: Record<Frequency, number> = {
  HOURLY: 50 * minuteMs,
  WEEKLY: 4 * hourMs,
  MONTHLY: 4 * hourMs,
}

const retryAtMs = 3 * hourMs
const retrySpreadMs = hourMs
// The epoch was a Thursday; weeks begin on Mondays.
const firstMondayMs = 4 * dayMs

const startOfMonth = (at: number, monthsOn = 0) => {
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + monthsOn, 1)
}

const periods: Record<Frequency, { start(at: number): number; next(start: number): number }> = {
  HOURLY: { start: (at) => floorTo(at, hourMs), next: (start) => start + hourMs },
  WEEKLY: {
    start: (at) => floorTo(at - firstMondayMs, weekMs) + firstMondayMs,
    next: (start) => start + weekMs,
  },
  MONTHLY: { start: (at) => startOfMonth(at), next: (start) => startOfMonth(start, 1) },
}

const floorTo = (at: number, step: number) => Math.floor(at / step) * step

/** The hour, the Monday or the first of the month that a moment belongs to. */
export const periodStart = (frequency: Frequency, at: Date) =>
  new Date(periods[frequency].start(at.getTime()))

/** How long after the start of each period this account is checked: always the same, and even over all accounts. */
export const spreadMs = (accountId: string, frequency: Frequency) =>
  Math.floor(shareOf(accountId) * spreadOver[frequency])

const shareOf = (accountId: string) => hash('sha256', accountId, 'buffer').readUInt32BE(0) / 2 ** 32

type Slots = { start(at: number): number; next(start: number): number; spread: number }

function slotsOf(accountId: string, frequency: Frequency): Slots {
  return { ...periods[frequency], spread: spreadMs(accountId, frequency) }
}

function retriesOf(accountId: string): Slots {
  const spread = retryAtMs + Math.floor(shareOf(accountId) * retrySpreadMs)
  return { start: (at) => floorTo(at, dayMs), next: (start) => start + dayMs, spread }
}

function slotAfter({ start, next, spread }: Slots, after: number) {
  const period = start(after)
  return period + spread > after ? period + spread : next(period) + spread
}

/** A slot lies in its own period, so the one of the period of `to` and the one before it are all there is to see. */
function hasSlot(slots: Slots, from: number, to: number) {
  const period = slots.start(to)
  const latest = period + slots.spread <= to ? period : slots.start(period - 1)
  return latest + slots.spread >= from
}

/** The next check of one frequency, strictly after a moment. */
export const nextCheck = (accountId: string, frequency: Frequency, after: Date) =>
  new Date(slotAfter(slotsOf(accountId, frequency), after.getTime()))

/** A check that failed is tried again daily: the next 03:00 and up to an hour, strictly after a moment. */
export const nextRetry = (accountId: string, after: Date) =>
  new Date(slotAfter(retriesOf(accountId), after.getTime()))

/** When an account has to be looked at: at the next check of any frequency, whichever is in force by then. */
export function nextLook(
  accountId: string,
  after: Date,
  { frequencies, isRetried = false }: { frequencies: readonly Frequency[]; isRetried?: boolean },
) {
  const looks = frequencies.map((frequency) => nextCheck(accountId, frequency, after).getTime())
  if (isRetried) looks.push(nextRetry(accountId, after).getTime())
  return new Date(Math.min(...looks))
}

/** For an account that has just become AUTHORISED. */
export const firstLook = (accountId: string, now: Date, environment: Environment) =>
  nextLook(accountId, now, { frequencies: frequenciesIn(environment) })

/** Which frequencies wanted a check between two moments, both included. */
export const frequenciesDue = (
  accountId: string,
  from: Date,
  to: Date,
  frequencies: readonly Frequency[],
): Frequency[] =>
  frequencies.filter((frequency) => hasSlot(slotsOf(accountId, frequency), from.getTime(), to.getTime()))

/** Whether a failed check was to be tried again between two moments, both included. */
export const isRetryDue = (accountId: string, from: Date, to: Date) =>
  hasSlot(retriesOf(accountId), from.getTime(), to.getTime())
