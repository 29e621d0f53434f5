import { type CatalogueEntry, instanceIdOf } from '../../connectors/catalogue.ts'
import type { ConnectorContext, Device } from '../../connectors/connector.ts'
import { ConnectionFailure, failureCodes, isProviderFault } from '../../connectors/failure.ts'
import type { Browsers } from '../../connectors/web-portal/browsers.ts'
import type { Reader } from '../../extraction/isolation/reader.ts'
import { Problem } from '../../platform/problem.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { ProviderHealth } from './health.ts'
import type { RequestSlots } from './request-slots.ts'

export type ProviderCallDeps = {
  health: ProviderHealth
  browsers: Browsers
  reader: Pick<Reader, 'read' | 'readWords'>
  clock: Clock
  requestSlots: RequestSlots
}

type CallContext = { signal: AbortSignal; tenant: { clientId: string }; log?: () => Log }

/** A task that calls a provider. */
type CallingTask = CallContext & { log(): Log }

/** The provider, the applicant's device if one is involved, and whether a caller is waiting. */
export type ProviderCall = { entry: CatalogueEntry; device?: Device | null; isUrgent?: boolean }

export const createConnectorContext = (
  { signal, tenant: { clientId }, log }: CallContext,
  { clock, browsers, reader, requestSlots }: Omit<ProviderCallDeps, 'health'>,
  { entry: { id: provider, per_second: perSecond }, device = null, isUrgent = false }: ProviderCall,
): ConnectorContext => ({
  signal,
  browsers,
  readPdf: (bytes) => reader.readWords(bytes, { owner: clientId, signal }),
  readDocument: (bytes) => reader.read(bytes, { owner: clientId, signal }),
  device,
  now: () => clock.now(clientId),
  warn: (detail) => log?.().warn({ provider, detail }, 'skipped incomplete data of provider'),
  withRateLimit: (send) => requestSlots.take({ provider, perSecond, clientId, isUrgent }, signal, send),
})

/** Throws provider-down immediately while the circuit is open, instead of scheduling a task that would fail. */
export function requireReachable({ openUntil }: Pick<ProviderHealth, 'openUntil'>, entry: CatalogueEntry) {
  const until = openUntil(instanceIdOf(entry))
  if (!until) return
  throw new Problem(400, 'provider-down', [failureCodes['provider-down']], {
    retryAfterSeconds: (until.getTime() - Date.now()) / 1000,
  })
}

/**
 * Makes one call to a provider and records it in the provider's health. A call that exceeds `timeoutMs` counts as
 * provider-timeout; `timeoutMs` must be shorter than the caller's own timeout. An abort by the caller does not count.
 */
export function callProvider<T>(
  { signal, tenant, log }: CallingTask,
  deps: ProviderCallDeps,
  { timeoutMs, ...providerCall }: ProviderCall & { timeoutMs: number },
  call: (context: ConnectorContext) => Promise<T>,
): Promise<T> {
  return deps.health.watch(instanceIdOf(providerCall.entry), async () => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await call(
        createConnectorContext(
          { signal: AbortSignal.any([signal, timeout]), tenant, log },
          deps,
          providerCall,
        ),
      )
    } catch (error) {
      signal.throwIfAborted()
      const failure = timeout.aborted
        ? new ConnectionFailure('provider-timeout', { detail: 'call timed out' })
        : error
      if (failure instanceof ConnectionFailure && isProviderFault(failure.code))
        log().warn(
          { provider: providerCall.entry.id, code: failure.code, detail: failure.detail },
          'provider call failed',
        )
      throw failure
    }
  })
}
