import { ConnectionFailure } from '../../connectors/failure.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { inStep } from '../../platform/telemetry/tracing.ts'
import type { Health, Outcome } from './call-counts.ts'
import { openSharedBreakers } from './shared-breakers.ts'
import { openSharedFigures } from './shared-call-counts.ts'

export type ProviderHealth = {
  /**
   * Makes a call to a provider and remembers how it went. While the breaker is open it makes none and throws
   * ConnectionFailure('provider-down') at once. `provider-down` is bad; any other ConnectionFailure is an answer, and so
   * is one that asks for patience; any other error says nothing about the provider.
   */
  watch<T>(provider: string, call: () => Promise<T>): Promise<T>
  /** When the provider may be asked again, if it is being left alone; from memory, at most a second old. */
  openUntil(provider: string): Date | undefined
  /** Of every provider of the catalogue; from memory, a few seconds old. */
  read(): Promise<Map<string, Health>>
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
  const figures = openSharedFigures({ database, log, breakers })

  async function read() {
    await figures.begun
    return new Map(providers.map((provider) => [provider, figures.healthOf(provider)]))
  }
  async function readOne(figureOf: (health: Health, provider: string) => number | null) {
    const known = [...(await read())].map(
      ([provider, health]) => [provider, figureOf(health, provider)] as const,
    )
    return new Map(known.filter((entry): entry is [string, number] => entry[1] !== null))
  }
  const gauge = (name: string, help: string, figureOf: Parameters<typeof readOne>[0]) =>
    metrics.gaugeBy('provider', `payproof_provider_${name}`, help, () => readOne(figureOf))
  gauge('success_rate', 'Calls of the last hour that were answered, of all', (health) => health.success_rate)
  gauge(
    'median_seconds',
    'Half of the answers of the last hour took longer',
    ({ median_ms: ms }) => ms && ms / 1_000,
  )
  gauge(
    'up',
    '1 while a provider is operational, 0.5 degraded, 0 down; nothing while unknown',
    ({ state }) => ({ operational: 1, degraded: 0.5, down: 0, unknown: null })[state],
  )
  gauge('breaker_open', '1 while a provider is left alone after failures', (_, provider) =>
    breakers.isOpen(provider) ? 1 : 0,
  )

  return {
    async watch(provider, call) {
      const by = await breakers.enter(provider)
      const begunAt = breakers.now()
      const startedMs = performance.now()
      const end = async (outcome: Outcome | undefined) => {
        const ms = performance.now() - startedMs
        if (outcome) {
          figures.count(provider, outcome, ms)
          metrics.providers.observe({ provider, outcome }, ms / 1_000)
        }
        await breakers.leave(provider, { by, begunAt, ...(outcome && { isBad: outcome === 'bad' }) })
      }
      const step = {
        name: 'call provider',
        kind: 'client',
        attributes: { 'payproof.provider': provider },
      } as const
      return inStep(step, async (note) => {
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
    read,
    async close() {
      await figures.close()
      await breakers.close()
    },
  }
}

function outcomeOf(error: unknown): Outcome | undefined {
  if (!(error instanceof ConnectionFailure)) return undefined
  return error.code === 'provider-down' && !error.isBusy ? 'bad' : 'refused'
}
