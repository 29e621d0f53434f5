import { type CatalogueEntry, instanceIdOf } from '../../connectors/catalogue.ts'
import { ConnectionFailure, isProviderFault } from '../../connectors/failure.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { traceStep } from '../../platform/telemetry/tracing.ts'
import type { CallOutcome, HealthSummary } from './call-counts.ts'
import { openSharedBreakers, providerOf } from './shared-breakers.ts'
import { openSharedCallCounts } from './shared-call-counts.ts'

type HealthSubject = Pick<CatalogueEntry, 'id' | 'instance'>

/** Calls are identified by `instanceIdOf` their catalogue entry. */
export type ProviderHealth = {
  /**
   * Makes a call to a provider and records its outcome. While the circuit is open, it throws
   * ConnectionFailure('provider-down') without making the call. A fault of the provider counts as bad, unless the
   * provider is only overloaded. Any other ConnectionFailure counts as a reply. Other errors say nothing about the
   * provider.
   */
  watch<T>(instanceId: string, call: () => Promise<T>): Promise<T>
  /** Returns when the next call is allowed if the circuit is open. Read from memory, at most a second old. */
  openUntil(instanceId: string): Date | undefined
  /** Returns the clients whose own instance of a provider has an open circuit. */
  clientsWithOpenCircuit(provider: string): string[]
  /** Returns the health of these providers by id, as their client sees it. Read from memory, a few seconds old. */
  read(entries: readonly HealthSubject[]): Promise<Map<string, HealthSummary>>
  close(): Promise<void>
}

export function openProviderHealth({
  database,
  bus,
  metrics,
  log,
  providers,
}: {
  database: Tenancy
  bus: Bus
  metrics: Metrics
  log: Log
  providers: string[]
}): ProviderHealth {
  const breakers = openSharedBreakers({ database, bus, log })
  const callCounts = openSharedCallCounts({ database, log, breakers })

  async function read(entries: readonly HealthSubject[]) {
    await callCounts.firstRun
    return new Map(entries.map((entry) => [entry.id, callCounts.healthOf(instanceIdOf(entry))]))
  }
  async function readOverall() {
    await callCounts.firstRun
    return providers.map((provider) => [provider, callCounts.overallHealthOf(provider)] as const)
  }
  async function readValues(metricOf: (health: HealthSummary, provider: string) => number | null) {
    const values = (await readOverall()).map(
      ([provider, health]) => [provider, metricOf(health, provider)] as const,
    )
    return new Map(values.filter((entry): entry is [string, number] => entry[1] !== null))
  }
  const gauge = (name: string, help: string, metricOf: Parameters<typeof readValues>[0]) =>
    metrics.gaugeByLabel('provider', `payproof_provider_${name}`, help, () => readValues(metricOf))
  gauge('success_rate', 'Share of calls with a reply in the last hour', (health) => health.success_rate)
  gauge('median_seconds', 'Median response time in the last hour', ({ median_ms: ms }) => ms && ms / 1_000)
  gauge(
    'up',
    '1 operational, 0.5 degraded, 0 down; absent while unknown',
    ({ state }) => ({ operational: 1, degraded: 0.5, down: 0, unknown: null })[state],
  )
  gauge('breaker_open', '1 while the circuit breaker of a provider is open', (_, provider) =>
    breakers.listOpen(provider).length > 0 ? 1 : 0,
  )

  return {
    async watch(instanceId, call) {
      const provider = providerOf(instanceId)
      const by = await breakers.enter(instanceId)
      const startedAt = breakers.now()
      const startedMs = performance.now()
      const end = async (outcome: CallOutcome | undefined) => {
        const ms = performance.now() - startedMs
        if (outcome) {
          callCounts.count(instanceId, outcome, ms)
          metrics.providerCalls.observe({ provider, outcome }, ms / 1_000)
        }
        await breakers.leave(instanceId, { by, startedAt, ...(outcome && { isBad: outcome === 'bad' }) })
      }
      const step = {
        name: 'call provider',
        kind: 'client',
        attributes: { 'payproof.provider': provider },
      } as const
      return traceStep(step, async (note) => {
        try {
          const result = await call()
          note({ 'payproof.outcome': 'good' })
          await end('good')
          return result
        } catch (error) {
          const outcome = outcomeOf(error)
          note({ 'payproof.outcome': outcome ?? 'none' })
          await end(outcome)
          throw error
        }
      })
    },
    openUntil: breakers.openUntil,
    clientsWithOpenCircuit: (provider) =>
      breakers
        .listOpen(provider)
        .map(clientOf)
        .filter((id) => id !== undefined),
    read,
    async close() {
      await callCounts.close()
      await breakers.close()
    },
  }
}

/** Client of an instance, or undefined if the provider is the same for all clients. */
const clientOf = (instanceId: string) => instanceId.split(' ')[1]

function outcomeOf(error: unknown): CallOutcome | undefined {
  if (!(error instanceof ConnectionFailure)) return undefined
  return isProviderFault(error.code) && !error.isOverloaded ? 'bad' : 'refused'
}
