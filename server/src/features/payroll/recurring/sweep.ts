import type { Entry } from '../../../connectors/catalogue.ts'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { ProviderHealth } from '../../providers/health.ts'
import { retrieve } from '../tasks.ts'
import { countWaiting, findOldestDue, lookAgainSoon, type StartChecks, sweepBatch } from './sweep-batch.ts'

const everyMs = 1_000
const mostAtOnce = 1_000
/**
 * So many seconds of a provider's pace are started ahead and no more: the rest waits as rows with a moment, and whoever
 * connects an account meanwhile waits behind seconds of checks, not behind a night of them.
 */
const aheadSeconds = 5
const fewestAhead = 20
/** In the sandbox every account has a look within this; one that is further away was set before the clock went back. */
const farthestLookMs = 2 * 3_600_000

type Parts = {
  database: Tenancy
  clock: Clock
  environment: Environment
  health: Pick<ProviderHealth, 'openUntil'>
  entries: readonly Pick<Entry, 'id' | 'per_second'>[]
  /** Providers whose checks are other tasks than the retrieval of payslips, by id, with the lane of those tasks. */
  otherChecks?: ReadonlyMap<string, { lane: string; start: StartChecks }>
  log: Log
  metrics: Metrics
}

/** Refilled when half of it is gone: large batches cost less. */
function roomOf({ per_second }: Parts['entries'][number], waiting: number) {
  const ahead = Math.max(fewestAhead, Math.ceil(per_second * aheadSeconds))
  return waiting > ahead / 2 ? 0 : ahead - waiting
}

/**
 * Starts the recurring checks that are due, at the pace that their providers allow. Any number of processes may do so.
 * A provider that is being left alone is left alone here too: its accounts stay due.
 */
export function openRecurringSweep(parts: Parts) {
  const { database, clock, environment, health, entries, log, metrics, otherChecks } = parts
  const lanes = [retrieve.lane, ...new Set([...(otherChecks?.values() ?? [])].map(({ lane }) => lane))]
  const ids = entries.map(({ id }) => id)
  let oldestDue = new Map<string, number>()
  let lastNow: Date | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  metrics.gaugeBy(
    'provider',
    'payproof_recurring_oldest_due_seconds',
    'Age of the oldest look at an account that is due and not taken, by provider',
    async () => oldestDue,
  )

  async function round() {
    const now = clock.now()
    if (environment === 'sandbox' && (!lastNow || now < lastNow)) await lookAgain(now)
    lastNow = now
    const due = await database.system((tx) => findOldestDue(tx, ids, now))
    oldestDue = new Map(due.map(({ id, at }) => [id, (now.getTime() - at.getTime()) / 1_000]))
    if (due.length === 0) return
    const waiting = await database.system((tx) => countWaiting(tx, lanes))
    let lines = entries
      .filter(({ id }) => oldestDue.has(id))
      .map((entry) => ({ entry, room: roomOf(entry, waiting.get(entry.id) ?? 0), width: 1, isMore: true }))
    // One batch of each in turn, so that no provider waits behind the crowd of another.
    while (!isClosed) {
      lines = lines.filter(({ entry, room, isMore }) => isMore && room > 0 && !health.openUntil(entry.id))
      if (lines.length === 0) return
      for (const line of lines) {
        const { entry, room, width } = line
        const most = Math.min(room * width, mostAtOnce)
        const { claimed, moved, started } = await database.system((tx) =>
          sweepBatch(tx, {
            entry,
            now,
            most,
            room,
            environment,
            start: otherChecks?.get(entry.id)?.start,
          }),
        )
        metrics.checks.inc(started)
        line.room -= started
        // Where few want a check, many are looked at together.
        line.width = started < moved / 2 ? width * 2 : 1
        line.isMore = claimed === most && moved > 0
      }
    }
  }

  async function lookAgain(now: Date) {
    const farthest = new Date(now.getTime() + farthestLookMs)
    for (const id of ids) {
      let moved = 1
      while (moved > 0 && !isClosed)
        moved = await database.system((tx) => lookAgainSoon(tx, id, now, farthest))
    }
  }

  async function keepSweeping() {
    try {
      if (clock.isKnown()) await round()
    } catch (error) {
      log.warn({ err: error }, 'a sweep for recurring checks failed; it will be tried again')
    }
    if (!isClosed) timer = setTimeout(() => (running = keepSweeping()), everyMs)
  }
  let running = keepSweeping()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
