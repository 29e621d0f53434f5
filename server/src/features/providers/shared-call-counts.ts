import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { repeat } from './background-loop.ts'
import { isMostlyBad } from './breaker.ts'
import {
  addCounts,
  type Counts,
  callsOf,
  count,
  type Health,
  healthOf,
  type Minute,
  noCounts,
  type Outcome,
} from './call-counts.ts'
import { addToMinute, listMinutes } from './queries.ts'
import type { openSharedBreakers } from './shared-breakers.ts'

const everyMs = 3_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Counts of calls, added up over all processes every few seconds, and read back. */
export function openSharedFigures({
  database,
  log,
  breakers,
}: {
  database: Tenancy
  log: Log
  breakers: ReturnType<typeof openSharedBreakers>
}) {
  let counted = new Map<string, Counts>()
  /** The last hour, by provider. */
  let known = new Map<string, Minute[]>()
  let healths = new Map<string, Health>()
  let readUpTo = 0

  function countsOf(provider: string) {
    const counts = counted.get(provider) ?? noCounts()
    counted.set(provider, counts)
    return counts
  }

  async function tell() {
    const told = counted
    counted = new Map()
    if (told.size === 0) return
    try {
      await database.system((tx) => addToMinute(tx, told))
    } catch (error) {
      for (const [provider, counts] of told) addCounts(countsOf(provider), counts)
      throw error
    }
  }

  /** Minutes that are over do not change, so only the last ones are read again. */
  async function hear() {
    const from = readUpTo - 2 * minuteMs
    const fresh = await database.system((tx) => listMinutes(tx, new Date(from)))
    const hourAgo = breakers.now() - hourMs
    const old = [...known.values()]
      .flat()
      .filter(({ minute }) => minute.getTime() < from && minute.getTime() > hourAgo)
    known = Map.groupBy([...old, ...fresh], ({ payroll_provider }) => payroll_provider)
    healths = new Map([...known].map(([provider, minutes]) => [provider, healthOf(minutes, breakers.now())]))
    readUpTo = Math.floor(breakers.now() / minuteMs) * minuteMs
  }

  /** A provider may fail everywhere and nowhere often enough in a row. */
  async function judge() {
    for (const [provider, minutes] of known) {
      if (breakers.isOpen(provider)) continue
      const lately = noCounts()
      for (const minute of minutes) {
        const at = minute.minute.getTime()
        if (at >= readUpTo - minuteMs && at > breakers.of(provider).since) addCounts(lately, minute)
      }
      const tally = { calls: callsOf(lately), bad: lately.bad }
      if (isMostlyBad(tally)) await breakers.trip(provider, `${tally.bad} of ${tally.calls} calls failed`)
    }
  }

  async function share() {
    // Whoever does not know that a breaker was closed would judge by what was before.
    await breakers.begun
    await tell()
    await hear()
    await judge()
  }
  const looking = repeat(everyMs, share, (error) =>
    log.warn({ err: error }, 'figures of providers could not be shared; it will be tried again'),
  )

  return {
    begun: looking.begun,
    count: (provider: string, outcome: Outcome, ms: number) => count(countsOf(provider), outcome, ms),
    healthOf(provider: string): Health {
      const health = healths.get(provider) ?? healthOf([], breakers.now())
      return breakers.isOpen(provider) ? { ...health, state: 'down' } : health
    },
    async close() {
      await looking.close()
      await tell().catch((error) => log.warn({ err: error }, 'the last figures of providers are lost'))
    },
  }
}
