import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startEngine } from '../../../test/engine.ts'
import { readCatalogue } from '../../connectors/catalogue.ts'
import type { ConnectorContext } from '../../connectors/connector.ts'
import { openMetrics } from '../../platform/telemetry/metrics.ts'
import { callProvider, type ProviderCallDeps } from './call-provider.ts'
import { openProviderHealth } from './health.ts'

const { database, bus, log } = await startEngine()
const { providers } = readCatalogue('server/catalogues/sandbox.json', { sandboxUrl: 'http://127.0.0.1:9' })
const health = openProviderHealth({
  database,
  bus,
  log,
  metrics: openMetrics(),
  providers: providers.map(({ id }) => id),
})
atEnd(() => health.close())
const deps = { health, clock: { now: () => new Date() } } as unknown as ProviderCallDeps

/** Hangs until the signal aborts the call, like a connector whose provider does not reply. */
const hang = ({ signal }: ConnectorContext) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

async function callFiveTimes(
  entry: (typeof providers)[number],
  timeoutMs: number,
  signalOf: () => AbortSignal,
) {
  const calls = Array.from({ length: 5 }, () =>
    callProvider(
      { signal: signalOf(), tenant: { clientId: 'nobody' }, log: () => log },
      deps,
      { entry, timeoutMs },
      hang,
    ).catch((error) => error),
  )
  return Promise.all(calls)
}

test('treats a timed-out call as a fault of the provider, logs it and opens the circuit after some of them', async () => {
  const [entry] = providers as [(typeof providers)[number]]
  const failures = await callFiveTimes(entry, 50, () => new AbortController().signal)
  for (const failure of failures) expect(failure).toMatchObject({ code: 'provider-timeout' })
  expect(health.openUntil(entry.id)).toBeInstanceOf(Date)
})

test('does not count cancelled calls', async () => {
  const entry = providers[1] as (typeof providers)[number]
  const cancelled = new Error('cancelled')
  const signalOf = () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(cancelled), 20)
    return controller.signal
  }
  expect(await callFiveTimes(entry, 60_000, signalOf)).toEqual(Array(5).fill(cancelled))
  expect(health.openUntil(entry.id)).toBeUndefined()
})
