import type { CatalogueEntry } from '../../../connectors/catalogue.ts'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import type { Clock, ClockGroup } from '../../../platform/time/clock.ts'
import type { ProviderHealth } from '../../providers/health.ts'
import { retrieve } from '../tasks.ts'
import {
  countQueuedRetrievals,
  findOldestDue,
  pullForwardDueTimes,
  type StartChecks,
  sweepBatch,
} from './sweep-batch.ts'

const sweepIntervalMs = 1_000
const maxAccountsPerBatch = 1_000
/**
 * Maximum number of seconds of checks that are queued at the provider's rate limit. Further checks stay in the table
 * with a due time, so that an applicant who connects an account waits behind a few seconds of checks instead of a
 * whole night of them.
 */
const queueAheadSeconds = 5
const minQueuedAhead = 20
/**
 * In the sandbox, every account is due within this time. A later due time means that the clock was set back after it
 * was set.
 */
const maxSandboxDueMs = 2 * 3_600_000

type SweepDeps = {
  database: Tenancy
  clock: Clock
  environment: Environment
  health: Pick<ProviderHealth, 'openUntil' | 'clientsWithOpenCircuit'>
  entries: readonly Pick<CatalogueEntry, 'id' | 'per_second'>[]
  /** Providers whose checks are not payslip retrievals, by id, with the lane of their tasks. */
  otherChecks?: ReadonlyMap<string, { lane: string; start: StartChecks }>
  log: Log
  metrics: Metrics
}

/**
 * Returns how many checks may be queued now. The queue is refilled only when half of it is used up, because large
 * batches are cheaper.
 */
function capacityOf({ per_second }: SweepDeps['entries'][number], queued: number) {
  const target = Math.max(minQueuedAhead, Math.ceil(per_second * queueAheadSeconds))
  return queued > target / 2 ? 0 : target - queued
}

/** Removes clients from a group. Returns undefined if none is left. */
function withoutClients(group: ClockGroup, clients: readonly string[]): ClockGroup | undefined {
  if ('only' in group) return clients.includes(group.only) ? undefined : group
  return { ...group, except: [...group.except, ...clients] }
}

/**
 * Starts due recurring checks at the rate that their providers allow. Any number of processes may run it. While a
 * provider's circuit is open, its accounts stay due.
 */
export function openRecurringSweep(deps: SweepDeps) {
  const { database, clock, environment, health, entries, log, metrics, otherChecks } = deps
  const lanes = [retrieve.lane, ...new Set([...(otherChecks?.values() ?? [])].map(({ lane }) => lane))]
  const ids = entries.map(({ id }) => id)
  let oldestDue = new Map<string, number>()
  let lastSharedNow: Date | undefined
  let lastOwnTimes = new Map<string, Date>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  metrics.gaugeByLabel(
    'provider',
    'payproof_recurring_oldest_due_seconds',
    'Age of the oldest recurring check that is due and not started, by provider',
    async () => oldestDue,
  )

  async function round() {
    const groups = clock.groups()
    if (environment === 'sandbox') await followClocksSetBack(groups)
    const newestOldestDue = new Map<string, number>()
    for (const group of groups) {
      const due = await database.system((tx) => findOldestDue(tx, ids, group))
      for (const { id, at } of due) {
        const ageSeconds = (group.now.getTime() - at.getTime()) / 1_000
        newestOldestDue.set(id, Math.max(ageSeconds, newestOldestDue.get(id) ?? 0))
      }
      if (due.length > 0) await startDueChecks(group, new Set(due.map(({ id }) => id)))
    }
    oldestDue = newestOldestDue
  }

  async function startDueChecks(group: ClockGroup, dueIds: ReadonlySet<string>) {
    const queued = await database.system((tx) => countQueuedRetrievals(tx, lanes))
    let backlogs = entries
      .filter(({ id }) => dueIds.has(id))
      .map((entry) => ({
        entry,
        capacity: capacityOf(entry, queued.get(entry.id) ?? 0),
        width: 1,
        hasMore: true,
      }))
    // Round robin with one batch per provider, so that no provider waits behind the backlog of another.
    while (!isClosed) {
      backlogs = backlogs.filter(
        ({ entry, capacity, hasMore }) => hasMore && capacity > 0 && !health.openUntil(entry.id),
      )
      if (backlogs.length === 0) return
      for (const backlog of backlogs) {
        const { entry, capacity, width } = backlog
        const reachable = withoutClients(group, health.clientsWithOpenCircuit(entry.id))
        if (!reachable) {
          backlog.hasMore = false
          continue
        }
        const maxAccounts = Math.min(capacity * width, maxAccountsPerBatch)
        const { claimed, rescheduled, started } = await database.system((tx) =>
          sweepBatch(tx, {
            entry,
            group: reachable,
            maxAccounts,
            maxChecks: capacity,
            environment,
            start: otherChecks?.get(entry.id)?.start,
          }),
        )
        metrics.recurringChecks.inc(started)
        backlog.capacity -= started
        // If few of the claimed accounts need a check, the next batch claims more.
        backlog.width = started < rescheduled / 2 ? width * 2 : 1
        backlog.hasMore = claimed === maxAccounts && rescheduled > 0
      }
    }
  }

  /** Pulls due times forward for clients whose clock shows an earlier time than in the last round. */
  async function followClocksSetBack(groups: readonly ClockGroup[]) {
    const shared = groups.find((group) => 'except' in group)
    const own = new Map(
      groups.flatMap((group) => ('only' in group ? [[group.only, group.now] as const] : [])),
    )
    if (!shared) return
    if (!lastSharedNow || shared.now < lastSharedNow) await pullForward(shared)
    // A client that has just set or reset its clock had the other time before.
    for (const only of new Set([...own.keys(), ...lastOwnTimes.keys()])) {
      const now = own.get(only) ?? shared.now
      const before = lastOwnTimes.get(only) ?? lastSharedNow
      if (!before || now < before) await pullForward({ now, only })
    }
    lastSharedNow = shared.now
    lastOwnTimes = own
  }

  async function pullForward(group: ClockGroup) {
    const latestDueAt = new Date(group.now.getTime() + maxSandboxDueMs)
    for (const id of ids) {
      let rescheduled = 1
      while (rescheduled > 0 && !isClosed)
        rescheduled = await database.system((tx) => pullForwardDueTimes(tx, id, group, latestDueAt))
    }
  }

  async function keepSweeping() {
    try {
      if (clock.isSynchronised()) await round()
    } catch (error) {
      log.warn({ err: error }, 'recurring check sweep failed, will retry')
    }
    if (!isClosed) timer = setTimeout(() => (running = keepSweeping()), sweepIntervalMs)
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
