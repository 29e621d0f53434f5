import { randomUUID } from 'node:crypto'
import { ConnectionFailure } from '../../connectors/failure.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { startBackgroundLoop } from './background-loop.ts'
import {
  applyChange,
  type BreakerChange,
  checkAdmission,
  closedBreaker,
  hasTooManyFailures,
  isOpen,
  type ProviderBreaker,
  probePendingWaitMs,
} from './breaker.ts'
import { listBreakers, lockBreaker, readTime, updateBreaker } from './queries.ts'

const subject = 'providers.breaker'
/** Maximum age of the cached state if a bus message is lost. */
const refreshIntervalMs = 800

/** Provider of an instance id, see `instanceIdOf`. */
export const providerOf = (instanceId: string) => instanceId.split(' ')[0] ?? instanceId

/** Circuit breakers of all providers, shared by all processes: they are stored in the database and cached here. */
export function openSharedBreakers({ database, bus, log }: { database: Tenancy; bus: Bus; log: Log }) {
  let breakers = new Map<string, ProviderBreaker>()
  let clockOffsetMs = 0
  let changes = 0
  /** Number of consecutive failures since the breaker last opened or closed. */
  const failuresInRow = new Map<string, { since: number; calls: number }>()
  const changing = new Set<string>()

  const of = (provider: string) => breakers.get(provider) ?? closedBreaker
  const now = () => Date.now() + clockOffsetMs

  async function refresh() {
    const before = changes
    const [seen, time] = await database.system(
      async (tx) => [await listBreakers(tx), await readTime(tx)] as const,
    )
    clockOffsetMs = time - Date.now()
    // If this process has changed a breaker in the meantime, its own state is newer than the one it read.
    if (before === changes) breakers = seen
  }
  const refreshing = startBackgroundLoop(refreshIntervalMs, refresh, (error) =>
    log.warn({ err: error }, 'could not load circuit-breaker state, will retry'),
  )
  const stopListening = bus.subscribe(subject, refreshing.runNow)

  async function change(provider: string, breakerChange: BreakerChange) {
    const breaker = await database.system(async (tx) => {
      const old = await lockBreaker(tx, provider)
      const changed = applyChange(old, breakerChange, { now: await readTime(tx), random: Math.random() })
      if (changed !== old) await updateBreaker(tx, provider, changed)
      return changed
    })
    changes++
    breakers = new Map(breakers).set(provider, breaker)
    bus.publish(subject, {})
    return breaker
  }

  /**
   * Makes one change at a time per process. Concurrent changes are skipped, because the change in progress has the
   * same effect.
   */
  async function changeOnce(provider: string, breakerChange: BreakerChange) {
    if (changing.has(provider)) return of(provider)
    changing.add(provider)
    try {
      return await change(provider, breakerChange)
    } finally {
      changing.delete(provider)
    }
  }

  async function trip(provider: string, why: string) {
    failuresInRow.delete(provider)
    try {
      const { openUntil } = await changeOnce(provider, { kind: 'tripped' })
      log.warn({ provider, why, openUntil: new Date(openUntil) }, 'opened circuit breaker of provider')
    } catch (error) {
      log.warn({ err: error, provider }, 'could not open circuit breaker of provider, will retry')
    }
  }

  return {
    firstRun: refreshing.firstRun,
    now,
    of,
    isOpen: (provider: string) => isOpen(of(provider)),
    /** Lists the open circuits of a provider: its own, or those of clients' instances. */
    listOpen: (provider: string) =>
      [...breakers].filter(([id, one]) => providerOf(id) === provider && isOpen(one)).map(([id]) => id),
    /**
     * Returns when the next call is allowed, or undefined if calls are allowed now. The time is by the clock of this
     * process.
     */
    openUntil(provider: string) {
      const waitMs = checkAdmission(of(provider), now())
      return typeof waitMs === 'number' ? new Date(Date.now() + waitMs) : undefined
    },
    /** Admits a call or throws. If the call is the probe, returns its id, which must be passed to `leave`. */
    async enter(provider: string): Promise<string | undefined> {
      await refreshing.firstRun
      if (checkAdmission(of(provider), now()) === 'free') return undefined
      if (checkAdmission(of(provider), now()) === 'probe') {
        const by = randomUUID()
        const breaker = await changeOnce(provider, { kind: 'claimed', by })
        if (breaker.probe?.by === by) return by
        if (!isOpen(breaker)) return undefined
      }
      const waitMs = checkAdmission(of(provider), now())
      throw new ConnectionFailure('provider-down', {
        retryAfterMs: typeof waitMs === 'number' ? waitMs : probePendingWaitMs,
      })
    },
    /** Records the result of a call. `isBad` is undefined if the call says nothing about the provider. */
    async leave(provider: string, call: { by: string | undefined; startedAt: number; isBad?: boolean }) {
      const { by, startedAt, isBad } = call
      if (by) {
        const kind = isBad === undefined ? 'dropped' : isBad ? 'failed' : 'answered'
        await change(provider, { kind, by }).catch((error) =>
          log.warn({ err: error, provider }, 'could not record probe result; another probe will follow'),
        )
      } else if (isBad === false) {
        failuresInRow.delete(provider)
      } else if (isBad && !isOpen(of(provider)) && startedAt >= of(provider).since) {
        const { since } = of(provider)
        const before = failuresInRow.get(provider)
        const calls = (before?.since === since ? before.calls : 0) + 1
        failuresInRow.set(provider, { since, calls })
        if (hasTooManyFailures(calls)) await trip(provider, `${calls} calls in a row failed`)
      }
    },
    trip,
    async close() {
      stopListening()
      await refreshing.close()
    },
  }
}
