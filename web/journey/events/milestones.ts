import { keep, kept } from '../session/storage.ts'
import type { Journey } from '../types.ts'
import { emitEvent } from './events.ts'

// Reports each connected account once per tab, when it is first seen. The account may be connected here, in another
// window, or at the provider.

export function reportMilestones(journey: Journey) {
  const storedAs = `payproof:told:${journey.journey_id}`
  const stored = kept(storedAs)
  const reported = new Set<string>(stored === undefined ? [] : JSON.parse(stored))
  const reached = journey.accounts.flatMap(({ account_id, payroll_provider: provider, status, progress }) => [
    ...(status === 'AUTHORISED'
      ? [{ key: `${account_id}:connected`, event: { name: 'connected', provider } as const }]
      : []),
    ...(progress === 'done'
      ? [{ key: `${account_id}:ready`, event: { name: 'data_ready', provider } as const }]
      : []),
  ])
  for (const { key, event } of reached) {
    // Accounts that existed when the tab was opened were already reported.
    if (stored !== undefined && !reported.has(key)) emitEvent(event)
    reported.add(key)
  }
  keep(storedAs, JSON.stringify([...reported]))
}
