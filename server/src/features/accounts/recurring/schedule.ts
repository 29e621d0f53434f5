import { hash } from 'node:crypto'
import type { Environment } from '../../../platform/environment.ts'

// Schedule of recurring checks, in UTC. The check times of an account depend only on its id, so a changed frequency
// needs no rescheduling.

export type CheckFrequency = 'HOURLY' | 'WEEKLY' | 'MONTHLY'

/** Frequency that applies if neither the user nor the client sets one. */
export const defaultFrequency: CheckFrequency = 'MONTHLY'

/** Lists the allowed frequencies. HOURLY is only for trials in the sandbox. */
export const frequenciesIn = (environment: Environment): readonly CheckFrequency[] =>
  environment === 'sandbox' ? ['HOURLY', 'WEEKLY', 'MONTHLY'] : ['WEEKLY', 'MONTHLY']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs

/** Checks are spread over this time after the start of their period, so that providers are not flooded. */
const spreadWindowMs: Record<CheckFrequency, number> = {
  HOURLY: 50 * minuteMs,
  WEEKLY: 4 * hourMs,
  MONTHLY: 4 * hourMs,
}

const retryAtMs = 3 * hourMs
const retrySpreadMs = hourMs
// The epoch was a Thursday, and weeks begin on Mondays.
const firstMondayMs = 4 * dayMs

const startOfMonth = (at: number, monthsOn = 0) => {
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + monthsOn, 1)
}

const periods: Record<CheckFrequency, { start(at: number): number; next(start: number): number }> = {
  HOURLY: { start: (at) => floorTo(at, hourMs), next: (start) => start + hourMs },
  WEEKLY: {
    start: (at) => floorTo(at - firstMondayMs, weekMs) + firstMondayMs,
    next: (start) => start + weekMs,
  },
  MONTHLY: { start: (at) => startOfMonth(at), next: (start) => startOfMonth(start, 1) },
}

const floorTo = (at: number, step: number) => Math.floor(at / step) * step

/** Returns the start of the hour, week or month that contains this time. */
export const periodStart = (frequency: CheckFrequency, at: Date) =>
  new Date(periods[frequency].start(at.getTime()))

/**
 * Returns how long after the start of each period this account is checked. The offset is constant per account and
 * uniformly distributed over all accounts.
 */
export const checkOffsetMs = (accountId: string, frequency: CheckFrequency) =>
  Math.floor(hashFraction(accountId) * spreadWindowMs[frequency])

const hashFraction = (accountId: string) => hash('sha256', accountId, 'buffer').readUInt32BE(0) / 2 ** 32

type CheckSlots = { start(at: number): number; next(start: number): number; spread: number }

function checkSlotsOf(accountId: string, frequency: CheckFrequency): CheckSlots {
  return { ...periods[frequency], spread: checkOffsetMs(accountId, frequency) }
}

function retrySlotsOf(accountId: string): CheckSlots {
  const spread = retryAtMs + Math.floor(hashFraction(accountId) * retrySpreadMs)
  return { start: (at) => floorTo(at, dayMs), next: (start) => start + dayMs, spread }
}

function slotAfter({ start, next, spread }: CheckSlots, after: number) {
  const period = start(after)
  return period + spread > after ? period + spread : next(period) + spread
}

/**
 * Whether a slot lies between `from` and `to`. A slot lies within its period, so only the period of `to` and the one
 * before it are checked.
 */
function hasSlot(slots: CheckSlots, from: number, to: number) {
  const period = slots.start(to)
  const latest = period + slots.spread <= to ? period : slots.start(period - 1)
  return latest + slots.spread >= from
}

/** Returns the next check of one frequency, strictly after `after`. */
export const nextCheck = (accountId: string, frequency: CheckFrequency, after: Date) =>
  new Date(slotAfter(checkSlotsOf(accountId, frequency), after.getTime()))

/** Returns the next retry strictly after `after`. Failed checks are retried daily between 03:00 and 04:00. */
export const nextRetry = (accountId: string, after: Date) =>
  new Date(slotAfter(retrySlotsOf(accountId), after.getTime()))

/**
 * Returns when an account is next due: the earliest check of any allowed frequency, because the setting may change
 * before then.
 */
export function nextDueAt(
  accountId: string,
  after: Date,
  { frequencies, isRetried = false }: { frequencies: readonly CheckFrequency[]; isRetried?: boolean },
) {
  const times = frequencies.map((frequency) => nextCheck(accountId, frequency, after).getTime())
  if (isRetried) times.push(nextRetry(accountId, after).getTime())
  return new Date(Math.min(...times))
}

/** Returns the first due time of an account that has just become AUTHORISED. */
export const firstDueAt = (accountId: string, now: Date, environment: Environment) =>
  nextDueAt(accountId, now, { frequencies: frequenciesIn(environment) })

/** Lists the frequencies that have a check due between `from` and `to`, both inclusive. */
export const listDueFrequencies = (
  accountId: string,
  from: Date,
  to: Date,
  frequencies: readonly CheckFrequency[],
): CheckFrequency[] =>
  frequencies.filter((frequency) => hasSlot(checkSlotsOf(accountId, frequency), from.getTime(), to.getTime()))

/** Whether a retry of a failed check was due between `from` and `to`, both inclusive. */
export const isRetryDue = (accountId: string, from: Date, to: Date) =>
  hasSlot(retrySlotsOf(accountId), from.getTime(), to.getTime())
