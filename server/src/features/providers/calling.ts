import type { Entry } from '../../connectors/catalogue.ts'
import type { Talk } from '../../connectors/connector.ts'
import { ConnectionFailure, failureCodes } from '../../connectors/failure.ts'
import type { Browsers } from '../../connectors/web-portal/browsers.ts'
import type { Clock } from '../../platform/clock.ts'
import { Problem } from '../../platform/problem.ts'
import type { ProviderHealth } from './health.ts'

export type CallingTools = { health: ProviderHealth; browsers: Browsers; clock: Clock }

type Asking = { signal: AbortSignal }

export const talkOf = (
  { signal }: Asking,
  { clock, browsers }: Pick<CallingTools, 'clock' | 'browsers'>,
): Talk => ({
  ...{ signal, browsers },
  now: clock.now,
})

/** A provider that is being left alone is not asked, and nobody has to wait to hear so. */
export function requireReachable({ openUntil }: Pick<ProviderHealth, 'openUntil'>, { id }: Entry) {
  const until = openUntil(id)
  if (!until) return
  throw new Problem(400, 'provider-down', [failureCodes['provider-down']], {
    retryAfterSeconds: (until.getTime() - Date.now()) / 1000,
  })
}

/**
 * One call to a provider, remembered by its health. Who is not ready within the limit, which has to be shorter than the
 * asker's own, is down; that the asker does not want the answer any more says nothing about the provider.
 */
export function callProvider<T>(
  { signal }: Asking,
  tools: CallingTools,
  { entry, limitMs }: { entry: Entry; limitMs: number },
  call: (talk: Talk) => Promise<T>,
): Promise<T> {
  return tools.health.watch(entry.id, async () => {
    const limit = AbortSignal.timeout(limitMs)
    try {
      return await call(talkOf({ signal: AbortSignal.any([signal, limit]) }, tools))
    } catch (error) {
      signal.throwIfAborted()
      throw limit.aborted ? new ConnectionFailure('provider-down', { detail: 'it took too long' }) : error
    }
  })
}
