import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { startBackgroundLoop } from './background-loop.ts'
import { isMostlyBad } from './breaker.ts'
import {
  addCounts,
  type CallCounts,
  type CallOutcome,
  callsOf,
  countCall,
  emptyCounts,
  type HealthSummary,
  healthOf,
  type ProviderMinute,
} from './call-counts.ts'
import { addToMinute, listMinutes } from './queries.ts'
import { type openSharedBreakers, providerOf } from './shared-breakers.ts'

const shareIntervalMs = 3_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Call counts of all processes, added up in the database every few seconds and read back. */
export function openSharedCallCounts({
  database,
  log,
  breakers,
}: {
  database: Tenancy
  log: Log
  breakers: ReturnType<typeof openSharedBreakers>
}) {
  let unsharedCounts = new Map<string, CallCounts>()
  /** Per-minute call counts for the last hour, by provider. */
  let minutesByProvider = new Map<string, ProviderMinute[]>()
  let healths = new Map<string, HealthSummary>()
  /** Health by provider over all clients' instances of it. */
  let overallHealths = new Map<string, HealthSummary>()
  let readUpTo = 0

  function countsOf(provider: string) {
    const counts = unsharedCounts.get(provider) ?? emptyCounts()
    unsharedCounts.set(provider, counts)
    return counts
  }

  async function pushCounts() {
    const pushed = unsharedCounts
    unsharedCounts = new Map()
    if (pushed.size === 0) return
    try {
      await database.system((tx) => addToMinute(tx, pushed))
    } catch (error) {
      for (const [provider, counts] of pushed) addCounts(countsOf(provider), counts)
      throw error
    }
  }

  /** Reads the counts. Past minutes do not change, so only the latest minutes are read again. */
  async function pullCounts() {
    const from = readUpTo - 2 * minuteMs
    const fresh = await database.system((tx) => listMinutes(tx, new Date(from)))
    const hourAgo = breakers.now() - hourMs
    const old = [...minutesByProvider.values()]
      .flat()
      .filter(({ minute }) => minute.getTime() < from && minute.getTime() > hourAgo)
    minutesByProvider = Map.groupBy([...old, ...fresh], ({ payroll_provider }) => payroll_provider)
    healths = new Map(
      [...minutesByProvider].map(([provider, minutes]) => [provider, healthOf(minutes, breakers.now())]),
    )
    const all = [...minutesByProvider.values()].flat()
    overallHealths = new Map(
      [...Map.groupBy(all, ({ payroll_provider }) => providerOf(payroll_provider))].map(
        ([provider, minutes]) => [provider, healthOf(minutes, breakers.now())],
      ),
    )
    readUpTo = Math.floor(breakers.now() / minuteMs) * minuteMs
  }

  /**
   * Opens the circuit of a provider if most calls of all processes fail, even if no single process sees enough
   * consecutive failures.
   */
  async function openFailingBreakers() {
    for (const [provider, minutes] of minutesByProvider) {
      if (breakers.isOpen(provider)) continue
      const recent = emptyCounts()
      for (const minute of minutes) {
        const at = minute.minute.getTime()
        if (at >= readUpTo - minuteMs && at > breakers.of(provider).since) addCounts(recent, minute)
      }
      const tally = { calls: callsOf(recent), bad: recent.bad }
      if (isMostlyBad(tally)) await breakers.trip(provider, `${tally.bad} of ${tally.calls} calls failed`)
    }
  }

  async function share() {
    // The time when a breaker last closed must be known first: otherwise calls from before that time would open it
    // again.
    await breakers.firstRun
    await pushCounts()
    await pullCounts()
    await openFailingBreakers()
  }
  const sharing = startBackgroundLoop(shareIntervalMs, share, (error) =>
    log.warn({ err: error }, 'could not share provider call counts, will retry'),
  )

  return {
    firstRun: sharing.firstRun,
    count: (provider: string, outcome: CallOutcome, ms: number) => countCall(countsOf(provider), outcome, ms),
    healthOf(provider: string): HealthSummary {
      const health = healths.get(provider) ?? healthOf([], breakers.now())
      return breakers.isOpen(provider) ? { ...health, state: 'down' } : health
    },
    overallHealthOf(provider: string): HealthSummary {
      const health = overallHealths.get(provider) ?? healthOf([], breakers.now())
      return breakers.isOpen(provider) ? { ...health, state: 'down' } : health
    },
    async close() {
      await sharing.close()
      await pushCounts().catch((error) => log.warn({ err: error }, 'lost the last provider call counts'))
    },
  }
}
