import type { Entry } from '../../connectors/catalogue.ts'
import type { Device, Talk } from '../../connectors/connector.ts'
import { ConnectionFailure, failureCodes } from '../../connectors/failure.ts'
import type { Browsers } from '../../connectors/web-portal/browsers.ts'
import { Problem } from '../../platform/problem.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { ProviderHealth } from './health.ts'
import type { Turns } from './request-slots.ts'

export type CallingTools = { health: ProviderHealth; browsers: Browsers; clock: Clock; turns: Turns }

type Asking = { signal: AbortSignal; tenant: { clientId: string } }

/** Whom it is about: the provider, the person's device where one takes part, and whether somebody waits for it. */
export type Call = { entry: Entry; device?: Device | null; isUrgent?: boolean }

export const talkOf = (
  { signal, tenant: { clientId } }: Asking,
  { clock, browsers, turns }: Pick<CallingTools, 'clock' | 'browsers' | 'turns'>,
  { entry: { id: provider, per_second: perSecond }, device = null, isUrgent = false }: Call,
): Talk => ({
  signal,
  browsers,
  device,
  now: clock.now,
  inTurn: (send) => turns.take({ provider, perSecond, clientId, isUrgent }, signal, send),
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
  { signal, tenant }: Asking,
  tools: CallingTools,
  { limitMs, ...about }: Call & { limitMs: number },
  call: (talk: Talk) => Promise<T>,
): Promise<T> {
  return tools.health.watch(about.entry.id, async () => {
    const limit = AbortSignal.timeout(limitMs)
    try {
      return await call(talkOf({ signal: AbortSignal.any([signal, limit]), tenant }, tools, about))
    } catch (error) {
      signal.throwIfAborted()
      throw limit.aborted ? new ConnectionFailure('provider-down', { detail: 'it took too long' }) : error
    }
  })
}
